"""Folders of notes, what each costs, and the note section as a role receives it."""
