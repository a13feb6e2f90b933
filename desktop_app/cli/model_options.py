"""What a command takes that may ask a model."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add_override(parser: argparse.ArgumentParser) -> None:
    """Add the word that accepts a proposal in spite of what is wrong with it."""
    parser.add_argument(
        "--override", action="store_true", help="accept it in spite of its warnings"
    )


def add_model(parser: argparse.ArgumentParser, *, has_rules: bool = True) -> None:
    """Add which model is asked, and whether memory may be sent to it.

    Args:
        parser: The command.
        has_rules: Whether there are built-in rules that do it without a model.
    """
    rules = ", else the rules" if has_rules else ""
    model = parser.add_argument_group(
        "model", f"Left out: your own model, else the harness's{rules}:"
    )
    model.add_argument("--model", metavar="M", help="name of the model, as the server calls it")
    model.add_argument("--base-url", metavar="U", help="address of an OpenAI-compatible server")
    if has_rules:
        model.add_argument("--built-in", action="store_true", help="fixed rules, no model is asked")
    model.add_argument(
        "--send", action="store_true", help="agree that memory is sent to the model's server"
    )
