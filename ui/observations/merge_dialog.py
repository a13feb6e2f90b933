"""Making one observation of several."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop_app.core.engine_text import estimate_tokens, trim, valid_unicode
from desktop_app.core.observational.observation import UNSCORED_COUNTS_AS
from desktop_app.services.editing.observation_actions import merge_observations
from ui.change_dialog import ChangeDialog, Wording
from ui.fonts import Role, Weight
from ui.icons import Icon
from ui.observations.preview import previewed
from ui.observations.words import importance_text, visible
from ui.widgets import counting
from ui.widgets.importance_field import ImportanceField
from ui.widgets.labels import TextLabel
from ui.widgets.text_area import TextArea

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.observations.rows import Row
    from ui.session import Session

_MOST_SHOWN = 20
_MOST_TEXT = 4_000


class MergeDialog(ChangeDialog):
    """Shows the texts, and the one that they become, to edit."""

    def __init__(
        self, session: Session, parent: QWidget, snapshot: ScopeSnapshot, rows: Sequence[Row]
    ) -> None:
        count = f"{len(rows):,}"
        super().__init__(
            session,
            parent,
            Wording(
                title=self.tr("Merge {0} observations into one").format(count),
                primary=self.tr("Merge them"),
                sentence=self.tr(
                    "The new one takes the place of the last. What the reflection says of any of "
                    "them then means the new one."
                ),
                icon=Icon.MERGE,
            ),
        )
        self._snapshot, self._rows = snapshot, rows
        self.area = TextArea(self.tr("Text of the merged observation"), lines=3, most=200)
        self.area.set_text("\n".join(dict.fromkeys(row.observation.content for row in rows)))
        self.importance = ImportanceField()
        highest = max(rows, key=lambda row: row.observation.importance or UNSCORED_COUNTS_AS)
        self.importance.show_value(highest.observation.importance)
        self.tokens = TextLabel("", Role.SECONDARY, tone="text2")
        head = TextLabel(self.tr("The merged text"), Role.SECONDARY, Weight.STRONG, tone="text2")
        self.put(*self._sources(), head, self.area, self.tokens, self.importance)
        self.area.edited.connect(self._plan)
        self.importance.changed.connect(self._plan)
        self._plan()

    def _sources(self) -> list[QWidget]:
        """Return the texts that are merged, each with its number and importance."""
        labels: list[QWidget] = []
        for row in self._rows[:_MOST_SHOWN]:
            text = row.observation.content
            shown = text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}…"
            line = f"{row.observation.seq} · {importance_text(row)} · {visible(shown)}"
            labels.append(TextLabel(line, Role.SECONDARY, tone="text2", wrap=True))
        more = len(self._rows) - _MOST_SHOWN
        if more > 0:
            words = self.tr("… and {0} more").format(f"{more:,}")
            labels.append(TextLabel(words, Role.SECONDARY, tone="text2"))
        return labels

    @Slot()
    def _plan(self, *_value: float) -> None:
        text = self.area.text
        before = counting.tokens(sum(row.observation.token_count for row in self._rows))
        after = counting.tokens(estimate_tokens(trim(valid_unicode(text))))
        self.tokens.setText(self.tr("{0} become {1}").format(before, after))
        indices = [row.index for row in self._rows]
        snapshot, importance = self._snapshot, self.importance.value
        make = partial(merge_observations, snapshot, indices, text, importance=importance)
        self.plan(previewed(make))
