"""Observations, reflections and the snippet made of them."""
