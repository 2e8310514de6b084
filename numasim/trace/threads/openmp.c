/* The runtime library of OpenMP that clang's code calls: parallel regions, loops, and what synchronises.

   The threads of a team are kept between regions. A region inside another one, or with one thread, runs on the
   thread that meets it. Static loops are divided as LLVM's runtime divides them. */
#include "thread_runtime.h"

#include <stdarg.h>

#include "openmp.h"

static int omp_default_size, omp_run_schedule = STATIC, omp_run_chunk;
static struct thread **pool; /* by number in a team; the first is not used */
static uint32_t pool_size = 1;
static struct team *busy;           /* the team that runs on the pool */
static struct object *forks;     /* signals the beginning of each region to the pool */

struct omp_state *new_omp_state(void)
{
    return allocate(sizeof(struct omp_state));
}

uint32_t team_size(void)
{
    return running->omp->team ? running->omp->team->size : 1;
}

static void team_barrier(void)
{
    uint32_t size = team_size();
    if (size == 1)
        return;
    switch_threads();
    do
        run_all_tasks(running->omp->team);
    while (barrier_object(barriers[size], size) == CALLED_BACK);
    switch_threads();
}

/* -- parallel regions ----------------------------------------------------------------------------------- */

static void run_task(struct team *team)
{
    int32_t number = (int32_t)running->omp->number, zero = 0;
    void **a = team->arguments;
    team->task(&number, &zero, a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11], a[12],
               a[13], a[14], a[15], a[16], a[17], a[18], a[19], a[20], a[21], a[22], a[23], a[24], a[25], a[26],
               a[27], a[28], a[29], a[30], a[31]);
}

static void enter_team(struct team *team, uint32_t number)
{
    struct omp_state *state = running->omp;
    state->team = team;
    state->number = number;
    state->loops = state->singles = 0;
    state->wanted = 0;
    state->current = implicit_task(team->size);
    state->level++;
}

static void *work(void *argument)
{
    struct omp_state *state = running->omp;
    uint32_t number = (uint32_t)(uintptr_t)argument;
    for (;;) {
        while (!state->task) {
            put(&forks->waiting, running);
            block(forks, "waits for", 0);
        }
        wait_for_signals(forks, forks->number, forks->signals);
        enter_team(state->task, number);
        state->task = NULL;
        run_task(state->team);
        team_barrier();
        state->team = NULL;
        state->level--;
    }
    return NULL;
}

/* The worker with a number, which is told to do a team's task. */
static void start_worker(uint32_t number, struct team *team)
{
    struct thread *worker;
    if (number == pool_size) {
        pool[number] = create_thread(work, (void *)(uintptr_t)number, 1, "start");
        pool_size++;
    }
    worker = pool[number];
    worker->omp->task = team;
    if (worker->state == BLOCKED) {
        unput(&forks->waiting, worker);
        wake(worker);
    }
}

static void fork_team(struct team *team)
{
    struct omp_state *state = running->omp, before = *state;
    uint32_t size = (uint32_t)(state->wanted ? state->wanted : omp_default_size ? omp_default_size : (int)most_threads), i;
    if (before.team || busy)
        size = 1;
    team->size = size;
    if (size > 1) {
        if (!pool) {
            pool = allocate(most_threads * sizeof *pool);
            barriers = allocate((most_threads + 1) * sizeof *barriers);
            forks = new_object("fork");
        }
        busy = team;
        signal_object(forks);
        for (i = 1; i < size; i++)
            start_worker(i, team); /* ends the run if there are more than `most_threads` */
        if (!barriers[size])
            barriers[size] = new_object("barrier");
        switch_threads();
    }
    enter_team(team, 0);
    run_task(team);
    team_barrier();
    if (size > 1)
        busy = NULL;
    before.implicit = state->implicit;
    *state = before;
    state->wanted = 0;
}

void __kmpc_fork_call(void *place, int32_t count, microtask task, ...)
{
    struct team team = {0};
    va_list list;
    int32_t i;
    if (count > MOST_ARGUMENTS)
        finish(UNSUPPORTED, "a parallel region shares more than 32 variables; put some into a struct", 0);
    team.task = task;
    va_start(list, task);
    for (i = 0; i < count; i++)
        team.arguments[i] = va_arg(list, void *);
    va_end(list);
    fork_team(&team);
}

void __kmpc_push_num_threads(void *place, int32_t thread, int32_t size)
{
    running->omp->wanted = size;
}

/* A region whose condition is false. The code calls its task itself. */
struct serialized {
    struct team team;
    struct omp_state before;
    struct serialized *next;
};
static struct serialized *unused_regions;

void __kmpc_serialized_parallel(void *place, int32_t thread)
{
    struct serialized *region = unused_regions;
    if (region)
        unused_regions = region->next;
    else
        region = allocate(sizeof *region);
    region->before = *running->omp;
    region->team.size = 1;
    enter_team(&region->team, 0);
}

