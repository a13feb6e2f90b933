"""Open, explain and export what an agent remembers: everything but the windows."""

__version__ = "0.1.0"
