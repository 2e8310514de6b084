/* A thread that waits for an hour in each of many ways, while another one does what it waits for. */
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

#define HOUR 3600
static volatile int done, looked;
static int ends[2];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;

static void wait_an_hour(const char *how)
{
    struct timespec hour = {HOUR, 0}, until;
    struct timeval time = {HOUR, 0};
    if (!strcmp(how, "sleep"))
        sleep(HOUR);
    else if (!strcmp(how, "usleep"))
        usleep(3600000000u);
    else if (!strcmp(how, "nanosleep"))
        nanosleep(&hour, NULL);
    else if (!strcmp(how, "clock_nanosleep")) {
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += HOUR;
        clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    } else if (!strcmp(how, "poll"))
        poll(NULL, 0, HOUR * 1000);
    else
        select(0, NULL, NULL, NULL, &time);
}

static void *work(void *how)
{
    char byte = 'x';
    struct timespec far = {4000000000, 0};
    if (!strcmp(how, "timed wait")) { /* it is over when no other thread can run */
        pthread_mutex_lock(&lock);
        pthread_cond_timedwait(&never, &lock, &far);
        pthread_mutex_unlock(&lock);
    }
    if (!strcmp(how, "pipe"))
        if (write(ends[1], &byte, 1) != 1)
            return how;
    if (!strcmp(how, "both"))
        sleep(HOUR);
    done = 1;
    return NULL;
}

int main(int count, char **arguments)
{
    const char *how = count > 1 ? arguments[1] : "sleep";
    char byte = '-';
    pthread_t thread;
    time_t begin = time(NULL);
    struct pollfd data = {0, POLLIN, 0};
    if (pipe(ends))
        return 1;
    data.fd = ends[0];
    pthread_create(&thread, NULL, work, (void *)how);
    if (!strcmp(how, "pipe")) {
        if (poll(&data, 1, -1) != 1 || read(ends[0], &byte, 1) != 1)
            return 2;
    } else {
        while (!done) {
            wait_an_hour(how);
            looked++;
        }
    }
    pthread_join(thread, NULL);
    printf("%s %c, %d, hours %ld\n", how, byte, looked <= 2, (long)((time(NULL) - begin + HOUR / 2) / HOUR));
    return 0;
}
