// The part of CUDA C++ that kernels use, for g++: a kernel's source is included behind this header as it is.
//
// A block's threads are fibers of one operating-system thread (fibers.h); the runtime (runtime.cpp) switches
// between them where they wait for one another. Shared memory is `thread_local`, which can be declared inside a
// function both with a size and, for dynamic shared memory, as `extern`, and which lies in one known range.
// With NUMASIM_TRACE the compiler reports every access to memory; what it cannot see (atomics, __ldg, __ldcg) is reported
// here.
#pragma once

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <cmath>
#include <cstdio>  // before its printf is replaced
#include <limits>

#include "vectors.h"

// As <source_location> of C++20 has it: what the compiler makes of a place.
namespace std {
struct source_location {
    struct __impl {
        const char* _M_file_name;
        const char* _M_function_name;
        unsigned _M_line, _M_column;
    };
};
}  // namespace std

#define __CUDA_HOST_BACK_END__ 1
// The compiler takes a file as a whole program (-fwhole-program), so that a function is emitted only where it is used,
// although a member, an operator or a constructor cannot be `static`.
#define NUMASIM_VISIBLE __attribute__((externally_visible))
#define __global__ NUMASIM_VISIBLE __attribute__((noinline, section("numasim_kernels")))
#define __device__ __attribute__((always_inline))
#define __host__
#define __forceinline__ inline
#define __noinline__
#define __shared__ thread_local
#define __constant__ static
#define __restrict__ __restrict
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)

struct uint3 {
    unsigned int x, y, z;
};
struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1) : x(x), y(y), z(z) {}
};

// Constant for the thread that reads them: the runtime changes them only between threads. (A dim3, which has a
// constructor, would be read anew each time.)
extern "C" {
extern const uint3 threadIdx, blockIdx, blockDim, gridDim;
extern const int numasim_lane;

// Waits for the other lanes of `mask`; `at` is the place in the source (numasim_place).
uint64_t numasim_shuffle(unsigned mask, uint64_t value, int source_lane, int at);
unsigned numasim_ballot(unsigned mask, int predicate, int at);
void numasim_sync_warp(unsigned mask, int at);
unsigned numasim_match(unsigned mask, uint64_t value, int at);
uint64_t numasim_reduce(unsigned mask, uint64_t value, int operation, int at);
int numasim_sync_block(int predicate, int at);  // the number of true predicates
void numasim_sync_grid(int at);
void* numasim_launch(void (*call)(void*), const unsigned* grid, const unsigned* block, size_t dynamic_bytes,
                     size_t argument_bytes, int line, const void* place);
long long numasim_clock();
int numasim_print(const char* format, ...) __attribute__((format(printf, 1, 2)));
void numasim_access(int kind, const void* address, unsigned bytes, const void* place);

// Ends the thread's slice, if blocks take turns.
void numasim_yield();
// The thread uses the result of its last atomic operation; ends its slice as well.
void numasim_used();
void numasim_wrote();
void numasim_fence();
}

enum {
    NUMASIM_LOAD,
    NUMASIM_STORE,
    NUMASIM_REDUCTION,  // an atomic operation whose result is not used
    NUMASIM_ATOMIC,
    NUMASIM_READ_ONLY,
    NUMASIM_TEXTURE,
    NUMASIM_LOAD_L2
};

const int warpSize = 32;

#define NUMASIM_INLINE static inline __attribute__((always_inline))
#define NUMASIM_MEMBER inline __attribute__((always_inline))
// The line of a call in the source, and its column above bit 20: two barriers of one line are two places.
NUMASIM_INLINE constexpr int numasim_place(const void* call) {
    const auto at = static_cast<const std::source_location::__impl*>(call);
    return int((at->_M_column & 0x7ff) << 20 | (at->_M_line & 0xfffff));
}
#define NUMASIM_CALLED numasim_place(__builtin_source_location())
#define NUMASIM_AT int at = NUMASIM_CALLED

