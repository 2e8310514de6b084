// What one request of a warp costs: sectors of global memory, passes through the banks of shared memory and, for
// atomics, through the L2.
#pragma once

#include <algorithm>
#include <cstdint>

namespace trace {

constexpr uint64_t kSector = 32;

// Sorts the numbers of up to a warp's lanes and drops repeated ones; returns how many are left. The place of a number
// is the count of smaller ones, without a branch that depends on the numbers.
inline int sort_distinct(uint32_t* numbers, int count) {
    typedef int32_t Four __attribute__((vector_size(16)));
    constexpr uint32_t kFlip = 1u << 31;  // signed numbers compare in one instruction
    alignas(16) int32_t flipped[kWarp];
    uint32_t sorted[kWarp], filled = 0;
    for (int i = 0; i < count; ++i) flipped[i] = int32_t(numbers[i] ^ kFlip);
    for (int i = count; i % 4 != 0; ++i) flipped[i] = flipped[0];
    for (int i = 0; i < count; i += 4) {
        const Four some = *reinterpret_cast<const Four*>(flipped + i);
        Four smaller = {};
        for (int other = 0; other < count; ++other) smaller -= flipped[other] < some;
        for (int k = 0; k < 4; ++k) {
            sorted[smaller[k]] = uint32_t(some[k]) ^ kFlip;
            filled |= 1u << smaller[k];
        }
    }
    int left = 0;
    for (; filled; filled &= filled - 1) numbers[left++] = sorted[__builtin_ctz(filled)];
    return left;
}

// The distinct sectors of accesses of some bytes, in ascending order; `sectors` has room for 2 * kWarp.
inline int sectors_of(const uint64_t* addresses, int lanes, int bytes, uint32_t* sectors) {
    // Without branches that depend on the addresses: each number is written, and stays if it is another than before it.
    uint64_t last = addresses[0] / kSector;
    uint64_t farthest = addresses[0] % kSector;  // in a sector
    int count = 1, ascending = kWarp;  // how many numbers ascend
    sectors[0] = uint32_t(last);
    for (int i = 1; i < lanes; ++i) {
        const uint64_t s = addresses[i] / kSector;
        farthest = std::max(farthest, addresses[i] % kSector);
        ascending = std::min(ascending, s < last ? count : kWarp);
        sectors[count] = uint32_t(s);
        count += s != last;
        last = s;
    }
    if (farthest + bytes > kSector) {  // pieces of structures
        for (int i = count = 0; i < lanes; ++i)
            for (uint64_t s = addresses[i] / kSector; s <= (addresses[i] + bytes - 1) / kSector; ++s)
                sectors[count++] = uint32_t(s);
        std::sort(sectors, sectors + count);
        return int(std::unique(sectors, sectors + count) - sectors);
    }
    if (ascending >= count) return count;
    // Lanes of a tile of a matrix often touch the same sectors column by column.
    if (std::equal(sectors + ascending, sectors + count, sectors)) return ascending;
    return sort_distinct(sectors, count);
}

// Passes through the banks that some lanes need. A bank gives one 4-byte word at a time, to all lanes that want it;
// atomics go lane by lane. Wider accesses take the lanes in halves or quarters. `lanes` has a bit for each address.
inline int wavefronts_of(const uint64_t* addresses, uint32_t lanes, int bytes, bool atomics) {
    const int words = bytes > 4 ? (bytes + 3) / 4 : 1, parts = words, lanes_of_part = kWarp / parts;
    int wavefronts = 0;
    for (int part = 0; part < parts; ++part) {
        uint64_t seen[kWarp][kWarp];
        int count[kWarp] = {};
        int most = 0, i = 0;
        for (uint32_t rest = lanes; rest; rest &= rest - 1, ++i) {
            if (__builtin_ctz(rest) / lanes_of_part != part) continue;
            for (int word = 0; word < words; ++word) {
                const uint64_t w = addresses[i] / 4 + word;
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

// Passes through the L2 that the atomics of some lanes need: in each sector, one for each lane at the address with the
// most lanes. Sorts the addresses.
inline int passes_of(uint64_t* addresses, int lanes) {
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

}  // namespace trace
