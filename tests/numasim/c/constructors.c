/* What runs before main and after it, and in which order. */
#include <stdio.h>

__attribute__((constructor)) static void first(int count, char **values)
{
    printf("first %d %s\n", count, values[1]);
}
__attribute__((constructor(200))) static void of_200(void) { puts("of 200"); }
__attribute__((constructor(101))) static void of_101(void) { puts("of 101"); }
__attribute__((constructor)) static void second(void) { puts("second"); }

__attribute__((destructor)) static void last(void) { puts("last"); }
__attribute__((destructor(101))) static void after_101(void) { puts("after 101"); }
__attribute__((destructor(200))) static void after_200(void) { puts("after 200"); }

static int called;

int main(int count, char **values, char **environment)
{
    if (called++ < 3)
        return main(count + 1, values, environment);
    printf("main %d %s %d\n", count, values[2], environment[0] != NULL);
    return count;
}
