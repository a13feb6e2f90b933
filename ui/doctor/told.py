"""What is said of repairs that have ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.doctor.words import tr
from ui.naming import shown_line
from ui.widgets import counting

if TYPE_CHECKING:
    from ui.doctor.repair_jobs import Ended
    from ui.doctor.repairs import Results

_MOST_NAMED = 3


def done_words(results: Results) -> str:
    """Return what was repaired; empty if nothing was."""
    done = [one for one in results.done if one.entries]
    if len(done) == 1:
        return tr("Repaired: {0}.").format(shown_line(done[0].wanted.finding.title))
    forms = tr("{0} finding repaired."), tr("{0} findings repaired.")
    return counting.counted(len(done), *forms) if done else ""


def trouble_words(results: Results) -> tuple[str, str]:
    """Return what was not repaired, and why; empty texts if all of it was."""
    left = results.not_done
    if not left:
        return "", ""
    total = len(left) + len(results.done)
    title = tr("{0} of {1} repaired").format(f"{len(results.done):,}", f"{total:,}")
    tried = [one for one in results.ended if not one.is_whole]
    sentences = [_sentence(one) for one in tried[:_MOST_NAMED]]
    if results.left:
        forms = tr("{0} after it was not tried."), tr("{0} after it were not tried.")
        sentences.append(counting.counted(len(results.left), *forms))
    return title, " ".join(sentences)


def _sentence(ended: Ended) -> str:
    title = shown_line(ended.wanted.finding.title)
    return tr("{0}: {1} {2}").format(title, _reason(ended), _state(ended))


def _reason(ended: Ended) -> str:
    if ended.error is not None:
        return shown_line(ended.error.message)
    if ended.conflicted:
        return tr("The engine changed it again and again meanwhile.")
    return tr("You stopped it.")


def _state(ended: Ended) -> str:
    if not ended.entries:
        return tr("Nothing of it was written.")
    forms = (
        tr("{0} part of it is written, which is safe; repairing it again does the rest."),
        tr("{0} parts of it are written, which is safe; repairing it again does the rest."),
    )
    return counting.counted(len(ended.entries), *forms)
