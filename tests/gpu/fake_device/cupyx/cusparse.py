"""A stand-in for cuSPARSE: SciPy."""


def spmv(a, x, y):
    assert a.has_canonical_format, "CuPy would compile a reduction to find out"
    y.values[:] = a.on_host @ x.values
    return y
