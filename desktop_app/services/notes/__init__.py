"""Use cases of folders of notes."""
