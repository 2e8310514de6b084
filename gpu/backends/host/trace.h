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

#include "request_forms.h"

// Where the linker has put the kernels.
extern "C" __attribute__((visibility("hidden"))) char __start_numasim_kernels[], __stop_numasim_kernels[];

namespace races {
void enter(int place);
}

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
    end_kind
};
constexpr int kShared = -1;

// An argument that is an array, or an array in shared memory.
struct Region {
    uintptr_t begin;
    uint64_t bytes;
    uint64_t address;  // on the device, or in shared memory
    int16_t array;     // among the arguments that are arrays
    bool is_read_only;
    bool never_written;  // by the running grids

    bool holds(uintptr_t where, size_t size) const { return where - begin < bytes && where - begin + size <= bytes; }
};

// A place in the code, and in its lowest bit whether it is that of an access; else of a basic block. Of two places, the
// one at the lower address has the lower key.
typedef uint32_t Key;
constexpr Key kNoKey = ~0u;

struct __attribute__((packed, aligned(4))) Access {
    Key key;
    uint8_t kind, bytes;
    int16_t array;
    uint64_t address;  // on the device, or in the block's shared memory
};
constexpr size_t kWordsOfAccess = sizeof(Access) / sizeof(Key);
// Behind each list there is a place for kNoKey, and for three words that are read with it.
constexpr size_t kWordsBehind = 4;

// A request is its form and its lanes: few requests of a launch differ in more than lanes and addresses.
struct Request {
    uint32_t form;  // in `forms`
    uint32_t lanes;
};

// What a lane has done since the last meeting of its warp: the key of each basic block, and each access.
struct Stream {
    List<Key> records;
    size_t atomic_end = 0;  // the size of the list behind its last atomic operation; 0 for none
};

struct WarpTrace {
    List<Request> requests;
    List<uint32_t> sectors;
    uint32_t blocks, exchanges;
    // Its first request since its lanes met last: the place in `requests`, or in all_requests once it is there.
    size_t first;
    bool is_first_in_all;
};

// What a resident block has recorded.
struct BlockTrace {
    std::vector<Stream> streams;
    bool has_records;  // in its streams, when it ran last
    std::vector<WarpTrace> of_warp;
};

// The lanes of a warp have met.
void meet(WarpTrace& warp) {
    warp.first = warp.requests.size();
    warp.is_first_in_all = false;
}

// The array_count arguments (those that are numbers have no bytes), and behind them the shared arrays of the running
// kernel; the last one is the dynamic shared memory.
std::vector<Region> regions(1);
int array_count = 0;
// The region of the last access at some places in the code.
constexpr size_t kPlaces = 1024;
uint16_t last_region[kPlaces];
bool recording = false;
// The bytes that lists may have, and how many of these are for the launch.
int64_t most_bytes, bytes_of_launch;
// Memory for lists, which warps that have ended leave to those that begin, since it is in the cache then.
std::vector<List<Key>> spare;
std::vector<BlockTrace> of_block;
// The running thread's list, and the tables of the running block.
Stream* stream = nullptr;
Stream* streams = nullptr;
WarpTrace* of_warp = nullptr;
uintptr_t stacks_begin, stacks_end;

// Requests that warps no longer hold themselves, in pieces: of which warp of the grid each is, and where it begins.
struct Piece {
    int64_t warp;
    size_t request, requests, sector, sectors;
};
Forms forms;
List<Request> all_requests;
List<uint32_t> all_sectors;
std::vector<Piece> pieces;
std::vector<int64_t> requests_in_pieces;  // by warp of the grid

void enter(int place) {
    streams = of_block[place].streams.data();
    of_warp = of_block[place].of_warp.data();
    races::enter(place);
}
void become(int thread) { stream = &streams[thread]; }

void end_list(Stream& one) {
    one.records.clear();
    one.atomic_end = 0;
    if (one.records.first == nullptr) return;
    spare.emplace_back();
    spare.back().swap(one.records);
}

