"""What a person has chosen: the server to ask, and where memory may be sent unasked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownServer:
    """A server that Memloupe knows by name.

    Attributes:
        name: As people call it; also what settings hold.
        base_url: Where it is, unless the person says otherwise; empty if nobody knows.
        key_variable: Environment variable that usually holds its key; empty if it needs none.
    """

    name: str
    base_url: str
    key_variable: str = ""

    @property
    def needs_key(self) -> bool:
        """Whether nothing works there without a key."""
        return bool(self.key_variable)


CUSTOM = "Custom"
KNOWN_SERVERS = (
    KnownServer("OpenAI", "https://api.openai.com/v1", "OPENAI_API_KEY"),
    KnownServer("OpenRouter", "https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    KnownServer("Ollama", "http://localhost:11434/v1"),
    KnownServer("LM Studio", "http://localhost:1234/v1"),
    KnownServer("vLLM", "http://localhost:8000/v1"),
    KnownServer(CUSTOM, ""),
)


def known_server(name: str) -> KnownServer | None:
    """Return the server that ``name`` means, without regard to case, spaces, ``-`` and ``_``.

    >>> known_server("lm-studio").name
    'LM Studio'
    """
    wanted = _plain(name)
    return next((server for server in KNOWN_SERVERS if _plain(server.name) == wanted), None)


def _plain(name: str) -> str:
    return "".join(character for character in name.lower() if character not in " -_")


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """The person's own model. The key is none of it: the system's keyring has that.

    Attributes:
        server: Name of a known server; empty for none, and the harness's model is used.
        base_url: Address; empty for the one that the known server has.
        model: Name of the model, as the server calls it.
    """

    server: str = ""
    base_url: str = ""
    model: str = ""

    @property
    def is_set(self) -> bool:
        """Whether there is anything to use."""
        return bool(self.server or self.base_url)


@dataclass(frozen=True, slots=True)
class Consent:
    """The hosts that memory of one workspace may be sent to without asking again."""

    hosts: frozenset[str] = frozenset()

    def allows(self, host: str) -> bool:
        """Return whether the person said yes, once and for all."""
        return host in self.hosts

    def remembering(self, host: str) -> Consent:
        """Return this with a yes for ``host``."""
        return Consent(self.hosts | {host})

    def forgetting(self, host: str) -> Consent:
        """Return this without a yes for ``host``."""
        return Consent(self.hosts - {host})
