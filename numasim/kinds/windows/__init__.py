"""Long programs in windows of instructions."""
