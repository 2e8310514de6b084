"""The source of a value, stored instead of the cycle in which the value was sent."""

LOCAL = -1
"""The value came from the same core, or has not arrived."""
FROM_MEMORY = -2
