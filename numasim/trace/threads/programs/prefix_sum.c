/* Running sums: every thread sums its part, and adds the sums of the parts before it. Size: numbers. */
#include "program.h"

static long *numbers, sums[MOST_THREADS + 1];

static void sum_part(long me)
{
    long i, sum = 0;
    for (i = first_of(me, size); i < first_of(me + 1, size); i++)
        sum = numbers[i] += sum;
    sums[me + 1] = sum;
}

static void add_before(long me)
{
    long i, before = 0;
    for (i = 1; i <= me; i++)
        before += sums[i];
    for (i = first_of(me, size); i < first_of(me + 1, size); i++)
        numbers[i] += before;
}

#ifdef PTHREADS
static pthread_barrier_t barrier;

static void *work(void *argument)
{
    sum_part((long)argument);
    pthread_barrier_wait(&barrier);
    add_before((long)argument);
    return NULL;
}
#elif defined(ATOMICS)
static atomic_int arrived;

static void *work(void *argument)
{
    sum_part((long)argument);
    atomic_fetch_add_explicit(&arrived, 1, memory_order_acq_rel);
    while (atomic_load_explicit(&arrived, memory_order_acquire) < threads)
        ;
    add_before((long)argument);
    return NULL;
}
#endif

static void run(void)
{
#ifdef OPENMP
#pragma omp parallel num_threads(threads)
    {
        long i;
#pragma omp for schedule(static, 1)
        for (i = 0; i < threads; i++)
            sum_part(i);
#pragma omp for schedule(static, 1)
        for (i = 0; i < threads; i++)
            add_before(i);
    }
#else
#ifdef PTHREADS
    pthread_barrier_init(&barrier, NULL, (unsigned)threads);
#endif
    on_all_threads(work);
#endif
}

int main(int count, char **values)
{
    unsigned long state = 7, again = 7;
    long i, sum = 0, wrong = 0;
    if (!read_arguments(count, values, 1, 100000000))
        return 2;
    numbers = new_array((size_t)size, sizeof *numbers);
    for (i = 0; i < size; i++)
        numbers[i] = (long)(next_random(&state) % 100);
    run();
    for (i = 0; i < size; i++) {
        sum += (long)(next_random(&again) % 100);
        wrong += numbers[i] != sum;
    }
    printf("total %ld\n", numbers[size - 1]);
    return same("wrong", wrong, 0);
}
