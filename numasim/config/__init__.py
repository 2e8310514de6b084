"""The names of machines and their bases, sections with plug-ins, and configurations from Python."""
