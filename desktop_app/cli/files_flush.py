"""Flush on the terminal: facts of a conversation into today's log, as a proposal first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from desktop_app.cli.asking import ask_first, message_fields, named_model, show_messages
from desktop_app.cli.changing import Changer
from desktop_app.cli.files_opening import open_bucket
from desktop_app.cli.given import named_file
from desktop_app.cli.proposing import NOT_YET, guard_fields, print_guards, require_override
from desktop_app.cli.text import visible
from desktop_app.core.ledger.consolidation_accepting import Acceptance
from desktop_app.core.ledger.flushing import DEFAULT_PROMPT
from desktop_app.core.ledger.turn_messages import read_transcript
from desktop_app.services.ledger import flushing
from desktop_app.services.workspace import open_models, read_named

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.ledger.flushing import FlushProposal

DONE, NOT_ACCEPTABLE = 0, 1


def run(options: Namespace, terminal: Terminal) -> int:
    """Propose a section of today's log, and accept it if the person said so."""
    changer = Changer(options, terminal)
    files, bucket = open_bucket(changer.reader, options)
    path = Path(options.transcript)
    transcript = read_transcript(read_named(path), path.name)
    for remark in transcript.remarks:
        changer.say(remark)
    prompt = DEFAULT_PROMPT if options.prompt_file is None else named_file(options.prompt_file)
    prepared = flushing.prepare_flush(
        files, bucket, transcript.messages, changer.context, prompt=prompt
    )
    if options.show_input:
        messages = prepared.input.messages
        if options.json:
            terminal.record({"messages": message_fields(messages)})
        else:
            show_messages(messages, terminal)
        return DONE
    access = open_models(files)
    sending = flushing.flush_sending(prepared, access, named_model(access, options, changer))
    ask_first(sending, options, changer, has_rules=False)
    proposal = flushing.flush_with_model(files, prepared, access, sending, changer.context)
    if options.accept and not proposal.is_nothing:
        require_override(proposal.guards, options)
        acceptance = Acceptance(options.override, changer.reason)
        plan = flushing.accepted_flush(files, proposal, changer.context, acceptance)
        return changer.carry_out_files(files, plan)
    if options.json:
        terminal.record(_fields(proposal))
    else:
        _print(proposal, terminal)
    return NOT_ACCEPTABLE if proposal.needs_override else DONE


def _print(proposal: FlushProposal, terminal: Terminal) -> None:
    terminal.line(f"Proposed for today's log, by {visible(proposal.origin.author)}")
    if proposal.is_nothing:
        terminal.line("nothing new to note")
        return
    print_guards(proposal.guards, terminal)
    for fact in proposal.known:
        terminal.line(visible(f"known already: {fact}"))
    for line in proposal.text.split("\n"):
        terminal.line(visible(f"+ {line}"))
    terminal.say(NOT_YET)


def _fields(proposal: FlushProposal) -> dict[str, Any]:
    return {
        "status": "nothing" if proposal.is_nothing else "proposed",
        "author": proposal.origin.author,
        "text": proposal.text,
        "known": list(proposal.known),
        "guards": guard_fields(proposal.guards),
    }
