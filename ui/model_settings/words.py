"""What the dialog of the model says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from ui.naming import shown_line
from ui.widgets.choice_cards import CardChoice

if TYPE_CHECKING:
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.core.models.settings import ModelSettings

HARNESS, OWN = "harness", "own"


def tr(text: str) -> str:
    """Return a text of this dialog in the language of the person."""
    return QCoreApplication.translate("ModelSettings", text)


def cards(harness: ModelChoice | None) -> list[CardChoice]:
    """Return the two ways to choose a model."""
    if harness is None:
        below = ""
    elif harness.problem:
        below = tr("none that can be asked")
    else:
        below = tr("{0} at {1}").format(harness.model, harness.host)
    return [
        CardChoice(HARNESS, "1", tr("As the harness is configured"), shown_line(below)),
        CardChoice(OWN, "2", tr("A model of my own"), tr("any OpenAI-compatible server")),
    ]


def now_words(settings: ModelSettings, choice: ModelChoice) -> str:
    """Return who is asked now, and why that one."""
    if choice.problem and not settings.is_set:
        words = tr("Now nobody is asked: the harness names no model that can be.")
    elif settings.is_set:
        words = tr("Now your own model is asked; it goes before the harness's.")
    else:
        words = tr("Now the harness's model is asked, because there is none of your own.")
    return f"{words} {tr('Nothing is sent by itself.')}"


def choice_words(choice: ModelChoice, *, typed_key: bool = False) -> str:
    """Return what a choice means: who is asked, with which key, or why nobody can be."""
    if choice.problem and not (typed_key and choice.host and choice.model):
        return shown_line(f"{choice.problem} {choice.advice}")
    place = tr("on this computer") if choice.is_local else tr("not on this computer")
    asked = tr("Asked: {0} at {1}, {2}.").format(choice.model, choice.url, place)
    return shown_line(" ".join((asked, *choice.notes)))


def key_words(choice: ModelChoice) -> str:
    """Return where the key comes from."""
    if choice.key_source:
        return tr("Key from {0}.").format(choice.key_source)
    return tr("No key is sent. What you type is kept in the system keyring, nowhere else.")


def asked_words(settings: ModelSettings) -> str:
    """Return what is said while a model is tried."""
    model = shown_line(settings.model)
    return tr("Sending one short sentence to {0}. No memory is in it.").format(model)
