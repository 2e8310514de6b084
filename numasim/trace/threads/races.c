/* The pages that a program touched, and a check for data races (FastTrack, Flanagan and Freund, 2009).

   A cell keeps the last write to some bytes and the reads since then. The cells of a page are of 8 bytes, until an
   access to a part of them needs cells of 4 bytes or 1. Accesses race if neither happened before the other,
   at least one writes, and not both are atomic. The racing words of 8 bytes are counted. */
#include "thread_runtime.h"

#include <string.h>

#define PAGE 4096
#define WORDS (PAGE / 8)

/* An epoch is a thread and its clock; 0 for none. */
#define EPOCH(thread) ((uint64_t)(thread)->slot << 32 | (thread)->clock[(thread)->slot])
#define SLOT(epoch) ((epoch) >> 32 & 0xffff)
#define BY_ATOMIC (UINT64_C(1) << 62)
#define SHARED (UINT64_C(1) << 63) /* the lower bits are the number of a clock of reads */
#define WRITES(access) (KIND_OF(access) == STORE || KIND_OF(access) == ATOMIC)
#define WRITER(number) ((uint64_t)running->slot << 48 | (number))

struct cell {
    uint64_t write, read;
    uint64_t writer; /* the thread of the last write, and the number of its operation */
};

struct page {
    uint64_t number, simulated;
    unsigned shift; /* cells have 1 << shift bytes */
    struct cell *cells;
    uint64_t racy[WORDS / 64];
};

struct table {
    void **slots;
    uint64_t *keys;
    uint64_t size, used;
};

static struct table pages, clocks;
static uint64_t races;
static clock_of *reads; /* clocks of the reads of a cell, and the unused ones */
static uint64_t read_count, read_room, unused_count, unused_room;
static uint64_t *unused;

static uint64_t place(struct table *table, uint64_t key)
{
    uint64_t at = key * UINT64_C(0x9e3779b97f4a7c15) >> 20;
    for (;; at++)
        if (!table->slots[at & (table->size - 1)] || table->keys[at & (table->size - 1)] == key)
            return at & (table->size - 1);
}

static void **entry(struct table *table, uint64_t key)
{
    uint64_t i;
    if (4 * table->used >= 3 * table->size) {
        struct table old = *table;
        table->size = old.size ? 2 * old.size : 4096;
        table->slots = allocate(table->size * sizeof *table->slots);
        table->keys = allocate(table->size * sizeof *table->keys);
        for (i = 0; i < old.size; i++)
            if (old.slots[i]) {
                uint64_t at = place(table, old.keys[i]);
                table->slots[at] = old.slots[i];
                table->keys[at] = old.keys[i];
            }
    }
    i = place(table, key);
    if (!table->slots[i]) {
        table->keys[i] = key;
        table->used++;
    }
    return &table->slots[i];
}

struct page *page_of(uint64_t address)
{
    static struct page *last;
    uint64_t number = address / PAGE;
    void **found;
    if (last && last->number == number)
        return last;
    found = entry(&pages, number);
    if (!*found) {
        struct page *page = allocate(sizeof *page);
        page->number = number;
        page->simulated = pages.used; /* from 1, so that no address is 0 */
        page->shift = 3;
        page->cells = allocate(WORDS * sizeof *page->cells);
        *found = page;
    }
    return last = *found;
}

uint64_t simulated(struct page *page, uint64_t address)
{
    return page->simulated * PAGE + address % PAGE;
}

uint64_t pages_touched(void)
{
    return pages.used;
}

uint64_t racing_words(void)
{
    return races;
}

/* -- clocks --------------------------------------------------------------------------------------------- */

clock_of new_clock(void)
{
    return allocate(most_threads * sizeof(uint32_t));
}

static void join(clock_of into, const uint32_t *from)
{
    uint32_t i;
    for (i = 0; i < most_threads; i++)
        if (into[i] < from[i])
            into[i] = from[i];
}

void acquire(struct thread *thread, clock_of clock)
{
    join(thread->clock, clock);
}

void release(clock_of clock)
{
    join(clock, running->clock);
    running->clock[running->slot]++;
}

static int ordered(uint64_t epoch)
{
    return (uint32_t)epoch <= running->clock[SLOT(epoch)];
}

/* -- cells ---------------------------------------------------------------------------------------------- */

static uint64_t new_reads(void)
{
    if (unused_count)
        return unused[--unused_count];
    if (read_count == read_room) {
        read_room = read_room ? 2 * read_room : 1024;
        reads = grown(reads, read_count * sizeof *reads, read_room * sizeof *reads);
    }
    reads[read_count] = new_clock();
    return read_count++;
}

static void clear_reads(struct cell *cell)
{
    if (cell->read & SHARED) {
        uint64_t number = cell->read & ~SHARED;
        memset(reads[number], 0, most_threads * sizeof(uint32_t));
        if (unused_count == unused_room) {
            unused_room = unused_room ? 2 * unused_room : 1024;
            unused = grown(unused, unused_count * sizeof *unused, unused_room * sizeof *unused);
        }
        unused[unused_count++] = number;
    }
    cell->read = 0;
}

/* Divide every cell of a page into equal ones. */
static void divide(struct page *page, unsigned shift)
{
    size_t i, count = PAGE >> shift;
    struct cell *cells = allocate(count * sizeof *cells);
    for (i = 0; i < count; i++) {
        struct cell *from = &page->cells[i << shift >> page->shift];
        cells[i] = *from;
        if ((from->read & SHARED) && (i << shift) % ((size_t)1 << page->shift)) {
            uint64_t number = new_reads();
            memcpy(reads[number], reads[from->read & ~SHARED], most_threads * sizeof(uint32_t));
            cells[i].read = SHARED | number;
        }
    }
    page->cells = cells;
    page->shift = shift;
}

