"""JSON for programs: exact, one object a line, with nothing in it that a terminal obeys."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from typing import Any

import msgspec

from desktop_app.core.engine_text import encode

# Control characters, and those that are invisible or turn the direction of what follows.
_CONTROL = re.compile(
    b"\x7f|\xc2[\x80-\x9f\xad]|\xd8\x9c|\xe1\xa0\x8e|\xe2\x80[\x8b-\x8f\xa8-\xae]"
    b"|\xe2\x81[\xa0-\xaf]|\xef\xbb\xbf"
)


def json_line(fields: Mapping[str, Any]) -> bytes:
    r"""Return ``fields`` as one line of JSON.

    Text that is not valid UTF-8 stands under its name with ``_b64`` behind it, as base64.

    Example:
        >>> json_line({"seq": 1, "content": "\x9b1m"}), json_line({"key": "\udcff"})
        (b'{"seq":1,"content":"\\u009b1m"}\n', b'{"key_b64":"/w=="}\n')
    """
    try:
        data = msgspec.json.encode(fields)
    except UnicodeEncodeError:
        data = msgspec.json.encode(_exact(fields))
    if _CONTROL.search(data):
        data = _CONTROL.sub(_escaped, data)
    return data + b"\n"


def _exact(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(_member(key, item) for key, item in value.items())
    if isinstance(value, list | tuple):
        return [_exact(item) for item in value]
    return value


def _member(key: str, value: Any) -> tuple[str, Any]:
    if not isinstance(value, str):
        return key, _exact(value)
    try:
        value.encode()
    except UnicodeEncodeError:
        return f"{key}_b64", b64encode(encode(value)).decode()
    return key, value


def _escaped(match: re.Match[bytes]) -> bytes:
    return b"\\u%04x" % ord(match.group().decode())
