/* What an instrumented program writes while it runs: two streams, in files that are mapped into its memory.

   segments: uint32, the number of each piece of straight code as it begins, from 1; 0 ends the stream.
   words:    uint64, 48 bits of address and 16 bits of cycles for each memory operation, and what calls add.
   header:   uint64 state, uint64 overhead of the clock, then the address of every function of the program.

   The files are mapped, so nothing that was written is lost, however the program ends. */
#ifndef NUMASIM_RUNTIME_H
#define NUMASIM_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

/* No segment logs more words than this, so one test at its beginning covers them all. */
#define MOST_WORDS_OF_A_SEGMENT 1024

#define ADDRESS_MASK ((UINT64_C(1) << 48) - 1)

struct numasim_room {
    uint32_t *segment, *segment_end;
    uint64_t *word, *word_end;
};

/* Where the next entries go. */
extern struct numasim_room numasim_room;

/* Make room in both streams. */
void numasim_turn(void);

/* Between these two nothing is logged, so that they may call what the program itself defines (its own strlen,
   its own malloc). */
void numasim_pause(void);
void numasim_continue(void);

/* Before a longjmp: if it leaves a signal handler, recording goes on. */
void numasim_jump(void);

/* One range that a library function read or wrote; collected in between, where nothing else is logged. */
void numasim_effects_begin(void);
void numasim_reads(const void *address, size_t length);
void numasim_writes(const void *address, size_t length);
void numasim_effects_end(void);

#endif
