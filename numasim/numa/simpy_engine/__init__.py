"""The machine as SimPy processes: the readable model, with one file per component."""
