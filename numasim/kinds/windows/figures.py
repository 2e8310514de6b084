"""The pictures of this kind of experiment."""

from numasim.kinds.mesh.figures import PICTURES, pictures

__all__ = ["PICTURES", "pictures"]
