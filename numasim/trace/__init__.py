"""The dynamic instruction graph of a C program.

The program is compiled to LLVM IR (``compilers``), and calls that log the execution are inserted
(``instrument``, ``listing``, ``runtime.c``). The program then runs once in a separate process
(``recording``), and one pass over the log finds the dependencies of each executed instruction
(``dependencies``, ``memory_writers``). :func:`numasim.trace_program` does all these steps. Source: "A Vertex
Cut based Framework for Load Balancing and Parallelism Optimization in Multi-core Systems" (Ma et al., 2020),
section 3.
"""
