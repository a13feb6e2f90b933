"""What a person does about a file or a folder that can't be read."""

from __future__ import annotations

BY_HAND = "Most often the right to read it is missing: give it back. Else see to what is said."
