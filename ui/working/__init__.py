"""Working memory as a table and as JSON."""
