"""The configuration cascade beyond the golden cases."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.errors import MemloupeError, RefusedError
from desktop_app.core.harness_config.cascade import ConfigInputs, effective_config
from desktop_app.core.harness_config.shown import shown_value
from desktop_app.core.harness_config.values import (
    BrokenConfigError,
    IgnoredVariable,
    Layer,
    NamedProfile,
)

LINE_OF_TOML = st.sampled_from(
    [
        "[memory]",
        "[Memory]",
        "[[memory]]",
        "mode = 'off'",
        "memory = { mode = 'off',",
        "enabled = false, }",
        "memory = {,}",
        "snippet_max_tokens = 1_0",
        'sqlite_path = "\\x41\\e"',
        'db_dsn = """a',
        'b"""',
        "# comment {",
        "when = 07:32",
        "deep = [[[",
        "]]]",
        "}",
    ]
)


def load(project: str, environment: dict[str, str] | None = None, **inputs):
    return effective_config(
        ConfigInputs(environment=environment or {}, project=project.encode(), **inputs)
    )


def refusal(project: str) -> BrokenConfigError:
    with pytest.raises(BrokenConfigError) as broken:
        load(project)
    return broken.value


def test_a_value_knows_the_layer_the_file_and_the_line_it_comes_from():
    config = load(
        "# first\n[Memory]\nSnippet_Max_Tokens = 5\n",
        {"HARNESS_MEMORY_MODE": " off "},
        user=b"[memory]\nsnippet_max_tokens = 4\nllm_model = 'm'\n",
    )
    snippet, mode = config["memory.snippet_max_tokens"], config["memory.mode"]
    assert (snippet.value, snippet.layer, snippet.line) == (5, Layer.PROJECT, 3)
    assert (snippet.place, snippet.written) == ("project config.toml", "Memory.Snippet_Max_Tokens")
    assert (mode.value, mode.layer, mode.place) == ("off", Layer.ENVIRONMENT, "HARNESS_MEMORY_MODE")
    assert config["memory.llm_model"].layer is Layer.USER
    assert config["memory.enabled"].layer is Layer.DEFAULT
    assert config["memory.enabled"].place == ""


def test_an_unknown_key_is_no_setting():
    with pytest.raises(KeyError):
        load("")["memory.colour"]


@pytest.mark.parametrize(
    ("project", "line"),
    [
        ("memory = { snippet_max_tokens = 9 }", 1),
        ("x = 1\nmemory.snippet_max_tokens = 9", 2),
        ("[ memory ]\n'snippet_max_tokens' = 9", 2),
        ("memory = { mode = 'off',\n snippet_max_tokens = 9 }", 1),
    ],
)
def test_the_line_is_found_in_every_way_of_writing(project, line):
    assert load(project)["memory.snippet_max_tokens"].line == line


def test_no_line_is_named_where_none_can_be_found():
    setting = load('"memory"."snippet\\u005fmax_tokens" = 9')["memory.snippet_max_tokens"]
    assert (setting.value, setting.line) == (9, None)


def test_two_spellings_make_a_value_ambiguous():
    config = load("[memory]\nsnippet_max_tokens = 6\nSnippet_Max_Tokens = 7\nmode = 'auto'\n")
    setting = config["memory.snippet_max_tokens"]
    assert setting.is_ambiguous
    assert {setting.value, *setting.alternatives} == {6, 7}
    assert not config["memory.mode"].is_ambiguous


def test_two_spellings_of_the_table_make_only_common_keys_ambiguous():
    config = load(
        "[memory]\nmode = 'off'\ndb_dsn = 'a'\n[MEMORY]\nmode = 'auto'\nllm_model = 'm'\n"
    )
    assert config["memory.mode"].is_ambiguous
    assert config.text("memory.db_dsn") == "a"
    assert config.text("memory.llm_model") == "m"


def test_two_spellings_of_one_value_are_not_ambiguous():
    setting = load("[memory]\nmode = 'off'\nMode = 'off'\n")["memory.mode"]
    assert setting.alternatives == ("off",)
    assert not setting.is_ambiguous


def test_a_later_layer_settles_what_a_file_leaves_to_chance():
    environment = {"HARNESS_MEMORY_SNIPPET_MAX_TOKENS": "8"}
    config = load("[memory]\nsnippet_max_tokens = 6\nSNIPPET_MAX_TOKENS = 7\n", environment)
    assert config["memory.snippet_max_tokens"].value == 8
    assert not config["memory.snippet_max_tokens"].is_ambiguous


@pytest.mark.parametrize("key", ["\u017fnippet_max_tokens", "snippet_max_to\u212aens"])
def test_keys_are_compared_by_unicode_case(key):
    assert load(f"[memory]\n'{key}' = 3")["memory.snippet_max_tokens"].value == 3


