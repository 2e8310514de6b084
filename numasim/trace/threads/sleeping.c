/* Sleeping and waiting for files, on the threads of this scheduler. They replace the functions of the C library.

   A thread that sleeps lets another one run, and does not wait: the clocks that the program can read go on by what
   is left of its sleep. So a loop that looks at a flag and sleeps costs the time of its instructions. */
#include "thread_runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#include "real_functions.h"

#define SECOND INT64_C(1000000000)
#define LONGEST (SECOND * INT32_MAX)

static int64_t slept; /* nanoseconds by which the clocks of the program are ahead */

/* -- clocks --------------------------------------------------------------------------------------------- */

static int real_clock_gettime(clockid_t clock, struct timespec *time)
{
    REAL(clock_gettime, clock, time);
}

static int64_t nanoseconds(const struct timespec *time)
{
    return time->tv_sec >= INT32_MAX ? LONGEST : time->tv_sec * SECOND + time->tv_nsec;
}

static struct timespec time_at(int64_t nanosecond)
{
    return (struct timespec){nanosecond / SECOND, nanosecond % SECOND};
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int error = real_clock_gettime(clock, time);
    int of_work = clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
    if (!error && slept && !of_work)
        *time = time_at(time->tv_sec * SECOND + time->tv_nsec + slept);
    return error;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *result)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result)
        *result = now.tv_sec;
    return now.tv_sec;
}

static int64_t now_by(clockid_t clock)
{
    struct timespec now = {0, 0};
    clock_gettime(clock, &now);
    return now.tv_sec * SECOND + now.tv_nsec;
}

/* -- sleeping ------------------------------------------------------------------------------------------- */

static void sleep_for(int64_t duration)
{
    int64_t left, end = now_by(CLOCK_MONOTONIC) + duration;
    if (running)
        run_another();
    left = end - now_by(CLOCK_MONOTONIC);
    if (left > 0)
        slept += left;
}

unsigned sleep(unsigned seconds)
{
    sleep_for(seconds * SECOND);
    return 0;
}

int usleep(useconds_t microseconds)
{
    sleep_for(microseconds * INT64_C(1000));
    return 0;
}

static int is_time(const struct timespec *time)
{
    return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < SECOND;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
    int64_t duration;
    if (!is_time(time))
        return EINVAL;
    duration = nanoseconds(time);
    if (flags & TIMER_ABSTIME)
        duration -= now_by(clock);
    sleep_for(duration > 0 ? duration : 0);
    if (left && !(flags & TIMER_ABSTIME))
        *left = time_at(0);
    return 0;
}

int nanosleep(const struct timespec *time, struct timespec *left)
{
    int error = clock_nanosleep(CLOCK_REALTIME, 0, time, left);
    if (!error)
        return 0;
    errno = error;
    return -1;
}

int thrd_sleep(const struct timespec *time, struct timespec *left)
{
    return nanosleep(time, left) ? -2 : 0;
}

void thrd_yield(void)
{
    sched_yield();
}

/* -- files ---------------------------------------------------------------------------------------------- */

static int real_poll(struct pollfd *files, nfds_t count, int timeout)
{
    REAL(poll, files, count, timeout);
}

int poll(struct pollfd *files, nfds_t count, int timeout)
{
    int found = real_poll(files, count, 0);
    if (found || !timeout || !running)
        return found ? found : real_poll(files, count, timeout);
    if (timeout > 0) {
        sleep_for(timeout * INT64_C(1000000));
        return real_poll(files, count, 0);
    }
    while (run_another())
        if ((found = real_poll(files, count, 0)))
            return found;
    return real_poll(files, count, timeout);
}

static int real_select(int count, fd_set *reads, fd_set *writes, fd_set *others, struct timeval *timeout)
{
    REAL(select, count, reads, writes, others, timeout);
}

/* Look at files without waiting; the sets stay as they are if none is ready. */
static int look(int count, fd_set *sets[3])
{
    fd_set copies[3];
    fd_set *given[3] = {NULL, NULL, NULL};
    struct timeval none = {0, 0};
    int found, i;
    for (i = 0; i < 3; i++)
        if (sets[i])
            copies[i] = *sets[i], given[i] = &copies[i];
    found = real_select(count, given[0], given[1], given[2], &none);
    for (i = 0; i < 3 && found > 0; i++)
        if (sets[i])
            *sets[i] = copies[i];
    return found;
}

int select(int count, fd_set *reads, fd_set *writes, fd_set *others, struct timeval *timeout)
{
    fd_set *sets[3] = {reads, writes, others};
    int found = look(count, sets);
    if (found || !running)
        return found ? found : real_select(count, reads, writes, others, timeout);
    if (timeout) {
        sleep_for(timeout->tv_sec * SECOND + timeout->tv_usec * INT64_C(1000));
        *timeout = (struct timeval){0, 0};
        return real_select(count, reads, writes, others, timeout);
    }
    while (run_another())
        if ((found = look(count, sets)))
            return found;
    return real_select(count, reads, writes, others, timeout);
}

/* A thread that would wait for data lets the others run, one of which may write it. */
ssize_t read(int file, void *buffer, size_t bytes)
{
    struct pollfd data = {file, POLLIN, 0};
    if (running && !(fcntl(file, F_GETFL) & O_NONBLOCK))
        while (real_poll(&data, 1, 0) == 0 && run_another())
            ;
    REAL(read, file, buffer, bytes);
}
