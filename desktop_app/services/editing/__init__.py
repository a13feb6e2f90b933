"""Changing memory: what an action would do, and saving it without losing anybody's work."""
