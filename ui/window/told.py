"""What a toast says of a change that is in the file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.editing.consequences import consequences
from ui.naming import shown_line
from ui.widgets import counting

if TYPE_CHECKING:
    from desktop_app.core.editing.consequences import Consequences
    from desktop_app.core.editing.journal import Entry
    from desktop_app.services.editing.outcomes import Saved


_OWN_FOLDER = ".memloupe"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Told", text)


def saved_words(saved: Saved) -> str:
    """Return what was done, what followed from it, and where the copy is that was made before."""
    backup = saved.backup
    words = [_done(saved.entry)]
    if saved.entry.kind not in {"undo", "redo"}:
        words += _followed(consequences(saved.change))
    others = sum(not part.is_own for part in saved.merged)
    if others:
        forms = _tr("{0} part of the engine merged"), _tr("{0} parts of the engine merged")
        if saved.change.files:
            forms = _tr("{0} change of others merged"), _tr("{0} changes of others merged")
        words.append(counting.counted(others, *forms))
    head, *rest = words
    sentence = f"{head}; {', '.join(rest)}." if rest else f"{head}."
    if backup is not None:
        copy = _tr("A copy from before is in {0} of the workspace.")
        parts = backup.parent.parts
        inside = "/".join(parts[parts.index(_OWN_FOLDER) :])
        sentence = f"{sentence} {copy.format(shown_line(inside))}"
    return sentence


def _done(entry: Entry) -> str:
    label = shown_line(entry.label)
    kinds = {
        "undo": _tr("Undone: {0}"),
        "redo": _tr("Done again: {0}"),
        "restore": _tr("Restored: {0}"),
        "apply again": _tr("Applied again: {0}"),
    }
    words = kinds.get(entry.kind.value)
    return words.format(label) if words else _past(label)


def _past(label: str) -> str:
    """Return what was done, from what it is called: “Observation 14 removed”."""
    verb, _, rest = label.partition(" ")
    if verb == "Accept":
        return _accepted(rest) or _tr("Saved: {0}").format(label)
    done = {
        "Add": _tr("{0} added"),
        "Clear": _tr("{0} cleared"),
        "Create": _tr("{0} created"),
        "Delete": _tr("{0} deleted"),
        "Disable": _tr("{0} disabled"),
        "Edit": _tr("{0} edited"),
        "Enable": _tr("{0} enabled"),
        "Merge": _tr("{0} merged"),
        "Move": _tr("{0} moved"),
        "Remove": _tr("{0} removed"),
        "Rename": _tr("{0} renamed"),
        "Renumber": _tr("{0} renumbered"),
        "Set": _tr("{0} set"),
    }.get(verb)
    if done is None or not rest:
        return _tr("Saved: {0}").format(label)
    what, to, where = rest.partition(" to ")
    if what.split()[0].isalpha():  # a file keeps its name
        what = what[:1].upper() + what[1:]
    return f"{done.format(what)}{to}{where}"


def _accepted(what: str) -> str:
    """Return what was accepted, from “1 of 2 changes to the reflection”."""
    of_reflection = what.removesuffix(" changes to the reflection")
    if of_reflection != what:
        return _tr("Reflection accepted: {0} changes").format(of_reflection)
    of_observations = what.removesuffix(" observations")
    if of_observations != what:
        return _tr("Observations accepted: {0}").format(of_observations)
    return ""


def _followed(found: Consequences) -> list[str]:
    words = []
    if found.renumbered:
        forms = _tr("{0} later one renumbered"), _tr("{0} later ones renumbered")
        words.append(counting.counted(found.renumbered, *forms))
    if found.references:
        forms = _tr("{0} reference follows"), _tr("{0} references follow")
        words.append(counting.counted(found.references, *forms))
    return words