void __kmpc_end_serialized_parallel(void *place, int32_t thread)
{
    struct serialized *region = (struct serialized *)running->omp->team; /* its first member */
    *running->omp = region->before;
    region->next = unused_regions;
    unused_regions = region;
}

int32_t __kmpc_global_thread_num(void *place)
{
    return (int32_t)running->omp->number;
}

/* -- loops ---------------------------------------------------------------------------------------------- */

static int schedule_of(int schedule)
{
    schedule &= 0xffffff; /* without the modifiers */
    return schedule > 64 && schedule < 73 ? schedule - 32 : schedule == 45 ? CHUNKED : schedule;
}

#define STATIC_INIT(name, type, wide)                                                                       \
    void name(void *place, int32_t thread, int32_t schedule, int32_t *last, type *lower, type *upper,       \
              wide *stride, wide step, wide chunk)                                                          \
    {                                                                                                       \
        uint64_t size = team_size(), me = running->omp->number, trips, each, more;                          \
        if (step > 0 ? *lower > *upper : *lower < *upper) {                                                 \
            *last = 0;                                                                                      \
            *stride = step;                                                                                 \
            return;                                                                                         \
        }                                                                                                   \
        trips = step > 0 ? (uint64_t)(*upper - *lower) / (uint64_t)step + 1                                 \
                         : (uint64_t)(*lower - *upper) / (uint64_t)-step + 1;                               \
        if (schedule_of(schedule) == CHUNKED) {                                                             \
            chunk = chunk < 1 ? 1 : chunk;                                                                  \
            *stride = (wide)(chunk * step * (wide)size);                                                    \
            *lower += (type)(chunk * step * (wide)me);                                                      \
            *upper = *lower + (type)(chunk * step - step);                                                  \
            *last = me == (trips - 1) / (uint64_t)chunk % size;                                             \
            return;                                                                                         \
        }                                                                                                   \
        each = trips / size;                                                                                \
        more = trips % size;                                                                                \
        *lower += (type)(step * (wide)(me * each + (me < more ? me : more)));                               \
        *upper = *lower + (type)(step * (wide)(each + (me < more)) - step);                                 \
        *last = each ? me == size - 1 : me == more - 1;                                                     \
        *stride = (wide)trips;                                                                              \
    }

STATIC_INIT(__kmpc_for_static_init_4, int32_t, int32_t)
STATIC_INIT(__kmpc_for_static_init_4u, uint32_t, int32_t)
STATIC_INIT(__kmpc_for_static_init_8, int64_t, int64_t)
STATIC_INIT(__kmpc_for_static_init_8u, uint64_t, int64_t)

void __kmpc_for_static_fini(void *place, int32_t thread)
{
}

static struct team *team_of_one(void)
{
    static struct team outside;
    outside.size = 1;
    return running->omp->team ? running->omp->team : &outside;
}

static void begin_loop(int schedule, int64_t first, uint64_t trips, int64_t step, int64_t chunk)
{
    struct omp_state *state = running->omp;
    struct team *team = team_of_one();
    struct loop *loop = &team->loops[state->loops % LOOPS];
    state->position = 0;
    while (loop->used && loop->number != state->loops)
        switch_threads(); /* until all threads have left an earlier loop in this place */
    if (loop->used)
        return;
    schedule = schedule_of(schedule);
    if (schedule == RUNTIME) {
        schedule = omp_run_schedule;
        chunk = omp_run_chunk;
    }
    loop->used = 1;
    loop->number = state->loops;
    loop->next = 0;
    loop->trips = trips;
    loop->chunk = chunk < 1 ? schedule == STATIC || schedule == AUTO ? (trips + team->size - 1) / team->size : 1
                            : (uint64_t)chunk;
    loop->chunk += loop->chunk == 0;
    loop->left = team->size;
    loop->first = first;
    loop->step = step;
    loop->schedule = schedule;
}

/* Take the next iterations, from `from` to `to` - 1. The counter is an atomic in memory. */
static int take_iterations(struct loop *loop, uint64_t *from, uint64_t *to)
{
    struct omp_state *state = running->omp;
    struct team *team = team_of_one();
    uint64_t count = loop->chunk;
    if (loop->schedule == DYNAMIC || loop->schedule == GUIDED) {
        switch_threads();
        touch(ATOMIC, &loop->next, sizeof loop->next);
        if (loop->schedule == GUIDED && loop->next < loop->trips) {
            uint64_t share = (loop->trips - loop->next) / (2 * team->size);
            count = share > count ? share : count;
        }
        *from = loop->next;
        loop->next += count;
    } else {
        *from = (state->position++ * team->size + state->number) * loop->chunk;
    }
    *to = *from + count < loop->trips ? *from + count : loop->trips;
    if (*from < loop->trips)
        return 1;
    state->loops++;
    if (--loop->left == 0)
        loop->used = 0;
    return 0;
}

