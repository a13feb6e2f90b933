"""Files and streams without end, brackets without end, and a mistake of our own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCOPE = ("--memory-id", "acme|conv-42|coder")


@pytest.fixture
def workspace(golden_workspace):
    return golden_workspace("rich-coding-agent")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes and devices with names")
@pytest.mark.parametrize("kind", ["device", "pipe", "folder"])
def test_a_text_is_only_read_from_a_file(memloupe, workspace, tmp_path, kind):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    name = {"device": "/dev/zero", "pipe": pipe, "folder": tmp_path}[kind]
    run = memloupe("edit", "observation", workspace, 1, *SCOPE, "--text-file", name)
    assert (run.status, run.out) == (1, b"")
    assert str(name) in run.err
    assert "Nothing was written." in run.err


def test_a_file_larger_than_any_text_is_not_read(memloupe, workspace, tmp_path):
    large = tmp_path / "large"
    large.touch()
    os.truncate(large, 2 << 30)
    run = memloupe("edit", "observation", workspace, 1, *SCOPE, "--text-file", large)
    assert run.status == 1
    assert "larger than 64 MB" in run.err


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a stream without end")
@pytest.mark.parametrize(
    "command",
    [("edit", "observation", 1, "--text-file", "-"), ("working", "set", "todo")],
)
def test_a_stream_without_end_is_not_followed(workspace, command):
    first, second, *rest = map(str, command)
    arguments = [sys.executable, "-m", "desktop_app", first, second, str(workspace), *rest, *SCOPE]
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            arguments, cwd=ROOT, stdin=endless, capture_output=True, text=True, check=False
        )
    assert (done.returncode, done.stdout) == (1, "")
    assert "more than 64 MB" in done.stderr
    assert not (workspace / ".memloupe").exists()


@pytest.mark.parametrize(
    "content", [b"[" * 100_000, b'[{"role":"user","content":' + b"[" * 100_000]
)
def test_a_transcript_of_brackets_is_none(memloupe, workspace, tmp_path, content):
    transcript = tmp_path / "transcript.json"
    transcript.write_bytes(content)
    run = memloupe("observe", workspace, *SCOPE, "--built-in", "--transcript", transcript)
    assert (run.status, run.out) == (1, b"")
    assert "is not JSON" in run.err


@pytest.mark.parametrize("error", [TypeError, MemoryError, RecursionError])
def test_a_mistake_of_ours_ends_with_a_sentence(memloupe, workspace, monkeypatch, error):
    def fail(*_):
        raise error("the text of a memory")

    monkeypatch.setattr("desktop_app.cli.commands.runner", lambda _name: fail)
    run = memloupe("history", workspace)
    assert (run.status, run.out, run.err.count("\n")) == (3, b"", 1)
    assert "Traceback" not in run.err
    assert "the text of a memory" not in run.err
