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
#include <numeric>

#include "coalescing.h"

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
    end_kind
};
constexpr int kShared = -1;

// An argument that is an array, or the block's shared memory.
struct Region {
    uintptr_t begin;
    uint64_t bytes;
    uint64_t address;  // on the device, or in shared memory
    int16_t array;
    bool is_read_only;

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

// What a lane has done since the last meeting of its warp: the key of each basic block, and each access.
struct Stream {
    List<Key> records;
    size_t atomic_end = 0;  // the size of the list behind its last atomic operation; 0 for none
};

struct WarpTrace {
    List<Request> requests;
    List<uint32_t> sectors;
    uint32_t blocks, exchanges;
    size_t met;  // the number of requests when its lanes met last
};

// What a resident block has recorded.
struct BlockTrace {
    std::vector<Stream> streams;
    bool has_records;  // in its streams, when it ran last
    std::vector<WarpTrace> of_warp;
};

// The array_count arguments (those that are numbers have no bytes), and behind them the shared memory, first its static
// part and then its dynamic part, as on the device.
std::vector<Region> regions(1);
int array_count = 0;
// The region of the last access at some places in the code.
constexpr size_t kPlaces = 1024;
uint16_t last_region[kPlaces];
bool recording = false;
// Memory for lists, which warps that have ended leave to those that begin, since it is in the cache then.
std::vector<List<Key>> spare;
std::vector<BlockTrace> of_block;
// The running thread's list, and the tables of the running block.
Stream* stream = nullptr;
Stream* streams = nullptr;
WarpTrace* of_warp = nullptr;
uintptr_t stacks_begin, stacks_end;

// What blocks have recorded that have ended, one after the other, and where that of each block of the grid begins.
struct Ended {
    size_t request, sector;
};
List<Request> all_requests;
List<uint32_t> all_sectors;
std::vector<Ended> ended;
std::vector<int64_t> requests_of_warp;  // how many, warp by warp of the grid

void enter(int place) {
    streams = of_block[place].streams.data();
    of_warp = of_block[place].of_warp.data();
}
void become(int thread) { stream = &streams[thread]; }

void end_list(Stream& one) {
    one.records.clear();
    one.atomic_end = 0;
    if (one.records.first == nullptr) return;
    spare.emplace_back();
    spare.back().swap(one.records);
}

void begin_launch(char* shared, size_t shared_bytes, char* room, size_t bytes, int resident, bool record) {
    regions[array_count] = {reinterpret_cast<uintptr_t>(shared), shared_bytes, 0, kShared, false};
    std::fill(last_region, last_region + kPlaces, 0);
    stacks_begin = reinterpret_cast<uintptr_t>(room);
    stacks_end = stacks_begin + bytes;
    all_requests.clear();
    all_sectors.clear();
    recording = record;
    ended.resize(record ? launch.blocks : 0);
    requests_of_warp.resize(ended.size() * launch.warps);
    for (BlockTrace& one : of_block)
        for (Stream& each : one.streams) end_list(each);
    of_block.resize(resident);
    for (BlockTrace& one : of_block) {
        one.streams.resize(launch.threads);
        one.has_records = false;
        one.of_warp.resize(launch.warps);
        for (WarpTrace& each : one.of_warp) each.requests.clear(), each.sectors.clear(), each.blocks = each.exchanges = 0, each.met = 0;
    }
}

const char* const kVerb[] = {"loads", "stores", "updates", "updates", "loads", "loads", "loads"};

[[noreturn]] void outside(int kind, uintptr_t address, size_t bytes) {
    const Region& shared = regions[array_count];
    if (address - shared.begin < 256 * 1024)
        fail("%s %s %zu bytes at byte %zu of the block's shared memory, which has %zu", place(launch.current),
             kVerb[kind], bytes, size_t(address - shared.begin), size_t(shared.bytes));
    int nearest = -1;
    for (int a = 0; a < array_count; ++a)
        if (regions[a].begin != 0 && regions[a].begin <= address && (nearest < 0 || regions[a].begin > regions[nearest].begin)) nearest = a;
    if (nearest >= 0 && address - regions[nearest].begin < regions[nearest].bytes + (1u << 30))
        fail("%s %s %zu bytes outside its arrays: %llu bytes behind the begin of argument @%d, which has %llu bytes",
             place(launch.current), kVerb[kind], bytes,
             static_cast<unsigned long long>(address - regions[nearest].begin), nearest,
             static_cast<unsigned long long>(regions[nearest].bytes));
    fail("%s %s %zu bytes that are neither in its arrays nor in shared memory", place(launch.current), kVerb[kind],
         bytes);
}

// Every access but a piece of a structure is aligned, on the device.
inline void check_alignment(int kind, const void* address, size_t bytes) {
    if (reinterpret_cast<uintptr_t>(address) % bytes != 0)
        fail("%s %s %zu bytes at an address that is not a multiple of %zu", place(launch.current), kVerb[kind], bytes,
             bytes);
}

// Marks the last atomic operation of the running thread as one whose result is used.
void use_result() {
    if (recording && stream->atomic_end > 0)
        reinterpret_cast<Access*>(stream->records.first + stream->atomic_end)[-1].kind = atomic;
}

// The first region with some bytes; the number of regions if there is none.
inline int find_region(uintptr_t address, size_t bytes) {
    int r = 0;
    while (r <= array_count && !regions[r].holds(address, bytes)) ++r;
    return r;
}

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
    if (found <= array_count) {
        last_region[offset_of(code) / 4 % kPlaces] = uint16_t(found);
        access_region(regions[found], kind, address, bytes, code);
    } else if (address - stacks_begin >= stacks_end - stacks_begin) {  // else a local variable
        outside(kind, address, bytes);
    }
}

