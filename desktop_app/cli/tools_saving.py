"""``memory_save`` on the command line: it tells of success only where there was one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_app.cli.changing import Changer
from desktop_app.cli.files_opening import open_bucket
from desktop_app.cli.reading import engine_argument
from desktop_app.cli.showing import outcome_fields
from desktop_app.cli.tools_answering import print_answer
from desktop_app.core.errors import MemloupeError
from desktop_app.core.ledger.entries import save_entry
from desktop_app.core.ledger.java_text import is_blank
from desktop_app.core.ledger.tools import memory_save
from desktop_app.services.editing.outcomes import Conflicted
from desktop_app.services.ledger.reading import read_book

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.files.plan import FilePlan
    from desktop_app.services.file_memory import FileMemory

DONE, NOT_SAVED = 0, 1


def run(options: Namespace, terminal: Terminal) -> int:
    """Save what was given, and print what the tool says."""
    changer = Changer(options, terminal)
    files, bucket = open_bucket(changer.reader, options)
    content = engine_argument(options.content)
    if is_blank(content):
        print_answer(memory_save(content), options, terminal)
        return NOT_SAVED
    try:
        plan = save_entry(read_book(files, bucket), content, files.now(), files.zone)
        if options.dry_run:
            return changer.carry_out_files(files, plan)
        return _save(changer, files, plan, options, terminal)
    except MemloupeError as error:
        print_answer(memory_save(content, error.words), options, terminal)
        return NOT_SAVED


def _save(
    changer: Changer, files: FileMemory, plan: FilePlan, options: Namespace, terminal: Terminal
) -> int:
    for consequence in plan.consequences:
        changer.say(f"{consequence.name}: {consequence.text}")
    editor = changer.editor(files)
    outcome = editor.apply(replace(plan.change, reason=changer.reason), changer.context)
    if isinstance(outcome, Conflicted):
        return changer.finish(editor, outcome)
    answer = memory_save(engine_argument(options.content))
    if options.json:
        terminal.record({"text": answer.text, **outcome_fields(outcome)})
    else:
        print_answer(answer, options, terminal)
    return DONE
