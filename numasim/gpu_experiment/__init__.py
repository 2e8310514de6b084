"""Experiments whose machine is a GPU: their schema, a point of one, its table, pictures and timeline."""
