"""Everything about one scope, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.reading import Reader
from desktop_app.cli.scope_fields import scope_fields
from desktop_app.cli.text import visible, visible_lines
from desktop_app.core.counting import counted
from desktop_app.core.engine_config import normalize
from desktop_app.core.engine_text import decode
from desktop_app.core.engine_time import format_column
from desktop_app.core.harness_config.traps import scope_trap
from desktop_app.services.harness_source import HarnessSource

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.observational.damage import Damage
    from desktop_app.core.observational.observation import Observation
    from desktop_app.core.observational.record import Record, RecordRow
    from desktop_app.services.snapshot import ScopeSnapshot

DONE, UNREADABLE = 0, 3


def run(options: Namespace, terminal: Terminal) -> int:
    """Print the scope; of a damaged one, the reasons and what is stored."""
    reader = Reader(options, terminal)
    source, snapshot = reader.scope(HarnessSource.snapshot)
    if options.json:
        terminal.record(scope_fields(snapshot))
        return DONE
    for line in _lines(source, snapshot):
        terminal.line(line)
    return DONE


def _lines(source: HarnessSource, snapshot: ScopeSnapshot) -> Iterator[str]:
    yield _fact("memory id", visible(snapshot.memory_id))
    if snapshot.record is not None:
        yield from _record_lines(source, snapshot.record, snapshot.problem)
        yield from _observation_lines(snapshot.record.observations or ())
        yield from _text_lines("Reflection", snapshot.record.reflection)
    elif snapshot.row is not None:
        yield from _damage_lines(snapshot.damages)
        yield from _raw_lines(snapshot.row)
        yield from _observation_lines(snapshot.readable)
    else:
        yield _fact("state", "no record, working memory only")
    yield from _working_lines(snapshot)


def _record_lines(source: HarnessSource, record: Record, problem: str) -> Iterator[str]:
    yield _fact("tenant", visible(record.scope.tenant))
    yield _fact("conversation", visible(record.scope.conversation))
    yield _fact("agent", visible(record.scope.agent))
    if problem:
        yield _fact("state", "damaged: no turn can use this record")
        yield _fact("reason", visible(problem))
    yield _fact("memory" if problem else "state", "enabled" if record.enabled else "disabled")
    yield _fact("version", f"{record.state_version:,}")
    yield _fact("created", format_column(record.created_at))
    yield _fact("updated", format_column(record.updated_at))
    yield _fact("observed", f"up to message {record.last_observed_message_index:,}")
    yield _fact("reflected", f"up to observation {record.last_reflected_seq:,}")
    yield _fact(
        "tokens",
        f"observations {record.observation_tokens:,}, reflection {record.reflection_tokens:,}",
    )
    used = normalize(record.config)
    yield _fact("observe from", counted(used.observe_min_tokens, "token"))
    yield _fact("reflect from", counted(used.reflect_threshold_tokens, "token"))
    yield _fact("budget", counted(used.snippet_max_tokens, "token"))
    trap = scope_trap(record.config, source.config.view) if source.config.view else None
    if trap:
        yield _fact("note", visible(f"{trap.title} {trap.explanation}"))


def _observation_lines(observations: Sequence[Observation]) -> Iterator[str]:
    yield from ("", f"Observations ({len(observations):,})")
    for item in observations:
        importance = format(item.importance, ".4g") if item.importance else "unscored"
        yield (
            f"  [{item.seq}]  {importance}  {counted(item.token_count, 'token')}"
            f"  {visible(item.created_at)}"
            f"  messages {item.source_start_index}–{item.source_end_index}"
        )
        yield from _indented(item.content)


def _text_lines(title: str, text: str) -> Iterator[str]:
    if text:
        yield from ("", title)
        yield from _indented(text, 2)


def _working_lines(snapshot: ScopeSnapshot) -> Iterator[str]:
    if snapshot.working:
        yield from ("", f"Working memory ({len(snapshot.working):,})")
    for entry in snapshot.working:
        yield f"  {visible(entry.key)}: {visible(entry.value_json)}"


def _damage_lines(damages: Sequence[Damage]) -> Iterator[str]:
    yield _fact("state", "damaged: the engine can't read this record")
    for damage in damages:
        yield _fact("reason", visible(_damage_words(damage)))


def _damage_words(damage: Damage) -> str:
    place = damage.column
    if damage.item is not None:
        place += f", observation {damage.item + 1}"
    if damage.key:
        place += f", {damage.key}"
    if damage.offset is not None:
        place += f", character {damage.offset + 1:,}"
    return f"{place}: {damage.reason}"


def _raw_lines(row: RecordRow) -> Iterator[str]:
    yield from ("", "Stored columns")
    for name in row.__struct_fields__:
        value = getattr(row, name)
        text = decode(value) if isinstance(value, bytes) else value
        if not isinstance(text, str):
            yield f"  {name}: {'NULL' if text is None else text}"
            continue
        yield f"  {name}:"
        yield from _indented(text)


def _indented(text: str, width: int = 6) -> Iterator[str]:
    for line in visible_lines(text):
        yield f"{'':{width}}{line}".rstrip()


def _fact(name: str, value: str) -> str:
    return f"{name:<13} {value}"
