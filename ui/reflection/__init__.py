"""The reflection as a reader wants it, and raw."""
