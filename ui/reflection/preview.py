"""What a plan does to the next turn, worked out on a reader thread while somebody types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop_app.core.errors import MemloupeError
from desktop_app.core.text_diff import DiffLine, diff_lines
from desktop_app.services.editing.plans import Intent, Plan

if TYPE_CHECKING:
    from collections.abc import Callable

    from desktop_app.services.jobs import JobContext
    from desktop_app.services.snapshot import ScopeSnapshot
    from ui.jobs import Job
    from ui.session import Session

    MakePlan = Callable[[Intent], Plan]

_PAUSE_MS = 150


@dataclass(frozen=True, slots=True)
class Sums:
    """Tokens of the next turn; nothing where nothing is injected."""

    counted: int = 0
    measured: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """A plan with what to show of it.

    Attributes:
        turn: What differs in the observational part of the next turn.
        texts: The stored reflection before and after.
    """

    plan: Plan
    turn: tuple[DiffLine, ...]
    before: Sums
    after: Sums
    texts: tuple[str, str]


def preview_of(plan: Plan) -> Preview:
    """Return what to show of a plan."""
    before, after = plan.before, plan.after
    return Preview(
        plan=plan,
        turn=diff_lines(before.observational_text, after.observational_text),
        before=sums_of(before),
        after=sums_of(after),
        texts=(
            before.record.reflection if before.record else "",
            after.record.reflection if after.record else "",
        ),
    )


def sums_of(snapshot: ScopeSnapshot) -> Sums:
    """Return what the next turn of a scope takes."""
    explanation = snapshot.explanation
    if explanation is None or snapshot.error or not explanation.is_injected:
        return Sums()
    return Sums(explanation.snippet.counted, explanation.snippet.measured)


class Previewer(QObject):
    """Makes plans one after the other; only the newest is told.

    Args:
        session: Whose readers do the work.
        parent: Who listens.
        look: What is shown of a plan. Called on a reader thread.
    """

    ready = Signal(object)  # what ``look`` gives: a Preview unless it was asked for something else
    refused = Signal(object)  # MemloupeError

    def __init__(
        self,
        session: Session,
        parent: QObject,
        look: Callable[[Plan], object] | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._look = session, look or preview_of
        self._wanted: MakePlan | None = None
        self._job: Job | None = None
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._start)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._job is not None or self._pause.isActive()

    def request(self, make: MakePlan, *, at_once: bool = False) -> None:
        """Work out what ``make`` gives; ``ready`` or ``refused`` follows.

        Args:
            make: Makes the plan. Called on a reader thread.
            at_once: Do not wait for the person to go on typing.
        """
        self.cancel()
        self._wanted = make
        if at_once:
            self._start()
        else:
            self._pause.start()

    @Slot()
    def cancel(self) -> None:
        """Tell nothing of what was asked for before."""
        self._wanted = None
        self._pause.stop()
        if self._job is not None:
            self._job.succeeded.disconnect(self._take)
            self._job.failed.disconnect(self._fail)
            self._job.cancel()
            self._job = None

    @Slot()
    def _start(self) -> None:
        source, make = self._session.source, self._wanted
        if make is None or source is None:
            return
        now, look = source.now, self._look

        def work(_context: JobContext) -> object:
            return look(make(Intent(now())))

        self._job = self._session.jobs.read(work)
        self._job.succeeded.connect(self._take)
        self._job.failed.connect(self._fail)

    @Slot(object)
    def _take(self, found: object) -> None:
        self._job = None
        self.ready.emit(found)

    @Slot(object)
    def _fail(self, error: Exception) -> None:
        self._job = None
        if isinstance(error, MemloupeError):
            self.refused.emit(error)
        else:
            self._session.broke.emit(error)
