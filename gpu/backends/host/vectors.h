// The vectors of CUDA C++, for g++.
//
// A device loads and stores a vector of 8 or 16 bytes in one access. To g++ it is a structure, whose members it would access one by
// one; here it is also one value, and this is what a copy copies. A traced kernel checks the address first (trace.h).
// Otherwise the value is aligned like a member, so that an address that is not aligned does no harm.
#pragma once

#ifdef NUMASIM_TRACE
#define NUMASIM_ALIGNED(T, n) (n * sizeof(T))
#else
#define NUMASIM_ALIGNED(T, n) (sizeof(T))
#endif

template <class T, int n>
struct NumasimWhole {
    typedef T Type __attribute__((vector_size(n * sizeof(T)), aligned NUMASIM_ALIGNED(T, n), may_alias));
};

#define NUMASIM_COPY(Vector, n)                                                                  \
    typedef typename NumasimWhole<T, n>::Type Whole;                                             \
    Whole whole;                                                                                 \
    constexpr Vector() : whole{} {}                                                              \
    __attribute__((always_inline)) Vector(const Vector& other)                                   \
        : whole(*reinterpret_cast<const Whole*>(&other)) {}                                      \
    __attribute__((always_inline)) Vector& operator=(const Vector& other) {                      \
        *reinterpret_cast<Whole*>(this) = *reinterpret_cast<const Whole*>(&other);               \
        return *this;                                                                            \
    }

template <class T>
union alignas(2 * sizeof(T)) NumasimVector2 {
    struct {
        T x, y;
    };
    NUMASIM_COPY(NumasimVector2, 2)
    __attribute__((always_inline)) NumasimVector2(T x, T y) : whole{x, y} {}
};

template <class T>
union alignas(4 * sizeof(T)) NumasimVector4 {
    struct {
        T x, y, z, w;
    };
    NUMASIM_COPY(NumasimVector4, 4)
    __attribute__((always_inline)) NumasimVector4(T x, T y, T z, T w) : whole{x, y, z, w} {}
};

// A vector of three is aligned like a member, and a device loads and stores each member on its own.
template <class T>
struct NumasimVector3 {
    T x, y, z;
    constexpr NumasimVector3() : x{}, y{}, z{} {}
    constexpr NumasimVector3(T x, T y, T z) : x(x), y(y), z(z) {}
    __attribute__((always_inline)) NumasimVector3(const NumasimVector3& other) : x(other.x), y(other.y), z(other.z) {}
    __attribute__((always_inline)) NumasimVector3& operator=(const NumasimVector3& other) {
        x = other.x, y = other.y, z = other.z;
        return *this;
    }
};

#define NUMASIM_VECTOR_2(name, T)                                                               \
    typedef NumasimVector2<T> name;                                                             \
    static inline __attribute__((always_inline)) name make_##name(T x, T y) { return {x, y}; }
#define NUMASIM_VECTOR_3(name, T)                                                               \
    typedef NumasimVector3<T> name;                                                             \
    static inline __attribute__((always_inline)) name make_##name(T x, T y, T z) { return {x, y, z}; }
#define NUMASIM_VECTOR_4(name, T)                                                               \
    typedef NumasimVector4<T> name;                                                             \
    static inline __attribute__((always_inline)) name make_##name(T x, T y, T z, T w) { return {x, y, z, w}; }
NUMASIM_VECTOR_2(int2, int)
NUMASIM_VECTOR_2(uint2, unsigned int)
NUMASIM_VECTOR_2(float2, float)
NUMASIM_VECTOR_2(double2, double)
NUMASIM_VECTOR_3(int3, int)
NUMASIM_VECTOR_3(float3, float)
NUMASIM_VECTOR_3(double3, double)
NUMASIM_VECTOR_4(int4, int)
NUMASIM_VECTOR_4(uint4, unsigned int)
NUMASIM_VECTOR_4(float4, float)