static int unordered_reads(const struct cell *cell)
{
    uint32_t i;
    if (!(cell->read & SHARED))
        return cell->read && !ordered(cell->read);
    for (i = 0; i < most_threads; i++)
        if (reads[cell->read & ~SHARED][i] > running->clock[i])
            return 1;
    return 0;
}

/* Whether a read of a cell races with an earlier write. */
static int read_races(struct cell *cell, uint64_t address, int atomic, uint64_t epoch, uint64_t number)
{
    int race = cell->write && !ordered(cell->write) && !(atomic && cell->write & BY_ATOMIC);
    if (atomic)
        return race;
    if (race) {
        read_from(cell->writer, number);
        read_changes(address, number);
    }
    if (cell->read & SHARED)
        reads[cell->read & ~SHARED][running->slot] = (uint32_t)epoch;
    else if (!cell->read || ordered(cell->read))
        cell->read = epoch;
    else {
        uint64_t number = new_reads();
        reads[number][SLOT(cell->read)] = (uint32_t)cell->read;
        reads[number][running->slot] = (uint32_t)epoch;
        cell->read = SHARED | number;
    }
    return race;
}

static int write_races(struct cell *cell, int atomic, uint64_t epoch, uint64_t number)
{
    int race = cell->write && !ordered(cell->write) && !(atomic && cell->write & BY_ATOMIC);
    race |= unordered_reads(cell);
    clear_reads(cell);
    cell->write = epoch | (atomic ? BY_ATOMIC : 0);
    cell->writer = WRITER(number);
    return race;
}

/* Divide the cells of a page if some bytes of it need smaller ones. Returns the size of its cells. */
static unsigned fitting_cells(struct page *page, unsigned from, unsigned to)
{
    unsigned shift = (from | to) & 7 ? (from | to) & 3 ? 0 : 2 : 3;
    if (shift < page->shift)
        divide(page, shift);
    return page->shift;
}

/* An atomic read of some bytes of a page, before its clock is acquired. */
static void read_bytes(struct page *page, unsigned from, unsigned to, uint64_t access, uint64_t number)
{
    unsigned shift = fitting_cells(page, from, to), i;
    (void)access;
    for (i = from >> shift; i < to >> shift; i++) {
        struct cell *cell = &page->cells[i];
        if (cell->write && !ordered(cell->write))
            read_from(cell->writer, number);
    }
}

/* Check the bytes of a page from `from` to `to` - 1. */
static void check_bytes(struct page *page, unsigned from, unsigned to, uint64_t access, uint64_t number)
{
    uint64_t epoch = EPOCH(running);
    int write = WRITES(access), atomic = IS_ATOMIC(access);
    unsigned shift = fitting_cells(page, from, to), i;
    for (i = from >> shift; i < to >> shift; i++) {
        struct cell *cell = &page->cells[i];
        if (write && cell->write == epoch && !cell->read) {
            cell->writer = WRITER(number);
            continue;
        }
        if (!write && cell->read == epoch)
            continue;
        if (write ? write_races(cell, atomic, epoch, number) : read_races(cell, access & ADDRESS_MASK, atomic, epoch, number)) {
            unsigned word = i << shift >> 3;
            uint64_t bit = UINT64_C(1) << word % 64;
            races += !(page->racy[word / 64] & bit);
            page->racy[word / 64] |= bit;
        }
    }
}

static void check_pages(uint64_t access, uint64_t number, void (*check)(struct page *, unsigned, unsigned, uint64_t, uint64_t))
{
    uint64_t address = access & ADDRESS_MASK, end = address + BYTES_OF(access);
    while (address < end) {
        struct page *page = page_of(address);
        uint64_t stop = (page->number + 1) * PAGE < end ? (page->number + 1) * PAGE : end;
        unsigned from = (unsigned)(address % PAGE);
        check(page, from, from + (unsigned)(stop - address), access, number);
        address = stop;
    }
}

/* Operation `number` of the running thread. An atomic one acquires before it is checked, and releases after that. It
   acquires nothing if the program does not use its result, because then it cannot know what came before. */
void check_access(uint64_t access, uint64_t number)
{
    void **clock = NULL;
    if (IS_ATOMIC(access) && KIND_OF(access) != STORE && !UNREAD(access) && !(access & BY_LIBRARY)) {
        check_pages(access, number, read_bytes);
        read_changes(access & ADDRESS_MASK, number);
    }
    if ((ACQUIRES(access) && !UNREAD(access)) || RELEASES(access)) {
        clock = entry(&clocks, access & ADDRESS_MASK);
        if (!*clock)
            *clock = new_clock();
        if (ACQUIRES(access) && !UNREAD(access))
            acquire(running, *clock);
    }
    check_pages(access, number, check_bytes);
    if (IS_ATOMIC(access) && WRITES(access))
        note_write(access, number);
    if (RELEASES(access))
        release(*clock);
}

/* New memory has no earlier accesses, although its bytes may have had. */
void forget(uint64_t address, uint64_t bytes)
{
    uint64_t end = address + bytes;
    while (address < end) {
        void **found = pages.size ? &pages.slots[place(&pages, address / PAGE)] : NULL;
        uint64_t stop = (address / PAGE + 1) * PAGE < end ? (address / PAGE + 1) * PAGE : end;
        if (found && *found) {
            struct page *page = *found;
            unsigned i = (unsigned)(address % PAGE) >> page->shift;
            for (; i < ((stop - 1) % PAGE + 1) >> page->shift; i++) {
                clear_reads(&page->cells[i]);
                page->cells[i].write = 0;
            }
        }
        address = stop;
    }
}
