"""The choices of a conflict: which version of each item, or which other text. No widgets."""

from __future__ import annotations

from desktop_app.core.editing.conflict import Choice, ConflictItem

Chosen = Choice | str
"""A version, or a result that a person wrote."""
ORDER = (Choice.SEEN, Choice.THEIRS, Choice.MINE)


class Choices:
    """What was chosen of each item so far."""

    def __init__(self, items: tuple[ConflictItem, ...]) -> None:
        self.items = items
        self._versions: list[Choice | None] = [None] * len(items)
        self._texts: list[str | None] = [None] * len(items)

    @property
    def open_count(self) -> int:
        """How many items have no choice yet."""
        return self._versions.count(None)

    @property
    def result(self) -> tuple[Chosen, ...]:
        """What was chosen of every item.

        Raises:
            ValueError: some item has no choice yet.
        """
        chosen = tuple(one for one in self.so_far if one is not None)
        if len(chosen) != len(self.items):
            raise ValueError(f"{self.open_count} items have no choice yet")
        return chosen

    @property
    def so_far(self) -> tuple[Chosen | None, ...]:
        """What was chosen of each item; ``None`` where nothing was."""
        pairs = zip(self._versions, self._texts, strict=True)
        return tuple(version if text is None else text for version, text in pairs)

    def version(self, index: int) -> Choice | None:
        """Return the version that was chosen of an item, edited or not."""
        return self._versions[index]

    def is_edited(self, index: int) -> bool:
        """Return whether the result of an item is another text than the version chosen."""
        return self._texts[index] is not None

    def text(self, index: int) -> str | None:
        """Return the result of an item; ``None`` where there is none, or nothing is chosen."""
        version, written = self._versions[index], self._texts[index]
        if written is not None or version is None:
            return written
        return text_of(self.items[index], version)

    def choose(self, index: int, version: Choice) -> None:
        """Take a version of an item; what was written of it is given up."""
        self._versions[index], self._texts[index] = version, None

    def choose_all(self, version: Choice) -> None:
        """Take the same version of every item."""
        for index in range(len(self.items)):
            self.choose(index, version)

    def write(self, index: int, text: str) -> None:
        """Take another text as the result of an item of which a version was chosen."""
        version = self._versions[index]
        same = version is not None and text == text_of(self.items[index], version)
        self._texts[index] = None if same else text


def text_of(item: ConflictItem, version: Choice) -> str | None:
    """Return what a version of an item says; ``None`` where it is not there."""
    texts = {Choice.SEEN: item.seen, Choice.THEIRS: item.theirs, Choice.MINE: item.mine}
    return texts[version]
