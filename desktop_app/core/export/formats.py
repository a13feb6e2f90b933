"""The two forms in which the engine exports a record."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import trim
from desktop_app.core.errors import RefusedError
from desktop_app.core.export.json_export import export_json
from desktop_app.core.export.markdown_export import export_markdown

if TYPE_CHECKING:
    from desktop_app.core.observational.record import Record


class ExportFormat(StrEnum):
    """What an export is written as."""

    JSON = "json"
    MARKDOWN = "markdown"

    @property
    def extension(self) -> str:
        """The ending of the default file name, without the dot."""
        return "md" if self is ExportFormat.MARKDOWN else "json"


def resolve_format(text: str) -> ExportFormat:
    """Return the format that ``text`` names, as the engine takes it: trimmed, in any case.

    Blank means JSON.

    Raises:
        RefusedError: the engine has no such format.
    """
    name = trim(text).lower() or ExportFormat.JSON
    if name not in tuple(ExportFormat):
        raise RefusedError(f"There is no export format {text!r}.", "Use json or markdown.")
    return ExportFormat(name)


def export_record(record: Record, export_format: ExportFormat) -> bytes:
    """Return the bytes that the engine's export writes.

    Raises:
        EngineTimeError: a time that the engine reads and can't write in JSON.
    """
    if export_format is ExportFormat.MARKDOWN:
        return export_markdown(record)
    return export_json(record)