NUMASIM_INLINE void __syncthreads(NUMASIM_AT) { numasim_sync_block(0, at); }
NUMASIM_INLINE int __syncthreads_count(int p, NUMASIM_AT) { return numasim_sync_block(p, at); }
NUMASIM_INLINE int __syncthreads_or(int p, NUMASIM_AT) { return numasim_sync_block(p, at) != 0; }
NUMASIM_INLINE int __syncthreads_and(int p, NUMASIM_AT) { return numasim_sync_block(!p, at) == 0; }
NUMASIM_INLINE void __syncwarp(unsigned mask = 0xffffffffu, NUMASIM_AT) { numasim_sync_warp(mask, at); }
NUMASIM_INLINE unsigned __ballot_sync(unsigned mask, int p, NUMASIM_AT) { return numasim_ballot(mask, p, at); }
NUMASIM_INLINE int __any_sync(unsigned mask, int p, NUMASIM_AT) { return numasim_ballot(mask, p, at) != 0; }
NUMASIM_INLINE int __all_sync(unsigned mask, int p, NUMASIM_AT) { return numasim_ballot(mask, !p, at) == 0; }
// Which lanes run together is not defined on a device either; a lane alone is one of the answers.
NUMASIM_INLINE unsigned __activemask() { return 1u << numasim_lane; }
#ifdef NUMASIM_TRACE
NUMASIM_INLINE void __threadfence() { numasim_fence(); }
#else
NUMASIM_INLINE void __threadfence() {}
#endif
NUMASIM_INLINE void __threadfence_system() { __threadfence(); }
NUMASIM_INLINE void __threadfence_block() { __threadfence(); }

template <class T>
NUMASIM_INLINE T numasim_exchange(unsigned mask, T value, int source, int at) {
    static_assert(sizeof(T) <= 8, "a shuffle moves at most 8 bytes");
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof(T));
    bits = numasim_shuffle(mask, bits, source, at);
    memcpy(&value, &bits, sizeof(T));
    return value;
}
// A lane whose source lies outside its segment of `width` lanes gets its own value.
template <class T>
NUMASIM_INLINE T __shfl_sync(unsigned mask, T value, int source, int width = 32, NUMASIM_AT) {
    return numasim_exchange(mask, value, (numasim_lane & -width) | (source & (width - 1)), at);
}
template <class T>
NUMASIM_INLINE T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32, NUMASIM_AT) {
    const int source = numasim_lane - int(delta);
    return numasim_exchange(mask, value, source < (numasim_lane & -width) ? numasim_lane : source, at);
}
template <class T>
NUMASIM_INLINE T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32, NUMASIM_AT) {
    const int source = numasim_lane + int(delta);
    return numasim_exchange(mask, value, source > (numasim_lane | (width - 1)) ? numasim_lane : source, at);
}
template <class T>
NUMASIM_INLINE T __shfl_xor_sync(unsigned mask, T value, int flip, int width = 32, NUMASIM_AT) {
    const int source = numasim_lane ^ flip;
    return numasim_exchange(mask, value, source > (numasim_lane | (width - 1)) ? numasim_lane : source, at);
}

template <class T>
NUMASIM_INLINE unsigned __match_any_sync(unsigned mask, T value, NUMASIM_AT) {
    static_assert(sizeof(T) <= 8, "__match_any_sync compares at most 8 bytes");
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof(T));
    return numasim_match(mask, bits, at);
}
#define NUMASIM_REDUCTION_OF_WARP(name, type, operation)                                      \
    NUMASIM_INLINE type __reduce_##name##_sync(unsigned mask, type value, NUMASIM_AT) {     \
        return type(numasim_reduce(mask, uint64_t(int64_t(value)), operation, at));         \
    }
NUMASIM_REDUCTION_OF_WARP(add, unsigned, '+')
NUMASIM_REDUCTION_OF_WARP(add, int, '+')
NUMASIM_REDUCTION_OF_WARP(min, unsigned, '<')
NUMASIM_REDUCTION_OF_WARP(min, int, '<')
NUMASIM_REDUCTION_OF_WARP(max, unsigned, '>')
NUMASIM_REDUCTION_OF_WARP(max, int, '>')
NUMASIM_REDUCTION_OF_WARP(and, unsigned, '&')
NUMASIM_REDUCTION_OF_WARP(or, unsigned, '|')
NUMASIM_REDUCTION_OF_WARP(xor, unsigned, '^')

