/* Sorting: every thread sorts a part, and pairs of parts are merged until one is left. In pthreads, a thread waits
   for the end of the thread whose part it merges. Size: numbers. */
#include "program.h"

static long *numbers, *spare;

static void merge(long first, long middle, long last)
{
    long i = first, j = middle, k;
    for (k = first; k < last; k++)
        spare[k] = j == last || (i < middle && numbers[i] <= numbers[j]) ? numbers[i++] : numbers[j++];
    for (k = first; k < last; k++)
        numbers[k] = spare[k];
}

static void sort(long first, long last)
{
    long middle = (first + last) / 2;
    if (last - first < 2)
        return;
    sort(first, middle);
    sort(middle, last);
    merge(first, middle, last);
}

#ifdef PTHREADS
static pthread_t made[MOST_THREADS];

static void *work(void *argument)
{
    long me = (long)argument, step;
    sort(first_of(me, size), first_of(me + 1, size));
    for (step = 1; me % (2 * step) == 0 && me + step < threads; step *= 2) {
        long end = me + 2 * step < threads ? me + 2 * step : threads;
        pthread_join(made[me + step], NULL);
        merge(first_of(me, size), first_of(me + step, size), first_of(end, size));
    }
    return NULL;
}

static void run(void)
{
    long i;
    for (i = threads - 1; i > 0; i--)
        if (pthread_create(&made[i], NULL, work, (void *)i))
            exit(3);
    work((void *)0);
}
#else
static void run(void)
{
    long step, i;
#pragma omp parallel for num_threads(threads) schedule(static, 1)
    for (i = 0; i < threads; i++)
        sort(first_of(i, size), first_of(i + 1, size));
    for (step = 1; step < threads; step *= 2) {
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
        for (i = 0; i < threads - step; i += 2 * step)
            merge(first_of(i, size), first_of(i + step, size),
                  first_of(i + 2 * step < threads ? i + 2 * step : threads, size));
    }
}
#endif

int main(int count, char **values)
{
    unsigned long state = 6;
    long i, sum = 0, unordered = 0;
    if (!read_arguments(count, values, 1, 10000000))
        return 2;
    numbers = new_array((size_t)size, sizeof *numbers);
    spare = new_array((size_t)size, sizeof *spare);
    for (i = 0; i < size; i++)
        sum += numbers[i] = (long)(next_random(&state) % 1000000);
    run();
    for (i = 0; i < size; i++) {
        sum -= numbers[i];
        unordered += i > 0 && numbers[i - 1] > numbers[i];
    }
    printf("middle %ld\n", numbers[size / 2]);
    return same("unordered", unordered + (sum != 0), 0);
}
