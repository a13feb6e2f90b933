"""Daily logs into the curated memory: what goes in, what would be written, accepting it."""
