"""Edits reflections: keeps what is typed with its scope, checks it, saves it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from ui.planning import PlanReader, look_at
from ui.reflection.drafts import EditForm, ReflectionDraft
from ui.reflection.reading import Check, check_of
from ui.reflection.saving import PlanSave

if TYPE_CHECKING:
    from ui.reflection.reading import Reading
    from ui.session import Session

Scope = tuple[str, str]
"""Path of the file and key of the memory."""


class ReflectionEditor(QObject):
    """Edits that are not saved yet, one for each scope; the shown one is checked all the time."""

    changed = Signal()  # the shown draft came, went, or was put on another base
    checked = Signal(object)  # Check of the shown draft
    refused = Signal(str)  # why the shown draft can't be saved
    saved = Signal()  # the shown draft is in the file

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._reading: Reading | None = None
        self._scope: Scope | None = None
        self._drafts: dict[Scope, ReflectionDraft] = {}
        self._sent: set[Scope] = set()
        self._check: Check | None = None
        self._wanted: EditForm | None = None
        self.previewer = PlanReader(session, self)
        self.previewer.ready.connect(self._take_check)
        self.previewer.refused.connect(self._take_refusal)

    @property
    def draft(self) -> ReflectionDraft | None:
        """The edit of the shown scope."""
        scope = self._scope
        return self._drafts.get(scope) if scope else None

    @property
    def is_open(self) -> bool:
        """Whether the shown scope is being edited."""
        return self.draft is not None and self.draft.is_open

    @property
    def unsaved(self) -> tuple[str, ...]:
        """The keys of all memories whose reflections are edited and not saved."""
        return tuple(key for (_, key), draft in self._drafts.items() if draft.is_edited)

    @Slot(object)
    def follow(self, reading: Reading | None) -> None:
        """Turn to a scope, or to its newer state."""
        source = self._session.source
        self._reading, self._scope = reading, None
        if reading is not None and source is not None:
            self._scope = (str(source.path), reading.snapshot.memory_id)
        self._check = self._wanted = None
        self.previewer.cancel()
        draft, scope = self.draft, self._scope
        if reading is not None and draft is not None and scope is not None:
            followed = self._followed(draft, reading)
            if followed is None:
                self._drop(scope)
            else:
                self._drafts[scope] = followed
                self._look(at_once=True)
        self.changed.emit()

    def begin(self, form: EditForm) -> None:
        """Open the editor, with what waits in it or with what is stored."""
        reading = self._reading
        if reading is None or reading.snapshot.record is None:
            return
        draft = self.draft
        if draft is None:
            draft = ReflectionDraft(base=reading.snapshot, parts=reading.parts, form=form)
            as_text = form is EditForm.TEXT
            draft = draft.as_text(reading.raw) if as_text else draft.as_form(reading.parts)
        self._put(replace(draft, is_open=True), at_once=True)
        self.changed.emit()

    @Slot(object)
    def edit(self, draft: ReflectionDraft) -> None:
        """Take over what stands in the fields."""
        self._put(draft)

    @Slot(str)
    def switch(self, form: str) -> None:
        """Edit in the other way, once it is known what the engine makes of the one so far."""
        draft = self.draft
        if draft is None or draft.form == form:
            self._wanted = None
            return
        self._wanted = EditForm(form)
        if not draft.is_edited:
            as_text = self._wanted is EditForm.TEXT
            self._change_form(draft.raw) if as_text else self._change_form(None)
        elif self._check is not None:
            self._switch(self._check)
        elif not self.previewer.is_busy:
            self._look(at_once=True)

    @Slot()
    def close(self) -> None:
        """Leave the editor; what was edited waits for the next time."""
        draft, scope = self.draft, self._scope
        if draft is not None and scope is not None:
            if draft.is_edited:
                self._drafts[scope] = replace(draft, is_open=False)
            else:
                self._drop(scope)
            self.changed.emit()

    @Slot()
    def discard(self) -> None:
        """Give the shown edit up."""
        if self._scope is not None:
            self._drop(self._scope)
            self.changed.emit()

    def discard_all(self) -> None:
        """Give every edit up."""
        self._drafts.clear()
        self.changed.emit()

    @Slot()
    def save(self) -> None:
        """Save the shown edit."""
        if self._scope is not None and self.draft is not None:
            self._save(self._scope, self.draft)

    def save_all(self, *, as_drafts: bool = False) -> None:
        """Save every edit, or keep all of them among the changes."""
        for scope, draft in list(self._drafts.items()):
            self._save(scope, draft, as_draft=as_drafts)

    def _save(self, scope: Scope, draft: ReflectionDraft, *, as_draft: bool = False) -> None:
        if not draft.is_edited or scope in self._sent:
            return
        known = self._check if scope == self._scope else None
        change = known.preview.plan.change if known is not None else None
        save = PlanSave(self._session, draft.plan, self, change)
        self._sent.add(scope)
        save.written.connect(partial(self._end, scope, draft))
        save.ended.connect(partial(self._sent.discard, scope))
        save.refused.connect(self._take_refusal)
        save.start(as_draft=as_draft)

    def _end(self, scope: Scope, saved: ReflectionDraft) -> None:
        kept = self._drafts.get(scope)
        written = (saved.form, saved.text, saved.summary, saved.entries)
        if kept is None or (kept.form, kept.text, kept.summary, kept.entries) != written:
            return  # it was edited on meanwhile
        self._drop(scope)
        self.changed.emit()
        if scope == self._scope:
            self.saved.emit()

    def _followed(self, draft: ReflectionDraft, reading: Reading) -> ReflectionDraft | None:
        """Return a draft as it belongs to a newer state; ``None`` if there is nothing in it."""
        if reading.snapshot.record is None:
            return replace(draft, is_outdated=True)
        if reading.raw == draft.raw:
            return replace(draft, base=reading.snapshot, parts=reading.parts, is_outdated=False)
        if draft.is_edited:
            return replace(draft, is_outdated=True)
        if not draft.is_open:
            return None
        fresh = replace(draft, base=reading.snapshot, parts=reading.parts, is_outdated=False)
        as_text = draft.form is EditForm.TEXT
        return fresh.as_text(reading.raw) if as_text else fresh.as_form(reading.parts)

    def _put(self, draft: ReflectionDraft, *, at_once: bool = False) -> None:
        if self._scope is not None:
            self._drafts[self._scope] = draft
            self._look(at_once=at_once)

    def _drop(self, scope: Scope) -> None:
        self._drafts.pop(scope, None)
        if scope == self._scope:
            self.previewer.cancel()
            self._check = None

    def _look(self, *, at_once: bool) -> None:
        self._check = None
        if self.draft is not None and self.draft.is_open:
            self.previewer.request(look_at(self.draft.plan, check_of), at_once=at_once)

    @Slot(object)
    def _take_check(self, check: Check) -> None:
        self._check = check
        if self._wanted is not None:
            self._switch(check)
        else:
            self.checked.emit(check)

    @Slot(str)
    def _take_refusal(self, reason: str) -> None:
        if self._wanted is not None:
            # It stays in the form in which it can be mended.
            self._wanted = None
            self.changed.emit()
        self.refused.emit(reason)

    def _switch(self, check: Check) -> None:
        draft = self.draft
        if draft is None or self._wanted is None:
            return
        if self._wanted is EditForm.TEXT:
            self._change_form(check.preview.texts[1])
        else:
            self._wanted = None
            self._put(draft.as_form(check.read), at_once=True)
            self.changed.emit()

    def _change_form(self, text: str | None) -> None:
        """Show the draft as ``text``, or as the form of what is stored."""
        draft, self._wanted = self.draft, None
        if draft is not None:
            new = draft.as_form(draft.parts) if text is None else draft.as_text(text)
            self._put(new, at_once=True)
            self.changed.emit()
