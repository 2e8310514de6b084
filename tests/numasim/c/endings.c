/* Every way to end; the argument says which. */
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int zero;
static int *volatile nowhere;

static void goodbye(void) { puts("goodbye"); }
static void before_goodbye(void) { puts("before goodbye"); }
static void aborts(void) { abort(); }

static int leave_from(int depth)
{
    if (depth == 0)
        exit(7);
    return leave_from(depth - 1) + 1;
}

static int descend(int depth) { return depth == 0 ? 0 : descend(depth - 1) + 1; }

static int descend_for_ever(int depth)
{
    volatile char frame[1 << 20];
    frame[0] = (char)depth;
    return descend_for_ever(depth + 1) + frame[0];
}

int main(int count, char **values)
{
    volatile long i = 0;
    setvbuf(stdout, NULL, _IOFBF, 4096);
    printf("begin %d\n", count);
    switch (values[1][0]) {
    case 'r':
        return 256 + 5;
    case 'e':
        atexit(goodbye);
        atexit(before_goodbye);
        return leave_from(3);
    case '_':
        _exit(9); /* what was printed is lost */
    case 'q':
        quick_exit(8);
    case 'n':
        exit(-1);
    case 'd':
        printf("%d\n", descend(1000000));
        return 0;
    }
    fflush(stdout);
    switch (values[1][0]) {
    case 'A':
        atexit(aborts);
        return 0;
    case 'a':
        assert(count == 9);
        break;
    case 's':
        *nowhere = 1;
        break;
    case 'f':
        return 5 / zero;
    case 'o':
        return descend_for_ever(0);
    case 'k':
        raise(SIGRTMIN + 3);
        break;
    case 'l':
        for (;;)
            i++;
    }
    return 0;
}
