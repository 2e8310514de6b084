"""What both engines use: the inputs, limits, counters and results of a run, and rules without timing."""
