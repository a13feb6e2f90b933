"""Search over all memory of a workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.text import visible
from desktop_app.services.search import NO_LIMIT, Hit, HitKind, hit_place, search

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from desktop_app.cli.terminal import Terminal
    from desktop_app.services.harness_source import HarnessSource

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"


def run(options: Namespace, terminal: Terminal) -> int:
    """Print one line a hit, as soon as it is found."""
    reader = Reader(options, terminal)
    left = NO_LIMIT if options.limit is None else options.limit
    found = 0
    for source in reader.sources:
        for hit in _hits(reader, source, engine_argument(options.text), left):
            found += 1
            if options.json:
                terminal.record(_fields(hit))
            else:
                terminal.line(_line(hit, terminal))
            if found == 1:
                terminal.flush()
        if left != NO_LIMIT:
            left = options.limit - found
    if not found:
        terminal.say("Nothing has this text in it.")
    return 0


def _hits(reader: Reader, source: HarnessSource, text: str, limit: int) -> Iterator[Hit]:
    return reader.stream(lambda: search(source, text, limit=limit), hit_place)


def _fields(hit: Hit) -> dict[str, Any]:
    return {
        "memory_id": hit.memory_id,
        "tenant": hit.scope.tenant,
        "conversation": hit.scope.conversation,
        "agent": hit.scope.agent,
        "kind": hit.kind.value,
        "index": hit.index,
        "seq": hit.seq,
        "key": hit.key,
        "excerpt": hit.excerpt,
        "marks": hit.marks,
        "damaged": hit.is_damaged,
    }


def _line(hit: Hit, terminal: Terminal) -> str:
    damaged = " (damaged)" if hit.is_damaged else ""
    excerpt = _marked(hit) if terminal.is_watched else visible(hit.excerpt)
    return f"{visible(hit.memory_id)}  {_where(hit)}{damaged}  {excerpt}"


def _where(hit: Hit) -> str:
    if hit.kind is HitKind.OBSERVATION:
        return "observations" if hit.seq is None else f"[{hit.seq}]"
    if hit.kind is HitKind.WORKING:
        return f"working {visible(hit.key or '')}:"
    return "reflection"


def _marked(hit: Hit) -> str:
    parts, end = [], 0
    for start, stop in hit.marks:
        parts += [visible(hit.excerpt[end:start]), _BOLD, visible(hit.excerpt[start:stop]), _PLAIN]
        end = stop
    return "".join([*parts, visible(hit.excerpt[end:])])
