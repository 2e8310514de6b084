/* The read-write locks of pthreads, on the threads of this scheduler. They replace those of the C library.

   In the logs, a read-write lock is two objects, as in the fair lock of Mellor-Crummey and Scott (1991) with tickets:
   whoever comes draws a ticket of the first object. Its grants count the holders that have left, and those of the
   second object the holders after which a reader may enter. A writer waits until all before it have left. A reader
   waits until the writers before it have left, and lets the next reader in at once. */
#include "thread_runtime.h"

#include <errno.h>
#include <string.h>
#include <time.h>

static struct object *rwlock_at(pthread_rwlock_t *lock)
{
    struct object *object = object_at(lock, "rwlock");
    uint64_t word = (uint64_t)(uintptr_t)lock + 8; /* the one behind the counters of the first object */
    if (strcmp(object->kind, "rwlock")) { /* something else was at this address */
        forget_object(lock);
        object = object_at(lock, "rwlock");
    }
    if (!object->readers) {
        object->shares = allocate(most_threads * sizeof *object->shares);
        object->readers = new_object("readers");
        object->readers->address = simulated(page_of(word), word);
    }
    return object;
}

static int is_shared(const struct object *object)
{
    uint32_t slot;
    for (slot = 0; slot < most_threads; slot++)
        if (object->shares[slot])
            return 1;
    return 0;
}

static int wait_for_rwlock(struct object *object, int try, int timed)
{
    if (try)
        return EBUSY;
    put(&object->waiting, running);
    block(object, "locks", timed);
    return running->timed_out ? ETIMEDOUT : 0;
}

/* Readers are ordered behind writers only. A thread that reads already enters again without an operation. */
static int lock_to_read(pthread_rwlock_t *lock, int try, int timed)
{
    struct object *object;
    int error;
    if (!running)
        return 0;
    switch_threads();
    object = rwlock_at(lock);
    if (object->owner == running)
        return try ? EBUSY : EDEADLK;
    if (object->shares[running->slot]) {
        object->shares[running->slot]++;
        return 0;
    }
    while (object->owner)
        if ((error = wait_for_rwlock(object, try, timed)))
            return error;
    object->shares[running->slot] = 1;
    append(running, SHARE, object->number, 0);
    note_lock(running);
    acquire(running, object->readers->clock);
    return 0;
}

static int lock_to_write(pthread_rwlock_t *lock, int try, int timed)
{
    struct object *object;
    int error;
    if (!running)
        return 0;
    switch_threads();
    object = rwlock_at(lock);
    if (object->owner == running || object->shares[running->slot])
        return try ? EBUSY : EDEADLK;
    while (object->owner || is_shared(object))
        if ((error = wait_for_rwlock(object, try, timed)))
            return error;
    return lock_object(object, 0, 0);
}

/* Write what a holder does when it leaves. Both counters have one grant for each holder. */
static void leave_rwlock(struct object *object, struct thread *thread)
{
    if (object->owner == thread) {
        append(thread, SIGNAL, object->readers->number, 0);
        append(thread, UNLOCK, object->number, 0);
    } else {
        append(thread, SIGNAL, object->number, 0);
    }
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    struct object *object;
    struct thread *thread;
    int writes;
    if (!running)
        return 0;
    object = rwlock_at(lock);
    writes = object->owner == running;
    if (!writes && !object->shares[running->slot])
        return EPERM;
    if (!writes && --object->shares[running->slot])
        return 0;
    drain();
    leave_rwlock(object, running);
    release(object->clock);
    if (writes) {
        release(object->readers->clock);
        object->owner = NULL;
    }
    note_unlock(running);
    while ((thread = take(&object->waiting)))
        wake(thread);
    return 0;
}

/* The logs end. Return whether the object is a read-write lock, whose holders have left it now. */
int end_rwlock(struct object *object)
{
    uint32_t slot;
    if (!object->readers)
        return 0;
    for (slot = 0; slot < most_threads; slot++)
        if (object->owner == &threads[slot] || object->shares[slot])
            leave_rwlock(object, &threads[slot]);
    return 1;
}

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes)
{
    pthread_rwlock_t fresh = PTHREAD_RWLOCK_INITIALIZER;
    *lock = fresh;
    forget_object(lock);
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    forget_object(lock);
    return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    return lock_to_read(lock, 0, 0);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    return lock_to_read(lock, 1, 0);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    return lock_to_read(lock, 0, 1);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until)
{
    return lock_to_read(lock, 0, 1);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    return lock_to_write(lock, 0, 0);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    return lock_to_write(lock, 1, 0);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    return lock_to_write(lock, 0, 1);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until)
{
    return lock_to_write(lock, 0, 1);
}
