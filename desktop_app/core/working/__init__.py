"""Working memory: the entries the agent sets itself."""
