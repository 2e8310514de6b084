"""One program on one machine: simulation, laws, energy, tables."""
