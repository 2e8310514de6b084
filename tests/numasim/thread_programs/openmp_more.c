/* The rest of OpenMP that the tracer supports: schedules, steps, sections, copies of variables, locks, and regions
   inside regions. Its results do not depend on the number of threads. */
#include <omp.h>
#include <stdio.h>

static long copied;
#pragma omp threadprivate(copied)

int main(void)
{
    long sum = 0, last = 0, down = 0, parts[3] = {0}, inner = 0, singles = 0, mastered = 0, locked = 0, tested = 0, i;
    unsigned long big = 0;
    omp_lock_t lock;
    omp_set_schedule(omp_sched_dynamic, 3);
    omp_init_lock(&lock);
#pragma omp parallel for schedule(runtime) reduction(+ : sum) lastprivate(last)
    for (i = 0; i < 101; i++) {
        sum += i;
        last = i;
    }
#pragma omp parallel for schedule(static, 7) reduction(max : down) lastprivate(last)
    for (i = 100; i > 0; i -= 3) {
        down = i > down ? i : down;
        last += i;
    }
#pragma omp parallel for schedule(guided, 2) reduction(+ : big)
    for (unsigned long k = 5; k <= 1000; k += 5)
        big += k;
#pragma omp parallel for schedule(dynamic) reduction(+ : big)
    for (i = 10; i >= 0; i -= 2)
        big += (unsigned long)i;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        parts[0] = 1;
#pragma omp section
        parts[1] = 2;
#pragma omp section
        parts[2] = 3;
    }
#pragma omp parallel num_threads(3)
    {
        int round;
        for (round = 0; round < 20; round++) {
#pragma omp single copyprivate(copied)
            copied = 10 + round;
#pragma omp atomic
            singles += copied;
#pragma omp for schedule(dynamic, 2) nowait
            for (int k = 0; k < 10; k++) {
#pragma omp atomic
                singles++;
            }
        }
#pragma omp parallel num_threads(4) reduction(+ : inner)
        inner += omp_get_num_threads() > 0 && omp_get_level() == 2;
        omp_set_lock(&lock);
        locked++;
        omp_unset_lock(&lock);
        while (!omp_test_lock(&lock))
            ;
        tested++;
        omp_unset_lock(&lock);
#pragma omp master
        mastered += 100;
    }
#pragma omp parallel if (sum < 0)
    locked += omp_get_num_threads() == 1;
    omp_destroy_lock(&lock);
    printf("%ld %ld %lu %ld %ld %ld %ld %d\n", sum, down, big, parts[0] + parts[1] + parts[2], singles, locked + mastered,
           tested, inner > 0);
    return omp_in_parallel();
}
