/* The region of interest of a program: what lies between its markers, or the calls of one function.

   A thread marks its log where it enters and leaves the region. In a run, the region lasts while at least one thread
   is inside. */
#include "thread_runtime.h"

static uint64_t mistake_made, marks;

uint64_t wrong_markers(void)
{
    return mistake_made;
}

uint64_t marks_made(void)
{
    return marks;
}

static void end_by_mistake(enum mistake mistake, uint32_t line, uint32_t other)
{
    mistake_made = mistake_word(mistake, line, other);
    finish((enum ending)WRONG_MARKERS, "", 0);
}

static void mark(struct thread *thread, int enters)
{
    marks++;
    append(thread, MARK, (uint64_t)enters, 0);
}

void numasim_begin_at(int line)
{
    if (!recording || !numasim_markers)
        return;
    if (running->begun_at)
        end_by_mistake(BEGUN_TWICE, (uint32_t)line, running->begun_at);
    running->begun_at = (uint32_t)line;
    drain();
    mark(running, 1);
}

void numasim_end_at(int line)
{
    if (!recording || !numasim_markers)
        return;
    if (!running->begun_at)
        end_by_mistake(NOT_BEGUN, (uint32_t)line, 0);
    running->begun_at = 0;
    drain();
    mark(running, 0);
}

/* Called where the function of the region begins, and before it returns. The outermost call is the region. */
void numasim_region_enter(const char *frame)
{
    if (recording && !running->region_frame) {
        running->region_frame = frame;
        drain();
        mark(running, 1);
    }
}

void numasim_region_leave(const char *frame)
{
    if (recording && running->region_frame == frame) {
        running->region_frame = NULL;
        drain();
        mark(running, 0);
    }
}

/* An exception or a longjmp continues in this frame, so deeper frames have ended. */
void numasim_region_resume(const char *frame)
{
    if (running->region_frame && frame > running->region_frame)
        numasim_region_leave(running->region_frame);
}

/* The log of a thread ends, which may be inside the function of the region, or, after a crash or at a limit, between
   markers. */
void leave_region(struct thread *thread)
{
    if (thread->region_frame || thread->begun_at)
        mark(thread, 0);
    thread->region_frame = NULL;
    thread->begun_at = 0;
}

/* The running thread ends by itself. */
void check_markers(void)
{
    if (recording && running->begun_at)
        end_by_mistake(NOT_ENDED, running->begun_at, 0);
}

/* So does the program, with its own exit code. Returns how its logs end. */
enum ending check_all_markers(void)
{
    uint32_t slot;
    for (slot = 0; slot < most_threads && !mistake_made; slot++)
        if (threads[slot].begun_at)
            mistake_made = mistake_word(NOT_ENDED, threads[slot].begun_at, 0);
    if (numasim_markers && !marks)
        mistake_made = mistake_word(NOT_REACHED, 0, 0);
    return mistake_made ? (enum ending)WRONG_MARKERS : COMPLETE;
}
