/* POSIX semaphores, on the threads of this scheduler. They replace those of the C library. */
#include "thread_runtime.h"

#include <errno.h>
#include <semaphore.h>
#include <time.h>

int sem_init(sem_t *semaphore, int shared, unsigned value)
{
    forget_object(semaphore);
    object_at(semaphore, "semaphore")->tokens = value;
    return 0;
}

int sem_destroy(sem_t *semaphore)
{
    forget_object(semaphore);
    return 0;
}

int sem_post(sem_t *semaphore)
{
    struct object *object = object_at(semaphore, "semaphore");
    struct thread *thread;
    object->tokens++;
    signal_object(object);
    while ((thread = take(&object->waiting)))
        wake(thread);
    switch_threads();
    return 0;
}

static int take_token(sem_t *semaphore, int try, int timed)
{
    struct object *object = object_at(semaphore, "semaphore");
    int error = EAGAIN;
    switch_threads();
    while (object->tokens == 0 && !try) {
        put(&object->waiting, running);
        block(object, "waits for", timed);
        if (running->timed_out) {
            error = ETIMEDOUT;
            break;
        }
    }
    if (object->tokens == 0) {
        errno = error;
        return -1;
    }
    object->tokens--;
    if (object->signals > object->tokens) /* not one of the first tokens, which came without a post */
        wait_for_signals(object, object->number, object->signals - object->tokens);
    return 0;
}

int sem_wait(sem_t *semaphore)
{
    return take_token(semaphore, 0, 0);
}

int sem_trywait(sem_t *semaphore)
{
    return take_token(semaphore, 1, 0);
}

int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
    return take_token(semaphore, 0, 1);
}

int sem_getvalue(sem_t *semaphore, int *value)
{
    *value = (int)object_at(semaphore, "semaphore")->tokens;
    return 0;
}