inline __attribute__((always_inline)) void access(int kind, uintptr_t address, size_t bytes, const void* code) {
    if (kind == store) quiet_slices = 0;
    if (!recording) return;
    const Region& region = regions[last_region[offset_of(code) / 4 % kPlaces]];
    if (__builtin_expect(!region.holds(address, bytes), 0)) return access_other(kind, address, bytes, code);
    access_region(region, kind, address, bytes, code);
}

// Adds the request of `count` lanes of a warp to memory, all of it global or all of it shared. The first lane's access
// is `first`, and `used` says whether it is an atomic operation whose result some lane uses.
void emit(int w, const Access& first, uint32_t lanes, int count, uint64_t* addresses, bool used) {
    WarpTrace& warp = of_warp[w];
    const bool is_atomic = first.kind == reduction || first.kind == atomic;
    warp.requests.reserve(1);
    Request& request = *warp.requests.next;
    request = {uint32_t(int32_t(first.key) >> 1), lanes, 0, warp.blocks, warp.exchanges, 0, first.array,
               uint8_t(used ? atomic : first.kind), first.bytes, 0};
    warp.blocks = warp.exchanges = 0;
    if (first.kind == launch_kind) {
        for (int i = 0; i < count; ++i)
            set_launch(addresses[i], block->number * launch.warps + w, uint32_t(warp.requests.size()));
    } else if (first.array == kShared) {
        request.wavefronts = uint16_t(wavefronts_of(addresses, lanes, first.bytes, is_atomic));
    } else {
        warp.sectors.reserve(2 * kWarp);
        request.sectors = uint32_t(sectors_of(addresses, count, first.bytes, warp.sectors.next));
        warp.sectors.next += request.sectors;
        if (is_atomic) request.passes = uint8_t(passes_of(addresses, count));
    }
    ++warp.requests.next;
}

