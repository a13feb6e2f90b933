"""Every rule by name, in the order in which they are tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.doctor import engine_ids, log_rules, settings_rules
from desktop_app.core.doctor.damage_rules import check_damage
from desktop_app.core.doctor.file_rules import FILE_RULES
from desktop_app.core.doctor.ids import check_bars, check_key
from desktop_app.core.doctor.numbers import check_last_reflected, check_numbers
from desktop_app.core.doctor.references import (
    check_dangling,
    check_rings,
    check_self_references,
)
from desktop_app.core.doctor.settings_rules import LostConversations, OwnLimits, SwitchedOff
from desktop_app.core.doctor.silent_reflection import check_silence
from desktop_app.core.doctor.text_rules import check_text
from desktop_app.core.doctor.tokens import check_tokens
from desktop_app.core.doctor.unwritable import check_unwritable
from desktop_app.core.doctor.working_rules import check_keys

if TYPE_CHECKING:
    from collections.abc import Mapping

    from desktop_app.core.doctor.cases import FileCheck, ScopeCheck

FILE_CHECKS: Mapping[tuple[str, ...], FileCheck] = {
    (engine_ids.RULE,): engine_ids.check_engine_ids,
    settings_rules.SETTINGS_RULES: settings_rules.check_settings,
    ("operations-stuck",): log_rules.check_stuck,
    ("markers-orphaned",): log_rules.check_orphans,
    ("records-gone",): log_rules.check_lost_records,
}
SCOPE_CHECKS: Mapping[tuple[str, ...], ScopeCheck] = {
    ("record-unreadable",): check_damage,
    ("record-unwritable",): check_unwritable,
    ("ids-without-key",): check_key,
    ("ids-share-a-key",): check_bars,
    ("reflection-injects-nothing",): check_silence,
    ("references-dangle",): check_dangling,
    ("references-to-itself",): check_self_references,
    ("supersessions-in-a-ring",): check_rings,
    ("text-closes-its-block", "text-imitates-an-entry"): check_text,
    ("numbers-repeat", "numbers-gapped"): check_numbers,
    ("token-counts-off", "token-total-off"): check_tokens,
    ("working-keys-untrimmed",): check_keys,
    ("last-reflected-beyond",): check_last_reflected,
}
COLLECTED = (OwnLimits.rule, SwitchedOff.rule, LostConversations.rule)

STATE_RULES: tuple[str, ...] = (
    *(rule for rules in FILE_CHECKS for rule in rules),
    *(rule for rules in SCOPE_CHECKS for rule in rules),
    *COLLECTED,
)
"""Names of the rules of state files."""
RULES: tuple[str, ...] = (*STATE_RULES, *FILE_RULES)
"""Names of all rules."""
