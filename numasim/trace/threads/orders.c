/* What the run must keep of the order in which the threads accessed shared memory.

   A load, or an atomic operation, that read the value of another thread's store waits for this store in every
   run, unless locks, signals or barriers order the two anyway. A thread never waits so while it holds a lock,
   because a run may give the lock to another thread first: it waits before it acquires the lock, or, if the store
   came later than that, the read is only counted. So what a thread waits for came before it in the traced run,
   and no waits of a run can be circular.

   The order of atomic operations whose results the program does not use, such as additions to a counter, is free.
   So the value of such a counter is that of all additions, and who reads it waits for the last one of each thread.

   A loop that only looks at memory, such as one that waits for a flag, calls numasim_turn in each turn. A turn that
   finds what the turn before it found is idle. Idle turns are no part of a run: how many there are is decided by
   the time of the store that ends the loop. The first turn stays, because it brings the block into the cache.

   orders:  rows of four uint64. Of a wait: thread, the number of the operation that waits, from 1, the other
            thread, and the number of its operation. Of idle turns: thread, the number of their first operation,
            2^64 - 1, and the number behind their last one. */
#include "thread_runtime.h"

#define IDLE_TURNS UINT64_MAX
#define ROWS 1024
#define NUMBER_BITS 48

struct order {
    uint64_t *known;     /* of each thread, the operations that this thread has waited for */
    uint32_t locks;      /* that the thread holds */
    uint64_t locked_at;  /* the operation that acquired the first of them */
    uint64_t *at_lock;   /* of each thread, the operations at that time */
    uint64_t changed_at; /* the operation that last read or made a change of shared memory */
    uint64_t idle_from, idle_until; /* idle turns that are not yet in the file */
};

/* The last operation of a thread on a word whose changes have a free order. */
struct change {
    uint64_t number, epoch;
};

static struct table changes; /* by address, for each thread */
static uint64_t order_rows[ROWS][4], order_count, not_kept;
static int orders_file;

void begin_orders(void)
{
    orders_file = open_in(folder, "orders");
}

struct order *new_order(void)
{
    struct order *order = allocate(sizeof *order);
    order->known = allocate(most_threads * sizeof *order->known);
    order->at_lock = allocate(most_threads * sizeof *order->at_lock);
    return order;
}

uint64_t reads_not_kept(void)
{
    return not_kept;
}

static void write_orders(void)
{
    uint64_t count = order_count;
    order_count = 0;
    write_all(orders_file, order_rows, count * sizeof *order_rows);
}

static void note_order(uint32_t thread, uint64_t operation, uint64_t other, uint64_t number)
{
    uint64_t *row = order_rows[order_count++];
    row[0] = thread;
    row[1] = operation;
    row[2] = other;
    row[3] = number;
    bytes += sizeof *order_rows;
    if (order_count == ROWS)
        write_orders();
}

/* -- waits ---------------------------------------------------------------------------------------------- */

/* Operation `number` of the running thread comes after one of another thread in every run. */
static void keep_order(uint32_t other, uint64_t written, uint64_t number)
{
    struct order *order = running->order;
    if (order->locks && order->at_lock[other] < written) {
        not_kept++;
        return;
    }
    order->known[other] = written;
    note_order(running->slot, order->locks ? order->locked_at : number, other, written);
}

static int is_known(uint32_t other, uint64_t written)
{
    return other == running->slot || running->order->known[other] >= written;
}

static void wait_for(uint32_t other, uint64_t written, uint64_t number)
{
    if (is_known(other, written))
        return;
    note_change(number);
    keep_order(other, written, number);
}

/* The next operation needs what another thread did up to an operation: it made a task, or ended one. */
void note_needed(uint32_t other, uint64_t number)
{
    if (recording && !is_known(other, number))
        keep_order(other, number, running->operations + 1);
}

static struct change *changes_at(uint64_t address)
{
    return changes.size ? changes.slots[place(&changes, address)] : NULL;
}

/* Operation `number` of the running thread read what an operation of another thread wrote. */
void read_from(uint64_t writer, uint64_t number)
{
    wait_for((uint32_t)(writer >> NUMBER_BITS), writer & ((UINT64_C(1) << NUMBER_BITS) - 1), number);
}

/* It read a word that may have had changes of a free order. */
void read_changes(uint64_t address, uint64_t number)
{
    struct change *each = changes_at(address);
    uint32_t slot;
    for (slot = 0; each && slot < most_threads; slot++)
        if (!ordered(each[slot].epoch))
            wait_for(slot, each[slot].number, number);
}

/* An atomic operation of the running thread wrote. If it did not read, it has no place among others like it. */
void note_write(uint64_t access, uint64_t number)
{
    uint64_t address = access & ADDRESS_MASK;
    if (UNREAD(access)) {
        void **each = entry(&changes, address);
        if (!*each)
            *each = allocate(most_threads * sizeof(struct change));
        ((struct change *)*each)[running->slot] = (struct change){number, EPOCH(running)};
    } else if (changes_at(address)) {
        memset(changes_at(address), 0, most_threads * sizeof(struct change));
    }
    if (KIND_OF(access) == ATOMIC)
        note_change(number);
}

void note_change(uint64_t number)
{
    running->order->changed_at = number;
    running->idle = 0;
}

/* The newest operation of the thread acquired a lock. */
void note_lock(struct thread *thread)
{
    struct order *order = thread->order;
    uint32_t slot;
    if (order->locks++)
        return;
    order->locked_at = thread->operations;
    for (slot = 0; slot < most_threads; slot++)
        order->at_lock[slot] = threads[slot].operations;
}

void note_unlock(struct thread *thread)
{
    thread->order->locks--;
}

/* -- loops that wait ------------------------------------------------------------------------------------ */

static void note_idle_turns(struct thread *thread)
{
    struct order *order = thread->order;
    if (order->idle_from < order->idle_until)
        note_order(thread->slot, order->idle_from, IDLE_TURNS, order->idle_until);
    order->idle_from = order->idle_until;
}

/* Let the threads run that do not wait: the time of this one is that of the first of them. */
static void pass_time(void)
{
    uint64_t earliest = UINT64_MAX;
    uint32_t slot;
    running->idle = 1;
    for (slot = 0; slot < most_threads; slot++) {
        struct thread *each = &threads[slot];
        if (each->state == READY && !each->idle && time_of(each) < earliest)
            earliest = time_of(each);
    }
    if (earliest != UINT64_MAX)
        not_before(running, earliest + 1);
    switch_threads();
}

/* A turn of a loop begins that only looks at memory. The argument is the result of the turn before, or 0. The result
   has the number of the turn's first operation, and whether it is the first turn. */
uint64_t numasim_turn(uint64_t before)
{
    struct order *order = running->order;
    uint64_t from = before >> 1, number;
    if (!recording)
        return 0;
    drain();
    number = running->operations + 1;
    if (from && !(before & 1) && from < number && order->changed_at < from) {
        if (order->idle_until != from)
            note_idle_turns(running);
        if (order->idle_until != from)
            order->idle_from = from;
        order->idle_until = number;
        pass_time();
    }
    return number << 1 | !before;
}

void end_orders(void)
{
    uint32_t slot;
    for (slot = 0; slot < most_threads; slot++)
        if (threads[slot].order)
            note_idle_turns(&threads[slot]);
    write_orders();
    close(orders_file);
}
