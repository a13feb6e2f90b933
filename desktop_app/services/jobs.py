"""Work that can take long: how it reports, how it is stopped, how it ends. Knows no threads."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core import errors
from desktop_app.core.pauses import pausing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")


JobCancelledError = errors.JobCancelledError


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a job is; ``total`` is 0 while nobody knows."""

    done: int
    total: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """The job returned ``result``."""

    result: object


@dataclass(frozen=True, slots=True)
class Failed:
    """The job raised ``error``."""

    error: Exception


@dataclass(frozen=True, slots=True)
class Stopped:
    """The job was cancelled before it was done."""


Outcome = Done | Failed | Stopped


class JobContext:
    """What a running job may do to the outside: report, and ask whether to stop.

    Example:
        >>> seen = []
        >>> context = JobContext(seen.append)
        >>> list(context.track(["a"], total=1, note="Reading"))
        ['a']
        >>> seen[-1]
        Progress(done=1, total=1, note='Reading')
    """

    def __init__(
        self,
        report: Callable[[Progress], None] = lambda _progress: None,
        give_way: Callable[[], None] = lambda: None,
    ) -> None:
        self._report, self._give_way = report, give_way
        self._stop = Event()

    def give_way(self) -> None:
        """Let what is more urgent go first."""
        if not self._stop.is_set():
            self._give_way()

    @property
    def cancelled(self) -> bool:
        """Whether the job was asked to stop; asking lets what is more urgent go first."""
        self.give_way()
        return self._stop.is_set()

    def cancel(self) -> None:
        """Ask the job to stop. Safe from any thread."""
        self._stop.set()

    def check(self) -> None:
        """Raise ``JobCancelledError`` if the job was asked to stop."""
        if self.cancelled:
            raise JobCancelledError

    def wait(self, seconds: float) -> None:
        """Wait, for instance before trying again; a cancel ends it with ``JobCancelledError``."""
        self._stop.wait(seconds)
        self.check()

    def report(self, done: int, total: int = 0, note: str = "") -> None:
        """Say how far the job is; stops it when it was asked to stop."""
        self.check()
        self._report(Progress(done, total, note))

    def track(self, items: Iterable[T], total: int, note: str = "") -> Iterator[T]:
        """Yield ``items``, reporting each one and stopping when asked to."""
        for done, item in enumerate(items):
            self.report(done, total, note)
            yield item
        self._report(Progress(total, total, note))


def settle(job: Callable[[JobContext], object], context: JobContext) -> Outcome:
    """Run ``job`` and return how it ended. Never raises an ``Exception``."""
    try:
        context.check()
        with pausing(context.give_way):
            return Done(job(context))
    except JobCancelledError:
        return Stopped()
    except Exception as error:  # noqa: BLE001 - the boundary: every failure is a value
        return Failed(error)