NUMASIM_INLINE void __trap() { __builtin_trap(); }
// The number of calls so far, which grows like the cycles of a device and is the same in every run.
NUMASIM_INLINE long long clock64() { return numasim_clock(); }
#define printf(...) numasim_print(__VA_ARGS__)
namespace std {
using ::numasim_print;
}

// A function whose accesses and basic blocks the compiler does not report.
#if __has_attribute(no_sanitize_coverage)
#define NUMASIM_UNTRACED __attribute__((no_sanitize("thread"), no_sanitize_coverage))
#else
#define NUMASIM_UNTRACED __attribute__((no_sanitize("thread")))
#endif

// Accesses that are reported by name must not be reported by the compiler as well.
#ifdef NUMASIM_TRACE
#define NUMASIM_REPORTED NUMASIM_UNTRACED static __attribute__((noinline))
#define NUMASIM_REPORT(kind, address) numasim_access(kind, address, sizeof *(address), NUMASIM_PLACE)
#define NUMASIM_REPORT_CHANGE(changed) if (changed) numasim_wrote()
#define NUMASIM_PLACE __builtin_return_address(0)
#define NUMASIM_YIELD() numasim_yield()
#define NUMASIM_REPORT_USE() numasim_used()
#else
#define NUMASIM_REPORTED NUMASIM_INLINE
#define NUMASIM_REPORT(kind, address) ((void)0)
#define NUMASIM_REPORT_CHANGE(changed) ((void)0)
#define NUMASIM_PLACE nullptr
#define NUMASIM_YIELD() ((void)0)
#define NUMASIM_REPORT_USE() ((void)0)
#endif

NUMASIM_INLINE void __nanosleep(unsigned) { NUMASIM_YIELD(); }

template <class T>
NUMASIM_REPORTED T __ldg(const T* address) {
    NUMASIM_REPORT(NUMASIM_TEXTURE, address);
    return *address;
}
template <class T>
NUMASIM_REPORTED T __ldcg(const T* address) {
    NUMASIM_REPORT(NUMASIM_LOAD_L2, address);
    return *address;
}

// Launches a grid of a kernel, whose launcher reads its arguments from 8 bytes each.
template <class... P, class... A>
NUMASIM_REPORTED bool numasim_launch_child(void (*call)(void*), void (*)(P...), dim3 grid, dim3 block,
                                           size_t dynamic_bytes, int line, A... arguments) {
    const unsigned sizes[] = {grid.x, grid.y, grid.z, block.x, block.y, block.z};
    char* room = static_cast<char*>(
        numasim_launch(call, sizes, sizes + 3, dynamic_bytes, 8 * sizeof...(P), line, NUMASIM_PLACE));
    if (room == nullptr) return false;
    const auto keep = [&room](auto value) __attribute__((always_inline)) NUMASIM_UNTRACED {
        memcpy(room, &value, sizeof value);
        room += 8;
    };
    (keep(P(arguments)), ...);
    return true;
}

// The result of an atomic operation. A thread that uses it waits for it, and ends its slice.
template <class T>
struct NumasimResult {
    T old;
    NUMASIM_MEMBER operator T() const {
        NUMASIM_REPORT_USE();
        return old;
    }
};

// Fibers switch only in functions of the runtime, so a plain read and write is atomic.
#define NUMASIM_ATOMIC_OPERATION(name, result)                      \
    template <class T>                                              \
    NUMASIM_REPORTED NumasimResult<T> name(T* address, T value) {   \
        NUMASIM_REPORT(NUMASIM_REDUCTION, address);                 \
        const T old = *address;                                     \
        *address = result;                                          \
        NUMASIM_REPORT_CHANGE(old != *address);                     \
        return {old};                                               \
    }                                                               \
    template <class T, class U>                                     \
    NUMASIM_INLINE NumasimResult<T> name(T* address, U value) {     \
        return name(address, static_cast<T>(value));                \
    }
