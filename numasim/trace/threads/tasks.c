/* The tasks of OpenMP, on the threads of this scheduler.

   A team has one queue of tasks, with a lock. Who makes a task puts it there. Who waits for tasks, or at a barrier,
   takes the newest task that it may run: at a barrier any task, and otherwise only descendants of its own, which is the
   constraint of OpenMP for tied tasks (untied ones are run as tied). A task is run at once if its condition is false,
   if it is made by a final task, or if the team has one thread.

   In the logs, a queue is one word in memory and one lock: who looks reads the word, and who puts or takes a task
   acquires the lock and writes the word. Who takes a task waits (as for a store) until it has been put there, and who
   waits for tasks until they have ended. The end of a task is an atomic decrement of its parent's counter. The lock
   orders no accesses: what happens before a task is what its maker did before, and not what others did that used the
   queue. */
#include "openmp.h"

#include <string.h>

enum { FINAL = 2, HAS_DESTRUCTORS = 8 };
#define SIZES 4096

/* As clang's code knows a task. What the task shares and copies is behind it. */
struct task_of_program {
    void *shared;
    int32_t (*run)(int32_t, void *);
    int32_t part;
    int32_t (*destroy)(int32_t, void *);
    void *unused;
};

/* The ends of tasks, for those who wait for them: their count, their clocks, and of each thread the number of the
   operation in which the last one ended. */
struct join {
    uint64_t left;
    clock_of clock;
    uint64_t *ended;
};

struct group {
    struct join tasks;
    struct group *outer;
};

struct omp_task {
    struct omp_task *parent, *next;
    struct group *group;
    struct join children;
    clock_of clock;       /* of its maker */
    uint32_t maker;
    uint64_t made;        /* the operation of its maker that put it into the queue */
    uint64_t uses;        /* by itself and by its children */
    size_t bytes, shared; /* of all behind this struct; where what it shares begins there */
    int32_t flags, goes_on; /* goes_on: of an untied task, whether it has another part */
    struct omp_task *interrupted;
};

static struct object *task_lock, *tasks; /* tasks: what those wait for who find none */
static struct omp_task *unused_tasks[SIZES];
static struct group *unused_groups;

static struct task_of_program *inside(struct omp_task *task)
{
    return (struct task_of_program *)((char *)task + (sizeof *task + 63) / 64 * 64);
}

static struct omp_task *around(void *inner)
{
    return (struct omp_task *)((char *)inner - (sizeof(struct omp_task) + 63) / 64 * 64);
}

/* An access to a word of this file by an operation that orders nothing. */
static void access_word(uint64_t kind, const uint64_t *word)
{
    note(kind, (uint64_t)(uintptr_t)word, sizeof *word, 0, UINT64_C(1) << 60);
    drain();
}

/* -- ends of tasks -------------------------------------------------------------------------------------- */

static void begin_join(struct join *join)
{
    join->left = 0;
    if (!join->clock) {
        join->clock = new_clock();
        join->ended = allocate(most_threads * sizeof *join->ended);
    }
    memset(join->clock, 0, most_threads * sizeof *join->clock);
    memset(join->ended, 0, most_threads * sizeof *join->ended);
}

static void wake_from_tasks(struct thread *thread)
{
    unput(&tasks->waiting, thread);
    wake(thread);
}

static void end_in(struct join *join)
{
    struct thread *thread;
    access_word(ATOMIC, &join->left);
    join->ended[running->slot] = running->operations;
    release(join->clock);
    if (--join->left)
        return;
    for (thread = tasks->waiting.first; thread; thread = thread->next)
        if (thread->omp->awaits == join) {
            wake_from_tasks(thread);
            return;
        }
}

/* -- making and running --------------------------------------------------------------------------------- */

static void drop(struct omp_task *task)
{
    while (task && --task->uses == 0) {
        struct omp_task *parent = task->parent;
        size_t size = task->bytes / 64;
        if (size < SIZES) {
            task->next = unused_tasks[size];
            unused_tasks[size] = task;
        }
        task = parent;
    }
}

static struct omp_task *new_task(struct omp_task *parent, size_t bytes)
{
    struct omp_task *task = NULL, kept = {0};
    size_t size;
    bytes = (bytes + 63) / 64 * 64;
    size = bytes / 64;
    if (size < SIZES && (task = unused_tasks[size])) {
        unused_tasks[size] = task->next;
        kept.clock = task->clock;
        kept.children = task->children;
    } else {
        task = allocate((sizeof *task + 63) / 64 * 64 + bytes);
        kept.clock = new_clock();
    }
    *task = kept;
    memset(task->clock, 0, most_threads * sizeof *task->clock);
    begin_join(&task->children);
    drain();
    forget((uint64_t)(uintptr_t)inside(task), bytes);
    task->bytes = bytes;
    task->uses = 1;
    task->parent = parent;
    if (parent) {
        parent->uses++;
        task->group = parent->group;
    }
    return task;
}

