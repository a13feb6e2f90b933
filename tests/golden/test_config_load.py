"""The configuration cascade against the engine's own loader."""

from __future__ import annotations

import base64
import math
import re

import pytest

from desktop_app.core.errors import MemloupeError
from desktop_app.core.harness_config.cascade import ConfigInputs, effective_config
from desktop_app.core.harness_config.values import BrokenConfigError, NamedProfile

SECTIONS = ("memory", "forensics", "auto_compact")


def file_bytes(case: dict, name: str) -> bytes | None:
    if f"{name}_b64" in case:
        return base64.b64decode(case[f"{name}_b64"])
    return None if case[name] is None else case[name].encode()


def inputs(case: dict) -> ConfigInputs:
    name = case["profile_name"]
    data = file_bytes(case, "profile_toml") if name == "work" else None
    return ConfigInputs(
        environment=case["env"] or {},
        user=file_bytes(case, "user_toml"),
        project=file_bytes(case, "project_toml"),
        profile=NamedProfile(name, data) if name else None,
    )


def written(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return {"nan": "NaN", "inf": "+Inf", "-inf": "-Inf"}[str(value)]
    return value


def result(case: dict) -> dict:
    config = effective_config(inputs(case))
    sections = {
        table: {
            setting.key.removeprefix(f"{table}."): written(setting.value)
            for setting in config.section(table)
        }
        for table in SECTIONS
    }
    return sections | {key: config[key].value for key in ("model", "max_steps", "addr")}


def outcome(case: dict) -> dict | None:
    try:
        return result(case)
    except MemloupeError:
        return None


def expected(case: dict) -> dict | None:
    if "error" in case:
        return None
    return {key: case[key] for key in (*SECTIONS, "model", "max_steps", "addr")}


def test_every_configuration_gives_what_the_engine_loads(golden_vectors):
    cases = golden_vectors("config_load")
    wrong = [case["case"] for case in cases if outcome(case) != expected(case)]

    assert len(cases) == 705
    assert wrong == []


def test_a_broken_file_is_named_with_the_line_that_the_engine_names(golden_vectors):
    checked = 0
    for case in golden_vectors("config_load"):
        line = re.search(r"line (\d+)", case.get("error", ""))
        if line is None:
            continue
        with pytest.raises(BrokenConfigError) as broken:
            effective_config(inputs(case))
        kind = case["error"].partition(" ")[0]
        assert broken.value.layer.value == kind, case["case"]
        # An unclosed table name: the engine names the line after it.
        difference = 1 if "end table name" in case["error"] else 0
        assert broken.value.line == int(line[1]) - difference, case["case"]
        checked += 1
    assert checked == 76
