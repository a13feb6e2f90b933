"""The table of observations and their inspector."""
