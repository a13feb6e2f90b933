"""What a file that is not UTF-8 probably is in."""

from __future__ import annotations

from desktop_app.core.doctor.finding import Effect

_NAMES = {"utf-16": "UTF-16", "cp1252": "Windows-1252", "latin-1": "Latin-1"}
_MARKS = (b"\xff\xfe", b"\xfe\xff")


def guessed_encoding(data: bytes) -> str:
    r"""Return the encoding that comes into question first; ``""`` for what is no text.

    >>> guessed_encoding(b"caf\xe9"), guessed_encoding(b"\xff\xfea\0"), guessed_encoding(b"a\0b")
    ('cp1252', 'utf-16', '')
    """
    if data.startswith(_MARKS):
        return "utf-16" if _reads(data, "utf-16") else ""
    if b"\0" in data:
        return ""
    return "cp1252" if _reads(data, "cp1252") else "latin-1"


def assumed(encoding: str) -> Effect:
    """Return the effect that tells what was assumed: nobody can know it."""
    return Effect.to_mind(
        "assumed",
        f"the file is in {_NAMES[encoding]}; look whether its words read well then",
    )


def _reads(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
