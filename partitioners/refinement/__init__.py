"""Local search on a finished partition."""
