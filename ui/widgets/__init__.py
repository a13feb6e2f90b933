"""Small painted widgets that several features use."""
