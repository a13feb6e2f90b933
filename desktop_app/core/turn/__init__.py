"""The turn context: what memory adds to one model call, in order."""
