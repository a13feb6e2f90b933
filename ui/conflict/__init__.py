"""What the engine and a person changed at the same time, to choose from."""
