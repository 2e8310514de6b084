r"""The compiled engine: the model of :mod:`numasim.numa` as Numba kernels over arrays, cycle for cycle.

Nothing that is timing is shared with the SimPy engine, so that comparing the two is a test. Each entity with
something pending has one event, and the event of a transaction is the transaction's static number
(:mod:`numasim.numa.transaction_numbers`): the calendar, the queues and the heaps are links between rows of
tables that exist from the start, and nothing is allocated while a run goes on.

In a cycle the loop (:mod:`numasim.numa.compiled.loop`) handles all arrivals, then every server and every
core that something happened to decides once; then, where clusters were sent their first message, it returns
to Python, which asks the on-line mapper and goes on.

Each file is named like the one of the SimPy engine that has the same part of the model:

==========================  ==========================  ==================================================
``numasim.numa``            ``numasim.numa.compiled``   The part
==========================  ==========================  ==================================================
``run``                     ``run``                     a run, from its inputs to its counts
``run_state``               ``tables``, ``state``,      the state of the program; ``cached_memory_...``:
                            ``cached_memory_tables``,   the state of simulated memory
                            ``cached_memory_state``
``clock``                   ``loop``, ``calendar``      the phases of a cycle, and what is due
``core``                    ``core``, ``ready``         a blocking core, and its ready tasks
``out_of_order_core``       ``out_of_order_core``,      a core with a window, and its queue of accesses
                            ``access_queue``
``barrier``                 ``barrier``                 the barrier between supersteps
``server``                  ``server``                  a link, a port, a channel
``network``                 ``network``                 the networks ``ideal`` and ``packet``
``flit_level``              ``flit_level``              the network ``flit``
``memory``                  ``memory``                  the placement of pages, reads and writes
``controller``              ``controller``              a memory controller
``coherent_memory``         ``coherent_memory``         the caches in time, and their messages
==========================  ==========================  ==================================================

Both engines share what has no timing: the inputs of a run (:mod:`numasim.numa.run_inputs`), the numbers of
its transactions, the on-line mapper, the limits, what a run has counted
(:mod:`numasim.numa.finished_run`), the rules of coherence (:mod:`numasim.numa.coherence`) and the routers of
the network (:mod:`numasim.numa.noc`).
"""
