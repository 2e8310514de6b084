"""Programs of threads: threads that load, store, lock and wait on the coherent memory of a mesh of cores."""
