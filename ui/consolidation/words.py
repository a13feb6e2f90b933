"""What the page of a consolidation says, made of the proposal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from desktop_app.core.files.pieces import joined, pieces_of
from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.book import Reason
from desktop_app.core.ledger.consolidation import log_text
from desktop_app.core.ledger.consolidation_accepting import watermark_text
from desktop_app.core.ledger.consolidation_guards import NEVER_ACCEPTED, tokens_of
from ui.icons import Icon
from ui.naming import shown_line
from ui.tokens import Meaning
from ui.widgets import counting
from ui.widgets.check_list import Group, Row
from ui.widgets.figures import Figure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from desktop_app.core.ledger.consolidation_proposal import ConsolidationProposal
    from desktop_app.core.models.ports import ChatMessage
    from desktop_app.services.ledger.consolidating import Prepared

_MOST_ROWS = 200
_MOST_WARNINGS = 4


def tr(text: str) -> str:
    """Return a text of this page in the language of the person."""
    return QCoreApplication.translate("Consolidation", text)


def figures_of(proposal: ConsolidationProposal) -> list[Figure]:
    """Return the row of figures over the proposal."""
    limits = proposal.limits
    characters, tokens = java_length(proposal.new_text), tokens_of(proposal.new_text)
    gone, new = len(proposal.disappeared), len(proposal.added)
    over = Meaning.CAUTION if characters > limits.characters else None
    return [
        Figure(tr("Logs"), f"{len(proposal.files):,}"),
        Figure(tr("Gone"), f"{gone:,}", "", Meaning.CAUTION if gone else None),
        Figure(tr("New"), f"{new:,}", "", Meaning.IN if new else None),
        Figure(
            tr("Characters"),
            f"{java_length(proposal.old_text):,} → {characters:,}",
            tr("of {0}").format(f"{limits.characters:,}"),
            over,
        ),
        Figure(tr("Tokens"), f"{tokens:,}", tr("of {0}").format(f"{limits.tokens:,}"), over),
        Figure(tr("Watermark"), _day(proposal), _was(proposal)),
    ]


def groups_of(proposal: ConsolidationProposal) -> list[Group]:
    """Return what a person should look at, kind by kind; empty kinds are left out."""
    gone = tr("It, or a part of it, is in MEMORY.md now and not in the new text.")
    over = tr("It, or a part of it, is in a log and was not taken in; no later run sees it again.")
    made = tr("It, or a part of it, stands neither in MEMORY.md nor in a log.")
    known = tr("MEMORY.md does not have it in these words.")
    found = (
        fact_rows("gone", tr("No longer in it"), proposal.disappeared, gone),
        fact_rows("made", tr("In no source"), proposal.invented, made),
        fact_rows("over", tr("Not taken in"), proposal.passed_over, over),
        _corrections(proposal),
        _alike(proposal),
        _duplicates(proposal),
        fact_rows("new", tr("New"), proposal.added, known),
    )
    return [group for group in found if group is not None]


def warnings_of(proposal: ConsolidationProposal) -> tuple[str, ...]:
    """Return what to check before accepting: what is wrong with the text, then what to know."""
    return few((*(guard.sentence for guard in proposal.guards), *proposal.warnings))


def few(found: tuple[str, ...]) -> tuple[str, ...]:
    """Return sentences, and how many more there are than a person would read."""
    more = len(found) - _MOST_WARNINGS
    if more > 0:
        return (*found[:_MOST_WARNINGS], tr("There are {0} more.").format(f"{more:,}"))
    return found


def full_texts(proposal: ConsolidationProposal) -> dict[str, str]:
    """Return what the rows of the list stand for, by their ids, without anything cut."""
    texts = {
        **fact_texts("gone", proposal.disappeared),
        **fact_texts("made", proposal.invented),
        **fact_texts("over", proposal.passed_over),
        **fact_texts("new", proposal.added),
    }
    for place, (earlier, later) in enumerate(proposal.corrections[:_MOST_ROWS]):
        texts[f"late {place}"] = tr("{0}\n\nmay replace\n\n{1}").format(later, earlier)
    for place, pair in enumerate(proposal.alike[:_MOST_ROWS]):
        said = tr("{0}\n\nin {1} is probably\n\n{2}\n\nBoth stay. {3}")
        texts[f"like {place}"] = said.format(pair.later, pair.file, pair.earlier, pair.reason)
    for place, item in enumerate(proposal.dropped_duplicates[:_MOST_ROWS]):
        stays = tr("{0}\n\nin {1} is said by\n\n{2}")
        texts[f"same {place}"] = stays.format(item.text, item.file, item.kept)
    return texts


def fact_texts(kind: str, facts: Sequence[str]) -> dict[str, str]:
    """Return the facts of ``fact_rows`` by the ids of their rows."""
    return {f"{kind} {place}": fact for place, fact in enumerate(facts[:_MOST_ROWS])}


def caution_title(*, is_refused: bool) -> str:
    """Return what stands over the warnings."""
    if is_refused:
        return tr("This text can't be accepted as it is")
    return tr("Check before you accept")


def reason_against(proposal: ConsolidationProposal, *, is_overridden: bool) -> str:
    """Return why a proposal can't be accepted now; empty if it can."""
    for guard in proposal.guards:
        if guard.kind in NEVER_ACCEPTED:
            return guard.sentence
    return override_reason(is_needed=proposal.needs_override and not is_overridden)


