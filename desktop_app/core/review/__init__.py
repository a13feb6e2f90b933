"""What is new in memory since a person last looked, and what they decided about it."""
