"""The agent's reading tools on the command line: their exact answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.files_opening import open_bucket
from desktop_app.cli.parser import command_name
from desktop_app.cli.reading import Reader, engine_argument
from desktop_app.cli.snippet import print_exactly
from desktop_app.core.engine_text import encode
from desktop_app.services.ledger.tools import AgentTools

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable

    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.ledger.tools import Answer

DONE, IS_ERROR = 0, 1


def run(options: Namespace, terminal: Terminal) -> int:
    """Print what the tool answers, and nothing else; the exit status tells of an error."""
    files, bucket = open_bucket(Reader(options, terminal), options)
    answer = _TOOLS[command_name(options)](AgentTools(files, bucket), options)
    print_answer(answer, options, terminal)
    return IS_ERROR if answer.is_error else DONE


def print_answer(answer: Answer, options: Namespace, terminal: Terminal) -> None:
    """Print an answer for a person or for a program."""
    if options.json:
        hits = [{"path": one.path, "number": one.number, "line": one.line} for one in answer.hits]
        terminal.record(
            {
                "text": answer.text,
                "is_error": answer.is_error,
                "hits": hits,
                "remarks": answer.remarks,
            }
        )
        return
    for remark in answer.remarks:
        terminal.say(remark)
    print_exactly(encode(answer.text), terminal)
    if terminal.is_watched and not answer.text.endswith("\n"):
        terminal.line()


def _memory_search(tools: AgentTools, options: Namespace) -> Answer:
    return tools.memory_search(engine_argument(options.query), options.match_mode)


def _memory_get(tools: AgentTools, options: Namespace) -> Answer:
    return tools.memory_get(engine_argument(options.path), options.start_line, options.end_line)


def _session_search(tools: AgentTools, options: Namespace) -> Answer:
    return tools.session_search(
        engine_argument(options.query),
        agent=_optional(options.agent_id),
        max_results=options.max_results,
        match_mode=options.match_mode,
    )


def _session_list(tools: AgentTools, options: Namespace) -> Answer:
    return tools.session_list(engine_argument(options.agent_id))


def _session_history(tools: AgentTools, options: Namespace) -> Answer:
    agent, session = engine_argument(options.agent_id), engine_argument(options.session_id)
    return tools.session_history(agent, session, options.last_n)


def _optional(text: str | None) -> str | None:
    return None if text is None else engine_argument(text)


_TOOLS: dict[str, Callable[[AgentTools, Namespace], Answer]] = {
    "tools memory_search": _memory_search,
    "tools memory_get": _memory_get,
    "tools session_search": _session_search,
    "tools session_list": _session_list,
    "tools session_history": _session_history,
}
