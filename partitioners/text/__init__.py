"""Values as text: units, bounds, and the words of messages."""
