"""List scheduling and task graphs, shared by heft, dsc and time_balanced."""
