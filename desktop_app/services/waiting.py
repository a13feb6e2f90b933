"""Trying again while another program holds a file."""

from __future__ import annotations

from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from desktop_app.core.errors import StoreBusyError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from desktop_app.services.jobs import JobContext

RETRY_SECONDS = 0.5
Result = TypeVar("Result")


def patiently(
    function: Callable[[], Result], context: JobContext, *, limit: float | None = None
) -> Result:
    """Call ``function`` until the file it reads is free.

    While it waits, the job reports who holds the file and for how long.

    Args:
        function: What to do.
        context: Reports the waiting; a cancel ends it.
        limit: Seconds after which to give up; ``None`` to wait until cancelled.

    Raises:
        StoreBusyError: the limit is over.
        JobCancelledError: cancelled.
    """
    start = monotonic()
    while True:
        context.check()
        try:
            return function()
        except StoreBusyError as error:
            waited = monotonic() - start
            if limit is not None and waited >= limit:
                raise
            context.report(0, note=f"{error.message} {waited:.0f} s so far.")
            context.wait(RETRY_SECONDS)


def patient_stream(
    make: Callable[[], Iterator[Result]],
    key: Callable[[Result], Hashable],
    context: JobContext,
    *,
    limit: float | None = None,
) -> Iterator[Result]:
    """Yield what ``make`` yields, begun anew after each wait for the file; nothing comes twice.

    Args:
        make: Starts reading from the beginning.
        key: Tells two items apart.
        context: Reports the waiting; a cancel ends it.
        limit: Seconds after which each wait gives up; ``None`` to wait until cancelled.

    Raises:
        StoreBusyError: a limit is over.
        JobCancelledError: cancelled.
    """
    running: list[Iterator[Result]] = []

    def step() -> tuple[Result, ...]:
        if not running:
            running.append(make())
        try:
            return tuple(islice(running[0], 1))
        except StoreBusyError:
            running.clear()
            raise

    yielded: set[Hashable] = set()
    while found := patiently(step, context, limit=limit):
        (item,) = found
        if key(item) not in yielded:
            yielded.add(key(item))
            yield item
