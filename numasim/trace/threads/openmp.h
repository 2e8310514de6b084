/* The threads, teams and loops of OpenMP. */
#ifndef NUMASIM_OPENMP_H
#define NUMASIM_OPENMP_H

#include "thread_runtime.h"

#define MOST_ARGUMENTS 32
#define LOOPS 8 /* that the threads of a team can be in at the same time */

typedef void (*microtask)(int32_t *, int32_t *, void *, void *, void *, void *, void *, void *, void *, void *,
                          void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                          void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *,
                          void *, void *);

/* A place in the source, as far as the runtime reads it. */
struct place {
    int32_t reserved, flags;
};
#define ATOMIC_REDUCE 16 /* the code can combine the parts of a reduction by atomic operations */

/* A loop whose iterations threads take at run time. Its counter has a cache line of its own. */
struct loop {
    _Alignas(64) uint64_t next; /* the next iteration */
    uint64_t number, trips, chunk, left;
    int64_t first, step;
    int schedule, used;
};

struct team {
    uint32_t size;
    microtask task;
    void *arguments[MOST_ARGUMENTS];
    uint64_t singles;
    void *copied;
    struct loop loops[LOOPS];
    struct omp_task *newest;     /* of its tasks that nobody has taken */
    int has_tasks;               /* whether it has had any */
    _Alignas(64) uint64_t queue; /* the word in memory that stands for the queue of tasks */
};

struct omp_state {
    struct team *team; /* NULL outside of parallel regions */
    uint32_t number;   /* in the team */
    int level, wanted; /* nested regions; threads that the next region is to have */
    uint64_t loops, singles;
    uint64_t position; /* in a static loop that is asked for piece by piece */
    struct team *task; /* what a thread of the pool is to do */
    struct omp_task *current, *implicit; /* the task that it runs; the one that it is in its team */
    struct join *awaits;                 /* the tasks for which it waits */
};

/* openmp.c and tasks.c */
static struct object **barriers; /* by number of participants */
static uint32_t team_size(void);
static struct omp_task *implicit_task(uint32_t size);
static void run_all_tasks(struct team *team);

enum { CHUNKED = 33, STATIC = 34, DYNAMIC = 35, GUIDED = 36, RUNTIME = 37, AUTO = 38 };

#endif
