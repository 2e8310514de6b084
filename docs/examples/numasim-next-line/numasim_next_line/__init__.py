"""A prefetcher, a workload and a scheduler for numasim."""
