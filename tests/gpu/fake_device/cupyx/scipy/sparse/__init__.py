"""A stand-in for CuPy's sparse matrices."""

import scipy.sparse


class csr_matrix:
    """A matrix on the host."""

    has_canonical_format = False

    def __init__(self, arrays, *, shape):
        data, indices, start = (array.values for array in arrays)
        self.on_host = scipy.sparse.csr_array((data, indices, start), shape=shape)
