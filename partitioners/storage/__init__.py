"""Files: atomic writes, locks, the cache on disk, temporary folders."""
