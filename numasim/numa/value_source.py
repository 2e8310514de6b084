"""Where a value came from, in place of the cycle in which it was sent."""

LOCAL = -1
"""The same core; or the value has not come."""
FROM_MEMORY = -2
