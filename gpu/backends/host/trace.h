// What a kernel's warps ask of memory, from what its threads do one after another.
//
// The compiler calls the __tsan_* functions at every access to memory and __sanitizer_cov_trace_pc at the begin of
// every basic block (both are ours: no library of a sanitizer is linked). Each lane keeps the list of its own calls,
// each with the address of the code that made it. Where a warp's lanes meet (a barrier, an exchange of all of them,
// the end), the lists are merged as the warp would have run them: of all lanes, those at the lowest address of code
// go on together (Diamos et al., "SIMD re-convergence at thread frontiers", 2011). Code is laid out so that a loop's
// body stands before what follows it; lanes that have left an inner loop therefore wait behind it for the others,
// and the next round of an outer loop begins together. The basic blocks are what makes this exact: without them a
// lane's next access could be far ahead of where the lane is.
//
// A merged group of accesses is one request of the warp: the distinct 32-byte sectors of global memory, or the
// wavefronts that the 32 banks of shared memory need.
#pragma once

#include <algorithm>
#include <map>

// Where the linker has put the kernels.
extern "C" __attribute__((visibility("hidden"))) char __start_numasim_kernels[], __stop_numasim_kernels[];

namespace trace {

enum Kind {
    load,
    store,
    reduction,
    atomic,
    read_only,
    texture,
    load_l2,
    barrier_kind,
    grid_barrier_kind,
    launch_kind,
    end_kind,
    block_kind = 255
};
constexpr int kShared = -1;
constexpr uint64_t kSector = 32;

struct Array {
    uintptr_t begin;
    uint64_t bytes;
    uint64_t address;  // on the device
    bool is_read_only;
};

struct Access {
    uint32_t code;
    uint8_t kind, bytes;
    int16_t array;
    uint64_t address;  // on the device, or in the block's shared memory
};

struct Request {
    uint32_t code;
    uint32_t lanes;
    uint32_t sectors;  // how many
    uint32_t blocks;   // basic blocks that the warp began since its previous request
    uint32_t exchanges;
    uint16_t wavefronts;
    int16_t array;
    uint8_t kind, bytes;
    uint8_t passes;  // of atomics in the L2
};

struct Stream {
    std::vector<Access> accesses;
    size_t next;
};

struct WarpTrace {
    std::vector<Request> requests;
    std::vector<uint32_t> sectors;
    uint32_t blocks, exchanges;
};

// What a resident block has recorded.
struct BlockTrace {
    std::vector<Stream> streams;
    std::vector<WarpTrace> of_warp;
};

std::vector<Array> arrays;
int array_count = 0, last_array = 0;
bool recording = false;
std::vector<BlockTrace> of_block;
// The running thread's list, and the tables of the running block.
Stream* stream = nullptr;
Stream* streams = nullptr;
WarpTrace* of_warp = nullptr;
uintptr_t shared_begin, shared_end, dynamic_begin, dynamic_end, stacks_begin, stacks_end;

std::vector<Request> all_requests;
std::vector<uint32_t> all_sectors;
std::vector<int64_t> requests_of_warp;  // how many, warp by warp
int64_t next_block;                     // the first block whose requests are not in the tables yet
std::map<int64_t, std::vector<WarpTrace>> ended_before;  // later blocks that have ended

void enter(int place) {
    streams = of_block[place].streams.data();
    of_warp = of_block[place].of_warp.data();
}
void become(int thread) { stream = &streams[thread]; }

void begin_launch(char* shared, size_t shared_bytes, char* dynamic, size_t dynamic_bytes, char* room, size_t bytes,
                  int resident, bool record) {
    shared_begin = reinterpret_cast<uintptr_t>(shared);
    shared_end = shared_begin + shared_bytes;
    dynamic_begin = reinterpret_cast<uintptr_t>(dynamic);
    dynamic_end = dynamic_begin + dynamic_bytes;
    stacks_begin = reinterpret_cast<uintptr_t>(room);
    stacks_end = stacks_begin + bytes;
    last_array = 0;
    all_requests.clear();
    all_sectors.clear();
    requests_of_warp.clear();
    next_block = 0;
    ended_before.clear();
    recording = record;
    of_block.resize(resident);
    for (BlockTrace& one : of_block) {
        one.streams.resize(launch.threads);
        one.of_warp.resize(launch.warps);
        for (Stream& each : one.streams) each.accesses.clear(), each.next = 0;
        for (WarpTrace& each : one.of_warp) each.requests.clear(), each.sectors.clear(), each.blocks = each.exchanges = 0;
    }
}

const char* const kVerb[] = {"loads", "stores", "updates", "updates", "loads", "loads", "loads"};

[[noreturn]] void outside(int kind, uintptr_t address, size_t bytes) {
    if (address >= shared_begin && address - shared_begin < 256 * 1024)
        fail("%s %s %zu bytes at byte %zu of the block's shared memory, which has %zu", place(launch.current),
             kVerb[kind], bytes, size_t(address - shared_begin), size_t(dynamic_end - shared_begin));
    int nearest = -1;
    for (int a = 0; a < array_count; ++a)
        if (arrays[a].begin != 0 && arrays[a].begin <= address && (nearest < 0 || arrays[a].begin > arrays[nearest].begin)) nearest = a;
    if (nearest >= 0 && address - arrays[nearest].begin < arrays[nearest].bytes + (1u << 30))
        fail("%s %s %zu bytes outside its arrays: %llu bytes behind the begin of argument @%d, which has %llu bytes",
             place(launch.current), kVerb[kind], bytes,
             static_cast<unsigned long long>(address - arrays[nearest].begin), nearest,
             static_cast<unsigned long long>(arrays[nearest].bytes));
    fail("%s %s %zu bytes that are neither in its arrays nor in shared memory", place(launch.current), kVerb[kind],
         bytes);
}

// Records the launch of a grid, which `child` names by its queue and its place there.
void launch_grid(const void* code, uint64_t child) {
    if (!recording) return;
    const uint32_t place = uint32_t(static_cast<const char*>(code) - __start_numasim_kernels);
    stream->accesses.push_back({place, launch_kind, 0, kShared, child});
}

// Every access but a piece of a structure is aligned, on the device.
inline void check_alignment(int kind, const void* address, size_t bytes) {
    if (reinterpret_cast<uintptr_t>(address) % bytes != 0)
        fail("%s %s %zu bytes at an address that is not a multiple of %zu", place(launch.current), kVerb[kind], bytes,
             bytes);
}

// Marks the last atomic operation of the running thread as one whose result is used.
void use_result() {
    if (!recording) return;
    for (size_t i = stream->accesses.size(); i-- > 0;) {
        Access& one = stream->accesses[i];
        if (one.kind == reduction) one.kind = atomic;
        if (one.kind == atomic) return;
    }
}

// Which argument an address belongs to.
inline bool find_array(uintptr_t address, size_t bytes, int16_t& array, uint64_t& where) {
    for (int tried = 0, a = last_array; tried < array_count; ++tried, a = a + 1 < array_count ? a + 1 : 0) {
        const uint64_t offset = address - arrays[a].begin;
        if (offset < arrays[a].bytes && offset + bytes <= arrays[a].bytes) {
            last_array = a;
            array = int16_t(a);
            where = arrays[a].address + offset;
            return true;
        }
    }
    return false;
}

inline void access(int kind, uintptr_t address, size_t bytes, const void* code) {
    if (kind == store) quiet_slices = 0;
    if (!recording) return;
    Access one;
    one.code = uint32_t(static_cast<const char*>(code) - __start_numasim_kernels);
    one.kind = uint8_t(kind);
    one.bytes = uint8_t(bytes);
    // Dynamic shared memory lies behind the static, as on the device.
    if (address - shared_begin < shared_end - shared_begin || address - dynamic_begin < dynamic_end - dynamic_begin) {
        one.array = kShared;
        one.address = address - shared_begin;
        if (kind == load_l2) one.kind = load;  // shared memory has no L1
    } else if (!find_array(address, bytes, one.array, one.address)) {
        if (address - stacks_begin < stacks_end - stacks_begin) return;  // a local variable
        outside(kind, address, bytes);
    } else if (kind == load && arrays[one.array].is_read_only) {
        one.kind = read_only;
    }
    stream->accesses.push_back(one);
}

// Passes through the banks that a group of lanes needs. A bank gives one 4-byte word at a time, to all lanes that
// want it; atomics go lane by lane. Wider accesses take the lanes in halves or quarters.
int wavefronts_of(const Access* const* group, int lanes, const int* lane_of, int bytes, bool atomics) {
    const int words = bytes > 4 ? (bytes + 3) / 4 : 1, parts = words, lanes_of_part = kWarp / parts;
    int wavefronts = 0;
    for (int part = 0; part < parts; ++part) {
        uint64_t seen[kWarp][kWarp];
        int count[kWarp] = {};
        int most = 0;
        for (int i = 0; i < lanes; ++i) {
            if (lane_of[i] / lanes_of_part != part) continue;
            for (int word = 0; word < words; ++word) {
                const uint64_t w = group[i]->address / 4 + word;
                const int bank = int(w % kWarp);
                bool known = false;
                if (!atomics)
                    for (int s = 0; s < count[bank] && !known; ++s) known = seen[bank][s] == w;
                if (known) continue;
                seen[bank][count[bank]++] = w;
                most = std::max(most, count[bank]);
            }
        }
        wavefronts += most;
    }
    return wavefronts;
}

// Passes through the L2 that the atomics of a group of lanes need: in each sector, one for each lane at the address
// with the most lanes.
int passes_of(const Access* const* group, int lanes) {
    uint64_t addresses[kWarp];
    for (int i = 0; i < lanes; ++i) addresses[i] = group[i]->address;
    std::sort(addresses, addresses + lanes);
    int passes = 0, most = 0, same = 0;
    for (int i = 0; i < lanes; ++i) {
        same = i > 0 && addresses[i] == addresses[i - 1] ? same + 1 : 1;
        most = std::max(most, same);
        if (i + 1 == lanes || addresses[i + 1] / kSector != addresses[i] / kSector) {
            passes += most;
            most = 0;
        }
    }
    return passes;
}

void emit(int w, const Access* const* group, int lanes, const int* lane_of) {
    WarpTrace& warp = of_warp[w];
    const Access& first = *group[0];
    const bool is_atomic = first.kind == reduction || first.kind == atomic;
    Request request = {};
    request.code = first.code;
    request.kind = first.kind;
    request.bytes = first.bytes;
    request.array = first.array;
    request.blocks = warp.blocks;
    request.exchanges = warp.exchanges;
    warp.blocks = warp.exchanges = 0;
    for (int i = 0; i < lanes; ++i) {
        request.lanes |= 1u << lane_of[i];
        if (group[i]->kind == atomic) request.kind = atomic;
    }
    if (first.kind == launch_kind) {
        for (int i = 0; i < lanes; ++i)
            set_launch(group[i]->address, block->number * launch.warps + w, uint32_t(warp.requests.size()));
    } else if (first.array == kShared) {
        request.wavefronts = uint16_t(wavefronts_of(group, lanes, lane_of, first.bytes, is_atomic));
    } else {
        uint32_t sectors[kWarp * 3];
        int count = 0;
        for (int i = 0; i < lanes; ++i)
            for (uint64_t s = group[i]->address / kSector; s <= (group[i]->address + first.bytes - 1) / kSector; ++s)
                if (count == 0 || sectors[count - 1] != s) sectors[count++] = uint32_t(s);
        if (!std::is_sorted(sectors, sectors + count)) std::sort(sectors, sectors + count);
        count = int(std::unique(sectors, sectors + count) - sectors);
        request.sectors = uint32_t(count);
        if (is_atomic) request.passes = uint8_t(passes_of(group, lanes));
        warp.sectors.insert(warp.sectors.end(), sectors, sectors + count);
    }
    warp.requests.push_back(request);
}

// Merges the lists of a warp's lanes.
void flush_warp(int w) {
    if (!recording) return;
    WarpTrace& warp = of_warp[w];
    Stream* const lanes = &streams[w * kWarp];
    const int count = std::min(kWarp, launch.threads - w * kWarp);
    uint32_t code[kWarp];
    constexpr uint32_t none = ~0u;
    for (int lane = 0; lane < count; ++lane)
        code[lane] = lanes[lane].accesses.empty() ? none : lanes[lane].accesses[0].code;
    for (;;) {
        uint32_t lowest = none;
        for (int lane = 0; lane < count; ++lane) lowest = std::min(lowest, code[lane]);
        if (lowest == none) break;
        // Lanes at one place in shared and in global memory are two requests, as the hardware would replay them.
        const Access* group[2][kWarp];
        int lane_of[2][kWarp], size[2] = {};
        for (int lane = 0; lane < count; ++lane) {
            if (code[lane] != lowest) continue;
            Stream& mine = lanes[lane];
            const Access& one = mine.accesses[mine.next++];
            const int which = one.array == kShared;
            group[which][size[which]] = &one;
            lane_of[which][size[which]++] = lane;
            code[lane] = mine.next < mine.accesses.size() ? mine.accesses[mine.next].code : none;
        }
        for (int which = 0; which < 2; ++which) {
            if (size[which] == 0) continue;
            if (group[which][0]->kind == block_kind)
                ++warp.blocks;
            else
                emit(w, group[which], size[which], lane_of[which]);
        }
    }
    for (int lane = 0; lane < count; ++lane) lanes[lane].accesses.clear(), lanes[lane].next = 0;
}

void mark(int w, int kind) {
    if (!recording) return;
    WarpTrace& warp = of_warp[w];
    Request request = {};
    request.kind = uint8_t(kind);
    request.array = kShared;
    request.blocks = warp.blocks;
    request.exchanges = warp.exchanges;
    warp.blocks = warp.exchanges = 0;
    warp.requests.push_back(request);
}

void barrier(int w) { mark(w, barrier_kind); }
void grid_barrier(int w) { mark(w, grid_barrier_kind); }
void end_warp(int w) { mark(w, end_kind); }
void exchange(int w) { ++of_warp[w].exchanges; }

void append(WarpTrace* of_block) {
    for (int w = 0; w < launch.warps; ++w) {
        WarpTrace& warp = of_block[w];
        all_requests.insert(all_requests.end(), warp.requests.begin(), warp.requests.end());
        all_sectors.insert(all_sectors.end(), warp.sectors.begin(), warp.sectors.end());
        requests_of_warp.push_back(int64_t(warp.requests.size()));
        warp.requests.clear();
        warp.sectors.clear();
    }
    ++next_block;
}

// Appends the requests of the running block, which has ended, to the tables. They are in the order of the grid, so
// those of a block that ends before an earlier one are set aside.
void end_block(int64_t number) {
    if (!recording) return;
    if (number != next_block) {
        std::vector<WarpTrace>& aside = ended_before[number];
        aside.resize(launch.warps);
        for (int w = 0; w < launch.warps; ++w) std::swap(aside[w], of_warp[w]);
        return;
    }
    append(of_warp);
    for (auto next = ended_before.find(next_block); next != ended_before.end(); next = ended_before.find(next_block)) {
        append(next->second.data());
        ended_before.erase(next);
    }
}

}  // namespace trace

