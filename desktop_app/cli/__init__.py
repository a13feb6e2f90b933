"""The services on a terminal."""
