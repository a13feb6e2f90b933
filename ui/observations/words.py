"""What is said about an observation, in words: in rows, badges and the inspector."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.observational.explain import Verdict
from ui.observations.rows import ABSURD, Column
from ui.widgets.display_map import DisplayMap, name

if TYPE_CHECKING:
    from desktop_app.core.observational.explain import Standing
    from ui.observations.rows import Row


_LONGEST_LINE = 400
_SMALL, _ALMOST_ONE = 0.0005, 0.9995
_CONTEXT = "Observation"


def tr(text: str) -> str:
    """Return ``text`` in the person's language."""
    return QCoreApplication.translate(_CONTEXT, text)


def first_line(content: str) -> str:
    r"""Return the first line of a text as a row can show it.

    Example:
        >>> first_line("\n\tone\x1b\ntwo")
        'one‹ESC›'
    """
    start = content.lstrip("\n\r\t ")[: 2 * _LONGEST_LINE]
    line = start.partition("\n")[0].removesuffix("\r")[:_LONGEST_LINE]
    return DisplayMap(line).display.replace("\t", name("\t"))


def visible(text: str) -> str:
    """Return a text with what nobody could see made visible."""
    return DisplayMap(text).display


def reads_right_to_left(text: str) -> bool:
    """Whether a line begins in a script that is read from right to left."""
    first = next((one for one in text if one.isalpha()), "")
    return any(start <= first <= end for start, end in _RIGHT_TO_LEFT)


_RIGHT_TO_LEFT = (("\u0590", "\u08ff"), ("\ufb1d", "\ufdcf"), ("\ufdf0", "\ufeff"))


def importance_text(row: Row) -> str:
    """Return the stored importance; a dash for one that was never scored."""
    value = row.observation.importance
    return f"{value:.2f}" if value else "–"


def age_text(row: Row) -> str:
    """Return the age weight as the fraction it is."""
    if row.standing is None:
        return ""
    return f"1/{row.standing.age + 1}"


def score_text(row: Row) -> str:
    """Return the score as the table has room for it."""
    if row.standing is None:
        return ""
    score = row.standing.score
    if not 0 < score < _ALMOST_ONE:
        return f"{score:.3g}"
    if score < _SMALL:
        return f"{score:.1e}".replace("e-0", "e-").replace(".0e", "e")
    return f"{score:.3f}"[1:]


def score_sentence(place: Standing) -> str:
    """Return the arithmetic of a score in full."""
    words = tr("importance {0} × age weight 1/{1} = {2}")
    return words.format(f"{place.importance:g}", f"{place.age + 1:,}", f"{place.score:.6g}")


def head_tip(column: Column) -> str:
    """Return what a column shows."""
    return {
        Column.MARK: tr("Whether the next turn receives it"),
        Column.SEQ: tr("The number that the engine gave it"),
        Column.IMPORTANCE: tr("How important the model found it, 0 to 1"),
        Column.AGE: tr("Age weight: 1 for the newest, 1/2 for the one before, and so on"),
        Column.SCORE: tr("Importance × age weight: the best scores are taken first"),
        Column.TOKENS: tr("The tokens that it takes of the budget, as stored"),
        Column.TEXT: tr("The first line of its text"),
    }[column]


def link_tip(mark_seqs: tuple[int, ...], *, superseded: bool) -> str:
    """Return what the badge before a text means."""
    form = tr("Superseded by {0}") if superseded else tr("Contradicts {0}")
    return form.format(seq_list(mark_seqs))


def tokens_text(row: Row) -> str:
    """Return the stored token count; an absurd one by its magnitude."""
    count = row.observation.token_count
    return f"{count:,}" if abs(count) < ABSURD else f"{count:.1e}".replace("e+", "e")


def verdict_text(row: Row) -> str:
    """Return “in”, or “out” with the reason."""
    if row.injected:
        return tr("in")
    return f"{tr('out')} · {reason_text(row)}" if row.standing else tr("unknown")


def reason_text(row: Row) -> str:
    """Return why an observation is out, in a few words."""
    place = row.standing
    if place is None:
        return tr("the record can’t be read")
    if place.verdict is Verdict.MEMORY_OFF:
        return tr("memory is off")
    if place.verdict is Verdict.DISABLED:
        return tr("scope is off")
    if place.verdict is Verdict.IN:
        return tr("its record is not found")
    return tr("superseded") if place.superseded_by else tr("does not fit")


def spoken(row: Row) -> str:
    """Return the row for a screen reader, without its text."""
    parts = [tr("Observation {0}").format(row.observation.seq)]
    if row.standing is not None:
        parts.append(tr("in") if row.injected else tr("out"))
        parts += [] if row.injected else [reason_text(row)]
        parts += _spoken_need(row)
        parts += _spoken_links(row)
    return ", ".join(parts)


def _spoken_need(row: Row) -> list[str]:
    place = row.standing
    if place is None or place.verdict is not Verdict.DOES_NOT_FIT:
        return []
    needs = tr("needs {0}").format(f"{row.observation.token_count:,}")
    return [needs, tr("{0} left").format(f"{place.left:,}")]


def _spoken_links(row: Row) -> list[str]:
    place = row.standing
    if place is None:
        return []
    said = (
        (tr("superseded by {0}"), place.superseded_by),
        (tr("contradicts {0}"), place.contradicts),
        (tr("supersedes {0}"), place.supersedes),
    )
    return [words.format(seq_list(seqs)) for words, seqs in said if seqs]


def seq_list(seqs: tuple[int, ...]) -> str:
    """Return sequence numbers as a list in words."""
    return ", ".join(str(seq) for seq in seqs)
