/* The markers of the region of interest (numasim/include/numasim.h), as both runtimes check them. */
#ifndef NUMASIM_MARKERS_H
#define NUMASIM_MARKERS_H

#include <stdint.h>

extern const uint32_t numasim_markers; /* whether markers bound the region; defined in the instrumented module */

/* The first word of the header if the markers are wrong. The second one has the mistake and two source lines. */
#define WRONG_MARKERS 8
enum mistake { BEGUN_TWICE = 1, NOT_BEGUN, NOT_ENDED, NOT_REACHED };

static uint64_t mistake_word(enum mistake mistake, uint32_t line, uint32_t other)
{
    return (uint64_t)mistake << 56 | (uint64_t)(line & 0xfffffff) << 28 | (other & 0xfffffff);
}

#endif
