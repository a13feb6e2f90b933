"""The list of scopes."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from desktop_app.cli.columns import padded, widest
from desktop_app.cli.reading import Reader
from desktop_app.cli.text import visible
from desktop_app.core.engine_time import format_column
from desktop_app.services.snapshot import ScopeDigest

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.outline import ScopeEntry
    from desktop_app.services.harness_source import HarnessSource

_AT_ONCE = 500
_HEADER = f"{'STATE':<8}  {'OBSERVATIONS':>12}  {'TOKENS':>9}  {'WORKING':>7}  MEMORY ID"


def run(options: Namespace, terminal: Terminal) -> int:
    """Print one line a scope."""
    reader = Reader(options, terminal)
    lists = [(source, reader.read(source.scopes)) for source in reader.sources]
    for source, _ in lists:
        # Only counting makes a file tell what is odd about its tables.
        reader.read(source.counts)
        for problem in source.problems:
            terminal.say(problem)
    width = 0
    if terminal.is_watched and not options.json:
        terminal.line(_HEADER)
        width = widest(visible(entry.memory_id) for _, entries in lists for entry in entries)
    several = len(lists) > 1
    for source, entries in lists:
        for entry, digest in _digested(reader, source, entries):
            fields = _fields(source, entry, digest)
            if several:
                fields["file"] = str(source.path)
            if options.json:
                terminal.record(fields)
            else:
                terminal.line(_line(fields, width))
    return 0


def _digested(
    reader: Reader, source: HarnessSource, entries: Sequence[ScopeEntry]
) -> Iterator[tuple[ScopeEntry, ScopeDigest]]:
    """Yield each entry with its digest; of one that is gone meanwhile, an empty one."""
    for start in range(0, len(entries), _AT_ONCE):
        part = entries[start : start + _AT_ONCE]
        ids = [entry.memory_id for entry in part if entry.has_record]
        digests = {found.memory_id: found for found in reader.read(partial(source.digests, ids))}
        for entry in part:
            yield entry, digests.get(entry.memory_id) or ScopeDigest(entry.memory_id, 0)


def _fields(source: HarnessSource, entry: ScopeEntry, digest: ScopeDigest) -> dict[str, Any]:
    return {
        "memory_id": entry.memory_id,
        "tenant": entry.scope.tenant,
        "conversation": entry.scope.conversation,
        "agent": entry.scope.agent,
        "has_record": entry.has_record,
        "enabled": entry.enabled,
        "observations": digest.observations,
        "observation_tokens": entry.observation_tokens,
        "reflection": entry.has_reflection,
        "reflection_tokens": entry.reflection_tokens,
        "working": entry.working_count,
        "state_version": entry.state_version,
        "updated_at": format_column(entry.updated_at) if entry.updated_at else None,
        "busy": source.is_busy(entry),
        "damage": digest.damage,
    }


def _line(fields: dict[str, Any], width: int) -> str:
    tokens = fields["observation_tokens"]
    columns = (
        f"{_state(fields):<8}",
        f"{fields['observations']:>12,}",
        f"{'–' if tokens is None else format(tokens, ','):>9}",
        f"{fields['working']:>7,}",
        padded(visible(fields["memory_id"]), width),
        *_remarks(fields),
    )
    return "  ".join(columns).rstrip(" ") if width else "  ".join(columns)


def _state(fields: dict[str, Any]) -> str:
    if fields["damage"]:
        return "damaged"
    if not fields["has_record"]:
        return "working"
    if fields["busy"]:
        return "busy"
    return "on" if fields["enabled"] else "off"


def _remarks(fields: dict[str, Any]) -> Iterator[str]:
    ids = [fields[name] for name in ("tenant", "conversation", "agent")]
    joined = "|".join(ids)
    # With a bar in an id, or ids that were edited, the key alone does not tell them.
    if joined != fields["memory_id"] or any("|" in part for part in ids):
        yield "ids: " + ", ".join(f"“{visible(part)}”" for part in ids)
    yield from chain(
        (f"in {visible(fields['file'])}",) if "file" in fields else (),
        (visible(fields["damage"]),) if fields["damage"] else (),
    )
