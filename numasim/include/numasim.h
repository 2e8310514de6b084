/* Markers of the region of interest of a program that numasim traces.

       #include <numasim.h>

       numasim_begin();
       solve();
       numasim_end();

   `numasim trace` and experiments find this header by themselves. For a plain build, `numasim include` prints its
   folder (cc -I"$(numasim include)" prog.c), and the markers do nothing. */
#ifndef NUMASIM_H
#define NUMASIM_H

#define numasim_begin() numasim_begin_at(__LINE__)
#define numasim_end() numasim_end_at(__LINE__)

#ifdef __cplusplus
extern "C" {
#endif

/* Weak, so that every file may include them, and never inlined, so that a tracer finds the calls. */
__attribute__((weak, noinline, nothrow)) void numasim_begin_at(int line) { (void)line; }
__attribute__((weak, noinline, nothrow)) void numasim_end_at(int line) { (void)line; }

#ifdef __cplusplus
}
#endif

#endif
