"""Which model a command asks, and whether the person has agreed to what is sent there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.cli.reading import engine_argument
from desktop_app.cli.text import visible
from desktop_app.core.errors import RefusedError
from desktop_app.core.models.settings import CUSTOM, ModelSettings

if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from desktop_app.cli.changing import Changer
    from desktop_app.cli.terminal import Terminal
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.core.models.ports import ChatMessage
    from desktop_app.services.models.access import ModelAccess, Sending


def chosen_model(access: ModelAccess, options: Namespace, changer: Changer) -> ModelChoice | None:
    """Return the model to ask; ``None`` for the built-in rules."""
    if options.built_in:
        return None
    choice = named_model(access, options, changer)
    if choice.problem and not (options.base_url or options.model):
        changer.say(f"{choice.problem} The built-in rules are used, no model.")
        return None
    return choice


def named_model(access: ModelAccess, options: Namespace, changer: Changer) -> ModelChoice:
    """Return the model that was named, else the person's own or the harness's."""
    if options.base_url or options.model:
        stored, _ = access.settings()
        address = engine_argument(options.base_url or "") or stored.base_url
        server = CUSTOM if options.base_url else stored.server
        model = engine_argument(options.model or "") or stored.model
        choice = access.choice(ModelSettings(server, address, model))
    else:
        choice = access.choice()
    for note in choice.notes:
        changer.say(note)
    return choice


def show_messages(messages: Sequence[ChatMessage], terminal: Terminal) -> None:
    """Print what a model would be sent, every message below its role."""
    for message in messages:
        terminal.line(f"[{message.role}]")
        for line in message.content.split("\n"):
            terminal.line(visible(line))


def message_fields(messages: Sequence[ChatMessage]) -> list[dict[str, str]]:
    """Return what a model would be sent as JSON fields."""
    return [{"role": message.role, "content": message.content} for message in messages]


def ask_first(
    sending: Sending, options: Namespace, changer: Changer, *, has_rules: bool = True
) -> None:
    """Send nothing off this machine that the person has not agreed to."""
    choice = sending.choice
    if choice.is_local or sending.is_allowed or options.send:
        changer.say(f"Sending {sending.tokens:,} tokens of memory to {choice.host}.")
        return
    other = ", or --built-in to ask no model" if has_rules else ""
    raise RefusedError(sending.question, f"Nothing was sent. Add --send to agree{other}.")
