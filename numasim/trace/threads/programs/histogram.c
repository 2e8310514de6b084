/* A histogram of numbers: one histogram a thread and a merge under a lock, or one for all, with atomic additions.
   Size: numbers. */
#include "program.h"

#define BINS 64

static unsigned char *numbers;

#ifdef ATOMICS
static atomic_long bins[BINS];

static void *work(void *argument)
{
    long me = (long)argument, i;
    for (i = first_of(me, size); i < first_of(me + 1, size); i++)
        atomic_fetch_add_explicit(&bins[numbers[i]], 1, memory_order_relaxed);
    return NULL;
}
#else
static long bins[BINS];
#endif

#ifdef PTHREADS
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
    long me = (long)argument, own[BINS] = {0}, i;
    for (i = first_of(me, size); i < first_of(me + 1, size); i++)
        own[numbers[i]]++;
    pthread_mutex_lock(&lock);
    for (i = 0; i < BINS; i++)
        bins[i] += own[i];
    pthread_mutex_unlock(&lock);
    return NULL;
}
#endif

static void run(void)
{
#ifdef OPENMP
#pragma omp parallel num_threads(threads)
    {
        long own[BINS] = {0}, i;
#pragma omp for schedule(guided) nowait
        for (i = 0; i < size; i++)
            own[numbers[i]]++;
#pragma omp critical(merge)
        for (i = 0; i < BINS; i++)
            bins[i] += own[i];
    }
#else
    on_all_threads(work);
#endif
}

int main(int count, char **values)
{
    unsigned long state = 5;
    long i, found = 0, expected = 0;
    if (!read_arguments(count, values, 1, 100000000))
        return 2;
    numbers = new_array((size_t)size, 1);
    for (i = 0; i < size; i++) {
        numbers[i] = (unsigned char)(next_random(&state) % BINS);
        expected += numbers[i] * numbers[i];
    }
    run();
    for (i = 0; i < BINS; i++)
        found += i * i * bins[i];
    return same("squares", found, expected);
}
