"""Open, explain and export what an agent remembers: everything but the windows."""
