/* Handlers: in the middle of anything, one within another, and left by a jump. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile int alarms, users, others;
static volatile long work;

static void on_alarm(int number)
{
    (void)number;
    alarms++;
    ualarm(500, 0);
}

static void on_user(int number)
{
    (void)number;
    if (++users == 2)
        siglongjmp(back, 3);
    if (users == 4)
        raise(SIGUSR2);
}

static void on_other(int number, siginfo_t *information, void *context)
{
    (void)context;
    others += number == information->si_signo;
}

int main(void)
{
    struct sigaction action, before;
    int returned;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_other;
    action.sa_flags = SA_SIGINFO;
    printf("%d ", signal(SIGUSR1, on_user) == SIG_DFL);
    printf("%d ", signal(SIGUSR1, on_user) == on_user);
    sigaction(SIGUSR2, &action, NULL);
    sigaction(SIGUSR2, NULL, &before);
    printf("%d %d\n", before.sa_sigaction == on_other, sigaction(1000, &action, NULL));
    returned = sigsetjmp(back, 1);
    while (users < 5)
        raise(SIGUSR1);
    printf("%d %d %d\n", returned, users, others);
    signal(SIGUSR1, SIG_IGN);
    raise(SIGUSR1);
    signal(SIGALRM, on_alarm);
    ualarm(500, 0);
    while (alarms < 5)
        work++;
    printf("%d\n", signal(SIGUSR1, SIG_DFL) == SIG_IGN);
    return users;
}
