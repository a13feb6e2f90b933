"""Layers of a workspace, and which folders and mounts are refused."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from desktop_app.core.notes.layer import Commit, Layers, normal_mount
from desktop_app.core.notes.layers_file import read_layers_file
from desktop_app.core.notes.paths import filled, joined, mount_problems, source_problem

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def settings(sample_workspace: Callable[..., Path]) -> Any:
    return json.loads((sample_workspace("little_harness_desk") / "layers.json").read_bytes())


def read(settings: Any, **values: str) -> Layers:
    return read_layers_file(json.dumps(settings).encode(), values)


def test_the_sample_has_three_layers(settings: Any) -> None:
    company, personal, big = read(settings, userId="u-101").layers
    assert (company.mount, company.source) == ("/persistent/company", "memory/company")
    assert company.description == "Shared lending knowledge. Only underwriters may change it."
    assert company.writers == ("underwriter",)
    assert [company.may_write(role) for role in ("underwriter", "officer", "x", None)] == [
        True,
        False,
        False,
        False,
    ]
    assert (personal.mount, personal.source) == ("/persistent/me", "memory/users/u-101")
    assert personal.may_write(None)
    assert big.max_index_bytes == 8000
    assert all(layer.is_usable for layer in (company, personal, big))


def test_without_an_id_nobody_shares_a_folder(settings: Any) -> None:
    personal = read(settings).layers[1]
    assert personal.missing == ("userId",)
    assert not personal.is_usable


@pytest.mark.parametrize("value", ["../u-101", "a b", "u/1", ".", "ü"])
def test_an_id_that_could_lead_elsewhere_is_refused(value: str, settings: Any) -> None:
    personal = read(settings, userId=value).layers[1]
    assert "can't be a userId" in personal.problem


def test_mounts_are_rejected_and_allowed_as_the_sample_says(settings: Any) -> None:
    for case in settings["rejected"]:
        first, second = mount_problems(case["harnessDirs"])
        assert not first, case["why"]
        assert second, case["why"]
    for case in settings["allowed"]:
        assert mount_problems(case["harnessDirs"]) == ("", ""), case["why"]


def test_folders_are_refused_and_accepted_as_the_sample_says(settings: Any) -> None:
    results = settings["sourceDirFunctionResults"]
    assert [source_problem(path) for path in results["ok"]] == [""]
    assert all(source_problem(path) for path in results["HarnessPathError"])


def test_a_second_layer_at_the_same_mount_is_not_usable(settings: Any) -> None:
    settings["layers"][2]["harnessDir"] = "/persistent//company/rules/"
    company, _, nested = read(settings, userId="u").layers
    assert company.is_usable
    assert "one inside the other" in nested.problem


@pytest.mark.parametrize("path", ["C:\\notes", "\\\\server\\x", "a\\..\\b", "", "a\0b"])
def test_odd_folders_are_refused(path: str) -> None:
    assert source_problem(path)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"{", "can't be read"),
        (b"\xff", "can't be read"),
        (b"[]", "no list"),
        (b'{"layers": {}}', "no list"),
        (b'{"layers": [], "dataDir": "../x"}', "dataDir"),
        (b'{"layers": [7]}', "layer 1 is not an object"),
        (b"[" * 100_000, "can't be read"),
    ],
)
def test_what_can_not_be_used_is_said(data: bytes, words: str) -> None:
    found = read_layers_file(data, {})
    assert found.layers == ()
    assert words in found.problems[0]


def test_what_is_damaged_in_one_layer_hides_no_other() -> None:
    given = {
        "dataDir": "data",
        "layers": [
            {"sourceDir": "a", "harnessDir": "/a", "maxIndexBytes": "many", "canWrite": 7},
            {"sourceDir": "/etc", "harnessDir": "/b"},
            {"sourceDir": "c", "harnessDir": "/c", "commit": "never", "description": None},
            {"sourceDir": "./d/", "harnessDir": "/d", "commit": "manual", "skill": False},
        ],
    }
    found = read(given)
    first, second, third, fourth = found.layers
    assert (first.source, first.max_index_bytes, first.may_write("x")) == ("data/a", 8000, False)
    assert "absolute" in second.problem
    assert (third.commit, third.may_write(None)) == (Commit.READ_ONLY, False)
    assert (fourth.source, fourth.commit, fourth.skill) == ("data/d", Commit.MANUAL, False)
    assert len(found.problems) == 3


def test_a_layer_is_found_however_its_mount_is_written(settings: Any) -> None:
    layers = read(settings)
    assert layers.at("/persistent/company/") is layers.layers[0]
    assert layers.at("/persistent/compan") is None
    assert layers.placeholders == ("userId",)
    assert layers.roles == ("officer", "underwriter")


def test_paths_are_put_together_without_empty_parts() -> None:
    assert joined(".", "a//b/./c/") == "a/b/c"
    assert normal_mount("/a/../b//c/.") == "/b/c"
    assert filled("x/{a}/{b}", {"a": "1"}) == ("x/1/{b}", ("b",), "")


def test_half_a_character_becomes_what_others_read_in_its_place() -> None:
    escaped = (
        rb'{"layers": [{"sourceDir": "a\udcff", "harnessDir": "/b\ud800", "description": "c\ud800",'
        rb' "canWrite": {"d\udfff": true}}]}'
    )
    (layer,) = read_layers_file(escaped, {}).layers
    assert layer.source == "a\ufffd"
    assert (layer.mount, layer.description) == ("/b\ufffd", "c\ufffd")
    assert layer.roles == (("d\ufffd", True),)