// The lowest of the keys of a warp's lanes, the lanes that have it, and the lowest key of the others.
inline Key lowest_key(const Key* keys, uint32_t& lanes, Key& of_others) {
    typedef Key Four __attribute__((vector_size(16), may_alias));
    const Four* const fours = reinterpret_cast<const Four*>(keys);
    const auto least_of = [](Four some) { return std::min(std::min(some[0], some[1]), std::min(some[2], some[3])); };
    Four least = fours[0];
    for (int i = 1; i < kWarp / 4; ++i) least = fours[i] < least ? fours[i] : least;
    const Key lowest = least_of(least);
    Four found = {}, bits = {1, 2, 4, 8}, others = ~found;
    for (int i = 0; i < kWarp / 4; ++i, bits <<= 4) {
        const Four has = Four(fours[i] == lowest), key = fours[i] | has;
        found |= has & bits;
        others = key < others ? key : others;
    }
    lanes = found[0] | found[1] | found[2] | found[3];
    of_others = least_of(others);
    return lowest;
}

// Adds the requests of the next accesses of some lanes of a warp.
void emit_accesses(int w, uint32_t lanes, const Key* const* next) {
    uint32_t in_shared = 0, used = 0;
    uint64_t addresses[kWarp];
    int count = 0;
    const auto access_of = [&](int lane) { return reinterpret_cast<const Access*>(next[lane]); };
    for (uint32_t rest = lanes; rest; rest &= rest - 1) {
        const int lane = __builtin_ctz(rest);
        const Access& one = *access_of(lane);
        addresses[count++] = one.address;
        in_shared |= uint32_t(one.array == kShared) << lane;
        used |= uint32_t(one.kind == atomic) << lane;
    }
    if (in_shared == 0 || in_shared == lanes)
        return emit(w, *access_of(__builtin_ctz(lanes)), lanes, count, addresses, used != 0);
    // Lanes at one place in shared and in global memory are two requests, as the hardware would replay them.
    for (const uint32_t some : {lanes & ~in_shared, in_shared}) {
        count = 0;
        for (uint32_t rest = some; rest; rest &= rest - 1) addresses[count++] = access_of(__builtin_ctz(rest))->address;
        emit(w, *access_of(__builtin_ctz(some)), some, count, addresses, (used & some) != 0);
    }
}

// Adds the requests of the records that some lanes of a warp have alike, from their next ones on up to the first one
// whose key is not below `end`. Returns the words of these records in each list.
size_t emit_alike(int w, uint32_t lanes, const Key* const* next, Key end) {
    typedef Key Four __attribute__((vector_size(16), may_alias, aligned(4)));
    constexpr size_t kMostWords = 128;
    const Key* list[kWarp];
    int count = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) list[count++] = next[__builtin_ctz(rest)];
    Key compared[kMostWords + kWordsOfAccess + kWordsBehind];  // the bits that are compared: none of addresses
    size_t words = 0;
    while (words < kMostWords && list[0][words] < end) {
        const bool is_access = list[0][words] % 2;
        compared[words] = ~0u;
        if (is_access) compared[words + 1] = ~0u, compared[words + 2] = compared[words + 3] = 0;
        words += is_access ? kWordsOfAccess : 1;
    }
    for (size_t behind = words; behind % 4 != 0; ++behind) compared[behind] = 0;
    for (int i = 1; i < count; ++i)
        for (size_t at = 0; at < words; at += 4) {
            const auto four = [&](const Key* from) { return *reinterpret_cast<const Four*>(from + at); };
            const Four differs = (four(list[i]) ^ four(list[0])) & four(compared);
            if ((differs[0] | differs[1] | differs[2] | differs[3]) == 0) continue;
            const size_t alike = differs[0] ? 0 : differs[1] ? 1 : differs[2] ? 2 : 3;
            words = std::min(words, at + alike);
        }
    size_t at = 0;
    for (;;) {
        if (at >= words) return at;
        if (list[0][at] % 2 == 0) {
            ++of_warp[w].blocks;
            ++at;
            continue;
        }
        if (at + kWordsOfAccess > words) return at;
        const auto access_of = [&](int i) { return reinterpret_cast<const Access*>(list[i] + at); };
        uint64_t addresses[kWarp];
        for (int i = 0; i < count; ++i) addresses[i] = access_of(i)->address;
        const Access& first = *access_of(0);
        emit(w, first, lanes, count, addresses, first.kind == atomic);
        at += kWordsOfAccess;
    }
}

