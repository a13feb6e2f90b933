"""What a model, or the built-in rules, would change in a memory, for a person to accept."""
