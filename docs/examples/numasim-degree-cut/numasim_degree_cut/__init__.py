"""A partitioner and a mapper for numasim."""