NUMASIM_ATOMIC_OPERATION(atomicAdd, old + value)
NUMASIM_ATOMIC_OPERATION(atomicSub, old - value)
NUMASIM_ATOMIC_OPERATION(atomicMin, value < old ? value : old)
NUMASIM_ATOMIC_OPERATION(atomicMax, value > old ? value : old)
NUMASIM_ATOMIC_OPERATION(atomicExch, value)
NUMASIM_ATOMIC_OPERATION(atomicAnd, old& value)
NUMASIM_ATOMIC_OPERATION(atomicOr, old | value)
NUMASIM_ATOMIC_OPERATION(atomicXor, old ^ value)
NUMASIM_ATOMIC_OPERATION(atomicInc, old >= value ? 0 : old + 1)
NUMASIM_ATOMIC_OPERATION(atomicDec, old == 0 || old > value ? value : old - 1)

template <class T>
NUMASIM_REPORTED NumasimResult<T> atomicCAS(T* address, T expected, T value) {
    NUMASIM_REPORT(NUMASIM_REDUCTION, address);
    const T old = *address;
    if (old == expected) *address = value;
    NUMASIM_REPORT_CHANGE(old != *address);
    return {old};
}
template <class T, class U, class V>
NUMASIM_INLINE NumasimResult<T> atomicCAS(T* address, U expected, V value) {
    return atomicCAS(address, static_cast<T>(expected), static_cast<T>(value));
}

template <class T>
NUMASIM_INLINE T min(T a, T b) {
    return b < a ? b : a;
}
template <class T>
NUMASIM_INLINE T max(T a, T b) {
    return a < b ? b : a;
}
// Of two types: those that CUDA has.
#define NUMASIM_MIN_MAX(one, other, common)                                                          \
    NUMASIM_INLINE common min(one a, other b) { return min(common(a), common(b)); }                   \
    NUMASIM_INLINE common max(one a, other b) { return max(common(a), common(b)); }                   \
    NUMASIM_INLINE common min(other a, one b) { return min(common(a), common(b)); }                   \
    NUMASIM_INLINE common max(other a, one b) { return max(common(a), common(b)); }
