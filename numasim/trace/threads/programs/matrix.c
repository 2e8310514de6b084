/* A product of two square matrices: rows in equal parts, or row by row to the next free thread. Size: the order. */
#include "program.h"

static long *a, *b, *c;

static void row_of_product(long row)
{
    long k, column;
    for (k = 0; k < size; k++)
        for (column = 0; column < size; column++)
            c[row * size + column] += a[row * size + k] * b[k * size + column];
}

#ifdef PTHREADS
static void *work(void *argument)
{
    long me = (long)argument, row;
    for (row = first_of(me, size); row < first_of(me + 1, size); row++)
        row_of_product(row);
    return NULL;
}
#elif defined(ATOMICS)
static atomic_long next_row;

static void *work(void *argument)
{
    long row;
    (void)argument;
    while ((row = atomic_fetch_add_explicit(&next_row, 1, memory_order_relaxed)) < size)
        row_of_product(row);
    return NULL;
}
#endif

static void run(void)
{
#ifdef OPENMP
    long row;
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (row = 0; row < size; row++)
        row_of_product(row);
#else
    on_all_threads(work);
#endif
}

int main(int count, char **values)
{
    unsigned long state = 4;
    long i, k, found = 0, expected = 0;
    if (!read_arguments(count, values, 1, 5000))
        return 2;
    a = new_array((size_t)(size * size), sizeof *a);
    b = new_array((size_t)(size * size), sizeof *b);
    c = new_array((size_t)(size * size), sizeof *c);
    for (i = 0; i < size * size; i++) {
        a[i] = (long)(next_random(&state) % 10);
        b[i] = (long)(next_random(&state) % 10);
    }
    run();
    for (i = 0; i < size * size; i++)
        found += c[i];
    for (k = 0; k < size; k++) { /* the sum of a product is that of column sums times row sums */
        long column = 0, row = 0;
        for (i = 0; i < size; i++) {
            column += a[i * size + k];
            row += b[k * size + i];
        }
        expected += column * row;
    }
    return same("sum", found, expected);
}
