"""Three versions of a file become one: texts line by line, other bytes as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.core.counting import counted
from desktop_app.core.editing import line_merging
from desktop_app.core.editing.ballot import Side, Versions, changed_by, same
from desktop_app.core.editing.conflict import Choice
from desktop_app.core.editing.file_words import file_title, file_words
from desktop_app.core.editing.row_merging import RowWords, all_there, one_row
from desktop_app.core.files.text import line_endings, read_text
from desktop_app.core.files.writing import written_bytes
from desktop_app.core.ledger.sections import read_sections

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.editing.ballot import Ballot
    from desktop_app.core.editing.line_merging import Chunk
    from desktop_app.core.files.row import FileRow

_TEXT = "text"


def merge_file(rows: Versions[FileRow | None], ballot: Ballot) -> FileRow | None:
    """Return the one file of three; ``None`` if it goes.

    Bytes that are the same with another time are no conflict: the time is not content.

    Raises:
        RefusedError: a text was written for what is no text, or is none that a file may have.
    """
    there = all_there(rows)
    if there is not None:
        return _merged(there, ballot)
    seen, theirs, mine = rows.seen, rows.theirs, rows.mine
    if seen is not None and theirs is not None and _same_bytes(seen, theirs):
        # We delete it, and nobody has written into it.
        return mine
    if theirs is not None and mine is not None and _same_bytes(theirs, mine):
        return _settled(theirs, mine)
    if seen is None and theirs is not None and mine is not None:
        both = _both_logs(theirs, mine)
        if both is not None:
            ballot.note(file_title(theirs), "new", Side.OTHERS)
            return both
    return _whole(rows, ballot)


def _both_logs(theirs: FileRow, mine: FileRow) -> FileRow | None:
    """Return one log of two that were begun at once; ``None`` if one is something else.

    Whoever comes a moment later appends, too, so theirs stands first.
    """
    texts = read_text(theirs.data), read_text(mine.data)
    if not all(text.is_editable and _is_log(text.text) for text in texts):
        return None
    both = line_merging.joined(*(text.text for text in texts))
    return replace(theirs, data=written_bytes(both), mtime_ns=None)


def _is_log(text: str) -> bool:
    """Return whether a text is nothing but dated sections, as an agent appends them."""
    sections = read_sections(text)
    return bool(sections) and not text[: sections[0].start].strip()


def _whole(rows: Versions[FileRow | None], ballot: Ballot) -> FileRow | None:
    """Return the one file of three where one side has deleted it, or both have made it."""
    stored = [row for row in (rows.seen, rows.theirs, rows.mine) if row is not None]
    is_text = all(read_text(row.data).is_editable for row in stored)
    words: RowWords[FileRow] = RowWords(file_title, _TEXT, file_words, is_editable=is_text)
    chosen = one_row(rows, words, ballot)
    if not isinstance(chosen, str):
        return chosen
    base = rows.theirs or rows.mine
    assert base is not None
    return replace(base, data=written_bytes(chosen), mtime_ns=None)


def _merged(rows: Versions[FileRow], ballot: Ballot) -> FileRow:
    seen, theirs, mine = rows.seen, rows.theirs, rows.mine
    modes: Versions[int] = Versions(seen.mode, theirs.mode, mine.mode)
    mode = theirs.mode if changed_by(modes) is Side.THEIRS else mine.mode
    data, is_mixed = _merged_data(rows, ballot)
    if not is_mixed:
        return replace(mine, data=data, mode=mode)
    # Whoever keeps a time means that of the text that was seen; now there is more in it.
    mtime_ns = None if mine.mtime_ns is None else theirs.mtime_ns
    return replace(theirs, data=data, mode=mode, mtime_ns=mtime_ns)


def _settled(theirs: FileRow, mine: FileRow) -> FileRow:
    """Return what is written where the bytes are there already: at most another time."""
    return theirs if mine.mtime_ns is None else mine


def _merged_data(rows: Versions[FileRow], ballot: Ballot) -> tuple[bytes, bool]:
    """Return the bytes, and whether another program has a part in them."""
    title = file_title(rows.seen)
    data = rows.each(lambda row: row.data)
    if same(data.theirs, data.seen) or same(data.theirs, data.mine):
        return data.mine, False
    texts = data.each(read_text)
    if same(data.mine, data.seen):
        ballot.note(title, "text", Side.OTHERS)
        return data.theirs, True
    if not all(text.is_editable for text in (texts.seen, texts.theirs, texts.mine)):
        choice = ballot.ask(title, "bytes", rows.each(file_words))
        assert isinstance(choice, Choice)
        return data.of(choice), True
    return written_bytes(_merged_text(title, texts.each(lambda text: text.text), ballot)), True


def _merged_text(title: str, texts: Versions[str], ballot: Ballot) -> str:
    theirs, theirs_more = line_merging.cut_tail(texts.seen, texts.theirs)
    mine, mine_more = line_merging.cut_tail(texts.seen, texts.mine)
    lines: list[str] = []
    for chunk in line_merging.chunks(texts.seen, theirs, mine):
        lines += _merged_lines(title, chunk, texts, ballot)
    for more, side in ((theirs_more, Side.OTHERS), (mine_more, Side.MINE)):
        if more:
            ballot.note(title, f"{_lines_of(more)} added at the end", side)
    tail = line_merging.both_tails(theirs_more, mine_more)
    return line_merging.joined("\n".join(lines), tail)


def _merged_lines(title: str, chunk: Chunk, texts: Versions[str], ballot: Ballot) -> Sequence[str]:
    versions = Versions(chunk.seen, chunk.theirs, chunk.mine)
    side = changed_by(versions)
    if side is None and same(chunk.theirs, chunk.mine):
        return chunk.theirs
    if side is not None:
        new = chunk.mine if side is Side.MINE else chunk.theirs
        ballot.note(title, _what(chunk.seen, new), Side.OTHERS if side is Side.THEIRS else side)
        return new
    choice = ballot.ask(title, _place(chunk), versions.each(_shown), is_editable=True)
    if isinstance(choice, Choice):
        return versions.of(choice)
    return _typed(choice, chunk, texts.theirs)


def _typed(text: str, chunk: Chunk, theirs: str) -> Sequence[str]:
    """Return what a person has typed as lines that end as those of the file."""
    lines = text.replace("\r\n", "\n").split("\n") if text else []
    if line_endings(theirs) != "CRLF":
        return lines
    bare = len(lines) - 1 if chunk.is_last else len(lines)
    return [f"{line}\r" for line in lines[:bare]] + lines[bare:]


def _place(chunk: Chunk) -> str:
    last = chunk.place + len(chunk.theirs) - 1
    if last <= chunk.place:
        return f"line {chunk.place}"
    return f"lines {chunk.place}–{last}"


def _shown(lines: Sequence[str]) -> str | None:
    return "\n".join(lines) if lines else None


def _what(seen: Sequence[str], new: Sequence[str]) -> str:
    if not seen:
        return f"{counted(len(new), 'line')} added"
    return f"{counted(len(seen), 'line')} {'rewritten' if new else 'removed'}"


def _lines_of(text: str) -> str:
    return counted(len(text.strip("\r\n").splitlines()), "line")


def _same_bytes(one: FileRow, other: FileRow) -> bool:
    return one.data == other.data
