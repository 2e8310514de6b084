/* The log of an instrumented program: two streams and a header, in files that are mapped into its memory.

   segments: uint32, the number of each segment of straight-line code at its start, from 1; 0 ends the stream.
   words:    uint64, 48 bits of address and 16 bits of cycles for each memory operation, and the words of calls.
             The length of a copy or fill has the upper 16 bits of its cycles.
   header:   uint64 state, uint64 overhead of the clock, then the address of every function of the program.

   Because the files are mapped, all written entries survive, even if the program is killed. */
#ifndef NUMASIM_RUNTIME_H
#define NUMASIM_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

/* The largest number of words of a segment, so one test at its beginning is enough. */
#define MOST_WORDS_OF_A_SEGMENT 1024

#define ADDRESS_MASK ((UINT64_C(1) << 48) - 1)

struct numasim_log {
    uint32_t *segment, *segment_end;
    uint64_t *word, *word_end;
};

/* The next entries of both streams, and the ends of their windows. */
extern struct numasim_log numasim_log;

/* Map the next windows of the streams that are full. */
void numasim_turn(void);

/* Between these calls nothing is logged, so that code may call functions that the program defines itself
   (strlen, malloc). */
void numasim_pause(void);
void numasim_continue(void);

/* End the program, because there is no memory or disk for its log. */
void numasim_no_room(int error);

/* The cache model (cache_model.c), which sees the words of each segment. A segment begins; see its words that
   are in the log by now; leave them out. */
void numasim_model_begin(uint32_t segment);
void numasim_model(void);
void numasim_model_skip(void);

/* Number the pages of a range that a library function read or wrote. */
void numasim_model_pages(uint64_t address, uint64_t length);

/* The log outside the recorded part of a run, which has room for one segment: from its beginning, and, while
   logging is paused, its next entries. */
struct numasim_log numasim_begin_outside(void);
extern struct numasim_log numasim_outside;

/* Called before a longjmp: if it leaves a signal handler, recording continues. */
void numasim_jump(void);

/* The ranges that a library function read or wrote. They are collected between begin and end, while nothing
   else is logged. */
void numasim_effects_begin(void);
void numasim_reads(const void *address, size_t length);
void numasim_writes(const void *address, size_t length);
void numasim_effects_end(void);

#endif
