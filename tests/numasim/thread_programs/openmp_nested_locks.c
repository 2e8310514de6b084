#include <omp.h>
#include <stdio.h>
static long sum; static omp_nest_lock_t L;
static void add(int k) { omp_set_nest_lock(&L); sum += k; omp_unset_nest_lock(&L); }
int main(void) {
    int deep = 0;
    omp_init_nest_lock(&L);
#pragma omp parallel num_threads(4)
    for (int i = 0; i < 5; i++) {
        omp_set_nest_lock(&L);
        add(i); add(1);
        int d = omp_test_nest_lock(&L);
        if (d == 2) deep++;
        if (d) omp_unset_nest_lock(&L);
        omp_unset_nest_lock(&L);
    }
    omp_destroy_nest_lock(&L);
    printf("%ld %d\n", sum, deep);
    return 0;
}
