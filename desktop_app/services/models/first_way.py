"""Which model is asked where the person has not said so: none, if none is configured."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.core.harness_config.values import Layer

if TYPE_CHECKING:
    from desktop_app.core.models.choice import ModelChoice
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.models.access import ModelAccess


def configured_choice(source: HarnessSource, access: ModelAccess) -> ModelChoice | None:
    """Return the model of a workspace, whether it can be asked or not.

    ``None`` means that nobody has chosen one, neither the person nor the configuration: the
    built-in rules are used then. A model that was chosen and can't be asked is not passed over
    in silence; its ``problem`` says why.
    """
    choice = access.choice()
    if not choice.problem:
        return choice
    stored, _ = access.settings()
    return choice if stored.is_set or not _is_left_open(source) else None


def _is_left_open(source: HarnessSource) -> bool:
    """Return whether the harness inherits the model of its run only because nothing else is set."""
    config, view = source.config.config, source.config.view
    if config is None or view is None or view.start_problem:
        return False
    return view.model_mode == "inherit" and config["memory.llm_mode"].layer is Layer.DEFAULT
