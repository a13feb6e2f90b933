"""What a server says in its own words: read with care, shown without secrets."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_LONGEST_QUOTE = 200
_SHORTEST_SECRET = 16
_LONGEST_WAIT = 1_000_000
_LIKE_A_KEY = re.compile(r"\b(?:sk|gsk|xai)-[^\s\"',;]+")
_HOST = re.compile(r"[a-z0-9._:-]{1,100}")


def quoted(body: object, key: str) -> str:
    """Return the server's own words, short, on one line and without the key."""
    words = without_key(" ".join(_words(body).split()), key)
    words = "".join(character for character in words if character.isprintable())
    if not words:
        return ""
    short = words if len(words) <= _LONGEST_QUOTE else f"{words[:_LONGEST_QUOTE]}…"
    return f": “{short}”"


def _words(body: object) -> str:
    if isinstance(body, dict):
        body = body.get("message") or body.get("detail")
    return body if isinstance(body, str) and not body.lstrip().startswith("<") else ""


def without_key(text: str, key: str) -> str:
    """Return ``text`` with the key, and what looks like another one, left out.

    >>> without_key("bad key A-1, not sk-abc", "a-1")
    'bad key …, not …'
    """
    if key:
        text = re.sub(re.escape(key), "…", text, flags=re.IGNORECASE)
    return _LIKE_A_KEY.sub("…", text)


def without_secret(answer: str, key: str) -> str:
    """Return a model's answer without the key, should the server repeat it.

    A short one is no secret: local servers take any word, which may well be one of the answer.

    >>> without_secret("Use key 0123456789abcdef with ollama.", "0123456789abcdef")
    'Use key … with ollama.'
    """
    return answer.replace(key, "…") if len(key) >= _SHORTEST_SECRET else answer


def host_of(address: str) -> str:
    """Return the host that a redirect leads to; empty if it can't be told."""
    try:
        host = urlsplit(address).netloc.lower()
    except ValueError:
        return ""
    return host if _HOST.fullmatch(host) else ""


def retry_after(header: str) -> float | None:
    """Return the seconds in a ``Retry-After``; ``None`` without a usable number."""
    try:
        seconds = float(header)
    except ValueError:
        return None
    return seconds if 0 <= seconds < _LONGEST_WAIT else None
