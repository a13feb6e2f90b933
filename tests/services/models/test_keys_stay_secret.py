"""A key goes to its server and to the keyring; it is in no file, no error and no export."""

from __future__ import annotations

import logging

import keyring
import pytest
from model_answers import failing, good, refused_key

from desktop_app.core.models.errors import ModelError
from desktop_app.core.models.settings import ModelSettings
from desktop_app.core.proposals.accepting import Choice
from desktop_app.services.models.reflecting import (
    accepted_reflection,
    reflect_with_model,
    reflection_sending,
)
from desktop_app.store.secrets import SERVICE

OUTPUT = "SUMMARY:\nThe user builds a billing service.\n\nSUPERSESSIONS:\n\nCONTRADICTIONS:\n"


def reflect(desk):
    sending = reflection_sending(desk.snapshot, desk.access, desk.choose())
    return reflect_with_model(desk.snapshot, desk.access, sending, desk.context)


def files_with(folder, text):
    return [
        path for path in folder.rglob("*") if path.is_file() and text.encode() in path.read_bytes()
    ]


def test_the_key_reaches_its_server_only(desk, key, model_server):
    choice = desk.choose()
    assert choice.key_source == "the system keyring"
    reflect(desk)
    (request,) = model_server.requests
    assert request.headers["authorization"] == f"Bearer {key}"
    assert key not in str(request.body)


def test_no_file_and_no_log_has_the_key_after_a_change(desk, key, model_server, caplog, tmp_path):
    caplog.set_level(logging.DEBUG)
    model_server.script([good(OUTPUT)])
    proposal = reflect(desk)
    choice = Choice(proposal.everything, override=True, reason="because")
    change = accepted_reflection(desk.snapshot, proposal, choice, desk.editor)
    desk.editor.apply(change, desk.context)
    assert (desk.root / ".memloupe").is_dir()
    assert files_with(tmp_path, key) == []
    assert key not in caplog.text
    assert key not in repr(proposal)
    assert key not in repr(change)


@pytest.mark.parametrize("status", [400, 401, 404, 429, 500])
def test_no_error_repeats_the_key_that_a_server_echoes(
    desk, key, model_server, monkeypatch, status
):
    monkeypatch.setattr("desktop_app.remote.call._PAUSES", (0.0, 0.0))
    message = f"bad key {key}, the model {key} too"
    model_server.script([failing(status, message)] * 3)
    with pytest.raises(ModelError) as caught:
        reflect(desk)
    said = "".join(map(repr, _chain(caught.value)))
    assert key not in said


def _chain(error):
    while error is not None:
        yield from (error, error.args, getattr(error, "advice", ""))
        error = error.__cause__ or error.__context__


def test_a_forgotten_key_is_gone(desk, key, model_server):
    desk.access.keep_key(model_server.host, "")
    assert keyring.get_password(SERVICE, model_server.host) is None
    assert desk.choose().key_source == ""


def test_a_model_is_tried_with_a_typed_key_that_nobody_keeps(desk, model_server):
    settings = ModelSettings("Custom", model_server.url, "test-model")
    model_server.script([good("ready")])
    answer = desk.access.try_out(settings, "sk-typed", desk.context)
    (request,) = model_server.requests
    assert answer.text == "ready"
    assert request.headers["authorization"] == "Bearer sk-typed"
    assert keyring.get_password(SERVICE, model_server.host) is None
    texts = [one.content for one in desk.snapshot.record.observations]
    assert not any(text in str(request.body) for text in texts)


def test_a_refused_key_of_a_trial_is_said(desk, model_server):
    settings = ModelSettings("Custom", model_server.url, "test-model")
    model_server.script([refused_key()])
    with pytest.raises(ModelError, match="refused the key"):
        desk.access.try_out(settings, "sk-typed", desk.context)
