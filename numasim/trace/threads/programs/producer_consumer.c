/* Half of the threads produce numbers, and the others consume them, through a bounded queue: one queue with a lock
   and two conditions, or a ring without locks for each pair of threads. Size: numbers of each producer. */
#include "program.h"

#define ROOM 16

static int pairs;
static long sums[MOST_THREADS];

#ifdef PTHREADS
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static long queue[ROOM];
static int first, used;

static void put(int pair, long number)
{
    (void)pair;
    pthread_mutex_lock(&lock);
    while (used == ROOM)
        pthread_cond_wait(&not_full, &lock);
    queue[(first + used++) % ROOM] = number;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}

static long take(int pair)
{
    long number;
    (void)pair;
    pthread_mutex_lock(&lock);
    while (used == 0)
        pthread_cond_wait(&not_empty, &lock);
    number = queue[first];
    first = (first + 1) % ROOM;
    used--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return number;
}
#else
static struct ring {
    _Alignas(64) atomic_long written;
    _Alignas(64) atomic_long read;
    _Alignas(64) long numbers[ROOM];
} rings[MOST_THREADS / 2];

static void put(int pair, long number)
{
    struct ring *ring = &rings[pair];
    long at = atomic_load_explicit(&ring->written, memory_order_relaxed);
    while (at - atomic_load_explicit(&ring->read, memory_order_acquire) == ROOM)
        ;
    ring->numbers[at % ROOM] = number;
    atomic_store_explicit(&ring->written, at + 1, memory_order_release);
}

static long take(int pair)
{
    struct ring *ring = &rings[pair];
    long at = atomic_load_explicit(&ring->read, memory_order_relaxed), number;
    while (at == atomic_load_explicit(&ring->written, memory_order_acquire))
        ;
    number = ring->numbers[at % ROOM];
    atomic_store_explicit(&ring->read, at + 1, memory_order_release);
    return number;
}
#endif

static void *work(void *argument)
{
    long me = (long)argument, i, sum = 0;
    int pair = (int)me / 2;
    if (pair >= pairs)
        return NULL;
    for (i = 0; i < size; i++)
        if (me % 2)
            sum += take(pair);
        else
            put(pair, i + me);
    sums[me] = sum;
    return NULL;
}

int main(int count, char **values)
{
    long i, found = 0, expected = 0;
    if (!read_arguments(count, values, 1, 10000000))
        return 2;
    if (threads < 2) {
        fprintf(stderr, "a producer and a consumer are two threads, got %d\n", threads);
        return 2;
    }
    pairs = threads / 2;
    on_all_threads(work);
    for (i = 0; i < 2 * pairs; i++) {
        found += sums[i];
        if (i % 2 == 0)
            expected += size * (size - 1) / 2 + i * size;
    }
    return same("sum", found, expected);
}
