"""Brings several files to the disk together, or none of them."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from secrets import token_hex
from typing import TYPE_CHECKING

from desktop_app.core.errors import RefusedError, StoreBusyError, StoreError
from desktop_app.store.file_lease import lease
from desktop_app.store.file_step import Step, differs
from desktop_app.store.open_folder import (
    OpenFolder,
    make_folders,
    open_folder,
    remove_folders,
    shown,
    sync,
)
from desktop_app.store.write_errors import explain_file_error

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from types import TracebackType

    from desktop_app.core.changes import Swap
    from desktop_app.core.files.row import FileRow

_MOST_LEASES = 200


class FileTransaction:
    """One change on its way; what it opened is closed at the end.

    Args:
        root: The workspace.
        waiting: Where new files wait.
        keep: Takes an old file away: from a folder, with a name there, and its path.
    """

    def __init__(
        self, root: Path, waiting: Path, keep: Callable[[OpenFolder, str, str], None]
    ) -> None:
        self._root = root
        self._waiting = waiting
        self._keep = keep
        self._open = ExitStack()
        self._folders: dict[tuple[str, ...], OpenFolder] = {}
        self._made: list[tuple[tuple[str, ...], list[int]]] = []
        self._steps: list[Step] = []
        self._at = ""

    def __enter__(self) -> FileTransaction:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open.close()

    def run(self, swaps: Sequence[Swap[FileRow]]) -> None:
        """Compare, prepare and swap in all files.

        Raises:
            RowsDifferError: a file is not as before the change.
            StoreBusyError: another program has a file open for writing.
            ReadOnlyError, DiskFullError, StoreError, RefusedError: nothing was written, or the
                message says what was.
        """
        try:
            self._run(swaps)
        except BaseException as error:
            stuck = [step.path for step in reversed(self._steps) if not step.take_back()]
            self._clear()
            for parts, made in reversed(self._made):
                remove_folders(self._root, parts, made)
            if stuck:
                raise _half(stuck, error) from error
            if isinstance(error, OSError):
                raise explain_file_error(error, self._root / shown(self._at)) from error
            raise
        self._clear()

    def _run(self, swaps: Sequence[Swap[FileRow]]) -> None:
        # What is new comes first: a crash leaves a moved file twice rather than not at all.
        ordered = sorted(swaps, key=lambda swap: swap.after is None)
        place = self._open.enter_context(open_folder(self._waiting, ()))
        for number, swap in enumerate(ordered):
            self._steps.append(self._step(swap, place, f"{token_hex(4)}-{number}"))
        for step in self._steps:
            self._compare(step)
        for action in (Step.prepare, Step.swap_in):
            for step in self._steps:
                self._at = step.path
                action(step)
        self._check()
        for folder in self._folders.values():
            sync(folder)

    def _step(self, swap: Swap[FileRow], place: OpenFolder, spare: str) -> Step:
        row = swap.before or swap.after
        assert row is not None
        self._at = row.path
        *parents, name = row.path.split("/")
        parts = tuple(parents)
        if parts not in self._folders:
            if swap.before is None:
                self._made.append((parts, make_folders(self._root, parts)))
            self._folders[parts] = self._opened(parts, row.path)
        return Step(
            swap=swap,
            path=row.path,
            folder=self._folders[parts],
            name=name,
            place=place,
            spare=spare,
        )

    def _opened(self, parts: tuple[str, ...], path: str) -> OpenFolder:
        try:
            return self._open.enter_context(open_folder(self._root, parts))
        except (FileNotFoundError, NotADirectoryError) as error:
            raise differs(path) from error

    def _compare(self, step: Step) -> None:
        self._at = step.path
        if step.swap.before is not None and len(self._steps) <= _MOST_LEASES:
            with suppress(FileNotFoundError):
                step.lease = self._open.enter_context(lease(step.folder, step.name))
        step.compare()

    def _check(self) -> None:
        """Look whether somebody has written into a file while it was replaced, or waits to."""
        late = [step for step in self._steps if step.lease and step.lease.is_wanted()]
        for step in self._steps:
            if not late and step.lease:
                step.lease.release()
        late += [step for step in self._steps if not late and step.was_written()]
        if late:
            raise differs(late[0].path)

    def _clear(self) -> None:
        for step in self._steps:
            step.clear(self._keep)


def _half(stuck: Sequence[str], error: BaseException) -> StoreError:
    names = ", ".join(f"“{shown(path)}”" for path in stuck)
    kind = StoreBusyError if isinstance(error, StoreBusyError) else StoreError
    why = error.words if isinstance(error, StoreError | RefusedError) else str(error)
    return kind(
        f"The change could not be completed: {why} Another program went on with {names} before "
        "it could be taken back.",
        f"{names}: as this program has left it. All other files of the change are as before.",
    )
