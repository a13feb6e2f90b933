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
        # By version: who looks at another one and comes back finds what was written.
        self._written: list[dict[Choice, str]] = [{} for _ in items]

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
        pairs = zip(self._versions, self._written, strict=True)
        return tuple(
            None if version is None else written.get(version, version) for version, written in pairs
        )

    def version(self, index: int) -> Choice | None:
        """Return the version that was chosen of an item, edited or not."""
        return self._versions[index]

    def is_edited(self, index: int) -> bool:
        """Return whether the result of an item is another text than the version chosen."""
        return self._versions[index] in self._written[index]

    def text(self, index: int) -> str | None:
        """Return the result of an item; ``None`` where there is none, or nothing is chosen."""
        version = self._versions[index]
        if version is None:
            return None
        written = self._written[index].get(version)
        return text_of(self.items[index], version) if written is None else written

    def choose(self, index: int, version: Choice) -> None:
        """Take a version of an item, with what was written on top of it."""
        self._versions[index] = version

    def choose_all(self, version: Choice) -> None:
        """Take the same version of every item, as it is."""
        for index, written in enumerate(self._written):
            written.pop(version, None)
            self.choose(index, version)

    def write(self, index: int, text: str) -> None:
        """Take another text as the result of an item of which a version was chosen."""
        version = self._versions[index]
        if version is None:
            return
        if text == text_of(self.items[index], version):
            self._written[index].pop(version, None)
        else:
            self._written[index][version] = text


def text_of(item: ConflictItem, version: Choice) -> str | None:
    """Return what a version of an item says; ``None`` where it is not there."""
    texts = {Choice.SEEN: item.seen, Choice.THEIRS: item.theirs, Choice.MINE: item.mine}
    return texts[version]
