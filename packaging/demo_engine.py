"""Plays the story of the demo workspace and keeps the rows that the engine would write."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from desktop_app.core.engine_encode import encode, encode_config, encode_observations
from desktop_app.core.engine_text import estimate_tokens, trim
from desktop_app.core.engine_time import EngineTime, format_column, parse_json_time
from desktop_app.core.observational.observation import Observation
from desktop_app.core.observational.record import ObservationConfig
from desktop_app.core.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Row = tuple[object, ...]
TICK = 2_917_113
"""Nanoseconds that one statement of the engine takes here."""
RESTART_MINUTES = 400
COLLISION = (
    "insert marker: constraint failed: UNIQUE constraint failed: om_markers.marker_id (1555)"
)


@dataclass(slots=True)
class _State:
    """A scope's record while the story goes on."""

    observations: list[Observation] = field(default_factory=list)
    enabled: bool = True
    version: int = 1
    last_observed: int = -1
    reflection: str = ""
    last_reflected: int = 0
    operations: int = 0


class Scene:
    """What happens in one scope, as told in the story's file."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.told = told
        self.scope = Scope(told["tenant"], told["conversation"], told["agent"])
        self.start = parse_json_time(told["start"]).unix_seconds
        self.state = _State(enabled=told.get("enable", True))

    @property
    def batches(self) -> list[Mapping[str, Any]]:
        """The engine's calls that saw new messages, in order."""
        return list(self.told.get("batch", ()))

    @property
    def config(self) -> ObservationConfig:
        """The values stored with the scope."""
        return ObservationConfig(*self.told["config"])

    @property
    def has_record(self) -> bool:
        """False for a scope with working memory only."""
        return "config" in self.told

    def seconds(self, batch: int) -> int:
        """Return when a batch happens."""
        return self.start + batch * 60 * int(self.told.get("minutes_between", 1))


