"""Fields for the three ids of a scope, with the key that they make and what is wrong with them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from desktop_app.core.errors import RefusedError
from desktop_app.core.scope import Scope
from desktop_app.core.scope_changes import check_ids
from ui.fonts import Role
from ui.naming import shown_id
from ui.scope_edit.words import tr
from ui.tokens import Meaning
from ui.widgets.banner import Banner
from ui.widgets.exact_line import ExactLine
from ui.widgets.labels import ELIDE_MIDDLE, ElidedLabel, TextLabel

if TYPE_CHECKING:
    from collections.abc import Sequence

_FINE = "x"


class IdFields(QWidget):
    """A row for each id, the reason why one is refused right below it."""

    changed = Signal()
    submitted = Signal()

    def __init__(self, scope: Scope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Ids"))
        names = (tr("Tenant"), tr("Conversation"), tr("Agent"))
        self.fields = tuple(ExactLine(name) for name in names)
        self.problems = tuple(Banner() for _ in names)
        self._touched: set[ExactLine] = set()
        self.key = ElidedLabel(mode=ELIDE_MIDDLE, role=Role.MONO)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        ids = (scope.tenant, scope.conversation, scope.agent)
        for row, (name, text) in enumerate(zip(names, ids, strict=True)):
            grid.addWidget(TextLabel(name, Role.SECONDARY, tone="text2"), 2 * row, 0)
            grid.addWidget(self.fields[row], 2 * row, 1)
            grid.addWidget(self.problems[row], 2 * row + 1, 1)
            self._connect(self.fields[row], text)
        grid.addWidget(TextLabel(tr("Memory id"), Role.SECONDARY, tone="text2"), 6, 0)
        grid.addWidget(self.key, 6, 1)
        self.setFocusProxy(self.fields[0])
        self._show()

    @property
    def scope(self) -> Scope:
        """The ids as they stand in the fields."""
        return Scope(*(field.text for field in self.fields))

    @property
    def is_fine(self) -> bool:
        """Whether the engine would keep these ids apart from others."""
        return not any(self._reasons())

    def _connect(self, field: ExactLine, text: str) -> None:
        field.set_text(text)
        field.edited.connect(partial(self._tell, field))
        field.submitted.connect(self.submitted)

    def _tell(self, field: ExactLine) -> None:
        self._touched.add(field)
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        self.key.set_text(shown_id(self.scope.memory_id))
        for field, banner, error in zip(self.fields, self.problems, self._reasons(), strict=True):
            # Nobody is told off for a field that was not reached yet.
            is_new = not field.text and field not in self._touched
            field.edit.setAccessibleDescription(str(error or ""))
            if error is None or is_new:
                banner.hide()
            else:
                banner.show_banner(Meaning.DAMAGED, error.message, error.advice)

    def _reasons(self) -> Sequence[RefusedError | None]:
        tenant, conversation, agent = (field.text for field in self.fields)
        alone = (
            Scope(tenant, _FINE, _FINE),
            Scope(_FINE, conversation, _FINE),
            Scope(_FINE, _FINE, agent),
        )
        return [_refusal(scope) for scope in alone]


def _refusal(scope: Scope) -> RefusedError | None:
    try:
        check_ids(scope)
    except RefusedError as error:
        return error
    return None
