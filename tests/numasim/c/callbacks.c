/* Functions that a library calls back. */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}
static void visit(const void *node, VISIT order, int depth)
{
    if (order == postorder || order == leaf)
        printf("%d@%d ", **(int *const *)node, depth);
}
static int (*volatile table[])(const void *, const void *) = {compare, compare_texts};

int main(void)
{
    int numbers[50], key;
    char *texts[] = {"q", "a", "zz", "m"};
    void *root = NULL;
    for (int i = 0; i < 50; i++)
        numbers[i] = i * 29 % 53;
    qsort(numbers, 50, sizeof *numbers, table[0]);
    key = numbers[7];
    printf("%td\n", (int *)bsearch(&key, numbers, 50, sizeof *numbers, compare) - numbers);
    qsort(texts, 4, sizeof *texts, table[1]);
    puts(texts[3]);
    for (int i = 0; i < 9; i++)
        tsearch(&numbers[i * 7 % 50], &root, compare);
    twalk(root, visit);
    puts("");
    return 0;
}
