// Merges the lists of a warp's lanes to the requests of the warp (trace.h).
#pragma once

#include <algorithm>

#include "coalescing.h"
#include "trace_result.h"

namespace trace {

// Adds the request of `count` lanes of a warp to memory, all of it global or all of it shared. The first lane's access
// is `first`, and `used` says whether it is an atomic operation whose result some lane uses.
void emit(int w, const Access& first, uint32_t lanes, int count, uint64_t* addresses, bool used) {
    WarpTrace& warp = of_warp[w];
    const bool is_atomic = first.kind == reduction || first.kind == atomic;
    Form form = {uint32_t(int32_t(first.key) >> 1), warp.blocks, warp.exchanges, 0, first.array,
                 uint8_t(used ? atomic : first.kind), first.bytes, 0, 0};
    warp.blocks = warp.exchanges = 0;
    if (first.kind == launch_kind) {
        const int64_t in_grid = block->number * launch.warps + w;
        for (int i = 0; i < count; ++i)
            set_launch(addresses[i], in_grid, uint32_t(requests_in_pieces[in_grid] + int64_t(warp.requests.size())));
    } else if (first.array == kShared) {
        form.wavefronts = uint16_t(wavefronts_of(addresses, lanes, first.bytes, is_atomic));
    } else {
        warp.sectors.reserve(2 * kWarp);
        form.sectors = uint8_t(sectors_of(addresses, count, first.bytes, warp.sectors.next));
        warp.sectors.next += form.sectors;
        if (is_atomic) form.passes = uint8_t(passes_of(addresses, count));
    }
    warp.requests.reserve(1);
    *warp.requests.next++ = {forms.number_of(form), lanes};
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

// As emit_alike, for a single lane.
size_t emit_one(int w, uint32_t lane, const Key* list, Key end) {
    size_t at = 0;
    while (list[at] < end) {
        if (list[at] % 2 == 0) {
            ++of_warp[w].blocks;
            ++at;
            continue;
        }
        const Access& one = *reinterpret_cast<const Access*>(list + at);
        uint64_t address = one.address;
        emit(w, one, lane, 1, &address, one.kind == atomic);
        at += kWordsOfAccess;
    }
    return at;
}

// Adds the requests of the records that some lanes of a warp have alike, from their next ones on up to the first one
// whose key is not below `end`. Returns the words of these records in each list.
size_t emit_alike(int w, uint32_t lanes, const Key* const* next, Key end) {
    typedef Key Four __attribute__((vector_size(16), may_alias, aligned(4)));
    constexpr size_t kMostWords = 128;
    const Key* list[kWarp];
    int count = 0;
    for (uint32_t rest = lanes; rest; rest &= rest - 1) list[count++] = next[__builtin_ctz(rest)];
    if (count == 1) return emit_one(w, lanes, list[0], end);
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
    check_memory();
    const Key* next[kWarp];
    merge(w, 0, next);
    for (int lane = 0; lane < lanes_of(w); ++lane) {
        streams[w * kWarp + lane].records.clear();
        streams[w * kWarp + lane].atomic_end = 0;
    }
    if (of_warp[w].requests.bytes() > kPieceBytes) add_piece(w);
    meet(of_warp[w]);
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
    if (of_warp[w].requests.bytes() > kPieceBytes) add_piece(w);
}

// The entered block ends its turn, and another one will be entered. Memory for lists is in the cache if it was used
// last, so the next block takes over that of empty lists.
void exchange_lists(int from, int to) {
    if (!recording) return;
    for (int w = 0; w < launch.warps; ++w)
        if (warps[w].in_place) flush_settled(w);  // else it has no new records
    BlockTrace &one = of_block[from], &other = of_block[to];
    one.has_records = std::any_of(one.streams.begin(), one.streams.end(),
                                  [](const Stream& each) { return each.records.size() > 0; });
    if (!one.has_records && !other.has_records) one.streams.swap(other.streams);
}

}  // namespace trace
