"""Memories that are kept as files: what a file is, how its text is read, and who reads it."""