def override_reason(*, is_needed: bool) -> str:
    """Return what a person is asked to say first; empty for nothing."""
    return tr("Say that it is wanted in spite of what is wrong with it.") if is_needed else ""


def input_rows(prepared: Prepared) -> list[Row]:
    """Return a row for each log that goes in, with the reason."""
    reasons = {item.name: item.reason for item in prepared.run.book.eligible}
    words = {reason: _reason(reason) for reason in (*Reason, None)}
    return [
        Row(
            id=name,
            title=shown_line(name),
            subtitle=words[reasons.get(name)],
            icon=Icon.FILE,
            is_fixed=True,
        )
        for name in prepared.input.files
    ]


def input_words(prepared: Prepared) -> str:
    """Return how much goes in, in one line."""
    given, book = prepared.input, prepared.run.book
    logs = [log for name in given.files if (log := book.log(name)) is not None]
    count = counting.counted(len(logs), tr("{0} log"), tr("{0} logs"))
    size = sum(java_length(log_text(log)) for log in logs)
    most = tr("at most {0} characters").format(f"{given.limits.characters:,}")
    whole = tr("{0} with MEMORY.md and headings").format(f"{java_length(given.user):,}")
    return f"{most} · {count} · {counting.characters(size)}, {whole}"


def input_text(messages: Iterable[ChatMessage]) -> str:
    """Return what a model would be sent as one text: every message below its role."""
    return joined(
        piece
        for place, one in enumerate(messages)
        for piece in (f"\n\n{one.role}:\n"[0 if place else 2 :], *pieces_of(one.content))
    )


def _reason(reason: Reason | None) -> str:
    return {
        Reason.WRITTEN_SINCE: tr("written after the watermark"),
        Reason.NEVER: tr("there is no watermark"),
    }.get(reason or Reason.NEVER, tr("all logs are wanted"))


def fact_rows(kind: str, title: str, facts: Sequence[str], why: str) -> Group | None:
    """Return a group of facts, each row with why it is there; ``None`` for no facts."""
    if not facts:
        return None
    icon, meaning = _LOOKS[kind]
    rows = [
        Row(id=f"{kind} {place}", title=shown_line(fact), subtitle=why, icon=icon, meaning=meaning)
        for place, fact in enumerate(facts[:_MOST_ROWS])
    ]
    return Group(title, rows, right=f"{len(facts):,}")


def _corrections(proposal: ConsolidationProposal) -> Group | None:
    rows = [
        Row(
            id=f"late {place}",
            title=shown_line(later),
            subtitle=shown_line(tr("may replace: {0}").format(earlier)),
            icon=Icon.CONTRADICTION,
            meaning=Meaning.CAUTION,
        )
        for place, (earlier, later) in enumerate(proposal.corrections[:_MOST_ROWS])
    ]
    count = f"{len(proposal.corrections):,}"
    return Group(tr("May replace something; both stay"), rows, right=count) if rows else None


def _alike(proposal: ConsolidationProposal) -> Group | None:
    rows = [
        Row(
            id=f"like {place}",
            title=shown_line(pair.later),
            subtitle=shown_line(tr("probably: {0} {1}").format(pair.earlier, pair.reason)),
            icon=Icon.BOTH,
            meaning=Meaning.CAUTION,
        )
        for place, pair in enumerate(proposal.alike[:_MOST_ROWS])
    ]
    count = f"{len(proposal.alike):,}"
    return Group(tr("Probably said twice; both stay"), rows, right=count) if rows else None


def _duplicates(proposal: ConsolidationProposal) -> Group | None:
    rows = list(_duplicate_rows(proposal))
    if not rows:
        return None
    count = f"{len(proposal.dropped_duplicates):,}"
    return Group(tr("Duplicates left out"), rows, right=count)


def _duplicate_rows(proposal: ConsolidationProposal) -> Iterator[Row]:
    for place, item in enumerate(proposal.dropped_duplicates[:_MOST_ROWS]):
        stays = tr("{0}; this one stays: {1}").format(item.file, shown_line(item.kept))
        yield Row(
            id=f"same {place}",
            title=shown_line(item.text),
            subtitle=shown_line(stays),
            icon=Icon.SUPERSEDED,
            struck=True,
        )


def _day(proposal: ConsolidationProposal) -> str:
    return watermark_text(proposal.watermark_new)[:10]


def _was(proposal: ConsolidationProposal) -> str:
    old = watermark_text(proposal.watermark_old)
    return tr("was {0}").format(old[:10] if proposal.watermark_old else tr("none"))


_LOOKS = {
    "gone": (Icon.CONTRADICTION, Meaning.CAUTION),
    "made": (Icon.INFO, Meaning.CAUTION),
    "over": (Icon.INFO, Meaning.NEUTRAL),
    "new": (Icon.PLUS, Meaning.IN),
}
