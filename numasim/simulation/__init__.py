"""The simulation of one program on one machine: run, invariants, energy, tables."""
