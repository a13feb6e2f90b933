"""Edits of reflections that are not saved yet, one for each scope."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from desktop_app.core.errors import RefusedError
from desktop_app.core.observational.reflection import (
    Contradiction,
    Reflection,
    Supersession,
)
from desktop_app.services.editing.reflection_actions import set_reflection, set_reflection_text
from desktop_app.services.snapshot import ScopeSnapshot
from ui.naming import shown_id
from ui.reflection.stored import tr

if TYPE_CHECKING:
    from desktop_app.services.editing.plans import Intent, Plan

_NUMBER = re.compile(r"[+-]?[0-9]{1,19}")


class EditForm(StrEnum):
    """How a reflection is edited."""

    FORM = "form"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryDraft:
    """One supersession or contradiction as it stands in its fields."""

    is_supersession: bool
    first: str = ""
    second: str = ""
    words: str = ""

    @property
    def problem(self) -> str:
        """Why it is no entry; empty if it is one."""
        for number in (self.first, self.second):
            if not number.strip():
                return tr("An entry needs the numbers of two observations.")
            if not _NUMBER.fullmatch(number.strip()):
                return tr("“{0}” is not a whole number.").format(shown_id(number[:40]))
        if "\n" in self.words.strip():
            return tr("A reason takes one line.")
        return ""

    def entry(self) -> Supersession | Contradiction:
        """Return what it stands for.

        Raises:
            RefusedError: a number is none.
        """
        if self.problem:
            raise RefusedError(self.problem)
        kind = Supersession if self.is_supersession else Contradiction
        return kind(int(self.first), int(self.second), self.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReflectionDraft:
    """What stands in the editor of one scope.

    Attributes:
        base: The scope as it was seen; saving compares with it.
        parts: What the engine reads of the reflection in ``base``.
        form: Which of the two ways of editing it is in.
        text: The whole text, where it is edited as text.
        summary, entries: Its parts, where it is edited as a form.
        is_outdated: Whether somebody else has changed the reflection since ``base``.
        is_open: Whether the editor shows it; otherwise it waits.
    """

    base: ScopeSnapshot
    parts: Reflection
    form: EditForm
    text: str = ""
    summary: str = ""
    entries: tuple[EntryDraft, ...] = ()
    is_outdated: bool = False
    is_open: bool = True

    @property
    def raw(self) -> str:
        """The reflection as it was seen."""
        return self.base.record.reflection if self.base.record else ""

    @property
    def is_edited(self) -> bool:
        """Whether saving would write anything."""
        if self.form is EditForm.TEXT:
            return self.text != self.raw
        return (self.summary, self.entries) != (self.parts.summary, entries_of(self.parts))

    def plan(self, intent: Intent) -> Plan:
        """Return the plan that saves it.

        Raises:
            RefusedError: there is no text that the engine reads so; says why.
        """
        if self.form is EditForm.TEXT:
            return set_reflection_text(self.base, self.text, intent)
        read = [draft.entry() for draft in self.entries]
        meant = Reflection(
            self.summary,
            tuple(entry for entry in read if isinstance(entry, Supersession)),
            tuple(entry for entry in read if isinstance(entry, Contradiction)),
        )
        return set_reflection(self.base, meant, intent)

    def as_text(self, text: str) -> ReflectionDraft:
        """Return it as a text to edit."""
        return replace(self, form=EditForm.TEXT, text=text, summary="", entries=())

    def as_form(self, parts: Reflection) -> ReflectionDraft:
        """Return it as a form to edit."""
        form, entries = EditForm.FORM, entries_of(parts)
        return replace(self, form=form, text="", summary=parts.summary, entries=entries)


def entries_of(parts: Reflection) -> tuple[EntryDraft, ...]:
    """Return supersessions, then contradictions, for the form."""
    entries = [
        EntryDraft(
            is_supersession=True,
            first=str(one.newer_seq),
            second=str(one.older_seq),
            words=one.reason,
        )
        for one in parts.supersessions
    ]
    entries += [
        EntryDraft(
            is_supersession=False, first=str(one.seq_a), second=str(one.seq_b), words=one.detail
        )
        for one in parts.contradictions
    ]
    return tuple(entries)
