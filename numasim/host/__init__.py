"""The computer at hand: its description by the system, its latencies and bandwidths, and its machine file."""
