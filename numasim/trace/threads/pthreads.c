/* The functions of pthreads, on the threads of this scheduler. They replace those of the C library. */
#include "thread_runtime.h"

#include <dlfcn.h>
#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "real_functions.h"

#define REAL(name, ...)                                      \
    static __typeof__(&name) real;                           \
    if (!real)                                               \
        real = (__typeof__(&name))dlsym(RTLD_NEXT, #name);   \
    return real(__VA_ARGS__)

int real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*f)(void *), void *argument)
{
    REAL(pthread_create, thread, attributes, f, argument);
}

int real_pthread_join(pthread_t thread, void **result)
{
    REAL(pthread_join, thread, result);
}

static long call_system(long number, long a, long b, long c, long d, long e, long f)
{
    REAL(syscall, number, a, b, c, d, e, f);
}

#define ARGUMENTS_OF_SYSCALL                                                                                \
    long a, b, c, d, e, f;                                                                                  \
    va_list list;                                                                                           \
    va_start(list, number);                                                                                 \
    a = va_arg(list, long), b = va_arg(list, long), c = va_arg(list, long);                                 \
    d = va_arg(list, long), e = va_arg(list, long), f = va_arg(list, long);                                 \
    va_end(list)

long real_syscall(long number, ...)
{
    ARGUMENTS_OF_SYSCALL;
    return call_system(number, a, b, c, d, e, f);
}

/* A thread that sleeps on a futex (std::atomic::wait) is woken at once, and looks again when it runs again. */
long syscall(long number, ...)
{
    ARGUMENTS_OF_SYSCALL;
    if (number == SYS_futex && running && recording) {
        switch_threads();
        return 0;
    }
    return call_system(number, a, b, c, d, e, f);
}

int get_nprocs(void)
{
    return (int)most_threads;
}

long sysconf(int name)
{
    if ((name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF) && running)
        return (long)most_threads;
    REAL(sysconf, name);
}

int sched_yield(void)
{
    if (running)
        switch_threads();
    return 0;
}

/* -- threads -------------------------------------------------------------------------------------------- */

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument)
{
    int state = PTHREAD_CREATE_JOINABLE;
    struct thread *made;
    if (attributes)
        pthread_attr_getdetachstate(attributes, &state);
    made = create_thread(function, argument, state == PTHREAD_CREATE_DETACHED, "start");
    *thread = made->real;
    switch_threads();
    return 0;
}

static struct thread *find(pthread_t real)
{
    uint32_t slot;
    for (slot = 0; slot < most_threads; slot++)
        if (threads[slot].state != FREE && pthread_equal(threads[slot].real, real))
            return &threads[slot];
    return NULL;
}

int pthread_join(pthread_t real, void **result)
{
    struct thread *thread = find(real);
    if (!thread)
        return ESRCH;
    if (thread->detached || thread->joined)
        return EINVAL;
    if (thread == running)
        return EDEADLK;
    switch_threads();
    thread->joined = 1;
    while (thread->state != ENDED) {
        put(&thread->end->waiting, running);
        block(thread->end, "waits for", 0);
    }
    wait_for_signals(thread->end, thread->end->number, 1);
    if (result)
        *result = thread->result;
    release_slot(thread);
    return 0;
}

int pthread_detach(pthread_t real)
{
    struct thread *thread = find(real);
    if (!thread)
        return ESRCH;
    if (thread->detached)
        return EINVAL;
    thread->detached = 1;
    if (thread->state == ENDED)
        release_slot(thread);
    return 0;
}

void pthread_exit(void *result)
{
    static void (*real)(void *) __attribute__((noreturn));
    if (!real)
        real = (__typeof__(real))dlsym(RTLD_NEXT, "pthread_exit");
    running->result = result;
    real(result);
}

/* -- mutexes -------------------------------------------------------------------------------------------- */

static int kind_of(pthread_mutex_t *mutex)
{
    return mutex->__data.__kind & 3;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    int kind = PTHREAD_MUTEX_NORMAL;
    if (attributes)
        pthread_mutexattr_gettype(attributes, &kind);
    fresh.__data.__kind = kind;
    *mutex = fresh;
    forget_object(mutex);
    return 0;
}

int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    forget_object(mutex);
    return 0;
}

static int lock_mutex(pthread_mutex_t *mutex, int try, int timed)
{
    struct object *object;
    int kind = kind_of(mutex), result;
    if (!running)
        return 0;
    switch_threads();
    object = object_at(mutex, "mutex");
    if (object->owner == running && kind == PTHREAD_MUTEX_RECURSIVE_NP) {
        object->depth++;
        return 0;
    }
    if (object->owner == running && kind == PTHREAD_MUTEX_ERRORCHECK_NP)
        return try ? EBUSY : EDEADLK;
    result = lock_object(object, try, timed);
    if (!result)
        object->depth = 1;
    return result;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return lock_mutex(mutex, 0, 0);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    return lock_mutex(mutex, 1, 0);
}

/* A limited wait is over when no thread can run. */
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    return lock_mutex(mutex, 0, 1);
}

