"""The NUMA machine as SimPy processes: the readable model, one file a component.

Three rules make a cycle mean the same in every engine that runs this model. Time is an integer number of
cycles and every channel takes at least one. Within a cycle all arrivals come first, then every shared
resource and every core decides once (:mod:`numasim.numa.clock`), and what they send arrives in a later
cycle. Equal times are decided by static numbers (:mod:`numasim.program.program`), never by the order in which
events were made.
"""
