"""What all families of plug-ins share: registry, option types, conformance checks."""
