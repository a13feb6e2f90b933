"""The tree of scopes."""
