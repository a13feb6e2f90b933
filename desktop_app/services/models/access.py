"""Which model a workspace's memory goes to, and sending it there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeVar

from desktop_app.core.errors import RefusedError
from desktop_app.core.models.access import NO_MODEL, choice_key, model_choice, own_choice
from desktop_app.core.models.choice import ModelChoice
from desktop_app.core.models.errors import ModelCancelledError, SecretsError
from desktop_app.core.models.ports import ChatMessage, ChatModel, Secrets
from desktop_app.core.models.settings import Consent, ModelSettings
from desktop_app.core.observational.prompts import prompt_tokens
from desktop_app.core.proposals.guards import Origin
from desktop_app.services.jobs import JobCancelledError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from desktop_app.core.engine_time import EngineTime
    from desktop_app.core.harness_config.harness_view import HarnessView
    from desktop_app.core.models.ports import Completion
    from desktop_app.services.jobs import JobContext

Stored = TypeVar("Stored")
HARMLESS = (ChatMessage("user", "Answer with the one word: ready"),)
"""What is sent to find out whether a model answers at all."""


class SettingsFile(Protocol[Stored]):
    """Something of the person's that is kept; a damaged file gives the defaults and a reason."""

    def read(self) -> tuple[Stored, str]: ...

    def write(self, value: Stored, /) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOutside:
    """What asking a model needs from the outside.

    Attributes:
        settings: The person's own model.
        consent: Where this workspace's memory may be sent without asking.
        secrets: Keys, kept by the system.
        environment: Variables; keys may stand there.
        make_model: Makes a model of base URL, name and key.
    """

    settings: SettingsFile[ModelSettings]
    consent: SettingsFile[Consent]
    secrets: Secrets
    environment: Mapping[str, str]
    make_model: Callable[[str, str, str | None], ChatModel]


@dataclass(frozen=True, slots=True)
class Sending:
    """What would be sent, before anything is.

    Attributes:
        choice: To whom.
        messages: What, word for word.
        is_allowed: Whether the person has said yes to this host for this workspace.
    """

    choice: ModelChoice
    messages: tuple[ChatMessage, ...]
    is_allowed: bool

    @property
    def tokens(self) -> int:
        """How much, by the engine's estimate."""
        return prompt_tokens(self.messages)

    @property
    def question(self) -> str:
        """What the person is asked, without the memory itself."""
        return f"Send {self.tokens:,} tokens of memory to {self.choice.host}?"


class ModelAccess:
    """The models of one workspace.

    Args:
        view: What the harness does with its configuration; ``None`` if it can't be read.
        outside: Settings, keys and the way to a server.
        now: The clock.
        has_harness: Whether a harness is configured here at all; else nothing names a model.
    """

    def __init__(
        self,
        view: HarnessView | None,
        outside: ModelOutside,
        now: Callable[[], EngineTime],
        *,
        has_harness: bool = True,
    ) -> None:
        self._view = view
        self._has_harness = has_harness
        self._outside = outside
        self.now = now

    def settings(self) -> tuple[ModelSettings, str]:
        """Return the person's own model, and why it is none although one was stored."""
        return self._outside.settings.read()

    def choose(self, settings: ModelSettings) -> None:
        """Use another model from now on; empty settings mean the harness's.

        Raises:
            RefusedError: the address is none, or has a login in it.
            StoreError: the settings can't be kept.
        """
        self._outside.settings.write(settings)

    def choice(self, settings: ModelSettings | None = None) -> ModelChoice:
        """Return the model that would be asked.

        Args:
            settings: A model that is not stored; the stored one, or the harness's, by default.
        """
        environment = self._outside.environment
        if settings is not None:
            return own_choice(settings, environment, self._has_key)
        stored, _ = self._outside.settings.read()
        return self._choice(stored)

    def harness_choice(self) -> ModelChoice:
        """Return the model that would be asked if the person had none of their own."""
        return self._choice(ModelSettings())

    def try_out(self, settings: ModelSettings, typed_key: str, context: JobContext) -> Completion:
        """Send one short sentence, and no memory, to a model that is not chosen yet.

        Args:
            settings: The model.
            typed_key: A key that is not kept yet; empty for the one that would be sent.
            context: The job.

        Raises:
            RefusedError: this model can't be asked; says why and what to do.
            ModelError: no answer; says why and what to do.
            SecretsError: the keyring can't be used.
            JobCancelledError: cancelled.
        """
        environment = self._outside.environment
        choice = own_choice(
            settings, environment, lambda host: bool(typed_key) or self._has_key(host)
        )
        if choice.problem:
            raise RefusedError(choice.problem, choice.advice)
        key = typed_key or choice_key(choice, environment, self._outside.secrets)
        model = self._outside.make_model(choice.base_url, choice.model, key)
        return _complete(model, HARMLESS, context)

    def consent(self) -> tuple[Consent, str]:
        """Return the hosts that memory is sent to without asking, and why none are known."""
        return self._outside.consent.read()

    def keep_key(self, host: str, key: str) -> None:
        """Keep a key in the system's keyring; an empty one is forgotten.

        Raises:
            SecretsError: the keyring can't be used.
        """
        if key:
            self._outside.secrets.set(host, key)
        else:
            self._outside.secrets.delete(host)

    def sending(self, messages: Sequence[ChatMessage], choice: ModelChoice) -> Sending:
        """Return what ``ask`` would send.

        Raises:
            RefusedError: this model can't be asked; says why and what to do.
        """
        if choice.problem:
            raise RefusedError(choice.problem, choice.advice)
        consent, _ = self._outside.consent.read()
        return Sending(choice, tuple(messages), consent.allows(choice.host))

    def remember(self, host: str, *, allowed: bool = True) -> None:
        """Send to this host without asking from now on, or ask again."""
        consent, _ = self._outside.consent.read()
        changed = consent.remembering(host) if allowed else consent.forgetting(host)
        self._outside.consent.write(changed)

    def ask(self, sending: Sending, context: JobContext) -> Completion:
        """Send what the person has agreed to, and return the answer.

        Raises:
            ModelError: no answer; says why and what to do.
            SecretsError: the keyring can't be used.
            JobCancelledError: cancelled.
        """
        choice = sending.choice
        key = choice_key(choice, self._outside.environment, self._outside.secrets)
        model = self._outside.make_model(choice.base_url, choice.model, key)
        return _complete(model, sending.messages, context)

    def _choice(self, settings: ModelSettings) -> ModelChoice:
        if not self._has_harness and not settings.is_set:
            return NO_MODEL
        return model_choice(settings, self._view, self._outside.environment, self._has_key)

    def _has_key(self, host: str) -> bool:
        with suppress(SecretsError):
            return self._outside.secrets.get(host) is not None
        return False


def _complete(model: ChatModel, messages: Sequence[ChatMessage], context: JobContext) -> Completion:
    try:
        return model.complete(
            messages,
            on_progress=lambda note: context.report(0, note=note),
            cancelled=lambda: context.cancelled,
        )
    except ModelCancelledError as error:
        raise JobCancelledError from error


def origin_of(sending: Sending, completion: Completion, now: EngineTime) -> Origin:
    """Return where an answer comes from, as proposals show it."""
    choice = sending.choice
    place = "this computer" if choice.is_local else choice.host
    return Origin(
        author=f"{choice.model} on {place}, {completion.seconds:.1f} s",
        now=now,
        finish_reason=completion.finish_reason,
        instructions="\n".join(m.content for m in sending.messages if m.role == "system"),
    )
