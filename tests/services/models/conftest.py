"""A scope of a golden workspace and a model server on this machine that answers about it."""

from __future__ import annotations

import keyring
import pytest
from model_server import KEY

from desktop_app.core.engine_time import EngineTime
from desktop_app.core.models.settings import ModelSettings
from desktop_app.services.jobs import JobContext
from desktop_app.services.workspace import Surroundings, open_editor, open_models, open_workspace
from desktop_app.store.secrets import SERVICE

NOW = EngineTime(1_780_000_000, 0)


class Desk:
    """What a person has in front of them; ``access`` asks the server of the test."""

    def __init__(self, root, memory_id, server, environment=None, now=NOW):
        here = Surroundings(environment or {}, None, lambda: now)
        self.root, self.memory_id, self.server = root, memory_id, server
        self.source = open_workspace(root, here).require_source()
        self.access = open_models(self.source, here)
        self.editor = open_editor(self.source, here)
        self.context = JobContext()

    @property
    def snapshot(self):
        return self.source.snapshot(self.memory_id)

    def choose(self, model="test-model"):
        self.access.choose(ModelSettings("Custom", self.server.url, model))
        return self.access.choice()


@pytest.fixture
def own_settings():
    """Settings of the person are put back: they lie outside of the workspaces."""
    made = []
    yield made.append
    for desk in made:
        desk.access.choose(ModelSettings())
        for host in desk.access.consent()[0].hosts:
            desk.access.remember(host, allowed=False)


@pytest.fixture
def desk(golden_workspace, model_server, own_settings):
    desk = Desk(golden_workspace("rich-coding-agent"), "acme|conv-42|coder", model_server)
    own_settings(desk)
    return desk


@pytest.fixture
def key(model_server):
    """A key in the keyring for the server of the test."""
    keyring.set_password(SERVICE, model_server.host, KEY)
    yield KEY
    if keyring.get_password(SERVICE, model_server.host) is not None:
        keyring.delete_password(SERVICE, model_server.host)