// Called on a fiber.
void check_memory() {
    // The system gives the two large lists no memory before it is used.
    if (bytes_of_lists - int64_t(all_requests.free_bytes() + all_sectors.free_bytes()) <= most_bytes) return;
    fail("its trace needs more than %.2f GiB, half of the memory that is available; choose a smaller input",
         double(bytes_of_launch) / (1 << 30));
}

// Makes the regions of shared memory; `dynamic` begins behind all arrays with a size.
void find_shared_arrays(char* shared, char* dynamic, size_t dynamic_bytes) {
    regions.resize(size_t(array_count));
    const auto add = [shared](char* begin, size_t bytes) {
        regions.push_back({reinterpret_cast<uintptr_t>(begin), bytes, uint64_t(begin - shared), kShared, false, false});
    };
    for (const SharedArray& each : shared_arrays[launch.call]) add(shared + each.offset, each.bytes);
    add(dynamic, dynamic_bytes);
}

void begin_launch(char* room, size_t bytes, int resident, int64_t memory) {
    std::fill(last_region, last_region + kPlaces, 0);
    stacks_begin = reinterpret_cast<uintptr_t>(room);
    stacks_end = stacks_begin + bytes;
    all_requests.clear();
    all_sectors.clear();
    forms.clear();
    recording = memory > 0;
    bytes_of_launch = memory;
    most_bytes = bytes_of_lists + memory;
    pieces.clear();
    requests_in_pieces.assign(recording ? size_t(launch.blocks * launch.warps) : 0, 0);
    for (BlockTrace& one : of_block)
        for (Stream& each : one.streams) end_list(each);
    of_block.resize(resident);
    for (BlockTrace& one : of_block) {
        one.streams.resize(launch.threads);
        one.has_records = false;
        one.of_warp.resize(launch.warps);
        for (WarpTrace& each : one.of_warp) {
            each.requests.clear();
            each.sectors.clear();
            each.blocks = each.exchanges = 0;
            meet(each);
        }
    }
}

const char* const kVerb[] = {"loads", "stores", "updates", "updates", "loads", "loads", "loads"};

// The back end replaces `#0` by the name of region 0.
[[noreturn]] void outside(int kind, uintptr_t address, size_t bytes, const void* code) {
    // The array that begins last before the address, or else the first one behind it, if it is not far away.
    const auto distance = [address](const Region& one) { return int64_t(address - one.begin); };
    const auto is_nearer = [&](const Region& one, const Region& other) {
        const int64_t mine = distance(one), its = distance(other);
        return (mine >= 0) != (its >= 0) ? mine >= 0 : std::abs(mine) < std::abs(its);
    };
    int nearest = -1;
    for (int r = 0; r < int(regions.size()); ++r) {
        const int64_t most = regions[r].array == kShared ? 256 * 1024 : int64_t(regions[r].bytes) + (1 << 30);
        if (regions[r].begin == 0 || std::abs(distance(regions[r])) >= most) continue;
        if (regions[r].array == kShared && r + 1 == int(regions.size()) && regions[r].bytes == 0) continue;
        if (nearest < 0 || is_nearer(regions[r], regions[nearest])) nearest = r;
    }
    if (nearest < 0)
        fail("%s %s %zu bytes in line %s that are neither in its arrays nor in shared memory", place(launch.current),
             kVerb[kind], bytes, place_in_code(code));
    const int64_t behind = distance(regions[nearest]);
    const bool in_shared = regions[nearest].array == kShared;
    fail("%s %s %zu bytes in line %s outside its arrays: %lld bytes %s the begin of %s#%d, which has %llu bytes",
         place(launch.current), kVerb[kind], bytes, place_in_code(code), static_cast<long long>(std::abs(behind)),
         behind >= 0 ? "behind" : "before", in_shared ? "shared array " : "", nearest,
         static_cast<unsigned long long>(regions[nearest].bytes));
}

