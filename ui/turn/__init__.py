"""The exact text of the next turn."""
