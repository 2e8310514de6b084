/* Heat in a square plate: every cell becomes the mean of its four neighbours, ten times. Size: cells of a side. */
#include "program.h"

#define STEPS 10

static long *cells[2];

static void step(const long *from, long *to, long first, long last)
{
    long row, column;
    for (row = first; row < last; row++)
        for (column = 1; column <= size; column++) {
            long at = row * (size + 2) + column;
            to[at] = (from[at - 1] + from[at + 1] + from[at - size - 2] + from[at + size + 2]) / 4;
        }
}

#ifdef PTHREADS
static pthread_barrier_t barrier;

static void *work(void *argument)
{
    long me = (long)argument, i;
    for (i = 0; i < STEPS; i++) {
        step(cells[i % 2], cells[(i + 1) % 2], 1 + first_of(me, size), 1 + first_of(me + 1, size));
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}
#endif

static void run(void)
{
#ifdef PTHREADS
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
    on_all_threads(work);
#else
    long i, row;
    for (i = 0; i < STEPS; i++) {
#pragma omp parallel for num_threads(threads) schedule(static)
        for (row = 1; row <= size; row++)
            step(cells[i % 2], cells[(i + 1) % 2], row, row + 1);
    }
#endif
}

static long heat(const long *array)
{
    long total = 0, i;
    for (i = 0; i < (size + 2) * (size + 2); i++)
        total += array[i] * (i % 7 + 1);
    return total;
}

int main(int count, char **values)
{
    long i, found;
    if (!read_arguments(count, values, 1, 10000))
        return 2;
    for (i = 0; i < 2; i++)
        cells[i] = new_array((size_t)((size + 2) * (size + 2)), sizeof(long));
    for (i = 0; i < size + 2; i++)
        cells[0][i] = cells[1][i] = 1000000;
    run();
    found = heat(cells[0]);
    for (i = 0; i < 2; i++)
        memset(cells[i] + size + 2, 0, (size_t)((size + 1) * (size + 2)) * sizeof(long));
    for (i = 0; i < STEPS; i++)
        step(cells[i % 2], cells[(i + 1) % 2], 1, size + 1);
    return same("heat", found, heat(cells[0]));
}
