"""What the engine's ``working_memory`` tool does to the entries of a scope."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_encode import Encodable, encode
from desktop_app.core.engine_json import Object, Word, parse
from desktop_app.core.engine_text import encode as to_bytes
from desktop_app.core.engine_text import trim
from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.json_fields import Fields, Kind, describe, folded
from desktop_app.core.working.value import to_encodable

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

_TEXTS = Fields({"action": Kind.TEXT, "key": Kind.TEXT})
_VALUE = folded("value")
_DOTTED_I = "\u0130"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """The tool's arguments; ``key`` is untrimmed, as the store uses it (hazard H30)."""

    action: str
    key: str
    value: Encodable = None


def read_call(arguments: str) -> ToolCall:
    """Return the call that the engine reads from the tool's JSON arguments.

    Raises:
        JsonError: not JSON, or a number that is too large.
        RefusedError: not an object, or an action or key that is not a text.
    """
    value = parse(arguments)
    if isinstance(value, Word) and value.value is None:
        return ToolCall("", "")
    if not isinstance(value, Object):
        raise RefusedError(f"The tool's arguments are {describe(value)}, not an object.")
    texts, refusals = _TEXTS.read(value)
    for refusal in refusals:
        raise RefusedError(f"{refusal.key}: {refusal.reason}")
    values = [to_encodable(member) for key, member in value.members if folded(key.value) == _VALUE]
    return ToolCall(
        str(texts.get("action", "")), str(texts.get("key", "")), values[-1] if values else None
    )


def run_call(entries: MutableMapping[str, str], call: ToolCall) -> str:
    """Carry out a call on ``entries`` (key to stored JSON) and return the tool's result.

    Raises:
        RefusedError: no such action, or a blank key to set.
    """
    # The engine lowers a dotted capital I to a plain i; Python adds a combining dot.
    action = trim(call.action.replace(_DOTTED_I, "i").lower())
    result: Mapping[str, Encodable]
    if action == "set":
        result = _set(entries, call)
    elif action == "get":
        value = entries.get(call.key)
        found = value is not None
        result = {"found": found, "key": trim(call.key), "value": value or ""}
    elif action == "delete":
        entries.pop(call.key, None)
        result = {"key": trim(call.key), "ok": True}
    elif action == "list":
        result = {"entries": dict(sorted(entries.items(), key=lambda item: to_bytes(item[0])))}
    else:
        raise RefusedError(f"Working memory has no action {call.action!r}.")
    return encode(result)


def _set(entries: MutableMapping[str, str], call: ToolCall) -> Mapping[str, Encodable]:
    if not trim(call.key):
        raise RefusedError("A working memory entry needs a key.")
    entries[call.key] = encode(call.value)
    return {"key": trim(call.key), "ok": True}
