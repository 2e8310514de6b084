/* The scheduler: real threads, of which exactly one runs at a time.

   Each thread has a time: the instructions that it has executed, and those that it would have executed while it
   waited. The next thread is one of those that are furthest behind, because what the traced run fixes, such as the
   order in which threads reach an atomic counter, should be as if all of them had run. A draw decides between
   threads whose times are close. */
#include "thread_runtime.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "real_functions.h"

#define THREAD_STACK ((size_t)64 << 20)
#define THREAD_GUARD ((size_t)1 << 16)
#define CLOSE 100 /* instructions */
#define DESTRUCTOR_ROUNDS 4 /* in which the C library calls destructors of thread-specific data */

static struct thread **ready;
static uint32_t ready_count;
static struct thread *ended; /* whose real thread is about to exit */
static uint64_t draws;
static pthread_key_t last_destructor;

/* SplitMix64 (Steele, Lea and Flood, 2014). */
static uint64_t draw(void)
{
    uint64_t z = draws += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint64_t time_of(struct thread *thread)
{
    return log_of(thread)->executed + thread->ahead;
}

void not_before(struct thread *thread, uint64_t time)
{
    if (time_of(thread) < time)
        thread->ahead = time - log_of(thread)->executed;
}

/* A thread that is ready, and not `other`, and furthest behind. */
static struct thread *furthest_behind(const struct thread *other)
{
    struct thread *found = NULL;
    uint64_t least = 0;
    uint32_t i;
    for (i = 0; i < ready_count; i++) {
        uint64_t time;
        if (ready[i] == other)
            continue;
        time = time_of(ready[i]) + draw() % CLOSE;
        if (!found || time < least) {
            found = ready[i];
            least = time;
        }
    }
    return found;
}

void put(struct queue *queue, struct thread *thread)
{
    thread->next = NULL;
    if (queue->last)
        queue->last->next = thread;
    else
        queue->first = thread;
    queue->last = thread;
}

struct thread *take(struct queue *queue)
{
    struct thread *thread = queue->first;
    if (thread && !(queue->first = thread->next))
        queue->last = NULL;
    return thread;
}

void unput(struct queue *queue, struct thread *thread)
{
    struct queue rest = {NULL, NULL};
    struct thread *each;
    while ((each = take(queue)))
        if (each != thread)
            put(&rest, each);
    *queue = rest;
}

/* -- who runs ------------------------------------------------------------------------------------------- */

static void wait_for_turn(struct thread *self)
{
    int error = errno;
    while (!__atomic_load_n(&self->turn, __ATOMIC_ACQUIRE))
        real_syscall(SYS_futex, &self->turn, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    self->turn = 0;
    if (ended) { /* its exit must be over, because it gives memory back to the C library */
        pthread_t real = ended->real;
        ended = NULL;
        real_pthread_join(real, NULL);
    }
    errno = error;
}

static void resume(struct thread *next)
{
    running = next;
    numasim_log = next->log;
    numasim_log.deadline = numasim_log.executed + QUANTUM;
    __atomic_store_n(&next->turn, 1, __ATOMIC_RELEASE);
    real_syscall(SYS_futex, &next->turn, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void hand_over(struct thread *next)
{
    struct thread *self = running;
    uint32_t line = numasim_line;
    int error = errno;
    if (next == self) {
        numasim_log.deadline = numasim_log.executed + QUANTUM;
        return;
    }
    self->log = numasim_log;
    resume(next);
    wait_for_turn(self);
    numasim_line = line;
    errno = error;
}

static void report_deadlock(void)
{
    static char text[8192];
    size_t used = 0;
    uint32_t slot, other;
    for (slot = 0; slot < most_threads && used < sizeof text - 512; slot++) {
        struct thread *each = &threads[slot];
        struct object *object = each->waits_for;
        const char *name;
        if (each->state != BLOCKED || !object)
            continue;
        used += (size_t)snprintf(
            text + used, sizeof text - used, "%sthread %u (line %u) %s the ", used ? "; " : "", slot, each->line,
            each->waits_to
        );
        for (other = 0; other < most_threads && threads[other].end != object; other++)
            ;
        if (other < most_threads) {
            used += (size_t)snprintf(text + used, sizeof text - used, "end of thread %u", other);
            continue;
        }
        name = object->key ? name_of(object->key) : "";
        used += (size_t)snprintf(
            text + used, sizeof text - used, "%s %.100s%s(line %u)", object->kind, name, *name ? " " : "",
            object->line
        );
        if (object->owner)
            used += (size_t)snprintf(
                text + used, sizeof text - used, ", which thread %u holds", object->owner->slot
            );
    }
    finish(DEADLOCK, text, 0);
}

static void make_ready(struct thread *thread)
{
    not_before(thread, time_of(running));
    thread->state = READY;
    ready[ready_count++] = thread;
}

/* The time of one thread that waits with a limit is over. */
static void end_limited_wait(void)
{
    uint32_t slot;
    for (slot = 0; slot < most_threads; slot++) {
        struct thread *each = &threads[slot];
        if (each->state == BLOCKED && each->timed) {
            unput(&each->waits_for->waiting, each);
            each->timed_out = 1;
            make_ready(each);
            return;
        }
    }
}

static struct thread *choose(void)
{
    if (ready_count == 0)
        end_limited_wait();
    if (ready_count == 0)
        report_deadlock();
    return furthest_behind(NULL);
}

static void remove_from_ready(struct thread *thread)
{
    uint32_t i = 0;
    while (ready[i] != thread)
        i++;
    memmove(&ready[i], &ready[i + 1], (--ready_count - i) * sizeof *ready);
}

/* Let the thread run that is furthest behind, which may be the one that runs. */
void switch_threads(void)
{
    drain();
    if (limit_reached())
        finish(LIMIT_REACHED, "", 0);
    hand_over(choose());
}

/* Let a thread run that is not the one that runs; 0 if there is none. A limited wait ends before that. */
int run_another(void)
{
    drain();
    if (limit_reached())
        finish(LIMIT_REACHED, "", 0);
    if (ready_count == 1)
        end_limited_wait();
    if (ready_count == 1)
        return 0;
    hand_over(furthest_behind(running));
    return 1;
}

/* Wait until another thread wakes this one, or, if `timed`, no thread can run. The caller put it in a queue. */
void block(struct object *object, const char *to, int timed)
{
    struct thread *self = running;
    drain();
    self->state = BLOCKED;
    self->waits_for = object;
    self->waits_to = to;
    self->line = numasim_line;
    self->timed = timed;
    self->timed_out = 0;
    remove_from_ready(self);
    hand_over(choose());
    self->waits_for = NULL;
}

void wake(struct thread *thread)
{
    make_ready(thread);
}

/* Called by the program after QUANTUM instructions, and before each atomic operation and fence. */
void numasim_tick(void)
{
    if (recording) {
        switch_threads();
    } else {
        drain();
        numasim_log.deadline = numasim_log.executed + QUANTUM;
    }
}

/* -- beginning and end of threads ----------------------------------------------------------------------- */

static void *begin_thread(void *argument)
{
    struct thread *self = argument;
    wait_for_turn(self);
    catch_crashes();
    self->rounds = DESTRUCTOR_ROUNDS;
    pthread_setspecific(last_destructor, self);
    self->result = self->function(self->argument);
    return self->result;
}

/* Thread-local objects of the program are destroyed in the rounds before the last. */
static void destroy(void *argument)
{
    struct thread *self = argument;
    if (--self->rounds > 0)
        pthread_setspecific(last_destructor, self);
    else
        end_thread();
}

struct thread *create_thread(void *(*function)(void *), void *argument, int detached, const char *kind)
{
    struct thread *thread = NULL;
    pthread_attr_t attributes;
    uint32_t slot;
    for (slot = 0; slot < most_threads && !thread; slot++)
        if (threads[slot].state == FREE)
            thread = &threads[slot];
    if (!thread) {
        static char text[64];
        snprintf(text, sizeof text, "%u", numasim_line);
        finish(TOO_MANY, text, 0);
    }
    drain();
    thread->function = function;
    thread->argument = argument;
    thread->detached = detached;
    thread->joined = 0;
    thread->start = new_object(kind);
    thread->end = new_object("end");
    signal_object(thread->start);
    if (!thread->clock) {
        thread->clock = new_clock();
        thread->order = new_order();
    }
    thread->clock[thread->slot]++;
    acquire(thread, thread->start->clock);
    append(thread, WAIT, thread->start->number, 1);
    if (!thread->stack) {
        thread->stack =
            mmap(NULL, THREAD_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (thread->stack == MAP_FAILED || mprotect(thread->stack, THREAD_GUARD, PROT_NONE))
            abort();
    }
    thread->omp = new_omp_state();
    pthread_attr_init(&attributes);
    pthread_attr_setstack(&attributes, thread->stack, THREAD_STACK);
    if (real_pthread_create(&thread->real, &attributes, begin_thread, thread))
        abort();
    pthread_attr_destroy(&attributes);
    make_ready(thread);
    return thread;
}

/* Another thread may have the place of one that was joined or detached. */
void release_slot(struct thread *thread)
{
    thread->state = FREE;
}

void end_thread(void)
{
    struct thread *self = running, *waiting;
    uint32_t slot;
    drain();
    check_markers();
    leave_region(self);
    signal_object(self->end);
    remove_from_ready(self);
    self->state = ENDED;
    while ((waiting = take(&self->end->waiting)))
        wake(waiting);
    for (slot = 0; slot < most_threads; slot++)
        if (threads[slot].state == READY || threads[slot].state == BLOCKED)
            break;
    if (slot == most_threads)
        return; /* the last thread: the C library ends the process */
    self->log = numasim_log;
    if (self->slot > 0)
        ended = self;
    if (self->detached)
        release_slot(self);
    resume(choose());
}

void begin_scheduler(uint64_t seed)
{
    uint32_t slot;
    draws = seed;
    threads = allocate(most_threads * sizeof *threads);
    ready = allocate(most_threads * sizeof *ready);
    for (slot = 0; slot < most_threads; slot++) {
        threads[slot].slot = slot;
        threads[slot].log.cursor = numasim_log.cursor;
    }
    running = &threads[0];
    running->real = pthread_self();
    running->clock = new_clock();
    running->clock[0] = 1;
    running->order = new_order();
    running->end = new_object("end");
    running->omp = new_omp_state();
    running->rounds = DESTRUCTOR_ROUNDS;
    make_ready(running);
    if (pthread_key_create(&last_destructor, destroy) || pthread_setspecific(last_destructor, running))
        abort();
}
