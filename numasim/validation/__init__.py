"""Validation against the data of other simulators and the tables of the papers."""
