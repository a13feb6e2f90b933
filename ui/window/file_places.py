"""Buckets of daily logs and layers of notes, for the palette."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from ui.icons import Icon
from ui.naming import shown_id
from ui.navigation import Place, Target
from ui.palette.items import ListSource, PaletteItem, Prefix

if TYPE_CHECKING:
    from ui.session import Session


def file_places(session: Session) -> ListSource:
    """Return the palette's group of what is kept as files."""
    return ListSource(
        _tr("Files"),
        partial(_items, session),
        frozenset({Prefix.ALL, Prefix.SCOPES}),
        when_empty=0,
        counted=_tr("in daily logs and notes"),
    )


def _items(session: Session) -> list[PaletteItem]:
    from ui.scopes.file_nodes import bucket_name  # noqa: PLC0415 - not for the first paint

    outline = session.outline
    if outline is None:
        return []
    named = [
        PaletteItem(
            title=bucket_name(one, outline),
            run=partial(session.go, Target(Place.LEDGER, bucket=one.bucket.path)),
            detail=_tr("daily logs"),
            icon=Icon.FOLDER,
            words=_tr("daily logs memory bucket"),
        )
        for one in outline.buckets
    ]
    return named + [
        PaletteItem(
            title=shown_id(one.layer.mount),
            run=partial(session.go, Target(Place.NOTES, bucket=one.layer.mount)),
            detail=_tr("notes"),
            icon=Icon.LAYERS,
            words=_tr("notes layer"),
        )
        for one in outline.layers
    ]


def _tr(text: str) -> str:
    return QCoreApplication.translate("FilePlaces", text)
