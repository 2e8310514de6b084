"""The compiled engine: the model of :mod:`numasim.numa` as Numba kernels over arrays, cycle for cycle.

Nothing that is timing is shared with the SimPy engine, so that comparing the two is a test. Each entity with
something pending has one event, and the event of a transaction is the transaction's static number
(:mod:`numasim.program.program`): the calendar, the queues and the heaps are links between rows of tables that
exist from the start, and nothing is allocated while a run goes on.

In a cycle the loop (:mod:`numasim.numa.compiled.loop`) handles all arrivals, then every server and every
core that something happened to decides once; then, where clusters were sent their first message, it returns
to Python, which asks the on-line mapper and goes on.
"""