NUMASIM_MIN_MAX(int, unsigned, unsigned)
using NumasimUnsigned64 = unsigned long long;
NUMASIM_MIN_MAX(long long, NumasimUnsigned64, NumasimUnsigned64)
NUMASIM_MIN_MAX(float, double, double)
NUMASIM_INLINE int __popc(unsigned bits) { return __builtin_popcount(bits); }
NUMASIM_INLINE int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
NUMASIM_INLINE int __ffs(int bits) { return __builtin_ffs(bits); }
NUMASIM_INLINE int __ffsll(long long bits) { return __builtin_ffsll(bits); }
NUMASIM_INLINE int __clz(int bits) { return bits == 0 ? 32 : __builtin_clz(unsigned(bits)); }
NUMASIM_INLINE int __clzll(long long bits) { return bits == 0 ? 64 : __builtin_clzll(bits); }
NUMASIM_INLINE int __mulhi(int a, int b) { return int(int64_t(a) * b >> 32); }
NUMASIM_INLINE unsigned __umulhi(unsigned a, unsigned b) { return unsigned(uint64_t(a) * b >> 32); }
NUMASIM_INLINE long long __mul64hi(long long a, long long b) { return (long long)(__int128(a) * b >> 64); }
NUMASIM_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)((unsigned __int128)(a) * b >> 64);
}
// Rounded to the nearest, and never contracted, which holds for all arithmetic of the host.
NUMASIM_INLINE float __fadd_rn(float a, float b) { return a + b; }
NUMASIM_INLINE float __fsub_rn(float a, float b) { return a - b; }
NUMASIM_INLINE float __fmul_rn(float a, float b) { return a * b; }
NUMASIM_INLINE float __fdiv_rn(float a, float b) { return a / b; }
NUMASIM_INLINE float __fsqrt_rn(float a) { return sqrtf(a); }
NUMASIM_INLINE float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
NUMASIM_INLINE double __dadd_rn(double a, double b) { return a + b; }
NUMASIM_INLINE double __dsub_rn(double a, double b) { return a - b; }
NUMASIM_INLINE double __dmul_rn(double a, double b) { return a * b; }
NUMASIM_INLINE double __ddiv_rn(double a, double b) { return a / b; }
NUMASIM_INLINE double __dsqrt_rn(double a) { return sqrt(a); }
NUMASIM_INLINE double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
NUMASIM_INLINE int __float_as_int(float a) { return __builtin_bit_cast(int, a); }
NUMASIM_INLINE float __int_as_float(int a) { return __builtin_bit_cast(float, a); }
NUMASIM_INLINE unsigned __float_as_uint(float a) { return __builtin_bit_cast(unsigned, a); }
NUMASIM_INLINE float __uint_as_float(unsigned a) { return __builtin_bit_cast(float, a); }
NUMASIM_INLINE long long __double_as_longlong(double a) { return __builtin_bit_cast(long long, a); }
NUMASIM_INLINE double __longlong_as_double(long long a) { return __builtin_bit_cast(double, a); }
NUMASIM_INLINE unsigned long long __brevll(unsigned long long bits) {
    unsigned long long turned = 0;
    for (int i = 0; i < 64; ++i) turned |= (bits >> i & 1) << (63 - i);
    return turned;
}
NUMASIM_INLINE unsigned __brev(unsigned bits) { return unsigned(__brevll(bits) >> 32); }
NUMASIM_INLINE int __mul24(int a, int b) {
    return int(unsigned(int(unsigned(a) << 8) >> 8) * unsigned(int(unsigned(b) << 8) >> 8));
}
NUMASIM_INLINE unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
// A whole number as cvt of PTX converts it (PTX ISA, "cvt"): the nearest of the type, and for a NaN 0 if neither type
// has 64 bits, else the highest bit alone. (1 above the greatest value is a power of two, so it is exact.) It is one
// instruction there, so a trace has no basic blocks of it.
template <class To, class From>
NUMASIM_REPORTED To numasim_clamped(From whole) {
    constexpr To least = std::numeric_limits<To>::min(), greatest = std::numeric_limits<To>::max();
    if (whole != whole) return sizeof(To) == 4 && sizeof(From) == 4 ? To(0) : To(1ull << (8 * sizeof(To) - 1));
    if (whole <= From(least)) return least;
    return whole < 2 * From(greatest / 2 + 1) ? To(whole) : greatest;
}
// Rounded to the nearest, towards zero, up and down.
#define NUMASIM_CONVERSIONS(from, type, to, result)                                                            \
    NUMASIM_INLINE result __##from##2##to##_rn(type a) { return numasim_clamped<result>(std::nearbyint(a)); }    \
    NUMASIM_INLINE result __##from##2##to##_rz(type a) { return numasim_clamped<result>(std::trunc(a)); }        \
    NUMASIM_INLINE result __##from##2##to##_ru(type a) { return numasim_clamped<result>(std::ceil(a)); }         \
    NUMASIM_INLINE result __##from##2##to##_rd(type a) { return numasim_clamped<result>(std::floor(a)); }
#define NUMASIM_CONVERSIONS_TO(to, result)         \
    NUMASIM_CONVERSIONS(float, float, to, result)   \
    NUMASIM_CONVERSIONS(double, double, to, result)
NUMASIM_CONVERSIONS_TO(int, int)
NUMASIM_CONVERSIONS_TO(uint, unsigned)
NUMASIM_CONVERSIONS_TO(ll, long long)
NUMASIM_CONVERSIONS_TO(ull, NumasimUnsigned64)
NUMASIM_INLINE float __int2float_rn(int a) { return float(a); }
NUMASIM_INLINE double __int2double_rn(int a) { return double(a); }
NUMASIM_INLINE float rsqrtf(float a) { return float(1 / sqrt(double(a))); }
NUMASIM_INLINE double rsqrt(double a) { return 1 / sqrt(a); }