/* The task that a thread of a new team is. A team of one thread has none, because it runs all tasks at once. */
struct omp_task *implicit_task(uint32_t size)
{
    if (size == 1)
        return NULL;
    if (!tasks) {
        tasks = new_object("tasks");
        task_lock = new_object("task queue");
    }
    if (!running->omp->implicit)
        running->omp->implicit = new_task(NULL, 64);
    begin_join(&running->omp->implicit->children);
    running->omp->implicit->group = NULL;
    return running->omp->implicit;
}

/* An untied task has parts, of which each asks for the next one. Here they run one after the other. */
static void run_parts(struct omp_task *task)
{
    do {
        task->goes_on = 0;
        inside(task)->run((int32_t)running->omp->number, inside(task));
    } while (task->goes_on);
}

static void run_now(struct omp_task *task)
{
    struct omp_state *state = running->omp;
    struct task_of_program *inner = inside(task);
    int32_t number = (int32_t)state->number;
    task->interrupted = state->current;
    state->current = task;
    run_parts(task);
    if (task->flags & HAS_DESTRUCTORS)
        inner->destroy(number, inner);
    state->current = task->interrupted;
}

static int descends(const struct omp_task *task, const struct omp_task *from)
{
    while (task && task != from)
        task = task->parent;
    return task != NULL;
}

static void use_queue(struct team *team)
{
    append(running, LOCK, task_lock->number, 0);
    access_word(STORE, &team->queue);
    append(running, UNLOCK, task_lock->number, 0);
}

/* Somebody who waits may run a new task: first who waits at the barrier, because he has nothing else to do. */
static void offer(struct team *team, const struct omp_task *task)
{
    struct thread *thread;
    if (call_back(barriers[team->size]))
        return;
    for (thread = tasks->waiting.first; thread; thread = thread->next)
        if (descends(task, thread->omp->current)) {
            wake_from_tasks(thread);
            return;
        }
}

static void put_task(struct omp_task *task)
{
    struct team *team = running->omp->team;
    switch_threads();
    release(task->clock);
    use_queue(team);
    task->maker = running->slot;
    task->made = running->operations;
    task->parent->children.left++;
    if (task->group)
        task->group->tasks.left++;
    task->next = team->newest;
    team->newest = task;
    team->has_tasks = 1;
    offer(team, task);
    switch_threads();
}

/* Take the newest task that descends from one, or any. */
static struct omp_task *take_task(struct team *team, const struct omp_task *from)
{
    struct omp_task **place = &team->newest, *task;
    drain();
    while ((task = *place) && from && !descends(task, from))
        place = &task->next;
    if (task) {
        *place = task->next;
        note_needed(task->maker, task->made);
    }
    access_word(LOAD, &team->queue);
    if (!task)
        return NULL;
    use_queue(team);
    acquire(running, task->clock);
    return task;
}

static void run_taken(struct omp_task *task)
{
    struct join *siblings = &task->parent->children, *group = task->group ? &task->group->tasks : NULL;
    run_now(task);
    end_in(siblings);
    if (group)
        end_in(group);
    drop(task);
    switch_threads();
}

void run_all_tasks(struct team *team)
{
    struct omp_task *task;
    while (team->has_tasks && (task = take_task(team, NULL)))
        run_taken(task);
}

static void wait_for_tasks(struct join *join)
{
    struct omp_state *state = running->omp;
    struct omp_task *task;
    uint32_t slot;
    int any = 0;
    switch_threads();
    while (join->left) {
        if ((task = take_task(state->team, state->current))) {
            run_taken(task);
        } else if (join->left) {
            state->awaits = join;
            put(&tasks->waiting, running);
            block(tasks, "waits for", 0);
            state->awaits = NULL;
        }
    }
    drain();
    for (slot = 0; slot < most_threads; slot++) {
        any |= join->ended[slot] != 0;
        note_needed(slot, join->ended[slot]);
    }
    if (any) {
        acquire(running, join->clock);
        access_word(LOAD, &join->left);
    }
}

/* -- what clang's code calls ---------------------------------------------------------------------------- */

void *__kmpc_omp_task_alloc(void *place, int32_t thread, int32_t flags, size_t size, size_t shared, void *run)
{
    size_t first = (size + 7) / 8 * 8;
    struct omp_task *task = new_task(running->omp->current, first + shared);
    struct task_of_program *inner = inside(task);
    memset(inner, 0, sizeof *inner);
    task->flags = flags;
    task->shared = first;
    inner->run = (int32_t (*)(int32_t, void *))run;
    inner->shared = shared ? (char *)inner + first : NULL;
    return inner;
}

