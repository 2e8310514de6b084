/* Half of the threads produce numbers, and the others consume them, through a bounded queue for each pair of
   threads: with a lock and two conditions, or a ring without locks. Size: numbers of each producer. */
#include "program.h"

#define ROOM 16

static int pairs;
static long sums[MOST_THREADS];

#ifdef PTHREADS
static struct queue {
    _Alignas(64) pthread_mutex_t lock;
    _Alignas(64) pthread_cond_t not_full;
    _Alignas(64) pthread_cond_t not_empty;
    _Alignas(64) long numbers[ROOM];
    long written, read;
} queues[MOST_THREADS / 2];

static void make(int pair)
{
    struct queue *queue = &queues[pair];
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->not_full, NULL);
    pthread_cond_init(&queue->not_empty, NULL);
}

static void put(int pair, long number)
{
    struct queue *queue = &queues[pair];
    pthread_mutex_lock(&queue->lock);
    while (queue->written - queue->read == ROOM)
        pthread_cond_wait(&queue->not_full, &queue->lock);
    queue->numbers[queue->written++ % ROOM] = number;
    pthread_cond_signal(&queue->not_empty);
    pthread_mutex_unlock(&queue->lock);
}

static long take(int pair)
{
    struct queue *queue = &queues[pair];
    long number;
    pthread_mutex_lock(&queue->lock);
    while (queue->written == queue->read)
        pthread_cond_wait(&queue->not_empty, &queue->lock);
    number = queue->numbers[queue->read++ % ROOM];
    pthread_cond_signal(&queue->not_full);
    pthread_mutex_unlock(&queue->lock);
    return number;
}
#else
static struct ring {
    _Alignas(64) atomic_long written;
    _Alignas(64) atomic_long read;
    _Alignas(64) long numbers[ROOM];
} rings[MOST_THREADS / 2];

static void make(int pair)
{
    (void)pair; /* a ring of zeros is empty */
}

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
    for (i = 0; i < pairs; i++)
        make((int)i);
    on_all_threads(work);
    for (i = 0; i < 2 * pairs; i++) {
        found += sums[i];
        if (i % 2 == 0)
            expected += size * (size - 1) / 2 + i * size;
    }
    return same("sum", found, expected);
}
