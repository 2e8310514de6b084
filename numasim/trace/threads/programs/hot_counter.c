/* A sum over numbers, all added to one counter: under a lock, with an atomic addition, or by a reduction.
   Size: numbers. */
#include "program.h"

static long *numbers;

#ifdef PTHREADS
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void *work(void *argument)
{
    long me = (long)argument, i;
    for (i = first_of(me, size); i < first_of(me + 1, size); i++) {
        pthread_mutex_lock(&lock);
        sum += numbers[i];
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}
#elif defined(ATOMICS)
static atomic_long sum;

static void *work(void *argument)
{
    long me = (long)argument, i;
    for (i = first_of(me, size); i < first_of(me + 1, size); i++)
        atomic_fetch_add_explicit(&sum, numbers[i], memory_order_relaxed);
    return NULL;
}
#else
static long sum;
#endif

static void run(void)
{
#ifdef OPENMP
    long i;
#pragma omp parallel for num_threads(threads) reduction(+ : sum)
    for (i = 0; i < size; i++)
        sum += numbers[i];
#else
    on_all_threads(work);
#endif
}

int main(int count, char **values)
{
    unsigned long state = 2;
    long i, expected = 0;
    if (!read_arguments(count, values, 1, 100000000))
        return 2;
    numbers = new_array((size_t)size, sizeof *numbers);
    for (i = 0; i < size; i++)
        expected += numbers[i] = (long)(next_random(&state) % 1000);
    run();
    return same("sum", sum, expected);
}
