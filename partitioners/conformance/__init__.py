"""The conformance suite for partitioners."""
