"""Daily logs and curated memory of one workspace: finding, reading and changing them."""
