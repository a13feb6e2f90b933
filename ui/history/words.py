"""What an entry of the log means, where that is not plain from the entry itself."""

from __future__ import annotations

from ui.history.rows import HistoryRow, State, is_ours, tr

COLLISION = "UNIQUE constraint failed: om_"


def state_word(state: State) -> str:
    """Return the word that stands beside a state's icon."""
    return {
        State.APPLIED: tr("applied"),
        State.FAILED: tr("failed"),
        State.STUCK: tr("stuck"),
        State.RUNNING: tr("running"),
        State.MARKER: tr("marker"),
        State.ORPHAN: tr("orphaned"),
        State.OTHER: tr("unknown"),
    }[state]


def is_collision(row: HistoryRow) -> bool:
    """Whether the operation failed because its ids were in use (H1)."""
    return COLLISION in str(row.entry.values.get("error_text"))


def meaning(row: HistoryRow) -> str:
    """Return what a row means for the memory; empty for what went as it should."""
    if is_ours(row.entry):
        return tr(
            "Somebody has changed this memory with Memloupe. The engine takes no notice of this "
            "row; the page of changes has what was there before and after."
        )
    if row.state is State.STUCK:
        return _stuck(row)
    if row.state is State.ORPHAN:
        return tr(
            "The operation of this marker failed, and the engine leaves its markers behind. "
            "No observation belongs to it. Nothing reads markers, so it does no harm."
        )
    if row.state is State.FAILED:
        return _failed(row)
    if row.state is State.OTHER:
        return tr("The engine knows no such status. It takes no notice of this row.")
    return ""


def _stuck(row: HistoryRow) -> str:
    if row.entry.status == "queued":
        return tr(
            "Nothing will come of this operation. The engine never takes up what is queued, "
            "neither now nor after a restart."
        )
    return tr(
        "The process that worked on this is gone. At its next start the engine calls it queued "
        "and never runs it."
    )


def _failed(row: HistoryRow) -> str:
    if is_collision(row):
        return collision_words()
    if row.entry.kind == "observe":
        return tr(
            "No observation of this call was kept. The messages are looked at again with the "
            "next one, as long as the conversation goes on."
        )
    return tr("The record stayed as it was.")


def collision_words() -> str:
    """Return what it means that ids are used twice."""
    return tr(
        "After a restart the engine counts its ids from 1 again, and these are in use. Every "
        "observe fails until the count is past the highest id; each one still asks the model, "
        "which is paid for."
    )
