"""Search over all memory of the workspace."""
