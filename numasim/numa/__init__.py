"""The NUMA machine as SimPy processes: the readable model, with one file per component.

Three rules define a cycle for every engine that runs this model. Time is an integer number of cycles, and
every channel takes at least one cycle. Within a cycle, all arrivals precede all decisions. Every shared
resource and every core decides once (:mod:`numasim.numa.clock`), and its messages arrive in a later cycle.
Static numbers decide between simultaneous events (:mod:`numasim.program.program`), never the order in which
the events were created.
"""
