from __future__ import annotations

import pytest

from desktop_app import resources
from desktop_app.resources import resource


@pytest.fixture
def package(tmp_path, monkeypatch):
    folder = tmp_path / "desktop_app"
    folder.mkdir()
    monkeypatch.setattr(resources, "_PACKAGE", folder)
    return folder


def test_a_checkout_finds_its_resources_beside_the_package(package):
    beside = package.parent / "resources" / "icons"
    beside.mkdir(parents=True)
    assert resource("icons") == beside


def test_an_installed_program_finds_them_inside(package):
    (package.parent / "resources").mkdir()
    inside = package / "_resources" / "icons"
    inside.mkdir(parents=True)
    assert resource("icons") == inside


def test_a_missing_resource_is_named(package):
    with pytest.raises(FileNotFoundError, match=r"icons/nothing\.svg"):
        resource("icons/nothing.svg")