// Every access but a piece of a structure is aligned, on the device. The size is a power of two.
inline __attribute__((always_inline)) void check_alignment(int kind, const void* address, size_t bytes,
                                                           const void* code) {
    if ((reinterpret_cast<uintptr_t>(address) & (bytes - 1)) != 0)
        fail("%s %s %zu bytes in line %s at an address that is not a multiple of %zu", place(launch.current),
             kVerb[kind], bytes, place_in_code(code), bytes);
}

// Marks the last atomic operation of the running thread as one whose result is used.
void use_result() {
    if (recording && stream->atomic_end > 0)
        reinterpret_cast<Access*>(stream->records.first + stream->atomic_end)[-1].kind = atomic;
}

// The first region with some bytes; the number of regions if there is none.
inline int find_region(uintptr_t address, size_t bytes) {
    int r = 0;
    while (r < int(regions.size()) && !regions[r].holds(address, bytes)) ++r;
    return r;
}

}  // namespace trace

#include "races.h"

namespace trace {

inline uint32_t offset_of(const void* code) {
    return uint32_t(static_cast<const char*>(code) - __start_numasim_kernels);
}

inline void add(const Access& one) {
    *reinterpret_cast<Access*>(stream->records.next) = one;
    stream->records.next += kWordsOfAccess;
    if (one.kind == reduction) stream->atomic_end = stream->records.size();
}

__attribute__((noinline, cold)) void make_space() {
    List<Key>& records = stream->records;
    if (records.first == nullptr && !spare.empty()) {
        records.swap(spare.back());
        spare.pop_back();
    }
    records.reserve(kWordsOfAccess + kWordsBehind);
    check_memory();
}
// These are apart, so that functions that seldom call them save no registers.
__attribute__((noinline, cold)) void add_with_space(Access one) {
    make_space();
    add(one);
}
__attribute__((noinline, cold)) void begin_basic_block_with_space(const void* code) {
    make_space();
    *stream->records.next++ = offset_of(code) << 1;
    if (--slice_left <= 0) yield(code);
}

// Records the launch of a grid, which `child` names by its queue and its place there.
void launch_grid(const void* code, uint64_t child) {
    if (recording) add_with_space({offset_of(code) << 1 | 1, launch_kind, 0, kShared, child});
}

inline __attribute__((always_inline)) void access_region(const Region& region, int kind, uintptr_t address, size_t bytes,
                                                         const void* code) {
    if (kind == load && region.is_read_only) kind = read_only;
    if (kind == load_l2 && region.array == kShared) kind = load;  // shared memory has no L1
    const Access one = {offset_of(code) << 1 | 1, uint8_t(kind), uint8_t(bytes), region.array,
                        region.address + (address - region.begin)};
    if (!stream->records.has_space(kWordsOfAccess + kWordsBehind)) return add_with_space(one);
    add(one);
}

// An access to another region than the last one at this place.
__attribute__((noinline, cold)) void access_other(int kind, uintptr_t address, size_t bytes, const void* code) {
    const int found = find_region(address, bytes);
    if (found < int(regions.size())) {
        last_region[offset_of(code) / 4 % kPlaces] = uint16_t(found);
        access_region(regions[found], kind, address, bytes, code);
    } else if (address - stacks_begin >= stacks_end - stacks_begin) {  // else a local variable
        outside(kind, address, bytes, code);
    }
}

// Looks for races with an access; `is_volatile` as its pointer.
__attribute__((noinline, cold)) void check_races(int kind, uintptr_t address, size_t bytes, const void* code,
                                                 bool is_volatile) {
    const int region = find_region(address, bytes);
    const bool is_update = kind == reduction || kind == atomic;
    if (region < int(regions.size())) {
        const bool writes = is_update || kind == store, is_atomic = is_update || is_volatile;
        races::access(region, races::Class(int(writes) + 2 * int(is_atomic)), kind, address, bytes, offset_of(code));
    } else if (address - stacks_begin >= stacks_end - stacks_begin) {  // else a local variable
        outside(kind, address, bytes, code);
    }
}

inline __attribute__((always_inline)) void access(int kind, uintptr_t address, size_t bytes, const void* code,
                                                  bool is_volatile = false) {
    if (kind == store) quiet_slices = 0;
    if (!recording) {
        if (__builtin_expect(races::checking, 0)) check_races(kind, address, bytes, code, is_volatile);
        return;
    }
    const Region& region = regions[last_region[offset_of(code) / 4 % kPlaces]];
    if (__builtin_expect(!region.holds(address, bytes), 0)) return access_other(kind, address, bytes, code);
    access_region(region, kind, address, bytes, code);
}

void mark(int w, int kind) {
    if (!recording) return;
    WarpTrace& warp = of_warp[w];
    warp.requests.reserve(1);
    const Form form = {0, warp.blocks, warp.exchanges, 0, kShared, uint8_t(kind), 0, 0, 0};
    *warp.requests.next++ = {forms.number_of(form), 0};
    warp.blocks = warp.exchanges = 0;
    meet(warp);
}

void barrier(int w) { mark(w, barrier_kind); }
void grid_barrier(int w) { mark(w, grid_barrier_kind); }
void end_warp(int w) {
    if (!recording) return;
    mark(w, end_kind);
    const int end = std::min(launch.threads, (w + 1) * kWarp);
    for (int thread = w * kWarp; thread < end; ++thread) end_list(streams[thread]);
}
// An exchange counts for the first request since the lanes of the warp met last.
void exchange(int w) {
    WarpTrace& warp = of_warp[w];
    if (!warp.is_first_in_all && warp.first == warp.requests.size()) {
        ++warp.exchanges;
        return;
    }
    Request& request = (warp.is_first_in_all ? all_requests : warp.requests).first[warp.first];
    Form form = forms.all.first[request.form];
    ++form.exchanges;
    request.form = forms.number_of(form);
}

}  // namespace trace

