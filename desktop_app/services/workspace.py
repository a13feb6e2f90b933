"""Opens a workspace: finds its stores and puts the real outside behind the services."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.errors import StoreBusyError, StoreError
from desktop_app.core.harness_config.reading import ConfigReading
from desktop_app.core.stores import Discovery, FoundStore, Holds
from desktop_app.services.harness_source import HarnessSource, never
from desktop_app.store.discovery import HARNESS_FOLDER, find_stores
from desktop_app.store.file_header import is_folder, real_path
from desktop_app.store.harness_config import read_harness_config
from desktop_app.store.state_file import SqliteStateFile
from desktop_app.store.transcript_file import SqliteTranscripts

if TYPE_CHECKING:
    from desktop_app.core.doctor.ports import DoctorReader
    from desktop_app.core.ports import Cancelled
    from desktop_app.core.transcript import Message
    from desktop_app.services.editing.editor import Editor
    from desktop_app.services.file_memory import FileMemory
    from desktop_app.services.models.access import ModelAccess
    from desktop_app.services.review import Review

NO_MEMORY = "No memory here yet. It appears as soon as the engine writes it."


@dataclass(frozen=True, slots=True)
class Workspace:
    """An opened folder.

    Attributes:
        root: The folder.
        sources: Its readable state files, the engine's own first.
        failures: Why other files that should be state files can't be read.
        problems: What was not followed or not found, in sentences.
        config: The configuration of ``root``; each source has that of its own workspace.
    """

    root: Path
    sources: tuple[HarnessSource, ...]
    failures: tuple[StoreError, ...]
    problems: tuple[str, ...]
    config: ConfigReading

    @property
    def name(self) -> str:
        """What people call it: the folder's name."""
        return self.root.name or str(self.root)

    def require_source(self) -> HarnessSource:
        """Return the first source.

        Raises:
            StoreError: there is none; says why.
        """
        if self.sources:
            return self.sources[0]
        if self.failures:
            raise self.failures[0]
        raise StoreError(f"“{self.root}” has no memory in it.", NO_MEMORY)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What decides how a workspace is read, besides its files.

    Attributes:
        environment: Variables that the engine would see.
        home: Where the person's own configuration lies; ``None`` for nowhere.
        now: The clock.
    """

    environment: Mapping[str, str]
    home: Path | None
    now: Callable[[], EngineTime]


def system_time() -> EngineTime:
    """Return the present."""
    return EngineTime(*divmod(time.time_ns(), 1_000_000_000))


def this_machine() -> Surroundings:
    """Return the surroundings of this process."""
    home = os.environ.get("HOME")
    return Surroundings(os.environ, Path(home) if home else None, system_time)


def open_workspace(
    path: Path, surroundings: Surroundings | None = None, *, cancelled: Cancelled = never
) -> Workspace:
    """Open a folder, or the folder of a database file, for looking. Changes nothing in it.

    Args:
        path: A workspace, a folder above workspaces, or a database file.
        surroundings: Environment, home and clock; those of this process by default.
        cancelled: Asked now and then; true stops the search for stores early.

    Raises:
        StoreError: there is nothing at ``path``, or the file named can't be read.
    """
    here = surroundings or this_machine()
    folder = _workspace_at(path)
    config = read_harness_config(folder, here.home, here.environment)
    discovery = find_stores(
        path, config_paths=[config.database], environment=here.environment, cancelled=cancelled
    )
    if discovery.root != folder:
        config = read_harness_config(discovery.root, here.home, here.environment)
    _refuse_unreadable(path, discovery)
    states = [store for store in discovery.stores if store.is_state or _is_busy(store)]
    return Workspace(
        root=discovery.root,
        sources=tuple(_source(store, discovery, here) for store in states),
        failures=tuple(
            store.error for store in discovery.stores if store.error and not _is_busy(store)
        ),
        problems=discovery.problems,
        config=config,
    )


def open_editor(
    opened: HarnessSource | FileMemory,
    surroundings: Surroundings | None = None,
    *,
    busy_seconds: float | None = None,
) -> Editor:
    """Return what changes memory. Makes nothing before the first change.

    Args:
        opened: A state file, with the memory files of its workspace; or memory files alone.
        surroundings: Whose name the journal notes; those of this process by default.
        busy_seconds: How long a locked file is tried again.
    """
    # Only who changes something pays for what it takes.
    from desktop_app.services.workspace_editing import make_editor  # noqa: PLC0415

    return make_editor(opened, surroundings, busy_seconds=busy_seconds)


def open_models(
    opened: HarnessSource | FileMemory, surroundings: Surroundings | None = None
) -> ModelAccess:
    """Return the models that a workspace's memory could be sent to. Sends nothing."""
    # Only who asks a model pays for what it takes.
    from platformdirs import user_config_path  # noqa: PLC0415

    from desktop_app.remote.chat_model import OpenAIChatModel  # noqa: PLC0415
    from desktop_app.services.models.access import ModelAccess, ModelOutside  # noqa: PLC0415
    from desktop_app.store.model_settings import ConsentFile, ModelSettingsFile  # noqa: PLC0415
    from desktop_app.store.secrets import KeyringSecrets  # noqa: PLC0415

    here = surroundings or this_machine()
    own = user_config_path("memloupe")
    # Not in the workspace: one that came from elsewhere could bring its own consent along.
    if isinstance(opened, HarnessSource):
        root, config = opened.workspace, opened.config
    else:
        root = opened.root
        config = read_harness_config(root, here.home, here.environment)
    name = sha256(os.fsencode(root)).hexdigest()
    outside = ModelOutside(
        settings=ModelSettingsFile(own / "models.json"),
        consent=ConsentFile(own / "consent" / f"{name}.json"),
        secrets=KeyringSecrets(),
        environment=here.environment,
        make_model=OpenAIChatModel,
    )
    has_harness = isinstance(opened, HarnessSource) or any(one.exists for one in config.files)
    return ModelAccess(config.view, outside, opened.now, has_harness=has_harness)