int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until)
{
    return lock_mutex(mutex, 0, 1);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    struct object *object;
    if (!running)
        return 0;
    object = object_at(mutex, "mutex");
    if (object->owner != running && kind_of(mutex) != PTHREAD_MUTEX_NORMAL)
        return EPERM;
    if (!object->owner)
        return 0;
    if (--object->depth == 0)
        unlock_object(object);
    return 0;
}

/* -- spinlocks ------------------------------------------------------------------------------------------ */

static void *address_of(pthread_spinlock_t *lock)
{
    return (void *)(uintptr_t)lock;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    forget_object(address_of(lock));
    return 0;
}

int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    forget_object(address_of(lock));
    return 0;
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    switch_threads();
    return lock_object(object_at(address_of(lock), "spinlock"), 0, 0);
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    switch_threads();
    return lock_object(object_at(address_of(lock), "spinlock"), 1, 0);
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    unlock_object(object_at(address_of(lock), "spinlock"));
    return 0;
}

/* -- conditions ----------------------------------------------------------------------------------------- */

int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    pthread_cond_t fresh = PTHREAD_COND_INITIALIZER;
    *condition = fresh;
    forget_object(condition);
    return 0;
}

int pthread_cond_destroy(pthread_cond_t *condition)
{
    forget_object(condition);
    return 0;
}

static int wait_for_condition(pthread_cond_t *condition, pthread_mutex_t *mutex, int timed)
{
    struct object *object = object_at(condition, "condition"), *lock = object_at(mutex, "mutex");
    struct thread *self = running;
    uint32_t depth = lock->depth;
    int timed_out;
    unlock_object(lock);
    put(&object->waiting, self);
    block(object, "waits for", timed);
    timed_out = self->timed_out;
    if (!timed_out)
        wait_for_signals(object, self->wait_number, self->wait_value);
    lock_object(lock, 0, 0);
    lock->depth = depth;
    return timed_out ? ETIMEDOUT : 0;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    return wait_for_condition(condition, mutex, 0);
}

int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until)
{
    return wait_for_condition(condition, mutex, 1);
}

int pthread_cond_clockwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until
)
{
    return wait_for_condition(condition, mutex, 1);
}

static void wake_waiting(struct object *object, int all)
{
    struct thread *thread;
    signal_object(object);
    while ((thread = take(&object->waiting))) {
        thread->wait_number = object->number;
        thread->wait_value = object->signals;
        wake(thread);
        if (!all)
            return;
    }
}

int pthread_cond_signal(pthread_cond_t *condition)
{
    if (!running)
        return 0;
    wake_waiting(object_at(condition, "condition"), 0);
    switch_threads();
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    if (!running)
        return 0;
    wake_waiting(object_at(condition, "condition"), 1);
    switch_threads();
    return 0;
}

/* -- barriers ------------------------------------------------------------------------------------------- */

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned count)
{
    if (count == 0)
        return EINVAL;
    forget_object(barrier);
    object_at(barrier, "barrier")->participants = count;
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    forget_object(barrier);
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    struct object *object = object_at(barrier, "barrier");
    int last;
    switch_threads();
    last = barrier_object(object, object->participants);
    switch_threads();
    return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

/* -- once ----------------------------------------------------------------------------------------------- */

/* The first caller runs the function while it holds a lock, and later callers take the lock. */
int pthread_once(pthread_once_t *once, void (*function)(void))
{
    struct object *object;
    if (!running) {
        if (!*once) {
            *once = 2;
            function();
        }
        return 0;
    }
    switch_threads();
    object = object_at(once, "once");
    if (object->owner == running)
        return 0;
    lock_object(object, 0, 0);
    if (!*once) {
        *once = 2;
        function();
    }
    unlock_object(object);
    return 0;
}

/* The initialisation of a static local variable: its first byte says that it is done. */
int __cxa_guard_acquire(char *guard)
{
    if (!running)
        return !*guard;
    switch_threads();
    if (*guard)
        return 0;
    lock_object(object_at(guard, "once"), 0, 0);
    if (!*guard)
        return 1;
    unlock_object(object_at(guard, "once"));
    return 0;
}

void __cxa_guard_abort(char *guard)
{
    if (running)
        unlock_object(object_at(guard, "once"));
}

void __cxa_guard_release(char *guard)
{
    *guard = 1;
    if (running)
        touch(STORE, guard, 1); /* whoever reads it later needs no lock */
    __cxa_guard_abort(guard);
}

/* -- what cannot be traced ------------------------------------------------------------------------------ */

/* Called before a function that cannot be traced. */
void numasim_refuse(const char *what, uint32_t line)
{
    static char text[512];
    const char *cure = "use the mutexes, read-write locks, conditions, barriers, spinlocks and semaphores of pthreads, "
                       "C11 or C++ atomics, or OpenMP's loops, sections and tasks";
    if (strncmp(what, "masked", 6) == 0)
        cure = "compile without `-mavx2`, `-mavx512f` and `-march`, or with `-fno-vectorize -fno-slp-vectorize`";
    snprintf(text, sizeof text, "line %u uses %s, which cannot be traced with threads; %s", line, what, cure);
    finish(UNSUPPORTED, text, 0);
}