class DemoEngine:
    """Numbers ids from one counter and ticks one clock, as the engine's process does."""

    def __init__(self) -> None:
        self._scenes: list[Scene] = []
        self._operations: list[Row] = []
        self._markers: list[Row] = []
        self._counter = 0
        self._nanoseconds = 0

    def play(self, scenes: Sequence[Scene]) -> None:
        """Let everything happen, in the order of time."""
        self._scenes = list(scenes)
        calls = [
            (scene.seconds(number), index, number)
            for index, scene in enumerate(scenes)
            for number in range(len(scene.batches))
        ]
        for second, index, number in sorted(calls):
            self._at(second)
            self._batch(scenes[index], number)
        for scene in scenes:
            self._leave(scene)
        for scene in scenes:
            self._restart(scene)

    def state_tables(self) -> dict[str, Iterable[Row]]:
        """Return the rows of ``state.db`` by table."""
        return {
            "om_memory_records": [_record(scene) for scene in self._scenes if scene.has_record],
            "om_operation_log": self._operations,
            "om_markers": self._markers,
            "working_memory_entries": [
                (scene.scope.memory_id, key, text)
                for scene in self._scenes
                for key, text in scene.told.get("working", {}).items()
            ],
        }

    def transcript_tables(self) -> dict[str, Iterable[Row]]:
        """Return the rows of ``conversations.db`` by table."""
        told = [scene for scene in self._scenes if "title" in scene.told]
        messages = [
            (scene.scope.conversation, step, role, text)
            for scene in told
            for step, (role, text) in enumerate(_messages(scene))
        ]
        return {
            "conversations": [_conversation(scene) for scene in told],
            "conversation_messages": [
                (number, conversation, step, role, text, None, "", "", 0, 0)
                for number, (conversation, step, role, text) in enumerate(messages, 1)
            ],
        }

    def _batch(self, scene: Scene, number: int) -> None:
        batch, state = scene.batches[number], scene.state
        first = state.last_observed + 1
        last = first + len(batch["messages"]) - 1 if "messages" in batch else batch["message_count"]
        operation = self._operation(scene, "observe", "applied", {"messages": last + 1})
        for importance, content in batch["observations"]:
            self._observe(scene, operation, (importance, content), (first, last))
        state.last_observed = last
        state.version += 1
        if _tokens(state) >= scene.config.reflect_threshold_tokens:
            self._reflect(scene, operation, (first, last), _reflection(scene, batch))
        elif "reflects" in batch:
            self._finish()
            now = self._operation(scene, "reflect_now", "applied", {})
            self._reflect(scene, now, (last, last), _reflection(scene, batch))
        self._finish()
        for failure in scene.told.get("failure", ()):
            if failure["after"] == number + 1:
                self._fail(scene, failure)

    def _observe(
        self, scene: Scene, operation: str, item: tuple[float, str], source: tuple[int, int]
    ) -> None:
        observations = scene.state.observations
        seq, tokens = len(observations) + 1, estimate_tokens(item[1])
        created = self._now()
        observations.append(Observation(seq, item[1], tokens, item[0], created, *source))
        self._marker_pair(scene, operation, (seq, tokens), source)

    def _marker_pair(
        self, scene: Scene, operation: str, item: tuple[int, int], source: tuple[int, int]
    ) -> None:
        for kind, index in zip(("start", "end"), source, strict=True):
            name, payload = f"observation_{kind}", {"seq": item[0]}
            self._marker(scene, name, operation, (index, index, item[1]), payload)

    def _reflect(self, scene: Scene, operation: str, source: tuple[int, int], text: str) -> None:
        state = scene.state
        state.reflection, state.last_reflected = text, len(state.observations)
        state.version += 1
        numbers = (*source, estimate_tokens(text))
        payload = {"last_reflected_seq": state.last_reflected}
        self._marker(scene, "reflection_end", operation, numbers, payload)

    def _fail(self, scene: Scene, failure: Mapping[str, Any]) -> None:
        messages = scene.state.last_observed + 1 + failure["messages"]
        fields = {"messages": messages}
        operation = self._operation(scene, failure["type"], "failed", fields, failure["error"])
        for last_seq, last, tokens in failure.get("orphans", ()):
            source = (scene.state.last_observed + 1, last)
            self._marker_pair(scene, operation, (last_seq, tokens), source)
        self._finish()

    def _leave(self, scene: Scene) -> None:
        """Switch off what is switched off, and leave what a killed process leaves."""
        last = scene.seconds(len(scene.batches))
        if scene.told.get("disable"):
            self._at(last)
            scene.state.enabled = False
            scene.state.version += 1
            self._operation(scene, "disable", "applied", {"enabled": False})
        for left in scene.told.get("stuck", ()):
            self._at(last + 60 * int(left["after_minutes"]))
            fields, error = {"messages": left["messages"]}, left.get("error", "")
            self._operation(scene, left["type"], left["status"], fields, error)

    def _restart(self, scene: Scene) -> None:
        """Fail as a new process does while its ids are those of the one before."""
        last = scene.seconds(len(scene.batches))
        for attempt in range(int(scene.told.get("restarts_into_used_ids", 0))):
            self._at(last + 60 * (RESTART_MINUTES + attempt))
            self._counter = 2 * attempt + 1  # op_1 was refused without a trace
            fields = {"messages": scene.state.last_observed + 2 + attempt}
            self._operation(scene, "observe", "failed", fields, COLLISION)

    def _operation(
        self, scene: Scene, kind: str, status: str, payload: Mapping[str, int], error: str = ""
    ) -> str:
        scene.state.operations += 1
        name = f"op_{self._next()}"
        started, ended = self._now(), self._now()
        call = "call_disable" if kind == "disable" else "system"
        ids = (name, scene.scope.memory_id, scene.told["run"], call, scene.state.operations)
        times = (started, started if status == "processing" else ended)
        self._operations.append((*ids, kind, status, encode(dict(payload)), error, *times))
        return name

    def _finish(self) -> None:
        """Note that the latest operation ends now."""
        self._operations[-1] = (*self._operations[-1][:-1], self._now())

    def _marker(
        self,
        scene: Scene,
        kind: str,
        operation: str,
        numbers: tuple[int, int, int],
        payload: Mapping[str, int],
    ) -> None:
        ids = (f"mk_{self._next()}", scene.scope.memory_id, kind, operation)
        self._markers.append((*ids, *numbers, encode(dict(payload)), self._now()))

    def _next(self) -> int:
        self._counter += 1
        return self._counter

    def _at(self, seconds: int) -> None:
        self._nanoseconds = seconds * 1_000_000_000 + 417_000_211

    def _now(self) -> str:
        self._nanoseconds += TICK
        return format_column(EngineTime(*divmod(self._nanoseconds, 1_000_000_000)))


def _reflection(scene: Scene, batch: Mapping[str, Any]) -> str:
    own = batch.get("reflects", "")
    return trim(own if isinstance(own, str) and own else scene.told.get("reflection", ""))


def _tokens(state: _State) -> int:
    return sum(observation.token_count for observation in state.observations)


def _messages(scene: Scene) -> list[list[str]]:
    return [message for batch in scene.batches for message in batch["messages"]]


def _record(scene: Scene) -> Row:
    state, scope = scene.state, scene.scope
    text = str(encode_observations(state.observations))
    for before, after in scene.told.get("damage", ()):
        text = text.replace(before, after, 1)
    created = format_column(EngineTime(scene.start, 211_000_407))
    updated = state.observations[-1].created_at if state.observations else created
    numbers = (int(state.enabled), state.version, state.last_observed)
    reflected = (state.reflection, estimate_tokens(state.reflection), state.last_reflected)
    return (
        scope.memory_id,
        scope.tenant,
        scope.conversation,
        scope.agent,
        *numbers,
        text,
        _tokens(state),
        *reflected,
        encode_config(scene.config),
        created,
        updated,
    )


def _conversation(scene: Scene) -> Row:
    messages = _messages(scene)
    start = format_column(EngineTime(scene.start, 0))
    end = format_column(EngineTime(scene.seconds(len(scene.batches)), 0))
    prompt, answer = 900 * len(messages), 60 * len(messages)
    ids = (scene.scope.conversation, scene.told["title"], len(messages))
    return (*ids, start, end, prompt, answer, 0.0, 0, "", scene.scope.tenant)