def open_doctor_reader(source: HarnessSource) -> DoctorReader:
    """Return what reads a state file for the doctor."""
    from desktop_app.store.doctor_reader import SqliteDoctorReader  # noqa: PLC0415 - as above

    return SqliteDoctorReader(source.path, source.transcripts.path if source.transcripts else None)


def open_review(source: HarnessSource) -> Review:
    """Return the review of a state file. Makes nothing before the first decision."""
    # Only who reviews pays for what it takes.
    from platformdirs import user_data_path  # noqa: PLC0415

    from desktop_app.services.review import Review  # noqa: PLC0415
    from desktop_app.store.review_file import ReviewFile  # noqa: PLC0415

    # Not in the workspace: looking changes nothing there, and each person sees for themselves.
    name = sha256(os.fsencode(source.path)).hexdigest()
    return Review(source, ReviewFile(user_data_path("memloupe") / "review" / f"{name}.db"))


def has_changes(opened: HarnessSource | FileMemory) -> bool:
    """Whether anybody has ever changed this workspace with us; cheap, unlike an editor."""
    # Only who looks at changes pays for what it takes.
    from desktop_app.services.file_memory import FileMemory  # noqa: PLC0415
    from desktop_app.store.own_folder import own_folder  # noqa: PLC0415

    root = opened.root if isinstance(opened, FileMemory) else opened.workspace
    return own_folder(root).exists()


def read_transcript(path: Path) -> tuple[Message, ...]:
    """Return the messages of a JSON or JSONL file.

    Raises:
        RefusedError: it is no transcript; says where that shows.
        StoreError: it can't be read.
    """
    from desktop_app.core.transcript_text import read_messages  # noqa: PLC0415
    from desktop_app.store.plain_file import read_whole  # noqa: PLC0415

    return read_messages(read_whole(path), path.name)


def read_named(path: Path) -> bytes:
    """Return the bytes of a file that a person has named.

    Raises:
        StoreError: it is too large, no file, or can't be read.
    """
    from desktop_app.store.plain_file import read_whole  # noqa: PLC0415 - as above

    return read_whole(path)


def _workspace_at(path: Path) -> Path:
    """Return the folder whose configuration counts, as far as the path tells."""
    folder = real_path(path if is_folder(path) else path.parent)
    return folder.parent if folder.name == HARNESS_FOLDER else folder


def _source(store: FoundStore, discovery: Discovery, here: Surroundings) -> HarnessSource:
    config = read_harness_config(store.workspace, here.home, here.environment)
    conversations = next(
        (
            found.path
            for found in discovery.stores
            if found.workspace == store.workspace and Holds.CONVERSATIONS in found.holds
        ),
        None,
    )
    return HarnessSource(
        SqliteStateFile(store.path),
        workspace=store.workspace,
        config=config,
        transcripts=SqliteTranscripts(conversations) if conversations else None,
        now=here.now,
    )


def _refuse_unreadable(path: Path, discovery: Discovery) -> None:
    if is_folder(path) or not discovery.stores:
        return
    given = discovery.stores[0]
    if given.error and not _is_busy(given):
        raise given.error
    if not given.error and not given.is_state:
        raise StoreError(
            f"“{path}” is a SQLite database without any of the engine's memory tables.",
            "Open the folder that the agent works in, or its .harness/state.db.",
        )


def _is_busy(store: FoundStore) -> bool:
    return isinstance(store.error, StoreBusyError)
