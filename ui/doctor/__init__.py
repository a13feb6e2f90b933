"""What is wrong in this workspace, what a repair would write, and what was repaired."""
