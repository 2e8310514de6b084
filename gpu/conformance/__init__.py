"""Conformance checks of GPU programs."""
