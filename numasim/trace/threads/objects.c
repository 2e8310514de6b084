/* The objects of synchronisation: locks, counters of signals, and barriers, with what they do to the logs. */
#include "thread_runtime.h"

#include <errno.h>

#define CHAINS 65536

static uint64_t object_room;
static struct object *chains[CHAINS];

static struct object **chain_of(uint64_t key)
{
    return &chains[key * UINT64_C(0x9e3779b97f4a7c15) >> 48];
}

/* Give an object the next number. */
static void renumber(struct object *object)
{
    if (object_count == object_room) {
        object_room = object_room ? 2 * object_room : 1024;
        objects = grown(objects, object_count * sizeof *objects, object_room * sizeof *objects);
    }
    object->number = object_count;
    object->signals = 0;
    objects[object_count++] = object;
}

struct object *new_object(const char *kind)
{
    struct object *object = allocate(sizeof *object);
    object->kind = kind;
    object->line = numasim_line;
    object->clock = new_clock();
    renumber(object);
    return object;
}

struct object *object_at(const void *address, const char *kind)
{
    uint64_t key = (uint64_t)(uintptr_t)address;
    struct object **chain = chain_of(key), *object;
    for (object = *chain; object; object = object->same_chain)
        if (object->key == key)
            return object;
    object = new_object(kind);
    object->key = key;
    object->address = simulated(page_of(key), key);
    object->same_chain = *chain;
    return *chain = object;
}

/* The next object at this address is a new one. */
void forget_object(const void *address)
{
    uint64_t key = (uint64_t)(uintptr_t)address;
    struct object **at = chain_of(key);
    for (; *at; at = &(*at)->same_chain)
        if ((*at)->key == key) {
            *at = (*at)->same_chain;
            return;
        }
}

/* -- locks ---------------------------------------------------------------------------------------------- */

/* 0, EBUSY if another thread holds it and `try`, or ETIMEDOUT. */
int lock_object(struct object *object, int try, int timed)
{
    while (object->owner) {
        if (try)
            return EBUSY;
        put(&object->waiting, running);
        block(object, "locks", timed);
        if (running->timed_out)
            return ETIMEDOUT;
    }
    object->owner = running;
    append(running, LOCK, object->number, 0);
    note_lock(running);
    acquire(running, object->clock);
    return 0;
}

/* All who wait try again. Which of them gets the lock is drawn. */
void unlock_object(struct object *object)
{
    struct thread *thread;
    drain();
    append(running, UNLOCK, object->number, 0);
    release(object->clock);
    if (object->owner)
        note_unlock(object->owner);
    object->owner = NULL;
    while ((thread = take(&object->waiting)))
        wake(thread);
}

/* -- signals -------------------------------------------------------------------------------------------- */

/* A counter of signals continues as a new one before it exceeds what an operation can wait for. */
void signal_object(struct object *object)
{
    drain();
    if (object->signals == MOST)
        renumber(object);
    object->signals++;
    append(running, SIGNAL, object->number, 0);
    release(object->clock);
}

void wait_for_signals(struct object *object, uint64_t number, uint64_t value)
{
    drain();
    append(running, WAIT, number, value);
    acquire(running, object->clock);
}

/* -- barriers ------------------------------------------------------------------------------------------- */

/* Whether the running thread came last. It writes into the logs of all, so that a barrier is in all or none. The
   result is CALLED_BACK if the thread left the barrier for other work, and has to come back. */
int barrier_object(struct object *object, uint32_t participants)
{
    struct thread *thread;
    drain();
    object->participants = participants;
    release(object->clock);
    if (++object->arrived < participants) {
        put(&object->waiting, running);
        block(object, "waits at", 0);
        if (!running->called_back)
            return 0;
        running->called_back = 0;
        return CALLED_BACK;
    }
    object->arrived = 0;
    append(running, BARRIER, object->number, 0);
    acquire(running, object->clock);
    while ((thread = take(&object->waiting))) {
        append(thread, BARRIER, object->number, 0);
        acquire(thread, object->clock);
        wake(thread);
    }
    return 1;
}

/* Let one thread leave a barrier, if any waits there. */
int call_back(struct object *barrier)
{
    struct thread *thread = take(&barrier->waiting);
    if (!thread)
        return 0;
    barrier->arrived--;
    thread->called_back = 1;
    wake(thread);
    return 1;
}