#include "trace_merge.h"

extern "C" {

void numasim_access(int kind, const void* address, unsigned bytes, const void* place) {
    trace::check_alignment(kind, address, bytes, place);
    trace::access(kind, reinterpret_cast<uintptr_t>(address), bytes, place);
}

#define NUMASIM_HOOK(name, kind, bytes, is_volatile)                                                          \
    __attribute__((visibility("hidden"))) void __tsan_##name(void* address) {                                 \
        trace::check_alignment(trace::kind, address, bytes, __builtin_return_address(0));                     \
        trace::access(trace::kind, reinterpret_cast<uintptr_t>(address), bytes, __builtin_return_address(0),  \
                      is_volatile);                                                                           \
    }
#define NUMASIM_HOOKS(bytes)                    \
    NUMASIM_HOOK(read##bytes, load, bytes, false)                  \
    NUMASIM_HOOK(write##bytes, store, bytes, false)                \
    NUMASIM_HOOK(unaligned_read##bytes, load, bytes, false)        \
    NUMASIM_HOOK(unaligned_write##bytes, store, bytes, false)      \
    NUMASIM_HOOK(volatile_read##bytes, load_l2, bytes, true)       \
    NUMASIM_HOOK(volatile_write##bytes, store, bytes, true)
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
    if (trace::recording) {
        if (!trace::stream->records.has_space(1 + trace::kWordsBehind)) return trace::begin_basic_block_with_space(code);
        *trace::stream->records.next++ = trace::offset_of(code) << 1;
    }
    if (--slice_left <= 0) yield(code);
}

// An argument: where it is here and on the device; 0 everywhere for a number.
struct Argument {
    uint64_t begin, bytes, address, is_read_only, never_written;
};

__attribute__((visibility("default"))) void numasim_arrays(int count, const Argument* arguments) {
    trace::array_count = count;
    trace::regions.resize(size_t(count));
    int16_t array = 0;
    for (int a = 0; a < count; ++a) {
        const Argument& one = arguments[a];
        trace::regions[a] = {uintptr_t(one.begin), one.bytes, one.address, array, one.is_read_only != 0,
                             one.never_written != 0};
        array += one.begin != 0;
    }
}
}
