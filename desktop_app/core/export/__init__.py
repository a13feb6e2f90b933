"""Exports as the engine's own tool writes them."""
