"""The memory tools of an agent, with the results that the agent gets."""
