/* The two-level cache model of the weights `cache`. It runs with the program, and writes the cycles of each
   memory operation into the log.

   It replaces the clock readings of the paper (section 3.2), which are mostly noise. The L1 and L2 have the
   sizes of the paper's Table 2, LRU replacement and write-allocate. The model sees all instructions of the
   program, also those that are not recorded: a region of interest finds the caches as the program left them. */
#include "runtime.h"

#include <errno.h>
#include <sys/mman.h>

#define BLOCK_BITS 5
#define PAGE_BITS 12
#define IN_PAGE (PAGE_BITS - BLOCK_BITS)
#define L1_WAYS 4
#define L2_WAYS 8
#define L1_SETS ((64 << 10 >> BLOCK_BITS) / L1_WAYS)
#define L2_SETS ((256 << 10 >> BLOCK_BITS) / L2_WAYS)

/* Load-to-use cycles of an L1 hit, an L2 hit, and a memory access of about 40 ns at 2.4 GHz. */
enum { L1_CYCLES = 2, L2_CYCLES = 12, MEMORY_CYCLES = 100 };

/* These are defined in the instrumented module: the kind and the bytes of each word, and the first word of each
   segment. The kinds are those of listing_builder.py. */
extern const uint32_t numasim_words[];
extern const uint32_t numasim_words_of_segment[];
enum { OTHER, ACCESS, COPIED, COPY, FILL, KIND_BITS = 3 };

/* -- the caches ----------------------------------------------------------------------------------------- */

/* In each set, the most recently used block is first. No block is 0, because pages are numbered from 1. */
static uint64_t l1[L1_SETS][L1_WAYS], l2[L2_SETS][L2_WAYS];

/* Pages are numbered in the order of their first access, so that the sets of their blocks do not depend on
   where the system loaded the program. Each table has the numbers of 2^TABLE_BITS pages. */
#define TABLE_BITS 18
static uint32_t *tables[(ADDRESS_MASK >> PAGE_BITS >> TABLE_BITS) + 1];
static uint32_t pages;

static uint64_t number(uint64_t page)
{
    uint32_t **table = &tables[page >> TABLE_BITS], *found;
    if (!*table) {
        size_t size = sizeof **table << TABLE_BITS;
        void *made = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (made == MAP_FAILED)
            numasim_no_room(errno);
        *table = made;
    }
    found = *table + (page & ((1 << TABLE_BITS) - 1));
    if (!*found)
        *found = ++pages;
    return *found;
}

void numasim_model_pages(uint64_t address, uint64_t length)
{
    uint64_t page;
    for (page = address >> PAGE_BITS; page <= (address + length - 1) >> PAGE_BITS; page++)
        number(page);
}

/* Make a block the most recently used of its set. Returns whether it was already in the cache. */
static inline int touch(uint64_t *set, unsigned ways, uint64_t block)
{
    uint64_t carried = set[0], next;
    unsigned way;
    if (carried == block)
        return 1;
    set[0] = block;
    for (way = 1; carried != block && way < ways; way++) {
        next = set[way];
        set[way] = carried;
        carried = next;
    }
    return carried == block;
}

/* Cycles to read or write a range, block by block. */
static uint64_t cycles(uint64_t address, uint64_t length)
{
    uint64_t total = 0, each, last = (address + length - 1) >> BLOCK_BITS;
    for (each = address >> BLOCK_BITS; length && each <= last; each++) {
        uint64_t block = number(each >> IN_PAGE) << IN_PAGE | (each & ((1 << IN_PAGE) - 1));
        if (touch(l1[block % L1_SETS], L1_WAYS, block))
            total += L1_CYCLES;
        else if (touch(l2[block % L2_SETS], L2_WAYS, block))
            total += L2_CYCLES;
        else
            total += MEMORY_CYCLES;
    }
    return total;
}

/* -- the words of the current segment ------------------------------------------------------------------- */

static const uint32_t *next_kind, *last_kind;
static uint64_t *next_word, *end_of_log; /* the next word that the model will see, and of which log it is */

/* Outside the recorded part, the words of a segment are written here, and the next segment overwrites them. */
static uint32_t segments[2];
static uint64_t words[2 * MOST_WORDS_OF_A_SEGMENT];
struct numasim_log numasim_outside;

struct numasim_log numasim_begin_outside(void)
{
    struct numasim_log log = {segments, segments + 1, words, words + MOST_WORDS_OF_A_SEGMENT};
    return log;
}

void numasim_model_begin(uint32_t segment)
{
    next_kind = numasim_words + numasim_words_of_segment[segment];
    last_kind = numasim_words + numasim_words_of_segment[segment + 1];
    numasim_model_skip();
}

void numasim_model_skip(void)
{
    next_word = numasim_log.word;
    end_of_log = numasim_log.word_end;
}

static uint64_t at_most(uint64_t most, uint64_t taken)
{
    return taken < most ? taken : most;
}

/* Write the cycles of a copy or fill to the upper 16 bits of its first word and of its length. */
static void write_cycles(uint64_t *first, uint64_t *length, uint64_t taken)
{
    taken = at_most(UINT32_MAX, taken);
    *first |= taken << 48;
    *length |= taken >> 16 << 48;
}

/* As a destructor, the last one, it sees the end of the program. */
__attribute__((destructor(0))) void numasim_model(void)
{
    if (numasim_log.word_end != end_of_log)
        return; /* the log was exchanged in the middle of the segment */
    for (; next_word < numasim_log.word && next_kind < last_kind; next_kind++) {
        uint64_t *word = next_word++, size = *next_kind >> KIND_BITS;
        uint64_t address = *word & ADDRESS_MASK;
        switch (*next_kind & ((1 << KIND_BITS) - 1)) {
        case ACCESS:
            *word |= at_most(UINT16_MAX, cycles(address, size ? size : 1)) << 48;
            break;
        case COPIED:
            if (size) /* the callee is known */
                numasim_model_pages(address, size);
            break;
        case COPY:
            write_cycles(word, word + 2, cycles(word[1] & ADDRESS_MASK, word[2]) + cycles(address, word[2]));
            next_word += 2;
            break;
        case FILL:
            write_cycles(word, word + 1, cycles(address, word[1]));
            next_word++;
            break;
        }
    }
}
