"""The simulated NUMA machine, in two engines that share no timing, so that a comparison of the two is a test.

Three rules define a cycle for every engine that runs this model. Time is an integer number of cycles, and
every channel takes at least one cycle. Within a cycle, all arrivals precede all decisions. Every shared
resource and every core decides once (:mod:`numasim.numa.simpy_engine.clock`), and its messages arrive in a
later cycle. Static numbers decide between simultaneous events (:mod:`numasim.program.program`), never the
order in which the events were created.
"""
