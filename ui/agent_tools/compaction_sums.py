"""The arithmetic of a compaction, every number of it with where it comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ui.agent_tools.words import tr
from ui.widgets import counting

if TYPE_CHECKING:
    from desktop_app.core.ledger.compaction import Compaction
    from ui.agent_tools.compaction_report import Report


def sums_of(report: Report) -> tuple[tuple[str, str], ...]:
    """Return the sums as labels and sentences."""
    preview = report.preview
    found = [
        (tr("Messages"), _messages(preview)),
        (tr("Tokens"), _tokens(preview)),
        (tr("Kept"), _kept(preview)),
        (tr("Cut"), _cut(preview)),
        (tr("Pruning"), _pruning(preview)),
    ]
    if preview.settings.trimming is not None:
        forms = tr("{0} argument is cut"), tr("{0} arguments are cut")
        found.append((tr("Trimming"), counting.counted(len(preview.trimmed), *forms)))
    moved = sum(len(row.moved) for row in report.rows)
    forms = tr("{0} result is moved into a file"), tr("{0} results are moved into files")
    found.append((tr("Moving"), counting.counted(moved, *forms)))
    return tuple(found)


def _messages(preview: Compaction) -> str:
    least = preview.settings.trigger_messages
    start = tr("{0} start it").format(f"{least:,}") if least else tr("their number starts nothing")
    return f"{len(preview.original):,}; {start}"


def _tokens(preview: Compaction) -> str:
    trigger = preview.trigger_tokens
    words = tr("{0}; {1} start it ({2})")
    said = words.format(f"{preview.tokens:,}", f"{trigger.value:,}", trigger.sum)
    if preview.original_tokens != preview.tokens:
        said += tr("; {0} before pruning").format(f"{preview.original_tokens:,}")
    return said


def _kept(preview: Compaction) -> str:
    keep = preview.keep_tokens
    if keep is None:
        return tr("the last {0} messages").format(f"{preview.settings.keep_messages:,}")
    words = tr("up to {0} tokens ({1}); {2} fit")
    return words.format(f"{keep.value:,}", keep.sum, f"{preview.kept_tokens:,}")


def _cut(preview: Compaction) -> str:
    cut = preview.cut
    at = tr("before message {0}").format(f"{cut.at:,}") if cut.at > 0 else tr("nowhere")
    if not preview.happens:
        at = tr("would be {0}").format(at)
    if cut.correction is None:
        return at
    words = tr("{0}; the numbers say {1}, it moves {2}")
    return words.format(at, f"{cut.by_numbers:,}", cut.correction.value)


def _pruning(preview: Compaction) -> str:
    if preview.settings.pruning is None:
        return tr("off")
    pruned = preview.pruned
    forms = tr("{0} result is cut"), tr("{0} results are cut")
    words = tr("{0} tokens of new results are safe, {1} could go, {2}")
    cut = counting.counted(len(pruned.shortened), *forms)
    return words.format(f"{pruned.protected:,}", f"{pruned.candidates:,}", cut)
