"""Folders of front-matter notes, as Little Harness mounts them."""
