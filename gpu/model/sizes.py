"""The sizes that all NVIDIA GPUs share."""

WARP = 32
"""Number of threads of a warp."""

SECTOR_BYTES = 32
LINE_BYTES = 128
