"""Configuration of experiments: the names of machines and their bases, sections of plug-ins, Python mappings."""
