"""Upkeep of a bucket: forgetting a text everywhere, archiving old logs, rebuilding."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from ui.actions import ActionSpec
from ui.icons import Icon
from ui.ledger.words import tr
from ui.navigation import Place, Target
from ui.view_protocols import ViewCommand
from ui.widgets.engine_edit import real_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from desktop_app.core.changes import Change
    from desktop_app.services.editing.outcomes import Saved
    from ui.ledger.archive_dialog import ArchiveDialog
    from ui.ledger.forget_scene import Scene
    from ui.ledger.rebuild_dialog import RebuildDialog
    from ui.ledger.view import LedgerView
    from ui.widgets.dialog import Dialog


class Upkeep(QObject):
    """Each dialog is made when it is opened; what follows after saving is opened by itself."""

    def __init__(self, view: LedgerView) -> None:
        super().__init__(view)
        self._view, self._presenter = view, view.presenter
        self._session = view.presenter.session
        self._after: tuple[str, Callable[[Saved], object]] | None = None
        self._following: ArchiveDialog | RebuildDialog | None = None
        view.presenter.book_changed.connect(self._follow)
        self._session.editing.saved.connect(self._take_saved)
        self._session.files_taken.connect(self._drop)

    @staticmethod
    def of(view: LedgerView) -> Upkeep:
        """Return the one of a view."""
        found = view.findChild(Upkeep)
        return found if isinstance(found, Upkeep) else Upkeep(view)

    @property
    def commands(self) -> list[ViewCommand]:
        """What can be done, with why it can't be done now."""
        book = self._presenter.book
        none = "" if book else tr("No bucket is shown.")
        no_logs = none or ("" if book and book.logs else tr("There are no logs."))
        has_mark = book is not None and book.watermark.row is not None
        no_mark = none or ("" if has_mark else tr("There is no watermark: all logs are taken."))
        rows = (
            ("forget", tr("Forget everywhere…"), ("F", "Ctrl+Shift+X"), Icon.REMOVE, self.forget),
            ("archive", tr("Archive old logs…"), ("A",), Icon.HISTORY, self.archive),
            ("rebuild", tr("Rebuild from all logs…"), ("Shift+R",), Icon.UNDO, self.rebuild),
        )
        reasons = {"forget": none, "archive": no_logs, "rebuild": no_mark}
        words = tr("delete remove erase privacy retention old days watermark")
        place = tr("Daily logs")
        return [
            ViewCommand(
                spec=ActionSpec(
                    id=f"ledger.{name}", text=text, keys=keys, icon=icon, words=words, place=place
                ),
                run=run,
                reason=reasons[name],
            )
            for name, text, keys, icon, run in rows
        ]

    @Slot()
    def forget(self) -> None:
        """Look for the selected text everywhere, to forget it."""
        from ui.ledger.forget_dialog import ForgetDialog  # noqa: PLC0415 - not for the first paint

        scene = self._scene()
        if scene is None:
            return
        dialog = ForgetDialog(self._session, self._view, scene)
        dialog.saving.connect(partial(self._await_proof, scene))
        dialog.correct_wanted.connect(self._view.actions_of_file.correct_text)
        text = chosen_text(self._view)
        dialog.open(dialog.page.phrase.edit)
        if text.strip():
            dialog.look_for(text, is_guess=not _has_selection(self._view))

    @Slot()
    def archive(self) -> None:
        """Show which logs the rule of age moves to the archive."""
        from ui.ledger.archive_dialog import ArchiveDialog  # noqa: PLC0415 - as above

        book, files = self._presenter.book, self._session.files
        if book is not None and files is not None:
            dialog = ArchiveDialog(self._session, self._view, book, files.zone)
            self._keep_new(dialog)
            dialog.open(dialog.days)

    @Slot()
    def rebuild(self) -> None:
        """Let the next consolidation take all logs."""
        from ui.ledger.rebuild_dialog import RebuildDialog  # noqa: PLC0415 - as above

        book = self._presenter.book
        if book is not None and book.watermark.row is not None:
            dialog = RebuildDialog(self._session, self._view, book)
            dialog.saving_change.connect(self._await_rebuilt)
            self._keep_new(dialog)
            dialog.open(dialog.safe_button)

    def _keep_new(self, dialog: ArchiveDialog | RebuildDialog) -> None:
        """Let a dialog follow what others write while it is open."""
        self._following = dialog
        dialog.closed.connect(self._stop_following)

    @Slot()
    def _stop_following(self) -> None:
        self._following = None

    @Slot()
    def _follow(self) -> None:
        book = self._presenter.book
        if self._following is not None and book is not None:
            self._following.follow(book)

    def _scene(self) -> Scene | None:
        from ui.ledger.forget_scene import Scene  # noqa: PLC0415 - as above

        bucket = self._presenter.bucket
        if bucket is None:
            return None
        unsaved = frozenset(one.seen.path for one in self._presenter.drafts.all)
        return Scene(
            here=bucket,
            buckets=self._presenter.buckets,
            room=self._presenter.room,
            unsaved=unsaved,
            apart=tuple(self._apart()),
        )

    def _apart(self) -> Iterator[str]:
        if self._session.source is not None:
            yield tr(
                "Observations, reflection and working memory of the state file are a matter of "
                "their own; Ctrl K searches them."
            )
        outline = self._session.outline
        if outline is not None and outline.layers:
            yield tr("Notes are a matter of their own; Ctrl K searches them.")

    def _await_proof(self, scene: Scene, change: Change, text: str) -> None:
        self._after = change.label, partial(self._prove, scene, text)

    def _prove(self, scene: Scene, text: str, saved: Saved) -> None:
        from ui.ledger.forget_proof import ProofDialog  # noqa: PLC0415 - as above

        dialog = ProofDialog(self._session, self._view, scene, text)
        dialog.undo_wanted.connect(partial(self._session.editing.undo, saved.entry.id))
        self._open(dialog)

    @Slot(object)
    def _await_rebuilt(self, change: Change) -> None:
        self._after = change.label, self._offer_consolidation

    def _offer_consolidation(self, _saved: Saved) -> None:
        from ui.ledger.rebuild_dialog import offer  # noqa: PLC0415 - as above

        dialog = offer(self._view)
        dialog.confirmed.connect(self._consolidate)
        self._open(dialog)

    @Slot()
    def _consolidate(self) -> None:
        bucket = self._presenter.bucket
        if bucket is not None:
            self._session.go(Target(Place.CONSOLIDATION, bucket=bucket.path))

    def _open(self, dialog: Dialog) -> None:
        dialog.open(dialog.safe_button)

    @Slot(object)
    def _take_saved(self, saved: Saved) -> None:
        """Go on once the change is in the files, also after a conflict was decided."""
        after = self._after
        if after is not None and saved.entry.kind == "change" and saved.change.label == after[0]:
            self._after = None
            after[1](saved)

    @Slot(object)
    def _drop(self, _files: object) -> None:
        self._after = None


def _has_selection(view: LedgerView) -> bool:
    """Whether somebody has selected a text; anything else that is chosen is a guess."""
    pages = view.pages
    is_editor = not pages.shows_sections and pages.currentWidget() is pages.editor
    return is_editor and pages.editor.edit.textCursor().hasSelection()


def chosen_text(view: LedgerView) -> str:
    """Return what somebody most likely means: the selection, the section, or the line."""
    if view.pages.shows_sections:
        row = view.pages.sections.current
        return row.body if row is not None else ""
    editor = view.pages.editor
    if view.pages.currentWidget() is not editor:
        return ""
    cursor = editor.edit.textCursor()
    if cursor.hasSelection():
        return editor.edit.createMimeDataFromSelection().text()
    return real_line(cursor.block()) if editor.edit.hasFocus() else ""
