"""Lists contradictions and settles one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.cli.changing import Changer
from desktop_app.cli.reading import engine_argument
from desktop_app.cli.text import visible
from desktop_app.core.errors import NotFoundError
from desktop_app.core.observational.pairs import find_pairs
from desktop_app.core.observational.reflection import (
    Contradiction,
    Supersession,
    parse_reflection,
)
from desktop_app.services.editing import observation_actions, reflection_actions
from desktop_app.services.editing.plans import readable

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.observational.record import Record
    from desktop_app.services.editing.plans import Intent, Plan
    from desktop_app.services.snapshot import ScopeSnapshot

DONE = 0


def run(options: Namespace, terminal: Terminal) -> int:
    """List, or settle the contradiction between two observations."""
    changer = Changer(options, terminal)
    source, snapshot = changer.scope()
    _, record = readable(snapshot)
    if options.pair is None:
        return _list(record, options, terminal)
    plan = _plan(options, snapshot, record, changer.intent(source))
    first, second = options.pair
    if all({pair["a"], pair["b"]} != {first, second} for pair in _pairs(record)):
        changer.say(f"{first} and {second} are not listed as a contradiction.")
    return changer.carry_out(source, plan)


def _list(record: Record, options: Namespace, terminal: Terminal) -> int:
    texts = {one.seq: one.content for one in reversed(record.observations or ())}
    for fields in _pairs(record):
        if options.json:
            terminal.record(fields)
            continue
        terminal.line(f"{fields['a']} against {fields['b']}  {visible(fields['detail'])}".rstrip())
        for seq in (fields["a"], fields["b"]):
            terminal.line(f"  [{seq}] {visible(texts.get(seq, '(not there)'))}")
    return DONE


def _pairs(record: Record) -> list[dict[str, Any]]:
    stored = [
        {"a": entry.seq_a, "b": entry.seq_b, "detail": entry.detail, "stored": True}
        for entry in parse_reflection(record.reflection).contradictions
    ]
    observations = record.observations or ()
    known = {(pair["a"], pair["b"]) for pair in stored}
    found = [
        (observations[pair.first].seq, observations[pair.second].seq, pair)
        for pair in find_pairs(observations)
    ]
    return stored + [
        {"a": a, "b": b, "detail": f"{pair.value_a} / {pair.value_b}", "stored": False}
        for a, b, pair in found
        if (a, b) not in known
    ]


def _plan(options: Namespace, snapshot: ScopeSnapshot, record: Record, intent: Intent) -> Plan:
    first, second = options.pair
    index = _contradiction(record, first, second)
    if options.merge is not None:
        numbers = [one.seq for one in record.observations or ()]
        places = [_place(numbers, seq) for seq in (first, second)]
        text = engine_argument(options.merge)
        return observation_actions.merge_observations(snapshot, places, text, intent)
    if options.keep == "both":
        if index is None:
            raise NotFoundError(
                f"The reflection has no contradiction of {first} and {second}.",
                "Both observations are kept already.",
            )
        return reflection_actions.drop_entry(snapshot, Contradiction, index, intent)
    keep = int(options.keep)
    other = second if keep == first else first
    why = engine_argument(options.because or "")
    if index is None:
        return reflection_actions.supersede(snapshot, Supersession(keep, other, why), intent)
    return reflection_actions.keep_observation(snapshot, index, keep, intent, why)


def _contradiction(record: Record, first: int, second: int) -> int | None:
    entries = parse_reflection(record.reflection).contradictions
    return next(
        (at for at, one in enumerate(entries) if {one.seq_a, one.seq_b} == {first, second}), None
    )


def _place(numbers: list[int], seq: int) -> int:
    if seq not in numbers:
        raise NotFoundError(
            f"There is no observation {seq} in this scope.", "memloupe show lists them."
        )
    return numbers.index(seq)
