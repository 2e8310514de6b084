"""The table at the end of an experiment in windows, and how to read it."""

from numasim.kinds.mesh.summary import caption, columns

__all__ = ["caption", "columns"]
