/* Every thread counts the even numbers of its part 40 times in a counter of its own. The counters lie side by side
   (SHARED), or each in a block of its own (PADDED), which cures the false sharing. Size: numbers. */
#include "program.h"

#ifdef PADDED
#define BETWEEN 16 /* counters: 128 bytes */
#else
#define BETWEEN 1
#endif

#define ROUNDS 40

static _Alignas(128) volatile long counters[MOST_THREADS * BETWEEN];
static int *numbers;

static void *work(void *argument)
{
    long me = (long)argument, round, i;
    for (round = 0; round < ROUNDS; round++)
        for (i = first_of(me, size); i < first_of(me + 1, size); i++)
            counters[me * BETWEEN] += numbers[i] % 2 == 0;
    return NULL;
}

int main(int count, char **values)
{
    unsigned long state = 3;
    long i, found = 0, expected = 0;
    if (!read_arguments(count, values, 1, 1000000))
        return 2;
    numbers = new_array((size_t)size, sizeof *numbers);
    for (i = 0; i < size; i++) {
        numbers[i] = (int)(next_random(&state) % 1000);
        expected += ROUNDS * (numbers[i] % 2 == 0);
    }
    on_all_threads(work);
    for (i = 0; i < threads; i++)
        found += counters[i * BETWEEN];
    return same("even", found, expected);
}
