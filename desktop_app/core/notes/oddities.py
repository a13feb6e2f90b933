"""What is odd about the notes of a layer, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import encode
from desktop_app.core.files.facts import FileKind
from desktop_app.core.files.plan import FilePlan
from desktop_app.core.files.text import Encoding
from desktop_app.core.notes.access import Editing
from desktop_app.core.notes.edits import quote_description
from desktop_app.core.notes.line import MOST_CHARACTERS, Rule
from desktop_app.core.notes.names import UNSEEN
from desktop_app.core.notes.note import Note, NoteFolder
from desktop_app.core.notes.section import TRUNCATED, layer_index

if TYPE_CHECKING:
    from desktop_app.core.notes.note import Skipped

Mend = Callable[[NoteFolder, Note, Editing], FilePlan]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteOddity:
    """One thing that a person should know about a layer.

    Attributes:
        rule: Its kind, stable for programs: ``broken-metadata``.
        mount: The layer.
        path: The file below the mount; ``""`` for the whole layer.
        text: What is so, and what the agent makes of it.
        advice: What to do; ``""`` if nothing has to be done.
        is_harmful: Whether the agent misses something or reads something wrong.
        mend: Plans what may mend it; refuses where it does not. ``None`` if a person decides.
    """

    rule: str
    mount: str
    path: str
    text: str
    advice: str = ""
    is_harmful: bool = False
    mend: Mend | None = None


def find_oddities(folder: NoteFolder) -> tuple[NoteOddity, ...]:
    """Return what is odd about a layer: first the whole, then note by note, then the rest."""
    found = list(_of_layer(folder))
    for note in folder.notes:
        found += _of_line(folder, note)
        found += _of_text(folder, note)
        found += _of_name(folder, note)
    for skipped in folder.skipped:
        found += _of_skipped(folder, skipped)
    return tuple(found)


def _of_layer(folder: NoteFolder) -> Iterator[NoteOddity]:
    mount = folder.layer.mount
    if folder.problem:
        yield NoteOddity(
            rule="layer-problem",
            mount=mount,
            path="",
            text=folder.problem,
            is_harmful=bool(folder.layer.problem),
        )
    index = layer_index(folder)
    if index.is_cut:
        yield NoteOddity(
            rule=TRUNCATED.replace("_", "-"),
            mount=mount,
            path="",
            text=f"{len(index.left_out):,} of {len(folder.notes):,} files are not listed: the list"
            f" ends at {folder.layer.max_index_bytes:,} bytes, before “{index.left_out[0].path}”.",
            advice="Shorten descriptions, delete what is not needed, or raise the limit.",
            is_harmful=True,
        )


def _of_line(folder: NoteFolder, note: Note) -> Iterator[NoteOddity]:
    named = _RULES.get(note.line.rule)
    if named:
        rule, advice, is_harmful = named
        yield NoteOddity(
            rule=rule,
            mount=folder.layer.mount,
            path=note.path,
            text=note.line.warning,
            advice=advice,
            is_harmful=is_harmful,
            mend=quote_description if note.line.rule is Rule.BROKEN else None,
        )
    if note.line.is_cut and note.line.rule is Rule.DESCRIPTION:
        yield NoteOddity(
            rule="long-description",
            mount=folder.layer.mount,
            path=note.path,
            text=f"The agent sees the first {MOST_CHARACTERS} characters of the description.",
            advice="Shorten it: most turns act on it alone.",
            is_harmful=True,
        )
    others = folder.duplicates.get(note.path, ())
    if others:
        yield NoteOddity(
            rule="duplicate",
            mount=folder.layer.mount,
            path=note.path,
            text=f"“{others[0]}” says the same to the agent; both take their bytes of the list.",
            advice="Keep one of them, or say what differs.",
        )


def _of_text(folder: NoteFolder, note: Note) -> Iterator[NoteOddity]:
    mount, path = folder.layer.mount, note.path
    if note.is_convertible:
        yield NoteOddity(
            rule="not-utf8",
            mount=mount,
            path=path,
            text="Its bytes are not UTF-8: the agent reads replacement characters.",
            advice="Convert it to UTF-8; until then it is read-only.",
            is_harmful=True,
        )
    if UNSEEN.search(note.line.text):
        yield NoteOddity(
            rule="unseen-characters",
            mount=mount,
            path=path,
            text="Its line has characters that nobody can see; the agent gets them as they are.",
            advice="Read it with care: it may say something else than it shows.",
            is_harmful=True,
        )
    if note.text and note.text.encoding is Encoding.UTF8_BOM:
        said = "It begins with a byte order mark, which is kept."
        yield NoteOddity(rule="byte-order-mark", mount=mount, path=path, text=said)
    if note.is_editable and note.text and note.text.endings in {"CR", "CRLF", "mixed"}:
        said = f"It has {note.text.endings} line endings, which are kept."
        yield NoteOddity(rule="line-endings", mount=mount, path=path, text=said)


def _of_name(folder: NoteFolder, note: Note) -> Iterator[NoteOddity]:
    mount, path = folder.layer.mount, note.path
    others = folder.twins.get(path, ())
    if others:
        yield NoteOddity(
            rule="similar-name",
            mount=mount,
            path=path,
            text=f"Only case or composition tells it from “{others[0]}”: on some systems one of"
            " them replaces the other.",
            advice="Rename one of them.",
        )
    if UNSEEN.search(path) or encode(path) != path.encode("utf-8", "replace"):
        yield NoteOddity(
            rule="odd-name",
            mount=mount,
            path=path,
            text="Its name has characters that the list can't show as they are.",
            advice="Rename it, so that the agent can open it by its name.",
            is_harmful=True,
        )


def _of_skipped(folder: NoteFolder, skipped: Skipped) -> Iterator[NoteOddity]:
    if skipped.facts.kind is FileKind.FILE:
        return  # files are hidden on purpose
    is_link = skipped.facts.kind is FileKind.LINK
    yield NoteOddity(
        rule="link" if is_link else "no-file",
        mount=folder.layer.mount,
        path=skipped.path,
        text=skipped.reason,
    )


_RULES = {
    Rule.BROKEN: ("broken-metadata", "Put quotes around the description, or edit the text.", True),
    Rule.UNUSABLE: ("no-description", "Write a description: most turns act on it alone.", False),
    Rule.NO_KEY: ("no-description", "Write a description: most turns act on it alone.", False),
    Rule.NO_BLOCK: ("unclosed-metadata", "Close it with a line of three dashes.", True),
    Rule.NOTHING: ("empty-note", "Write something into it, or delete it.", False),
    Rule.NOT_TEXT: ("not-text", "", False),
    Rule.UNREADABLE: ("unread", "", True),
}
"""What each rule of a line is called, what to do about it, and whether it is harmful."""
