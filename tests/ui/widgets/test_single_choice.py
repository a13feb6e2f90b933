"""Menus with one choice: a round mark, and exactly one of them."""

from __future__ import annotations

from PySide6.QtWidgets import QMenu, QStyleOptionMenuItem

from ui.widgets.single_choice import only_one


class Menu(QMenu):
    """Tells what its style draws."""

    def mark(self, action):
        option = QStyleOptionMenuItem()
        self.initStyleOption(option, action)
        return option.checkType


def test_what_is_chosen_has_a_round_mark(qtbot):
    menu = Menu()
    qtbot.addWidget(menu)
    for words in ("nobody", "curator", "underwriter"):
        menu.addAction(words).setCheckable(True)
    menu.addAction("more in the tree")
    first, second, _third, plain = menu.actions()
    first.setChecked(True)
    only_one(menu)
    round_mark = QStyleOptionMenuItem.CheckType.Exclusive
    assert [menu.mark(one) for one in menu.actions()[:3]] == [round_mark] * 3
    assert menu.mark(plain) is QStyleOptionMenuItem.CheckType.NotCheckable
    second.trigger()
    assert [one.isChecked() for one in menu.actions()[:3]] == [False, True, False]
