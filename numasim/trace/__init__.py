"""From a C program to its dynamic instruction graph.

A program becomes LLVM IR (``compilers``), the IR gets calls that log what runs (``instrument``, ``listing``,
``runtime.c``), the program runs once as a process of its own (``recording``), and one pass over the log finds
on whom each executed instruction depends (``dependencies``, ``memory_writers``).
:func:`numasim.trace_program` goes all the way. After "A Vertex Cut based Framework for Load Balancing and
Parallelism Optimization in Multi-core Systems" (Ma et al., 2020), section 3.
"""