extern "C" {

void numasim_access(int kind, const void* address, unsigned bytes, const void* place) {
    trace::check_alignment(kind, address, bytes);
    trace::access(kind, reinterpret_cast<uintptr_t>(address), bytes, place);
}

#define NUMASIM_HOOK(name, kind, bytes)                                                                       \
    __attribute__((visibility("hidden"))) void __tsan_##name(void* address) {                                 \
        trace::check_alignment(trace::kind, address, bytes);                                                  \
        trace::access(trace::kind, reinterpret_cast<uintptr_t>(address), bytes, __builtin_return_address(0)); \
    }
#define NUMASIM_HOOKS(bytes)                    \
    NUMASIM_HOOK(read##bytes, load, bytes)      \
    NUMASIM_HOOK(write##bytes, store, bytes)    \
    NUMASIM_HOOK(unaligned_read##bytes, load, bytes) \
    NUMASIM_HOOK(unaligned_write##bytes, store, bytes) \
    NUMASIM_HOOK(volatile_read##bytes, load_l2, bytes) \
    NUMASIM_HOOK(volatile_write##bytes, store, bytes)
NUMASIM_HOOKS(1)
NUMASIM_HOOKS(2)
NUMASIM_HOOKS(4)
NUMASIM_HOOKS(8)
NUMASIM_HOOKS(16)

// Structures are copied in pieces, as the device would.
__attribute__((visibility("hidden"))) void __tsan_read_range(void* address, size_t bytes) {
    for (size_t done = 0; done < bytes; done += 16)
        trace::access(trace::load, reinterpret_cast<uintptr_t>(address) + done, std::min<size_t>(16, bytes - done),
                      __builtin_return_address(0));
}
__attribute__((visibility("hidden"))) void __tsan_write_range(void* address, size_t bytes) {
    for (size_t done = 0; done < bytes; done += 16)
        trace::access(trace::store, reinterpret_cast<uintptr_t>(address) + done, std::min<size_t>(16, bytes - done),
                      __builtin_return_address(0));
}
__attribute__((visibility("hidden"))) void __tsan_init() {}
__attribute__((visibility("hidden"))) void __tsan_func_entry(void*) {}
__attribute__((visibility("hidden"))) void __tsan_func_exit() {}

__attribute__((visibility("hidden"))) void __sanitizer_cov_trace_pc() {
    const char* code = static_cast<const char*>(__builtin_return_address(0));
    // The launcher and the functions that are reported by name are not part of the kernel.
    if (code < __start_numasim_kernels || code >= __stop_numasim_kernels) return;
    if (trace::recording)
        trace::stream->accesses.push_back({uint32_t(code - __start_numasim_kernels), trace::block_kind, 0, 0, 0});
    if (--slice_left <= 0) yield(code);
}

// The arguments that are arrays: where they are here, and on the device.
__attribute__((visibility("default"))) void numasim_arrays(int count, const uint64_t* begin, const uint64_t* bytes,
                                                           const uint64_t* address, const uint64_t* read_only) {
    trace::array_count = count;
    trace::arrays.resize(count);
    for (int a = 0; a < count; ++a) trace::arrays[a] = {uintptr_t(begin[a]), bytes[a], address[a], read_only[a] != 0};
}

// How much the last launch gave, and a copy of it.
__attribute__((visibility("default"))) void numasim_trace_sizes(int64_t* sizes) {
    sizes[0] = int64_t(trace::requests_of_warp.size());
    sizes[1] = int64_t(trace::all_requests.size());
    sizes[2] = int64_t(trace::all_sectors.size());
}

__attribute__((visibility("default"))) void numasim_trace_copy(int64_t* requests_of_warp, trace::Request* requests,
                                                               uint32_t* sectors) {
    std::copy(trace::requests_of_warp.begin(), trace::requests_of_warp.end(), requests_of_warp);
    std::copy(trace::all_requests.begin(), trace::all_requests.end(), requests);
    std::copy(trace::all_sectors.begin(), trace::all_sectors.end(), sectors);
}
}
