"""The row above a reflection: how it is shown or edited, what it is made of, what can be done."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from ui.fonts import Role
from ui.icons import Icon
from ui.reflection.drafts import EditForm
from ui.tokens import Meaning
from ui.widgets.badge import Badge
from ui.widgets.button import Button, ButtonKind
from ui.widgets.labels import ElidedLabel
from ui.widgets.segments import Segments

READABLE, RAW = "readable", "raw"


class ReflectionTools(QWidget):
    """Shows only what makes sense now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = Segments(
            self.tr("Form"), [(READABLE, self.tr("Readable")), (RAW, self.tr("Raw"))]
        )
        self.edit_form = Segments(
            self.tr("Edit"),
            [(EditForm.FORM, self.tr("As form")), (EditForm.TEXT, self.tr("As text"))],
        )
        self.facts = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.waits = Badge(self.tr("not saved"), Meaning.CAUTION, Icon.EDIT)
        self.clear = Button(self.tr("Clear…"), kind=ButtonKind.GHOST, icon=Icon.REMOVE)
        self.edit = Button(self.tr("Edit"), icon=Icon.EDIT, key="E")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 8, 16, 8)
        layout.setSpacing(12)
        layout.addWidget(self.form)
        layout.addWidget(self.edit_form)
        layout.addWidget(self.facts, 1)
        for part in (self.waits, self.clear, self.edit):
            layout.addWidget(part)

    def show_state(self, *, stored: bool, can_edit: bool, editing: bool, waits: bool) -> None:
        """Show what can be done.

        Args:
            stored: Whether there is a reflection.
            can_edit: Whether there is a record that the engine can read.
            editing: Whether the editor is open.
            waits: Whether there is something in it that is not saved.
        """
        self.form.setVisible(stored and not editing)
        self.edit_form.setVisible(editing)
        self.facts.setVisible(stored)
        self.waits.setVisible(waits and not editing)
        self.clear.setVisible(stored and can_edit and not editing)
        self.edit.setVisible(can_edit and not editing)
        self.setVisible(stored or can_edit)

    def show_form(self, form: EditForm) -> None:
        """Show in which way it is edited; tells nobody."""
        if self.edit_form.current != form:
            blocked = self.edit_form.blockSignals(True)  # noqa: FBT003 - Qt's own argument
            self.edit_form.choose(form)
            self.edit_form.blockSignals(blocked)
