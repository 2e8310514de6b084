/* libc++'s header of this name, with std::sort of numbers in the program itself.

   libc++ declares the instances of std::sort for plain numbers as `extern`: they are in the compiled library
   (libcxx/src/algorithm.cpp), so each sort would be one vertex of a trace. Specializations that are declared before
   them are compiled with the program, as std::sort of all other types is. They make the same calls. */
#pragma GCC system_header
#ifndef NUMASIM_SORT_H
#define NUMASIM_SORT_H

#include <__algorithm/comp.h>
#include <__config>

#if _LIBCPP_HAS_WIDE_CHARACTERS
#define NUMASIM_WIDE(SORT) SORT(wchar_t)
#else
#define NUMASIM_WIDE(SORT)
#endif
#define NUMASIM_EACH(SORT)                                                                                     \
    SORT(char) SORT(signed char) SORT(unsigned char) SORT(short) SORT(unsigned short) SORT(int) SORT(unsigned) \
    SORT(long) SORT(unsigned long) SORT(long long) SORT(unsigned long long) SORT(float) SORT(double)           \
    SORT(long double) NUMASIM_WIDE(SORT)

_LIBCPP_BEGIN_NAMESPACE_STD
template <class _Comp, class _Iterator>
void __sort(_Iterator, _Iterator, _Comp);
#define NUMASIM_SORT(T) template <> void __sort<__less<T>&, T*>(T*, T*, __less<T>&);
NUMASIM_EACH(NUMASIM_SORT)
#undef NUMASIM_SORT
_LIBCPP_END_NAMESPACE_STD

#include_next <__algorithm/sort.h>

_LIBCPP_BEGIN_NAMESPACE_STD
#define NUMASIM_SORT(T)                                                                    \
    template <> inline void __sort<__less<T>&, T*>(T* __first, T* __last, __less<T>&) {    \
        __less<> __comp;                                                                   \
        std::__sort_dispatch<_ClassicAlgPolicy, T*, __less<> >(__first, __last, __comp);   \
    }
NUMASIM_EACH(NUMASIM_SORT)
#undef NUMASIM_SORT
_LIBCPP_END_NAMESPACE_STD

#undef NUMASIM_EACH
#undef NUMASIM_WIDE
#endif
