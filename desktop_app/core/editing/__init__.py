"""How a change is saved beside an engine at work: journal, merging, conflicts."""