inline int lanes_of(int w) { return std::min(kWarp, launch.threads - w * kWarp); }

// Merges the lists of a warp's lanes, up to the end of the list of one of the lanes in `going_on`, which have further
// records to come. Sets `next` to the rest of each list.
void merge(int w, uint32_t going_on, const Key** next) {
    Stream* const lists = &streams[w * kWarp];
    const int count = lanes_of(w);
    alignas(16) Key key[kWarp];  // of each lane's next record
    for (int lane = 0; lane < kWarp; ++lane) {
        key[lane] = kNoKey;
        if (lane >= count) continue;
        next[lane] = lists[lane].records.first;
        if (lists[lane].records.size() == 0) continue;
        *lists[lane].records.next = kNoKey;  // there is space
        key[lane] = *next[lane];
    }
    uint32_t lanes;
    Key of_others;
    const auto is_at_end = [&](uint32_t some) {
        for (uint32_t rest = some & going_on; rest; rest &= rest - 1)
            if (key[__builtin_ctz(rest)] == kNoKey) return true;
        return false;
    };
    if (is_at_end(~0u)) return;
    for (Key lowest = lowest_key(key, lanes, of_others); lowest != kNoKey;) {
        size_t words = emit_alike(w, lanes, next, of_others);
        if (words == 0) {  // accesses at one place that differ in their arrays, or in the use of their results
            emit_accesses(w, lanes, next);
            words = kWordsOfAccess;
        }
        for (uint32_t rest = lanes; rest; rest &= rest - 1) {
            const int lane = __builtin_ctz(rest);
            next[lane] += words;
            key[lane] = *next[lane];
        }
        if (is_at_end(lanes)) return;
        lowest = lowest_key(key, lanes, of_others);
    }
}

// Adds the requests of a warp whose lanes meet.
void flush_warp(int w) {
    if (!recording) return;
    const Key* next[kWarp];
    merge(w, 0, next);
    for (int lane = 0; lane < lanes_of(w); ++lane) {
        streams[w * kWarp + lane].records.clear();
        streams[w * kWarp + lane].atomic_end = 0;
    }
    of_warp[w].met = of_warp[w].requests.size();
}

// Adds the requests of a warp that no further record of its lanes can change. The last atomic operation of a lane and
// what follows it must wait, because the lane may yet use its result.
void flush_settled(int w) {
    const Key* next[kWarp];
    Key held[kWarp];
    Stream* const lists = &streams[w * kWarp];
    const auto atomic_of = [](Stream& one) { return one.records.first + one.atomic_end - kWordsOfAccess; };
    const auto is_held = [&](int lane) { return lists[lane].atomic_end > 0 && warps[w].alive >> lane & 1; };
    for (int lane = 0; lane < lanes_of(w); ++lane)
        if (is_held(lane)) held[lane] = std::exchange(*atomic_of(lists[lane]), kNoKey);
    merge(w, warps[w].alive, next);
    for (int lane = 0; lane < lanes_of(w); ++lane) {
        Stream& one = lists[lane];
        if (is_held(lane)) *atomic_of(one) = held[lane];
        const size_t merged = size_t(next[lane] - one.records.first);
        if (merged == 0) continue;
        one.records.next = std::copy(next[lane], const_cast<const Key*>(one.records.next), one.records.first);
        one.atomic_end -= std::min(one.atomic_end, merged);
    }
}

// The entered block ends its turn, and another one will be entered. Memory for lists is in the cache if it was used
// last, so the next block takes over that of empty lists.
void exchange_lists(int from, int to) {
    if (!recording) return;
    for (int w = 0; w < launch.warps; ++w) flush_settled(w);
    BlockTrace &one = of_block[from], &other = of_block[to];
    one.has_records = std::any_of(one.streams.begin(), one.streams.end(),
                                  [](const Stream& each) { return each.records.size() > 0; });
    if (!one.has_records && !other.has_records) one.streams.swap(other.streams);
}

