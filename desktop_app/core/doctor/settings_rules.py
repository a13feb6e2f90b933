"""Settings that mislead (H14, H16–H21), scopes that are off, lost conversations (H15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.counting import counted
from desktop_app.core.doctor.finding import EVERYWHERE, Finding, Part, Place, Severity
from desktop_app.core.doctor.words import named
from desktop_app.core.harness_config.shown import shown_value
from desktop_app.core.harness_config.traps import scope_trap
from desktop_app.core.harness_config.values import Layer
from desktop_app.core.observational.record import ObservationConfig

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.doctor.cases import Bench, ScopeCase
    from desktop_app.core.harness_config.reading import ConfigReading
    from desktop_app.core.harness_config.traps import Trap
    from desktop_app.core.harness_config.values import EffectiveConfig

_RULES = {
    "start": ("engine-does-not-start", Severity.STOPS_MEMORY),
    "broken": ("settings-refused", Severity.STOPS_MEMORY),
    "H16": ("enabled-has-no-effect", Severity.WORTH_KNOWING),
    "H17": ("profile-passed-by", Severity.WORTH_KNOWING),
    "H18": ("negative-limit", Severity.CHANGES_TURN),
    "H19": ("rollouts-elsewhere", Severity.WORTH_KNOWING),
    "H20": ("setting-twice", Severity.CHANGES_TURN),
    "H21": ("base-url-ends-in-v1", Severity.STOPS_MEMORY),
    "ignored": ("variable-ignored", Severity.WORTH_KNOWING),
    "unknown": ("variable-unknown", Severity.WORTH_KNOWING),
}
SETTINGS_RULES = tuple(rule for rule, _ in _RULES.values())
_HOUR = 3600
_LIMITS = ObservationConfig.__struct_fields__


def check_settings(bench: Bench) -> Iterator[Finding]:
    """Find traps of the configuration."""
    for trap in bench.config.traps:
        rule, severity = _RULES[trap.code]
        place, where = _place(bench.config, trap)
        yield Finding(
            rule=rule,
            severity=severity,
            title=trap.title.removesuffix("."),
            detail=where,
            place=place,
            why=shown_value(trap.explanation),
            by_hand="Change the setting where it stands; the engine reads it when it starts.",
            about=trap.key,
        )


def _place(config: ConfigReading, trap: Trap) -> tuple[Place, str]:
    if config.config is not None and any(item.key == trap.key for item in config.config.settings):
        setting = config.config[trap.key]
        line = f", line {setting.line}" if setting.line else ""
        where = f"{trap.key} in {setting.place}{line}" if setting.place else trap.key
        return Place(file=setting.place or trap.key, line=setting.line), where
    return Place(file=trap.key), trap.key


class OwnLimits:
    """Collects scopes whose limits differ from the configuration's (H14)."""

    rule = "limits-of-their-own"

    def __init__(self, bench: Bench) -> None:
        config = bench.config.config
        self._view = bench.config.view if config and _sets_limits(config) else None
        self._found: list[tuple[str, str]] = []

    def look(self, case: ScopeCase, bench: Bench) -> None:
        """Take a scope into account."""
        del bench
        trap = scope_trap(case.record.config, self._view) if case.record and self._view else None
        if trap is not None:
            self._found.append((case.memory_id, trap.explanation))

    def findings(self) -> Iterator[Finding]:
        """Return what was found: one finding, however many scopes."""
        if not self._found:
            return
        yield Finding(
            rule=self.rule,
            severity=Severity.WORTH_KNOWING,
            title="Scopes keep limits of their own",
            detail=named(memory_id for memory_id, _ in self._found),
            place=_one_or_all([memory_id for memory_id, _ in self._found]),
            why=self._found[0][1],
            by_hand="Set the limits of the scope, or leave them if they were meant.",
        )


def _sets_limits(config: EffectiveConfig) -> bool:
    """Whether somebody chose a limit: only then can anybody wonder why it does nothing."""
    return any(config[f"memory.{name}"].layer is not Layer.DEFAULT for name in _LIMITS)


class SwitchedOff:
    """Collects scopes that are off and have observations."""

    rule = "off-with-data"

    def __init__(self) -> None:
        self._found: list[tuple[str, int]] = []

    def look(self, case: ScopeCase, bench: Bench) -> None:
        """Take a scope into account."""
        del bench
        record = case.record
        if record is not None and not record.enabled and (record.observations or record.reflection):
            self._found.append((case.memory_id, len(record.observations or ())))

    def findings(self) -> Iterator[Finding]:
        """Return what was found: one finding, however many scopes."""
        if not self._found:
            return
        count, total = len(self._found), sum(number for _, number in self._found)
        scopes = "one scope" if count == 1 else f"{count:,} scopes"
        yield Finding(
            rule=self.rule,
            severity=Severity.WORTH_KNOWING,
            title=f"Memory is off for {scopes}, data kept",
            detail=counted(total, "observation"),
            place=_one_or_all([memory_id for memory_id, _ in self._found]),
            why="The engine neither extends nor injects this memory, and keeps what it has. It is "
            "injected again as soon as somebody turns the scope on.",
            by_hand="Turn the scope on, or delete it, if that was not meant.",
            about="\n".join(memory_id for memory_id, _ in self._found),
        )


class LostConversations:
    """Collects records whose conversation is gone, or shorter than what was observed (H15)."""

    rule = "conversation-gone"

    def __init__(self, bench: Bench) -> None:
        self._lengths = bench.reader.conversation_lengths()
        self._gone: list[str] = []

    def look(self, case: ScopeCase, bench: Bench) -> None:
        """Take a scope into account; one that was used within the hour may not be stored yet."""
        record = case.record
        if self._lengths is None or record is None or record.last_observed_message_index < 0:
            return
        age = bench.now().unix_seconds - record.updated_at.unix_seconds
        stored = self._lengths.get(record.scope.conversation, 0)
        if age > _HOUR and stored <= record.last_observed_message_index:
            self._gone.append(case.memory_id)

    def findings(self) -> Iterator[Finding]:
        """Return what was found: one finding, however many scopes."""
        if not self._gone:
            return
        yield Finding(
            rule=self.rule,
            severity=Severity.WORTH_KNOWING,
            title="Conversation is gone or shorter than what was observed",
            detail=named(self._gone),
            place=_one_or_all(self._gone),
            why="Deleting or compacting a conversation leaves its memory. A new chat under the "
            "same id gets the old memory, and is not observed until it is longer than the old one.",
            by_hand="Delete the scope if its conversation was deleted on purpose.",
            about="\n".join(self._gone),
        )


def _one_or_all(memory_ids: list[str]) -> Place:
    if len(memory_ids) == 1:
        return Place(memory_id=memory_ids[0], part=Part.RECORD)
    return EVERYWHERE
