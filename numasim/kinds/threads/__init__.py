"""Programs of threads on a mesh of cores with caches."""
