"""What was changed in this workspace, by whom, and the way back from each of it."""