static int runs_at_once(const struct omp_task *task)
{
    return team_size() == 1 || !task->parent || task->parent->flags & FINAL;
}

static void make_task(struct omp_task *task)
{
    if (runs_at_once(task)) {
        if (task->parent)
            task->flags |= task->parent->flags & FINAL;
        run_now(task);
        drop(task);
    } else {
        put_task(task);
    }
}

int32_t __kmpc_omp_task(void *place, int32_t thread, void *inner)
{
    if (around(inner) == running->omp->current)
        running->omp->current->goes_on = 1;
    else
        make_task(around(inner));
    return 0;
}

/* The condition of the task is false. The code calls its function itself. */
void __kmpc_omp_task_begin_if0(void *place, int32_t thread, void *inner)
{
    struct omp_task *task = around(inner);
    task->interrupted = running->omp->current;
    running->omp->current = task;
}

void __kmpc_omp_task_complete_if0(void *place, int32_t thread, void *inner)
{
    struct omp_task *task = around(inner);
    if (task->goes_on)
        run_parts(task);
    running->omp->current = task->interrupted;
    drop(task);
}

int32_t __kmpc_omp_taskwait(void *place, int32_t thread)
{
    if (running->omp->current)
        wait_for_tasks(&running->omp->current->children);
    return 0;
}

int32_t __kmpc_omp_taskyield(void *place, int32_t thread, int32_t end)
{
    switch_threads();
    return 0;
}

void __kmpc_taskgroup(void *place, int32_t thread)
{
    struct omp_task *task = running->omp->current;
    struct group *group = unused_groups;
    if (!task)
        return;
    if (group)
        unused_groups = group->outer;
    else
        group = allocate(sizeof *group);
    begin_join(&group->tasks);
    group->outer = task->group;
    task->group = group;
}

void __kmpc_end_taskgroup(void *place, int32_t thread)
{
    struct omp_task *task = running->omp->current;
    struct group *group = task ? task->group : NULL;
    if (!group)
        return;
    wait_for_tasks(&group->tasks);
    task->group = group->outer;
    group->outer = unused_groups;
    unused_groups = group;
}

/* A task of a loop: a copy of the first one with its own bounds. */
static void make_part(struct omp_task *pattern, size_t lower, size_t upper, uint64_t first, uint64_t last,
                      void (*duplicate)(void *, void *, int32_t), int32_t is_last, int deferred)
{
    struct omp_task *task = new_task(running->omp->current, pattern->bytes);
    char *inner = (char *)inside(task);
    memcpy(inner, inside(pattern), pattern->bytes);
    numasim_copies(inner, inside(pattern), pattern->bytes, 0);
    task->flags = pattern->flags;
    task->shared = pattern->shared;
    if (inside(pattern)->shared)
        inside(task)->shared = inner + pattern->shared;
    *(uint64_t *)(inner + lower) = first;
    *(uint64_t *)(inner + upper) = last;
    if (duplicate)
        duplicate(inner, inside(pattern), is_last);
    if (deferred) {
        make_task(task);
    } else {
        run_now(task);
        drop(task);
    }
}

/* `kind` 0: as many tasks as 10 a thread; 1: `number` iterations each, at least; 2: `number` tasks. */
void __kmpc_taskloop(void *place, int32_t thread, void *inner, int32_t condition, uint64_t *lower,
                     uint64_t *upper, int64_t step, int32_t no_group, int32_t kind, uint64_t number,
                     void (*duplicate)(void *, void *, int32_t))
{
    struct omp_task *pattern = around(inner);
    size_t first_at = (size_t)((char *)lower - (char *)inner), last_at = (size_t)((char *)upper - (char *)inner);
    uint64_t from = *lower, to = *upper, trips, count, each, more, i;
    trips = step > 0 ? ((int64_t)to < (int64_t)from ? 0 : (to - from) / (uint64_t)step + 1)
                     : ((int64_t)to > (int64_t)from ? 0 : (from - to) / (uint64_t)-step + 1);
    count = kind == 1 ? trips / number : kind == 2 ? number : 10 * (uint64_t)team_size();
    count = count > trips ? trips : count ? count : 1;
    if (!no_group)
        __kmpc_taskgroup(place, thread);
    each = trips / count;
    more = trips % count;
    for (i = 0; i < count && trips; i++) {
        uint64_t iterations = each + (i < more), last = from + (iterations - 1) * (uint64_t)step;
        make_part(pattern, first_at, last_at, from, last, duplicate, i == count - 1, condition);
        from = last + (uint64_t)step;
    }
    if (!no_group)
        __kmpc_end_taskgroup(place, thread);
    drop(pattern);
}

int omp_in_final(void)
{
    return running->omp->current && running->omp->current->flags & FINAL;
}
