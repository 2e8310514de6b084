"""Task graphs under a static schedule."""
