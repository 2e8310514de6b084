/* Children, which are not traced; and the environment that they get. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static long work(long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++)
        sum += i;
    return sum;
}

int main(void)
{
    char text[20];
    int status;
    FILE *pipe;
    pid_t child = fork();
    if (child == 0) {
        printf("child %ld\n", work(3000000)); /* more than one window of the log */
        exit(3);
    }
    waitpid(child, &status, 0);
    printf("parent %d %ld\n", WEXITSTATUS(status), work(10));
    child = vfork();
    if (child == 0)
        _exit(5);
    waitpid(child, &status, 0);
    printf("%d\n", WEXITSTATUS(status));
    fflush(stdout);
    status = system("env | grep -c NUMASIM_TRACE");
    printf("%d\n", WEXITSTATUS(status));
    pipe = popen("echo from a pipe", "r");
    if (fgets(text, sizeof text, pipe))
        fputs(text, stdout);
    return pclose(pipe);
}
