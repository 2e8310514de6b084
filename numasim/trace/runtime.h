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

extern uint32_t *numasim_segment_cursor, *numasim_segment_end;
extern uint64_t *numasim_word_cursor, *numasim_word_end;

/* Make room in both streams. */
void numasim_turn(void);

/* One range that a library function read or wrote; collected until numasim_effects_end. */
void numasim_reads(const void *address, size_t length);
void numasim_writes(const void *address, size_t length);
void numasim_effects_begin(void);
void numasim_effects_end(void);

#endif
