"""Asking a model: which one, with whose consent, and what comes of its answer."""
