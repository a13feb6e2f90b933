"""Where a person was, for going back and forward."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ui.navigation import Target

LONGEST = 200


class Trail:
    """A list of targets with a position in it, as in a browser."""

    def __init__(self) -> None:
        self._targets: list[Target] = []
        self._at = -1

    @property
    def can_go_back(self) -> bool:
        """Whether there is something before the present place."""
        return self._at > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether the person went back before."""
        return self._at < len(self._targets) - 1

    @property
    def _here(self) -> Target | None:
        return self._targets[self._at] if self._at >= 0 else None

    def visit(self, target: Target) -> None:
        """Note a place; what lay ahead is forgotten, unless the person is there already."""
        if self._here is not None and _is_same_file(self._here, target) and self.amend(target):
            return
        self._targets = [*self._targets[: self._at + 1], target][-LONGEST:]
        self._at = len(self._targets) - 1

    def amend(self, target: Target) -> bool:
        """Note what is selected or looked for at the present place, if ``target`` is there.

        On a page of files that is the file too: what is looked at there is no way of its own.
        """
        if self._here is None or _where(self._here) != _where(target):
            return False
        self._targets[self._at] = target
        return True

    def back(self) -> Target | None:
        """Go one place back and return it."""
        if not self.can_go_back:
            return None
        self._at -= 1
        return self._targets[self._at]

    def forward(self) -> Target | None:
        """Go one place forward and return it."""
        if not self.can_go_forward:
            return None
        self._at += 1
        return self._targets[self._at]

    def clear(self) -> None:
        """Forget everything, for another workspace."""
        self._targets, self._at = [], -1


def _where(target: Target) -> tuple[str, str | None]:
    return target.place, target.memory_id


def _is_same_file(here: Target, target: Target) -> bool:
    return (here.bucket, here.path) == (target.bucket, target.path)
