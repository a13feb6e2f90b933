"""Daily logs and the curated memory of AgentScope's harness."""
