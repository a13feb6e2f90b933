"""Changing a whole scope: on and off, limits, ids, deleting it, making one."""
