"""Conformance suites: the checks of plug-ins of every family."""
