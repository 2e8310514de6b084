/* The beginning of an instrumented program, which both runtimes include.

   The program's main function runs on its own stack, which begins at a page boundary, with the arguments above
   it. Addresses within a page are then the same in every run, and deep recursion fits on the stack. */
#ifndef NUMASIM_PROGRAM_START_H
#define NUMASIM_PROGRAM_START_H

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif
#include <ucontext.h>
#include <unistd.h>

#define STACK ((size_t)1 << 30)
#define GUARD ((size_t)1 << 20)

struct constructor {
    int32_t priority;
    void (*run)(int, char **, char **);
    void *data;
};

/* These are defined in the instrumented module. */
extern const uint64_t numasim_constructor_count;
extern const struct constructor numasim_constructors[];
extern int numasim_program_main(int, char **, char **);

/* Begin the log, before the first function of the program. Each runtime has its own. */
static void start(void);

static void give_up(const char *what)
{
    perror(what);
    exit(125);
}

static int open_in(const char *folder, const char *name)
{
    char path[4096];
    int file;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0)
        give_up(path);
    return file;
}

/* Parse a whole number. A text with other characters after the digits is an error. */
static uint64_t limit(const char *name)
{
    const char *text = getenv(name);
    uint64_t value = 0;
    if (!text)
        return UINT64_MAX;
    do {
        unsigned digit = (unsigned)*text - '0';
        if (digit > 9 || value > (UINT64_MAX - digit) / 10) {
            errno = EINVAL;
            give_up(name);
        }
        value = 10 * value + digit;
    } while (*++text);
    unsetenv(name);
    return value;
}

/* End this process when its parent ends, because a log without a reader would fill the disk. (Each library
   function that is called here shifts the addresses of the program's data. One `syscall` replaces two.) */
static void end_with_parent(void)
{
#ifdef __linux__
    long parent = syscall(SYS_getppid);
    if (syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) || syscall(SYS_getppid) != parent)
        exit(125);
#endif
}

static int argument_count;
static char **arguments;

/* In the C library's order: by priority, then by position in the module. */
static void construct(void)
{
    int64_t last = -1;
    for (;;) {
        int64_t next = INT64_MAX;
        uint64_t i;
        for (i = 0; i < numasim_constructor_count; i++)
            if (numasim_constructors[i].priority > last && numasim_constructors[i].priority < next)
                next = numasim_constructors[i].priority;
        if (next == INT64_MAX)
            return;
        for (i = 0; i < numasim_constructor_count; i++)
            if (numasim_constructors[i].priority == next)
                numasim_constructors[i].run(argument_count, arguments, environ);
        last = next;
    }
}

static void run(void)
{
    construct();
    exit(numasim_program_main(argument_count, arguments, environ));
}

/* The bytes of a list of strings: its pointers, and the strings up to the address where pointers may follow. */
static size_t bytes_of(char **texts)
{
    size_t bytes = 2 * sizeof *texts - 1;
    for (; *texts; texts++)
        bytes += sizeof *texts + strlen(*texts) + 1;
    return bytes - bytes % sizeof *texts;
}

static char **copied(char **texts, void *to)
{
    char **pointers = to, *text;
    size_t i, count = 0;
    while (texts[count])
        count++;
    text = (char *)(pointers + count + 1);
    for (i = 0; i < count; i++) {
        pointers[i] = text;
        text = stpcpy(text, texts[i]) + 1;
    }
    pointers[count] = NULL;
    return pointers;
}

int main(int count, char **values)
{
    static ucontext_t program, here;
    size_t size;
    char *stack;
    argument_count = count;
    arguments = values;
    start();
    size = STACK + bytes_of(values) + bytes_of(environ);
    stack = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED || mprotect(stack, GUARD, PROT_NONE) || getcontext(&program))
        run();
    arguments = copied(values, stack + STACK);
    environ = copied(environ, stack + STACK + bytes_of(values));
    program.uc_stack.ss_sp = stack;
    program.uc_stack.ss_size = STACK;
    program.uc_link = NULL;
    makecontext(&program, run, 0);
    swapcontext(&here, &program);
    return 0;
}

#endif
