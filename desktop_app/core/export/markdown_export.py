"""The engine's Markdown export of one record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.engine_text import encode, trim
from desktop_app.core.engine_time import format_seconds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from desktop_app.core.observational.record import Record


def export_markdown(record: Record) -> bytes:
    """Return the bytes of the engine's Markdown export; no text in it is escaped."""
    return encode("".join(f"{line}\n" for line in _lines(record)))


def _lines(record: Record) -> Iterator[str]:
    observations = record.observations or ()
    yield "# Observational Memory Export"
    yield ""
    yield f"- tenant_id: `{record.scope.tenant}`"
    yield f"- conversation_id: `{record.scope.conversation}`"
    yield f"- agent_id: `{record.scope.agent}`"
    yield f"- enabled: `{'true' if record.enabled else 'false'}`"
    yield f"- observations: `{len(observations)}`"
    yield f"- updated_at: `{format_seconds(record.updated_at)}`"
    yield ""
    if record.reflection:
        yield from ("## Reflection", "", trim(record.reflection), "")
    yield from ("## Observations", "")
    if not observations:
        yield "- (none)"
    for observation in observations:
        yield f"- [{observation.seq}] {trim(observation.content)}"
