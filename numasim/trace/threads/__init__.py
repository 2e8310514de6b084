"""Logs of the threads of a C or C++ program.

The program is compiled to LLVM IR (:mod:`numasim.trace.compilers`), and calls that log its memory operations
are inserted (``instrument``, ``function_log``, ``producers``). It then runs once under a scheduler that lets
one thread run at a time (``scheduler.c``), with functions of pthreads and OpenMP that log what they do
(``pthreads.c``, ``openmp.c``). :func:`numasim.trace_threads` does all these steps.
"""