void mark(int w, int kind) {
    if (!recording) return;
    WarpTrace& warp = of_warp[w];
    warp.requests.reserve(1);
    Request& request = *warp.requests.next++;
    request = {};
    request.kind = uint8_t(kind);
    request.array = kShared;
    request.blocks = warp.blocks;
    request.exchanges = warp.exchanges;
    warp.blocks = warp.exchanges = 0;
    warp.met = warp.requests.size();
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
    ++(warp.requests.size() > warp.met ? warp.requests.first[warp.met].exchanges : warp.exchanges);
}

template <class T>
void append(List<T>& all, List<T>& some) {
    all.reserve(some.size());
    if (some.size() > 0) all.next = std::copy(some.first, some.next, all.next);
    some.clear();
}

// Keeps the requests of the running block, which has ended.
void end_block(int64_t number) {
    if (!recording) return;
    ended[number] = {all_requests.size(), all_sectors.size()};
    for (int w = 0; w < launch.warps; ++w) {
        requests_of_warp[number * launch.warps + w] = int64_t(of_warp[w].requests.size());
        append(all_requests, of_warp[w].requests);
        append(all_sectors, of_warp[w].sectors);
        of_warp[w].met = 0;
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
    if (trace::recording) {
        if (!trace::stream->records.has_space(1 + trace::kWordsBehind)) return trace::begin_basic_block_with_space(code);
        *trace::stream->records.next++ = trace::offset_of(code) << 1;
    }
    if (--slice_left <= 0) yield(code);
}

// The arguments that are arrays: where they are here, and on the device.
__attribute__((visibility("default"))) void numasim_arrays(int count, const uint64_t* begin, const uint64_t* bytes,
                                                           const uint64_t* address, const uint64_t* read_only) {
    trace::array_count = count;
    trace::regions.resize(size_t(count) + 1);
    for (int a = 0; a < count; ++a)
        trace::regions[a] = {uintptr_t(begin[a]), bytes[a], address[a], int16_t(a), read_only[a] != 0};
}

// How much the last launch gave, and a copy of it.
__attribute__((visibility("default"))) void numasim_trace_sizes(int64_t* sizes) {
    sizes[0] = int64_t(trace::requests_of_warp.size());
    sizes[1] = int64_t(trace::all_requests.size());
    sizes[2] = int64_t(trace::all_sectors.size());
}

// `columns` has an array for each member of a request, in their order.
__attribute__((visibility("default"))) void numasim_trace_copy(int64_t* requests_of_warp, void* const* columns,
                                                               uint32_t* sectors) {
    using trace::Request;
    std::copy(trace::requests_of_warp.begin(), trace::requests_of_warp.end(), requests_of_warp);
    size_t done = 0;
    for (size_t number = 0; number < trace::ended.size(); ++number) {
        const int64_t* const of_block = requests_of_warp + number * launch.warps;
        const size_t count = size_t(std::accumulate(of_block, of_block + launch.warps, int64_t(0)));
        const Request* const requests = trace::all_requests.first + trace::ended[number].request;
        int column = 0;
        const auto copy = [&](auto Request::*member) {
            auto* const to = static_cast<std::decay_t<decltype(requests->*member)>*>(columns[column++]) + done;
            for (size_t r = 0; r < count; ++r) to[r] = requests[r].*member;
        };
        copy(&Request::code), copy(&Request::lanes), copy(&Request::sectors), copy(&Request::blocks);
        copy(&Request::exchanges), copy(&Request::wavefronts), copy(&Request::array), copy(&Request::kind);
        copy(&Request::bytes), copy(&Request::passes);
        done += count;
        size_t touched = 0;
        for (size_t r = 0; r < count; ++r) touched += requests[r].sectors;
        const uint32_t* const first = trace::all_sectors.first + trace::ended[number].sector;
        sectors = std::copy(first, first + touched, sectors);
    }
}
}
