"""Consolidate on the terminal: daily logs into ``MEMORY.md``, as a proposal first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.cli.asking import ask_first, chosen_model, message_fields, show_messages
from desktop_app.cli.changing import Changer
from desktop_app.cli.files_opening import Ledgers, naming_others
from desktop_app.cli.given import named_file
from desktop_app.cli.proposing import NOT_YET, guard_fields, print_guards, require_override
from desktop_app.cli.showing import difference
from desktop_app.cli.text import shortened, visible
from desktop_app.core.counting import counted
from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.consolidation_accepting import Acceptance, watermark_text
from desktop_app.core.ledger.consolidation_guards import NEVER_ACCEPTED, tokens_of
from desktop_app.core.ledger.consolidation_prompt import DEFAULT_PROMPT, Limits
from desktop_app.services.ledger import consolidating
from desktop_app.services.workspace import open_models

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.ledger.consolidation_proposal import ConsolidationProposal
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.ledger.consolidating import Prepared

DONE, NOT_ACCEPTABLE = 0, 1
_LONGEST_FACT = 120


def run(options: Namespace, terminal: Terminal) -> int:
    """Propose a new ``MEMORY.md``, and accept it if the person said so."""
    changer = Changer(options, terminal)
    ledgers = Ledgers(options, changer.reader)
    files, bucket = ledgers.files, ledgers.bucket
    prompt = DEFAULT_PROMPT if options.prompt_file is None else named_file(options.prompt_file)
    wish = consolidating.Wish(
        limits=Limits(options.max_tokens), prompt=prompt, all_logs=options.all_logs
    )
    with naming_others(ledgers):
        prepared = consolidating.prepare(files, bucket, wish, changer.context)
    if options.show_input:
        _show_input(prepared, options, terminal)
        return DONE
    proposal = _proposal(changer, options, files, prepared)
    if options.accept:
        return _accept(changer, options, files, proposal)
    if options.json:
        terminal.record(_fields(proposal))
    else:
        _print(proposal, terminal)
    return NOT_ACCEPTABLE if proposal.needs_override else DONE


def _accept(
    changer: Changer, options: Namespace, files: FileMemory, proposal: ConsolidationProposal
) -> int:
    if not proposal.is_refused:
        require_override(proposal.guards, options)
    acceptance = Acceptance(options.override, changer.reason)
    plan = consolidating.accepted_consolidation(files, proposal, changer.context, acceptance)
    for sentence in _to_check(proposal):
        changer.say(sentence)
    return changer.carry_out_files(files, plan)


def _proposal(
    changer: Changer, options: Namespace, files: FileMemory, prepared: Prepared
) -> ConsolidationProposal:
    if options.text_file is not None:
        text = named_file(options.text_file)
        return consolidating.consolidate_by_hand(prepared, text, changer.context)
    access = open_models(files)
    choice = chosen_model(access, options, changer)
    if choice is None:
        return consolidating.consolidate_by_rules(prepared, changer.context)
    sending = consolidating.consolidation_sending(prepared, access, choice)
    ask_first(sending, options, changer)
    return consolidating.consolidate_with_model(prepared, access, sending, changer.context)


def _show_input(prepared: Prepared, options: Namespace, terminal: Terminal) -> None:
    given = prepared.input
    if options.json:
        limits = [given.limits.tokens, given.limits.characters]
        messages = message_fields(given.messages)
        terminal.record({"files": list(given.files), "limits": limits, "messages": messages})
    else:
        show_messages(given.messages, terminal)


def _print(proposal: ConsolidationProposal, terminal: Terminal) -> None:
    terminal.line(f"Proposed MEMORY.md, by {visible(proposal.origin.author)}")
    print_refused = [guard for guard in proposal.guards if guard.kind in NEVER_ACCEPTED]
    for guard in print_refused:
        terminal.line(visible(f"refused: {guard.sentence}"))
    print_guards([guard for guard in proposal.guards if guard not in print_refused], terminal)
    for sentence in _to_check(proposal):
        terminal.line(visible(f"check: {sentence}"))
    for item in proposal.dropped_duplicates:
        said = f"duplicate in {item.file}: “{_cut(item.text)}”; “{_cut(item.kept)}” stays"
        terminal.line(visible(said))
    terminal.line(
        f"from {counted(len(proposal.files), 'log')}: {visible(', '.join(proposal.files))}"
    )
    for line in difference(proposal.old_text, proposal.new_text):
        terminal.line(line)
    characters, tokens = java_length(proposal.new_text), tokens_of(proposal.new_text)
    terminal.line(
        f"size: {characters:,} of {proposal.limits.characters:,} characters,"
        f" {tokens:,} of {proposal.limits.tokens:,} tokens"
    )
    terminal.line(
        f"watermark: {watermark_text(proposal.watermark_old)}"
        f" -> {watermark_text(proposal.watermark_new)}"
    )
    terminal.say(NOT_YET)


def _to_check(proposal: ConsolidationProposal) -> Iterator[str]:
    yield from proposal.warnings
    for earlier, later in proposal.corrections:
        yield f"“{_cut(later)}” may replace “{_cut(earlier)}”. Both stay."
    for pair in proposal.alike:
        first, other = _cut(pair.earlier), _cut(pair.later)
        yield f"“{other}” in {pair.file} is probably “{first}”. Both stay. {pair.reason}"
    for facts, what in (
        (proposal.disappeared, "is not in it any more, or not all of it"),
        (proposal.passed_over, "is in a log and was not taken in, or not all of it"),
        (proposal.invented, "stands neither in the old text nor in a log, or not all of it"),
    ):
        for fact in facts:
            yield f"“{_cut(fact)}” {what}."


def _cut(fact: str) -> str:
    return shortened(" ".join(fact.split()), _LONGEST_FACT)


def _fields(proposal: ConsolidationProposal) -> dict[str, Any]:
    return {
        "status": "proposed",
        "author": proposal.origin.author,
        "text": proposal.new_text,
        "files": list(proposal.files),
        "guards": guard_fields(proposal.guards),
        "is_refused": proposal.is_refused,
        "warnings": list(proposal.warnings),
        "disappeared": list(proposal.disappeared),
        "added": list(proposal.added),
        "passed_over": list(proposal.passed_over),
        "invented": list(proposal.invented),
        "dropped_duplicates": [
            {"text": item.text, "file": item.file, "kept": item.kept}
            for item in proposal.dropped_duplicates
        ],
        "corrections": [list(pair) for pair in proposal.corrections],
        "probably_alike": [
            {
                "earlier": pair.earlier,
                "later": pair.later,
                "file": pair.file,
                "reason": pair.reason,
            }
            for pair in proposal.alike
        ],
        "limits": {
            "tokens": [tokens_of(proposal.new_text), proposal.limits.tokens],
            "characters": [java_length(proposal.new_text), proposal.limits.characters],
        },
        "watermark": {
            "before": watermark_text(proposal.watermark_old),
            "after": watermark_text(proposal.watermark_new),
        },
    }
