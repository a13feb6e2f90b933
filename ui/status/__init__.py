"""Counts, thresholds, configuration and its traps."""
