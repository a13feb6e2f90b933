"""What a view or an inspector may offer to the window that shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from ui.actions import ActionSpec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from PySide6.QtCore import SignalInstance
    from PySide6.QtWidgets import QWidget

    from ui.navigation import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewCommand:
    """Something that can be done in a view while it is shown.

    Attributes:
        spec: What it is. Its keys work with the focus inside the view, and not while somebody
            types into a field; its ``place`` is the view's title in the list of keys.
        run: What it does; a bound method of something that lives as long as the view.
        reason: Why it can't be done now; ``""`` if it can.
        tells_reason: Whether its keys say that reason, and are not as if they were dead.
    """

    spec: ActionSpec
    run: Callable[[], object]
    reason: str = ""
    tells_reason: bool = False


def commands_of(
    specs: Iterable[ActionSpec],
    runs: Mapping[str, Callable[[], object]],
    reason: Callable[[str], str],
) -> tuple[ViewCommand, ...]:
    """Return commands as they can be used now.

    Args:
        specs: What they are.
        runs: What they do, by their names: their ids without what is before the dot.
        reason: Gives, for a name, why it can't be done now.
    """
    named = ((spec, spec.id.partition(".")[2]) for spec in specs)
    return tuple(
        ViewCommand(spec=spec, run=runs[name], reason=reason(name)) for spec, name in named
    )


@runtime_checkable
class OffersCommands(Protocol):
    """A view or an inspector whose commands join menu, palette and list of keys.

    The window asks for them when the view is shown, and again at ``commands_changed``.
    """

    commands_changed: SignalInstance

    def commands(self) -> Sequence[ViewCommand]:
        """Return what can be done here, in the order of the menu; always the same ids."""


@runtime_checkable
class SavesItself(Protocol):
    """A view, an inspector or a field with something to save: Ctrl S asks it to."""

    def save(self) -> object:
        """Save what is edited here; nothing if nothing is."""


@runtime_checkable
class HoldsUnsaved(SavesItself, Protocol):
    """A view or an inspector that holds text which is not in the file yet.

    Before the window closes, or shows another workspace, it asks what shall become of it. What is
    saved or kept as a draft counts as unsaved until that has worked.
    """

    def unsaved(self) -> str:
        """Return what is not saved, in words (“the text of observation 17”); ``""`` for nothing."""

    def keep_draft(self) -> object:
        """Keep it as a draft, through ``session.editing.keep_draft``."""

    def discard(self) -> object:
        """Give it up."""


@runtime_checkable
class ReadsAgain(Protocol):
    """A view that reads more than the session does: F5 asks it to."""

    def read_again(self) -> object:
        """Read everything again."""


@runtime_checkable
class FindsHere(Protocol):
    """A view that knows where Ctrl F leads; of others it goes to the first field."""

    def find_here(self) -> object:
        """Go to the field that searches or filters."""


@runtime_checkable
class HasFoot(Protocol):
    """A view with a bar of its own at the foot of the window, in place of the budget."""

    foot: QWidget


@runtime_checkable
class AsksForLimits(Protocol):
    """A view with a button that leads to the token limits of the shown scope."""

    limits_wanted: SignalInstance


@runtime_checkable
class RemembersAcrossRestarts(Protocol):
    """A view that remembers something about a workspace which is not the workspace's own."""

    def remember_with(
        self, load: Callable[[], dict[str, str]], store: Callable[[Mapping[str, str]], None]
    ) -> None:
        """Take the ways to and from the program's own folder, for whatever workspace is shown."""


@runtime_checkable
class KnowsItsPlace(Protocol):
    """A view of files: the way back leads to what it shows, and so does the row of the tree."""

    target_changed: SignalInstance

    def target(self) -> Target:
        """Return what is shown: the bucket or layer, and the file."""


@runtime_checkable
class TakesFocus(Protocol):
    """A view that knows best which of its parts takes the focus."""

    def take_focus(self) -> None:
        """Give the focus to that part."""


@runtime_checkable
class AsksForInspector(Protocol):
    """A view in which Enter leads to the inspector."""

    inspector_requested: SignalInstance


@runtime_checkable
class ClosesItself(Protocol):
    """An inspector with a cross."""

    close_requested: SignalInstance


@runtime_checkable
class LooksForText(Protocol):
    """The page with every hit of a search."""

    closed: SignalInstance

    @property
    def text(self) -> str:
        """What is looked for."""

    def look_for(self, text: str) -> None:
        """Look for something else, or stay at the hits that are shown."""
