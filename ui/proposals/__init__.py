"""Reflect now and observe now: what would change, ticked and accepted, or not."""
