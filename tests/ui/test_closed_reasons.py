"""What the palette says of commands that a workspace of files has no use for."""

from __future__ import annotations

import pytest

NO_STATE = "This workspace has no state file, only memory files."
OF_STATE_FILES = (
    "Reflect now",
    "Observe now",
    "Review what changed",
    "New scope…",
    "Token limits…",
    "Go to observations",
    "Go to the status",
)
EXPORTS = ("Export as JSON…", "Export as Markdown…", "Export the record as stored…")


def reasons(driver):
    return {item.title: item.reason for item in driver.window.registry.palette_items()}


@pytest.mark.parametrize("title", [*OF_STATE_FILES, *EXPORTS, "Model…"])
def test_without_a_workspace_none_is_open(driver, title):
    assert reasons(driver)[title] == "No workspace is open."


def test_in_a_workspace_of_files_the_state_file_is_missing(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    found = reasons(driver)
    assert {found[title] for title in OF_STATE_FILES} == {NO_STATE}
    assert found["Model…"] == ""
    others = f"{NO_STATE} Go to the turn: its texts can be copied from there."
    assert {found[title] for title in EXPORTS} == {others}


def test_the_model_is_chosen_for_a_workspace_of_files_too(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    driver.do("model.settings")
    driver.settle()
    assert driver.window.asking.dialog.isVisible()
    assert driver.broken == []
    driver.window.asking.dialog.dismiss()
