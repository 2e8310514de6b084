"""Validation against other simulators' data and the papers' tables."""
