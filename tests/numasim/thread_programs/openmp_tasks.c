/* OpenMP's tasks, loops of tasks, sections, and single without a barrier. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define N 60

static long fib(int n)
{
    long a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a) if (n > 3)
    a = fib(n - 1);
#pragma omp task shared(b) final(n < 6)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}

struct node {
    struct node *left, *right;
    long value, sum;
};

static struct node *grow(int depth, long value)
{
    struct node *node = calloc(1, sizeof *node);
    node->value = value;
    if (depth > 1) {
        node->left = grow(depth - 1, 2 * value);
        node->right = grow(depth - 1, 2 * value + 1);
    }
    return node;
}

/* No taskwait: the group of the caller waits for all descendants. */
static void visit(struct node *node)
{
    if (!node)
        return;
    node->sum = node->value * node->value;
#pragma omp task untied
    visit(node->left);
#pragma omp task
    visit(node->right);
}

static long total(struct node *node)
{
    return node ? node->sum + total(node->left) + total(node->right) : 0;
}

int main(void)
{
    long x[N] = {0}, y[N][4], found = 0, sections[3] = {0}, last = -1, single = 0, group = 0, late = 0;
    int finals = 0;
    struct node *tree = grow(5, 1);

#pragma omp parallel
#pragma omp single
    found = fib(10);
    printf("fib %ld\n", found);

#pragma omp parallel
#pragma omp master
    {
#pragma omp taskgroup
        visit(tree);
        group = total(tree);
    }
    printf("tree %ld\n", group);

#pragma omp parallel
    {
#pragma omp single nowait
        single++;
#pragma omp single
        {
#pragma omp taskloop grainsize(7) firstprivate(found)
            for (int i = 0; i < N; i++)
                x[i] = i * found;
#pragma omp taskloop num_tasks(5) lastprivate(last)
            for (long i = N - 1; i >= 0; i -= 3)
                last = i;
#pragma omp taskloop nogroup
            for (int i = 0; i < N; i++)
                y[i][0] = i;
#pragma omp taskwait
#pragma omp task shared(late)
            {
#pragma omp task shared(late)
#pragma omp atomic
                late += 2;
#pragma omp atomic
                late++;
            } /* ends before the barrier */
        }
        if (late != 3)
            abort();
#pragma omp sections nowait
        {
#pragma omp section
            sections[0] = 1;
#pragma omp section
            sections[1] = 2;
#pragma omp section
            sections[2] = 3;
        }
#pragma omp for collapse(2) schedule(dynamic, 3)
        for (int i = 0; i < N; i++)
            for (int j = 1; j < 4; j++)
                y[i][j] = y[i][0] * j;
#pragma omp for schedule(static) collapse(2)
        for (int i = 0; i < N; i++)
            for (int j = 0; j < 4; j++)
                y[i][j]++;
    }
    for (int i = 0; i < N; i++)
        found += x[i] + y[i][0] + y[i][1] + y[i][2] + y[i][3];
    printf("loops %ld %ld %ld %ld\n", found, last, single, sections[0] + sections[1] + sections[2]);

#pragma omp parallel
#pragma omp single
    {
#pragma omp task final(1) shared(finals)
        {
#pragma omp task shared(finals)
            finals += omp_in_final(); /* run at once */
            finals += 10 * omp_in_final();
#pragma omp taskyield
        }
    }
    printf("final %d\n", finals);

#pragma omp task shared(late)
    late = 7; /* outside of a parallel region: at once */
    printf("outside %ld\n", late);
    return 0;
}
