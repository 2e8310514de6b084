// Runs a kernel's blocks one after another on the CPU, a block's threads as fibers (block.h).
#include <link.h>
#include <sys/mman.h>

#include <cstring>

#include "block.h"

namespace {

// Runs the block that blockIdx names.
void run_block() {
    for (int t = 0; t < launch.threads; ++t) threads[t].waits = Waits::nothing;
    for (int w = 0; w < launch.warps; ++w) {
        const int lanes = launch.threads - w * kWarp < kWarp ? launch.threads - w * kWarp : kWarp;
        const unsigned all = lanes == kWarp ? ~0u : (1u << lanes) - 1;
        warps[w].fresh = warps[w].alive = all;
        warps[w].ready = warps[w].at_block = warps[w].exchanging = 0;
        make_ready(w, all);
    }
    launch.alive = launch.threads;
    launch.at_block = 0;
    launch.current = 0;
    resume(scheduler, take_ready());
    if (!launch.failed && launch.alive > 0) {
        // fail() comes back here by a switch to the scheduler, so it needs a fiber of its own to leave.
        Context reporter;
        prepare(reporter, free_stacks.back(), kStack, [] { report_deadlock(); __builtin_unreachable(); });
        switch_context(scheduler, reporter);
    }
}

struct Range {
    char* begin;
    size_t bytes;
};

// Shared memory is all that this library keeps for each thread of the operating system.
int find_shared(dl_phdr_info* library, size_t, void* result) {
    bool ours = false;
    size_t bytes = 0;
    for (int s = 0; s < library->dlpi_phnum; ++s) {
        const ElfW(Phdr)& segment = library->dlpi_phdr[s];
        const uintptr_t begin = library->dlpi_addr + segment.p_vaddr;
        if (segment.p_type == PT_LOAD && reinterpret_cast<uintptr_t>(&launch) - begin < segment.p_memsz) ours = true;
        if (segment.p_type == PT_TLS) bytes = segment.p_memsz;
    }
    if (ours) *static_cast<Range*>(result) = {static_cast<char*>(library->dlpi_tls_data), bytes};
    return ours;
}

}  // namespace

extern "C" {

uint64_t numasim_shuffle(unsigned mask, uint64_t value, int source, int line) {
    return exchange(Waits::shuffle, mask, value, source, line);
}

unsigned numasim_ballot(unsigned mask, int predicate, int line) {
    return unsigned(exchange(Waits::ballot, mask, predicate != 0, 0, line));
}

void numasim_sync_warp(unsigned mask, int line) { exchange(Waits::warp, mask, 0, 0, line); }

void numasim_sync_block(int line) {
    Thread& me = threads[launch.current];
    me.waits = Waits::block;
    me.line = line;
    warps[launch.current / kWarp].at_block |= 1u << launch.current % kWarp;
    ++launch.at_block;
    complete_barrier();
    wait();
}

// Defined beside the kernels: any address in this thread's shared memory, and where the dynamic part begins.
__attribute__((visibility("hidden"))) char* numasim_shared();
__attribute__((visibility("hidden"))) char* numasim_dynamic();

// Runs a kernel, its shared memory filled with ones (NaN, -1) before each block, as what stands there is undefined.
// Returns 0, or 1 with a message.
__attribute__((visibility("default"))) int numasim_run(void (*call)(void**), void** arguments, const unsigned* grid,
                                                       const unsigned* block, size_t dynamic_bytes, char* message,
                                                       size_t message_bytes) {
    numasim_shared();  // makes this thread's
    Range range = {};
    dl_iterate_phdr(find_shared, &range);
    char* const shared = range.begin;
    char* const dynamic = numasim_dynamic() ? numasim_dynamic() : range.begin + range.bytes;
    const size_t shared_bytes = size_t(dynamic - shared);
    if (numasim_dynamic() == nullptr) dynamic_bytes = 0;  // the kernels declare none
    if (stacks == nullptr) {
        void* room =
            mmap(nullptr, kRoom, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (room == MAP_FAILED) {
            snprintf(message, message_bytes, "no memory for the stacks of %d threads", kMaxThreads);
            return 1;
        }
        stacks = static_cast<char*>(room);
    }
    free_stacks.clear();
    for (int s = kMaxThreads + 1; s >= 1; --s) free_stacks.push_back(stacks + s * kStackSpacing);
    launch = {};
    launch.call = call;
    launch.arguments = arguments;
    launch.threads = int(block[0] * block[1] * block[2]);
    launch.warps = (launch.threads + kWarp - 1) / kWarp;
    launch.message = message;
    launch.message_bytes = message_bytes;
    blockDim = {block[0], block[1], block[2]};
    gridDim = {grid[0], grid[1], grid[2]};
    for (int t = 0; t < launch.threads; ++t)
        threads[t].index = {t % block[0], t / block[0] % block[1], t / (block[0] * block[1])};
#ifdef NUMASIM_TRACE
    trace::begin_launch(shared, shared_bytes, dynamic, dynamic_bytes, stacks, kRoom);
#endif
    for (unsigned z = 0; z < grid[2]; ++z)
        for (unsigned y = 0; y < grid[1]; ++y)
            for (unsigned x = 0; x < grid[0]; ++x) {
                blockIdx = {x, y, z};
                std::memset(shared, 0xff, shared_bytes);
                std::memset(dynamic, 0xff, dynamic_bytes);
                run_block();
                if (launch.failed) return 1;
#ifdef NUMASIM_TRACE
                trace::end_block();
#endif
            }
    return 0;
}
}
