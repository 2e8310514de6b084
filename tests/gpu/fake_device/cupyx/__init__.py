"""A stand-in for ``cupyx``, see the package ``cupy`` beside it."""
