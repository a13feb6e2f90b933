"""Language models: which one is asked, what it answers, and what can go wrong."""
