"""Flit-level routers, shared by both engines."""