@pytest.mark.parametrize(
    ("project", "reason"),
    [
        ("x = 9223372036854775808", "9223372036854775808 does not fit 64 bits"),
        ("x = 1e400", "1e400 is too large for a number"),
        ("\nx = [{y = -9223372036854775809}]", "-9223372036854775809 does not fit 64 bits"),
        ("x = 0xFFFFFFFFFFFFFFFFF", "295147905179352825855 does not fit 64 bits"),
        (f"x = {'9' * 5000}", "a number has too many digits"),
        (f"x = {'[' * 5000}", "values are nested too deeply"),
        ("x = 'a", "not valid TOML"),
        ('x = """a\ny = "\\e"', "not valid TOML"),
        ("x = '''a\ny = {,", "not valid TOML"),
        ("x = ", "not valid TOML (Invalid value)"),
        ("memory = {,}", "not valid TOML"),
        ("memory = { mode = 'off',, }", "not valid TOML"),
        ("[cost]\nmax_per_run_usd = 'much'", "cost.max_per_run_usd must be a number, not text"),
        ("[cost]\nmax_per_run_usd = 9007199254740992", "too large to be exact"),
        ("[conclusion_watcher]\nenabled = 1", "must be true or false, not a whole number"),
        ("mcp_servers = 1", "mcp_servers must be a table, not a whole number"),
        ("[mcp_servers]\na = 1", "mcp_servers.a must be a table, not a whole number"),
        ("[mcp_servers.a]\ncommand = 1", "mcp_servers.a.command must be text"),
        ("[mcp_servers.a]\nargs = [1]", "mcp_servers.a.args must be a list of text"),
        ("[mcp_servers.a]\nargs = 'x'", "mcp_servers.a.args must be a list of text"),
        ("model = [1]", "model must be text, not a list"),
        ("model = {}", "model must be text, not a table"),
        ("max_steps = 07:32:00", "max_steps must be a whole number, not a date or time"),
    ],
)
def test_what_the_engine_refuses_is_refused_with_the_reason(project, reason):
    error = refusal(project)
    assert reason in error.reason
    assert str(error).startswith("project config.toml")
    assert error.advice


def test_the_line_of_a_number_that_does_not_fit_is_named():
    assert refusal("\n\nx = 92_233_720_368_547_758_08").line == 3
    assert refusal("x = 0xFFFFFFFFFFFFFFFFF").line is None


@pytest.mark.parametrize(
    "project",
    [
        "\ufeffmodel = 'm'",
        "x = 07:32\nmodel = 'm'",
        "x = 2026-01-01T07:32+05:30\nmodel = 'm'",
        "x = { a = 1, # why {\n b = [1,\n2,],\n}\nmodel = 'm'",
        'x = "\\e\\x41\\\\e" # {\nmodel = "\\x6d"',
        'x = """\n{ "a" \\e\n"""\nmodel = "\\x6D"',
        "x = { y = {}, }\nmodel = 'm'",
        "[mcp_servers.a]\ncommand = 'c'\nargs = ['a']\nother = 1\n[memory]\nllm_mode = 'm'",
        "[cost]\nmax_per_run_usd = 1\n[x]\n[memory]\nllm_mode = 'm'",
    ],
)
def test_what_newer_toml_allows_is_read(project):
    config = load(project)
    assert "m" in (config.text("model"), config.text("memory.llm_mode"))


def test_lines_after_an_inline_table_with_line_breaks_are_still_counted_right():
    assert refusal("x = {\n a = 1,\n}\ny = ").line == 4


@pytest.mark.parametrize("part", ["a", '"a b"', "'a'"])
def test_a_key_that_would_take_minutes_is_refused(part):
    with pytest.raises(RefusedError, match="more than 200 parts"):
        load(f"{part}." * 5000 + "a = 1")


def test_many_dots_elsewhere_are_no_reason_to_refuse():
    dots = "a." * 300
    assert load(f"# {dots}\nmodel = '{dots}'\nx = [{'1.5, ' * 300}]").text("model") == dots


def attempt(data: bytes) -> str | BrokenConfigError:
    try:
        return effective_config(ConfigInputs(environment={}, project=data)).text("memory.mode")
    except BrokenConfigError as error:
        return error


@given(st.lists(LINE_OF_TOML, max_size=8))
def test_any_text_is_read_or_refused_at_one_of_its_lines(lines):
    outcome = attempt("\n".join(lines).encode())
    if isinstance(outcome, BrokenConfigError):
        assert outcome.line is None or 1 <= outcome.line <= len(lines) + 1
    else:
        assert outcome in {"auto", "off"}


@given(st.binary(max_size=40))
def test_any_bytes_are_read_or_refused(data):
    assert str(attempt(data))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("+7", 7),
        ("-0", 0),
        ("0" * 6000 + "12", 12),
        ("9223372036854775807", 2**63 - 1),
        ("9223372036854775808", 900),
        ("9" * 6000, 900),
        ("1 2", 900),
    ],
)
def test_whole_numbers_in_the_environment(text, value):
    config = load("", {"HARNESS_MEMORY_SNIPPET_MAX_TOKENS": text})
    assert config["memory.snippet_max_tokens"].value == value


def test_variables_that_change_nothing_are_listed():
    config = load(
        "",
        {
            "HARNESS_MEMORY_DEFAULT_ENABLED": "yes",
            "HARNESS_MAX_STEPS": " ",
            "HARNESS_MEMORY_ENABLED": "false",
            "HARNESS_RUN_DB": "runs.db",
            "PATH": "/bin",
        },
    )
    assert config.ignored == (
        IgnoredVariable("HARNESS_MEMORY_DEFAULT_ENABLED", "yes", "true or false"),
        IgnoredVariable("HARNESS_MEMORY_ENABLED", "false", ""),
    )


def test_the_loader_takes_a_profile_that_it_is_given():
    config = load("model = 'p'", profile=NamedProfile("work", b"model = 'w'"))
    assert (config["model"].value, config["model"].place) == ("w", "work.toml")


@pytest.mark.parametrize("name", ["", "a\\b", "../x"])
def test_a_profile_with_a_bad_name_is_refused(name):
    with pytest.raises(MemloupeError, match="name of a profile"):
        load("", profile=NamedProfile(name, b""))


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("postgres://me:pw@host/db", "postgres://…@host/db"),
        ("host=h password=pw user=me", "host=h password=… user=me"),
        ("http://localhost:1/a@b", "http://localhost:1/a@b"),
        (False, "false"),
        (2.5, "2.5"),
    ],
)
def test_secrets_in_addresses_are_not_shown(value, shown):
    assert shown_value(value) == shown
