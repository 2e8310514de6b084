/* Breadth-first search of a random graph, level by level. A vertex is claimed by compare and exchange, or in a
   critical section if it may be new. Size: vertices, of eight edges each. */
#include "program.h"

#define DEGREE 8

static int *neighbours, *queue[2];
static atomic_int *levels;
static atomic_long used[2];

static int claim(int vertex, int level)
{
    int none = -1;
    if (atomic_load_explicit(&levels[vertex], memory_order_relaxed) != -1)
        return 0;
#ifdef OPENMP
    int mine = 0;
#pragma omp critical(claim)
    if (atomic_load_explicit(&levels[vertex], memory_order_relaxed) == none) {
        atomic_store_explicit(&levels[vertex], level, memory_order_relaxed);
        mine = 1;
    }
    return mine;
#else
    return atomic_compare_exchange_strong(&levels[vertex], &none, level);
#endif
}

static void visit(int vertex, int level)
{
    int side = (level + 1) % 2, k;
    for (k = 0; k < DEGREE; k++) {
        int other = neighbours[vertex * DEGREE + k];
        if (claim(other, level + 1))
            queue[side][atomic_fetch_add_explicit(&used[side], 1, memory_order_relaxed)] = other;
    }
}

#ifdef ATOMICS
static pthread_barrier_t barrier;

static void *work(void *argument)
{
    long me = (long)argument, i;
    int level;
    for (level = 0;; level++) {
        long end = used[level % 2];
        if (end == 0)
            return NULL;
        for (i = first_of(me, end); i < first_of(me + 1, end); i++)
            visit(queue[level % 2][i], level);
        pthread_barrier_wait(&barrier);
        if (me == 0)
            used[level % 2] = 0;
        pthread_barrier_wait(&barrier);
    }
}
#endif

static void run(void)
{
#ifdef ATOMICS
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    on_all_threads(work);
#else
    int level;
    for (level = 0; used[level % 2] > 0; level++) {
        long i, end = used[level % 2];
#pragma omp parallel for num_threads(threads) schedule(dynamic, 16)
        for (i = 0; i < end; i++)
            visit(queue[level % 2][i], level);
        used[level % 2] = 0;
    }
#endif
}

/* The edges over which levels rise by more than one, or that leave the visited vertices. */
static long wrong_edges(void)
{
    long wrong = levels[0] != 0, i;
    for (i = 0; i < size * DEGREE; i++) {
        int from = levels[i / DEGREE], to = levels[neighbours[i]];
        wrong += from >= 0 && (to < 0 || to > from + 1);
    }
    return wrong;
}

int main(int count, char **values)
{
    unsigned long state = 8;
    long i, sum = 0;
    if (!read_arguments(count, values, 1, 10000000))
        return 2;
    neighbours = new_array((size_t)(size * DEGREE), sizeof *neighbours);
    levels = new_array((size_t)size, sizeof *levels);
    for (i = 0; i < 2; i++)
        queue[i] = new_array((size_t)size, sizeof *queue[i]);
    for (i = 0; i < size * DEGREE; i++)
        neighbours[i] = (int)(next_random(&state) % (unsigned long)size);
    for (i = 1; i < size; i++)
        levels[i] = -1;
    used[0] = 1;
    run();
    for (i = 0; i < size; i++)
        sum += levels[i];
    printf("levels %ld\n", sum);
    return same("wrong", wrong_edges(), 0);
}
