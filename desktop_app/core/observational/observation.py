"""One observation as the engine keeps it in ``active_observations_json``."""

from __future__ import annotations

from typing import Annotated

import msgspec

ZERO_TIME = "0001-01-01T00:00:00Z"
Int64 = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
UNSCORED_COUNTS_AS = 0.5
SUPERSEDED_COUNTS_AS = 0.1


class Observation(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One scored fact.

    Attributes:
        seq: Sequence number; the engine's next one is count + 1, so numbers can repeat (H5).
        content: Engine text; not escaped, not trimmed.
        token_count: Stored estimate that the budget counts; can be wrong, negative or huge.
        importance: 0 means unscored and counts as 0.5 (H23).
        created_at: RFC 3339 text exactly as stored (``engine_time.parse_json_time`` reads it).
        source_start_index: First message of the transcript it was taken from.
        source_end_index: Last message.
    """

    seq: Int64 = 0
    content: str = ""
    token_count: Int64 = 0
    importance: float = 0.0
    created_at: str = ZERO_TIME
    source_start_index: Int64 = 0
    source_end_index: Int64 = 0
