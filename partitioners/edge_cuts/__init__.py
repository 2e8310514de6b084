"""Edge-cut algorithms, which assign vertices to parts, one file each."""
