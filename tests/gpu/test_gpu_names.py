"""The public names of the package: all there, each documented."""

import gpu


def test_every_public_name_is_there_and_documented():
    assert gpu.__all__ == sorted(gpu.__all__, key=lambda name: (not name.isupper(), name[0].islower(), name))
    for name in gpu.__all__:
        value = getattr(gpu, name)
        assert name.isupper() or value.__doc__
        assert name.isupper() or value.__module__.startswith("gpu.")
