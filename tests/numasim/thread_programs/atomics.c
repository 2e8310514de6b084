/* C11 atomics: a lock that spins, a flag that publishes, counters, and compare and exchange. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 3

static atomic_flag busy = ATOMIC_FLAG_INIT;
static atomic_int ready;
static atomic_long relaxed, most;
static long data, guarded;

static void *work(void *argument)
{
    long me = (long)argument, i, seen;
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        ;
    for (i = 0; i < 100; i++) {
        while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
            ;
        guarded += data;
        atomic_flag_clear_explicit(&busy, memory_order_release);
        atomic_fetch_add_explicit(&relaxed, me, memory_order_relaxed);
        seen = atomic_load(&most);
        while (seen < i * me && !atomic_compare_exchange_weak(&most, &seen, i * me))
            ;
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    long i;
    for (i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)i);
    data = 7;
    atomic_store_explicit(&ready, 1, memory_order_release);
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%ld %ld %ld\n", guarded, (long)relaxed, (long)most);
    return guarded == 2100 && relaxed == 300 && most == 198 ? 0 : 1;
}
