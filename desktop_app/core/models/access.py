"""Which model answers: the one that the harness uses, or the person's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_app.core.engine_text import trim
from desktop_app.core.errors import RefusedError
from desktop_app.core.models.choice import KEYRING, ModelChoice, checked, reaching, server_at
from desktop_app.core.models.endpoint import read_endpoint
from desktop_app.core.models.settings import CUSTOM, known_server

if TYPE_CHECKING:
    from desktop_app.core.harness_config.harness_view import HarnessView
    from desktop_app.core.models.endpoint import Endpoint
    from desktop_app.core.models.ports import Secrets
    from desktop_app.core.models.settings import ModelSettings

OWN_KEY_VARIABLE = "MEMLOUPE_API_KEY"
"""Holds the key for a server of the person's own choice, whichever it is."""

HasStoredKey = Callable[[str], bool]
"""Whether the keyring has a key for a host."""

_OTHER_WAYS = "Choose a model server of your own, or use the built-in rules."
NO_MODEL = ModelChoice(
    provider="",
    problem="No model is chosen yet.",
    advice="Memory files do not say which model their agent asks. Choose a server and a model in "
    "the model settings; they are kept for every workspace.",
)
"""In a workspace of memory files that nothing of the harness stands beside."""


def model_choice(
    settings: ModelSettings,
    view: HarnessView | None,
    environment: Mapping[str, str],
    has_stored_key: HasStoredKey,
) -> ModelChoice:
    """Return the person's own model if one is set, else the harness's.

    ``view`` is ``None`` where the harness's configuration can't be read.
    """
    if settings.is_set:
        return own_choice(settings, environment, has_stored_key)
    if view is None:
        return ModelChoice(
            provider="",
            problem="The harness's configuration can't be read, so its model is not known.",
            advice=_OTHER_WAYS,
        )
    return harness_choice(view, environment, has_stored_key)


def own_choice(
    settings: ModelSettings, environment: Mapping[str, str], has_stored_key: HasStoredKey
) -> ModelChoice:
    """Return the model that the person's settings name."""
    server = known_server(settings.server or CUSTOM)
    if server is None:
        problem = f"No model server is known as “{settings.server}”."
        return ModelChoice(provider=settings.server, problem=problem, advice=_OTHER_WAYS)
    try:
        endpoint = read_endpoint(settings.base_url or server.base_url)
    except RefusedError as error:
        return _unreachable(server.name, trim(settings.model), error)
    choice = reaching(endpoint, trim(settings.model))
    if has_stored_key(endpoint.host):
        return checked(replace(choice, key_source=KEYRING))
    variables = (OWN_KEY_VARIABLE, *_usual_variables(endpoint, environment))
    return checked(_with_variable(choice, _first_set(variables, environment)))


def harness_choice(
    view: HarnessView, environment: Mapping[str, str], has_stored_key: HasStoredKey
) -> ModelChoice:
    """Return the model that the harness asks for its memory."""
    if view.start_problem:
        return ModelChoice(provider="", problem=view.start_problem, advice=_OTHER_WAYS)
    if view.model_mode == "inherit":
        return ModelChoice(
            provider="",
            problem="The harness asks the model of the run that it is in (llm_mode inherit); "
            "outside of a run there is none.",
            advice=_OTHER_WAYS,
        )
    if view.model_mode == "provider":
        return _provider_choice(view, environment, has_stored_key)
    try:
        endpoint = read_endpoint(view.base_url)
    except RefusedError as error:
        return _unreachable("", view.memory_model, error)
    choice = reaching(endpoint, view.memory_model)
    choice = replace(choice, notes=choice.notes + _trap_notes(view.base_url, endpoint))
    variable = view.api_key_source or ""
    return _keyed_like_the_harness(choice, variable, has_stored_key)


def choice_key(choice: ModelChoice, environment: Mapping[str, str], secrets: Secrets) -> str | None:
    """Return the key to send, from where ``choice`` says it is.

    Raises:
        SecretsError: The system's keyring can't be used.
    """
    if choice.key_variable:
        return trim(environment.get(choice.key_variable, "")) or None
    return secrets.get(choice.host) if choice.key_source else None


def _provider_choice(
    view: HarnessView, environment: Mapping[str, str], has_stored_key: HasStoredKey
) -> ModelChoice:
    server = known_server(view.memory_provider)
    if server is None or not server.base_url:
        return ModelChoice(
            provider=view.memory_provider,
            model=view.memory_model,
            problem=f"The harness finds the provider “{view.memory_provider}” in a catalogue of "
            "its own; its address is not in the workspace.",
            advice=_OTHER_WAYS,
        )
    variables = ("HARNESS_MEMORY_LLM_API_KEY", server.key_variable)
    choice = reaching(read_endpoint(server.base_url), view.memory_model)
    return _keyed_like_the_harness(choice, _first_set(variables, environment), has_stored_key)


def _keyed_like_the_harness(
    choice: ModelChoice, variable: str, has_stored_key: HasStoredKey
) -> ModelChoice:
    if not variable and has_stored_key(choice.host):
        return checked(replace(choice, key_source=KEYRING))
    return checked(_with_variable(choice, variable))


def _with_variable(choice: ModelChoice, variable: str) -> ModelChoice:
    source = f"{variable} in the environment" if variable else ""
    return replace(choice, key_variable=variable, key_source=source)


def _unreachable(provider: str, model: str, error: RefusedError) -> ModelChoice:
    return ModelChoice(provider=provider, model=model, problem=error.message, advice=error.advice)


def _usual_variables(endpoint: Endpoint, environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the variables whose key is meant for this host; a key for one goes to no other."""
    server = server_at(endpoint)
    usual = (server.key_variable,) if server and server.key_variable else ()
    try:
        general = read_endpoint(environment.get("OPENAI_BASE_URL", ""))
    except RefusedError:
        return usual
    return (*usual, "OPENAI_API_KEY") if general.host == endpoint.host else usual


def _first_set(variables: tuple[str, ...], environment: Mapping[str, str]) -> str:
    return next((name for name in variables if trim(environment.get(name, ""))), "")


def _trap_notes(base_url: str, endpoint: Endpoint) -> tuple[str, ...]:
    engine_url = f"{base_url.rstrip('/')}/v1/chat/completions"
    if engine_url == endpoint.url:
        return ()
    note = (
        f"The harness adds /v1 to its base URL and calls {engine_url}, so its own memory calls "
        f"fail. Memloupe calls {endpoint.url}."
    )
    return (note,)
