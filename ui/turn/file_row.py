"""Which turn the blocks of files are of: bucket, role, version of the agent."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QMenu, QWidget

from desktop_app.core.ledger.injection import Vintage
from ui.fonts import Role
from ui.icons import Icon
from ui.naming import shown_id
from ui.widgets.button import Button
from ui.widgets.labels import ElidedLabel
from ui.widgets.segments import Segments
from ui.widgets.single_choice import only_one

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ui.turn.files import TurnFiles

_MOST_IN_MENU = 60


class FileRow(QWidget):
    """Shown where files add something, or something could be chosen."""

    def __init__(self, files: TurnFiles, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._words = ElidedLabel(role=Role.SECONDARY, tone="text2")
        self.bucket = Button("", self, icon=Icon.FOLDER)
        self.role = Button("", self, icon=Icon.AGENT)
        self.value = Button("", self, icon=Icon.LAYERS)
        versions = [
            (Vintage.DOCUMENT.value, self.tr("Present agent")),
            (Vintage.CHECKOUT.value, self.tr("Older agent")),
        ]
        self.vintage = Segments(self.tr("Version of the agent"), versions, self)
        self.vintage.choose(Vintage.DOCUMENT.value)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 16, 8)
        layout.setSpacing(8)
        layout.addWidget(self._words, 1)
        for part in (self.bucket, self.role, self.value, self.vintage):
            layout.addWidget(part)
        self.bucket.clicked.connect(self._offer_buckets)
        self.role.clicked.connect(self._offer_roles)
        self.value.clicked.connect(self._offer_values)
        self.vintage.changed.connect(self._choose_vintage)
        files.changed.connect(self.show_found)
        self.show_found()

    @Slot()
    def show_found(self) -> None:
        """Show what there is to choose from."""
        found, wish = self._files.found, self._files.wish
        self.setVisible(bool(found.blocks or found.values or self._files.problem))
        self._words.set_text(self._files.problem or self.tr("What files add"))
        self.bucket.setVisible(len(found.buckets) > 1)
        self.bucket.setText(self._bucket_name(found.bucket.path if found.bucket else ""))
        self.bucket.setAccessibleName(self.tr("Bucket: {0}").format(self.bucket.text()))
        self.role.setVisible(bool(found.roles))
        self.role.setText(self._role_name(wish.role or ""))
        self.role.setAccessibleName(self.tr("Role: {0}").format(self.role.text()))
        self.value.setVisible(bool(found.values))
        names = [self._value_name(name, wish.values.get(name, "")) for name in found.values]
        self.value.setText(", ".join(names))
        self.value.setAccessibleName(self.tr("Layers of: {0}").format(self.value.text()))
        self.vintage.setVisible(found.bucket is not None)
        self.vintage.choose(wish.vintage.value)

    def bucket_menu(self) -> QMenu:
        """Return the menu of buckets; it goes when it is closed."""
        named = [(one.path, self._bucket_name(one.path)) for one in self._files.found.buckets]
        bucket = self._files.found.bucket
        return self._menu(named, bucket.path if bucket else "", self._files.choose_bucket)

    def role_menu(self) -> QMenu:
        """Return the menu of roles; it goes when it is closed."""
        named = [(role, self._role_name(role)) for role in ("", *self._files.found.roles)]
        return self._menu(named, self._files.wish.role or "", self._files.choose_role)

    def value_menu(self) -> QMenu:
        """Return the menu of what placeholders can stand for; it goes when it is closed."""
        menu = self._new_menu()
        for name, known in self._files.found.values.items():
            now = self._files.wish.values.get(name, "")
            named = [
                (value, self._value_name(name, value)) for value in ("", *known[:_MOST_IN_MENU])
            ]
            self._fill(menu, named, now, partial(self._files.choose_value, name))
        return menu

    def _menu(
        self, named: Iterable[tuple[str, str]], chosen: str, choose: Callable[[str], None]
    ) -> QMenu:
        menu = self._new_menu()
        self._fill(menu, named, chosen, choose)
        return menu

    def _new_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _fill(
        self,
        menu: QMenu,
        named: Iterable[tuple[str, str]],
        chosen: str,
        choose: Callable[[str], None],
    ) -> None:
        for key, words in named:
            action = menu.addAction(words.replace("&", "&&"), partial(choose, key))
            action.setCheckable(True)
            action.setChecked(key == chosen)
        only_one(menu)

    @Slot()
    def _offer_buckets(self) -> None:
        self.bucket_menu().popup(self.bucket.mapToGlobal(self.bucket.rect().bottomLeft()))

    @Slot()
    def _offer_roles(self) -> None:
        self.role_menu().popup(self.role.mapToGlobal(self.role.rect().bottomLeft()))

    @Slot()
    def _offer_values(self) -> None:
        self.value_menu().popup(self.value.mapToGlobal(self.value.rect().bottomLeft()))

    @Slot(str)
    def _choose_vintage(self, key: str) -> None:
        self._files.choose_vintage(Vintage(key))

    def _bucket_name(self, path: str) -> str:
        return shown_id(path) if path else self.tr("Shared")

    def _role_name(self, role: str) -> str:
        return shown_id(role) if role else self.tr("Nobody in particular")

    def _value_name(self, name: str, value: str) -> str:
        given = shown_id(value) if value else self.tr("not given")
        return self.tr("{0}: {1}").format(shown_id(name), given)
