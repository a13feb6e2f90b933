"""The sentence that the agent's file layer puts in the place of an empty file."""

from __future__ import annotations

import re

from desktop_app.core.ledger.java_text import is_blank

PLACEHOLDER = "System reminder: File exists but has empty contents"

_LEADING = re.compile(re.escape(PLACEHOLDER) + r"(?:\r?\n|$)")


def as_read(text: str) -> str:
    """Return what the agent gets for a text of its own: the sentence for an empty one."""
    return PLACEHOLDER if is_blank(text) else text


def without_placeholder(text: str) -> str | None:
    """Return a text without the sentence that an earlier save put at its start.

    ``None`` if it is not there.
    """
    match = _LEADING.match(text)
    return None if match is None else text[match.end() :]
