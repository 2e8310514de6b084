r"""The compiled engine: the model of :mod:`numasim.numa` as Numba kernels over arrays, cycle for cycle.

The engine shares no timing with the SimPy engine, so that a comparison of the two is a test. Each entity with
pending work has one event. The event of a transaction is the transaction's static number
(:mod:`numasim.numa.shared.transaction_numbers`). The calendar, the queues and the heaps are links between
rows of tables that exist from the start, so nothing is allocated during a run.

In each cycle, the loop (:mod:`numasim.numa.compiled.loop`) processes all arrivals. Then every affected server
and core decides once. If clusters were sent their first message, the loop returns to Python, which calls the
on-line mapper and resumes the loop.

Files of equal names in :mod:`numasim.numa.simpy_engine` and here have the same part of the model. The state
of a run is in ``state``, ``cached_memory_state`` and ``thread_state``, and its records are there, in
``machine_records``, ``program_records`` and ``cache_units``; ``tables``, ``packed_rows``,
``cached_memory_tables`` and ``machine_tables`` create it (there, ``run_state``). The clock is in ``loop``,
``thread_loop``, ``loop_parts``, ``calendar``, ``wake`` and ``wheel`` (there, ``clock``).

Both engines share the parts without timing: the inputs of a run (:mod:`numasim.numa.shared.run_inputs`), the
numbers of its transactions, the on-line mapper, the limits, the counters of a run
(:mod:`numasim.numa.shared.finished_run`), the rules of coherence (:mod:`numasim.numa.coherence`) and the
routers of the network (:mod:`numasim.numa.noc`).
"""
