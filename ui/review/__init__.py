"""Reviewing what changed: item by item, from the keyboard alone."""
