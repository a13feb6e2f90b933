"""Search over all memory of a workspace."""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.text import visible
from desktop_app.services.file_outline import read_outline
from desktop_app.services.file_search import FileHit, not_searched, search_files
from desktop_app.services.search import NO_LIMIT, Hit, HitKind, hit_place, search
from desktop_app.services.workspace_files import open_files

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from desktop_app.cli.terminal import Terminal

_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"


def run(options: Namespace, terminal: Terminal) -> int:
    """Print one line a hit, as soon as it is found."""
    reader = Reader(options, terminal)
    text = engine_argument(options.text)
    found = 0
    for hit in islice(_hits(reader, text, options.limit), options.limit):
        found += 1
        if options.json:
            terminal.record(_file_fields(hit) if isinstance(hit, FileHit) else _fields(hit))
        else:
            terminal.line(_line(hit, terminal))
        if found == 1:
            terminal.flush()
    for path in not_searched(open_files(reader.workspace.root)):
        terminal.say(f"Nobody may look into {path}; what is in it was not searched.")
    if not found:
        terminal.say("Nothing has this text in it.")
    return 0


def _hits(reader: Reader, text: str, most: int | None) -> Iterator[Hit | FileHit]:
    files = open_files(reader.workspace.root)
    if not reader.workspace.sources and read_outline(files).is_empty:
        reader.workspace.require_source()
    limit = NO_LIMIT if most is None else most
    for source in reader.workspace.sources:
        yield from reader.stream(partial(search, source, text, limit=limit), hit_place)
    yield from search_files(files, text)


def _file_fields(hit: FileHit) -> dict[str, Any]:
    return {
        "kind": hit.kind.value,
        "path": hit.path,
        "line": hit.line,
        "bucket": hit.bucket,
        "excerpt": hit.excerpt,
        "marks": hit.marks,
    }


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


def _line(hit: Hit | FileHit, terminal: Terminal) -> str:
    if isinstance(hit, FileHit):
        excerpt = _marked(hit) if terminal.is_watched else visible(hit.excerpt)
        return f"{visible(hit.path)}:{hit.line}  {hit.kind.value}  {excerpt}"
    damaged = " (damaged)" if hit.is_damaged else ""
    excerpt = _marked(hit) if terminal.is_watched else visible(hit.excerpt)
    return f"{visible(hit.memory_id)}  {_where(hit)}{damaged}  {excerpt}"


def _where(hit: Hit) -> str:
    if hit.kind is HitKind.OBSERVATION:
        return "observations" if hit.seq is None else f"[{hit.seq}]"
    if hit.kind is HitKind.WORKING:
        return f"working {visible(hit.key or '')}:"
    return "reflection"


def _marked(hit: Hit | FileHit) -> str:
    parts, end = [], 0
    for start, stop in hit.marks:
        parts += [visible(hit.excerpt[end:start]), _BOLD, visible(hit.excerpt[start:stop]), _PLAIN]
        end = stop
    return "".join([*parts, visible(hit.excerpt[end:])])
