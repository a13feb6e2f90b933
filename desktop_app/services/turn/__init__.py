"""What a turn receives beside what the state file adds to it."""
