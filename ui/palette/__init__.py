"""The command palette: everything the program can do, go to or find, by typing."""