#define DISPATCH(suffix, type, wide)                                                                        \
    void __kmpc_dispatch_init_##suffix(void *place, int32_t thread, int32_t schedule, type lower,           \
                                       type upper, wide step, wide chunk)                                   \
    {                                                                                                       \
        uint64_t trips = 0;                                                                                 \
        if (step > 0 ? lower <= upper : lower >= upper)                                                     \
            trips = step > 0 ? (uint64_t)(upper - lower) / (uint64_t)step + 1                               \
                             : (uint64_t)(lower - upper) / (uint64_t)-step + 1;                             \
        begin_loop(schedule, (int64_t)lower, trips, step, chunk);                                           \
    }                                                                                                       \
    int32_t __kmpc_dispatch_next_##suffix(void *place, int32_t thread, int32_t *last, type *lower,          \
                                          type *upper, wide *stride)                                        \
    {                                                                                                       \
        struct loop *loop = &team_of_one()->loops[running->omp->loops % LOOPS];                             \
        uint64_t from, to;                                                                                  \
        if (!take_iterations(loop, &from, &to))                                                             \
            return 0;                                                                                       \
        *lower = (type)(loop->first + (int64_t)from * loop->step);                                          \
        *upper = (type)(loop->first + ((int64_t)to - 1) * loop->step);                                      \
        *stride = (wide)loop->step;                                                                         \
        if (last)                                                                                           \
            *last = to == loop->trips;                                                                      \
        return 1;                                                                                           \
    }                                                                                                       \
    void __kmpc_dispatch_fini_##suffix(void *place, int32_t thread)                                         \
    {                                                                                                       \
    }

DISPATCH(4, int32_t, int32_t)
DISPATCH(4u, uint32_t, int32_t)
DISPATCH(8, int64_t, int64_t)
DISPATCH(8u, uint64_t, int64_t)

void __kmpc_dispatch_deinit(void *place, int32_t thread)
{
}

/* -- synchronisation ------------------------------------------------------------------------------------ */

void __kmpc_barrier(void *place, int32_t thread)
{
    team_barrier();
}

static void enter(void *address, const char *kind)
{
    switch_threads();
    lock_object(object_at(address, kind), 0, 0);
}

static void leave(void *address)
{
    unlock_object(object_at(address, "lock"));
}

void __kmpc_critical(void *place, int32_t thread, void *lock)
{
    enter(lock, "critical");
}

void __kmpc_critical_with_hint(void *place, int32_t thread, void *lock, uint32_t hint)
{
    enter(lock, "critical");
}

void __kmpc_end_critical(void *place, int32_t thread, void *lock)
{
    leave(lock);
}

int32_t __kmpc_single(void *place, int32_t thread)
{
    struct team *team = team_of_one();
    uint64_t mine = running->omp->singles++;
    if (team->size > 1) {
        switch_threads();
        touch(ATOMIC, &team->singles, sizeof team->singles);
    }
    if (team->singles != mine && team->size > 1)
        return 0;
    team->singles = mine + 1;
    return 1;
}

void __kmpc_end_single(void *place, int32_t thread)
{
}

void __kmpc_copyprivate(void *place, int32_t thread, size_t size, void *data, void (*copy)(void *, void *), int32_t did)
{
    struct team *team = team_of_one();
    if (did)
        team->copied = data;
    team_barrier();
    if (!did)
        copy(data, team->copied);
    team_barrier();
}

int32_t __kmpc_master(void *place, int32_t thread)
{
    return running->omp->number == 0;
}

void __kmpc_end_master(void *place, int32_t thread)
{
}

int32_t __kmpc_masked(void *place, int32_t thread, int32_t wanted)
{
    return running->omp->number == (uint32_t)wanted;
}

void __kmpc_end_masked(void *place, int32_t thread)
{
}

/* Every thread combines its part itself: by atomic operations if the compiler made them (2), or under a lock (1). */
static int32_t reduce(const struct place *place, void *lock)
{
    if (place->flags & ATOMIC_REDUCE)
        return 2;
    enter(lock, "reduction");
    return 1;
}

int32_t __kmpc_reduce_nowait(void *place, int32_t thread, int32_t count, size_t size, void *data,
                             void (*combine)(void *, void *), void *lock)
{
    return reduce(place, lock);
}

void __kmpc_end_reduce_nowait(void *place, int32_t thread, void *lock)
{
    leave(lock);
}

int32_t __kmpc_reduce(void *place, int32_t thread, int32_t count, size_t size, void *data,
                      void (*combine)(void *, void *), void *lock)
{
    return reduce(place, lock);
}

void __kmpc_end_reduce(void *place, int32_t thread, void *lock)
{
    if (!(((const struct place *)place)->flags & ATOMIC_REDUCE))
        leave(lock);
    team_barrier();
}

void __kmpc_flush(void *place)
{
    switch_threads();
}
