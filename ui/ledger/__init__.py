"""Daily logs and curated memory: calendar, days, and MEMORY.md with its waterline."""
