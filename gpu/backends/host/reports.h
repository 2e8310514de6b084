// What is wrong with a kernel that cannot go on: divergent barriers, deadlocks, threads that spin; and what older
// devices do not allow.
#pragma once

#include "block.h"

namespace {

const char* thread_name(int thread) {
    static char text[48];
    const Index t = threads[thread].index;
    snprintf(text, sizeof text, "thread (%u, %u, %u)", t.x, t.y, t.z);
    return text;
}

// A barrier of the block that one thread reached while another one waits at a second one.
void report_divergence(int waiting, int other) {
    const int line = line_of(threads[waiting].at), of_other = line_of(threads[other].at);
    char where[32] = "a second one of this line";
    if (of_other != line) snprintf(where, sizeof where, "the one in line %d", of_other);
    fail("divergent barrier: %s waits at __syncthreads in line %d, and %s waits at %s; every thread of a block must "
         "reach the same barrier",
         place(waiting), line, thread_name(other), where);
}

// A barrier of the block that a thread reached after another one had ended. From capability 7.0 on, it waits for the
// others (CUDA programming guide, "Independent thread scheduling"); before, its behaviour is not defined.
void note_early_exit(int waiting, int other) {
    if (launch.early_exit[0] != 0) return;
    snprintf(launch.early_exit, sizeof launch.early_exit,
             "%s waits at __syncthreads in line %d, and %s has left the kernel", place(waiting),
             line_of(threads[waiting].at), thread_name(other));
}

// A lane that a thread reads by a shuffle, and that takes no part in it: in CUDA the value is not defined.
void note_absent_lane(int thread, int lane) {
    if (launch.absent_lane[0] != 0) return;
    const Thread& me = threads[thread];
    char why[48] = "has left the kernel";
    if (!(me.mask >> lane & 1)) snprintf(why, sizeof why, "is not in the mask 0x%08x", me.mask);
    snprintf(launch.absent_lane, sizeof launch.absent_lane, "%s reads lane %d by a shuffle in line %d, and that lane %s",
             place(thread), lane, line_of(me.at), why);
}

// Fails if some thread of the grid does not wait where the others do.
void check_grid_barrier() {
    const Block* first = nullptr;
    int waiting = 0;
    for (const Block& one : blocks)
        for (int t = 0; t < launch.threads && first == nullptr; ++t)
            if (one.threads[t].waits == Waits::grid) first = &one, waiting = t;
    const int at = first->threads[waiting].at;
    for (const Block& one : blocks)
        for (int t = 0; t < launch.threads; ++t) {
            const Thread& other = one.threads[t];
            if (other.waits == Waits::grid && other.at == at) continue;
            char what[96];
            if (other.waits == Waits::nothing)
                snprintf(what, sizeof what, "has left the kernel");
            else
                snprintf(what, sizeof what, "waits at %s in line %d", kNameOf[int(other.waits)], line_of(other.at));
            fail("divergent grid barrier: %s waits at GRID_SYNC in line %d, and %s %s; every thread of a grid must "
                 "reach the same grid barrier",
                 place(*first, waiting), line_of(at), place(one, t), what);
        }
}

// All threads wait; the entered block is one of them.
[[noreturn]] void report_deadlock() {
    if (launch.at_grid > 0) check_grid_barrier();
    for (int t = 0; t < launch.threads; ++t) {
        const Thread& one = threads[t];
        if (one.waits == Waits::nothing || one.waits == Waits::block) continue;
        const int first = t / kWarp * kWarp;
        for (unsigned rest = one.mask & warps[t / kWarp].alive; rest; rest &= rest - 1) {
            const int other = first + __builtin_ctz(rest);
            const Thread& two = threads[other];
            if (wait_for_the_same(one, two)) continue;
            fail("deadlock: %s waits for lane %d at %s in line %d (mask 0x%08x), and that lane waits at %s in line %d "
                 "(mask 0x%08x)",
                 place(t), other % kWarp, kNameOf[int(one.waits)], line_of(one.at), one.mask, kNameOf[int(two.waits)],
                 line_of(two.at), two.waits == Waits::block ? 0xffffffffu : two.mask);
        }
    }
    fail("deadlock in block (%u, %u, %u)", blockIdx.x, blockIdx.y, blockIdx.z);
}

[[noreturn]] void report_spinning() {
    const char* const why = "no thread of the launch wrote to memory, passed a barrier or ended";
    const double millions = double(quiet_slices) * launch.slice / 1e6;
    if (quiet_code == nullptr)
        fail("%s spins in line %d: %s in the last %.0f million basic blocks", place(quiet_thread), quiet_line, why,
             millions);
    fail("%s spins in line %s: %s in the last %.0f million basic blocks", place(quiet_thread),
         place_in_code(quiet_code), why, millions);
}

}  // namespace
