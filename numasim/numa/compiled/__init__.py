r"""The compiled engine: the model of :mod:`numasim.numa` as Numba kernels over arrays, cycle for cycle.

The engine shares no timing with the SimPy engine, so that a comparison of the two is a test. Each entity with
pending work has one event. The event of a transaction is the transaction's static number
(:mod:`numasim.numa.transaction_numbers`). The calendar, the queues and the heaps are links between rows of
tables that exist from the start, so nothing is allocated during a run.

In each cycle, the loop (:mod:`numasim.numa.compiled.loop`) processes all arrivals. Then every affected server
and core decides once. If clusters were sent their first message, the loop returns to Python, which calls the
on-line mapper and resumes the loop.

Each file has the name of the file of the SimPy engine with the same part of the model:

==========================  ==========================  ==================================================
``numasim.numa``            ``numasim.numa.compiled``   The part
==========================  ==========================  ==================================================
``run``                     ``run``, ``machine_run``    a run, from its inputs to its counters
``run_state``               ``tables``, ``state``,      the state of the program; ``cached_memory_...``:
                            ``cached_memory_tables``,   the state of simulated memory;
                            ``cached_memory_state``,    ``machine_tables``, ``cache_units``: the state of the
                            ``machine_tables``,         machine
                            ``cache_units``
``clock``                   ``loop``, ``loop_parts``,   the phases of a cycle, and what is due
                            ``calendar``, ``wake``,
                            ``wheel``
``core``                    ``core``, ``ready``,        a blocking core, and its ready tasks
                            ``prefetching``
``out_of_order_core``       ``out_of_order_core``,      a core with a window, its queue of accesses, and
                            ``access_queue``,           the ends of its tasks
                            ``long_tasks``
``barrier``                 ``barrier``                 the barrier between supersteps
``server``                  ``server``                  a link, a port, a channel
``network``                 ``network``                 the networks ``ideal`` and ``packet``
``flit_level``              ``flit_level``              the network ``flit``
``memory``                  ``memory``                  the placement of pages, reads and writes
``controller``              ``controller``              a memory controller
``coherent_memory``         ``coherent_memory``         the timing of the caches, and their messages
==========================  ==========================  ==================================================

Both engines share the parts without timing: the inputs of a run (:mod:`numasim.numa.run_inputs`), the numbers
of its transactions, the on-line mapper, the limits, the counters of a run (:mod:`numasim.numa.finished_run`),
the rules of coherence (:mod:`numasim.numa.coherence`) and the routers of the network
(:mod:`numasim.numa.noc`).
"""
