"""List scheduling and task graphs for ``heft``, ``dsc`` and ``time_balanced``."""
