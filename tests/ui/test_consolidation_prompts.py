"""A prompt of one's own for a consolidation, and giving a large comparison up."""

from __future__ import annotations

import pytest
from consolidation_page import CONTROL, Desk
from PySide6.QtCore import Qt

from ui.consolidation.input_pane import PROMPT
from ui.consolidation.model import Choosing, Ready, Running
from ui.navigation import Place, Target


@pytest.fixture
def desk(driver, sample_workspace, model_server):
    return lambda: Desk(driver, sample_workspace("agentscope_support_desk"), model_server)


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("Keep to %d tokens.", "%d in it once; it needs it exactly twice"),
        ("Keep 100 % within %d tokens or %d characters.", "another percent sign in line 1"),
    ],
)
def test_a_prompt_that_the_harness_would_not_take_is_refused_and_rules_still_work(
    desk, prompt, said
):
    one = desk()
    pane = one.view.choosing.pane

    pane.sides.choose(PROMPT)
    pane.prompt.set_text(prompt)
    pane.prompt.edited.emit()

    assert said in pane.problem.accessibleName()
    assert not one.view.choosing.model.isEnabled()
    one.view.choosing.rules.click()
    one.phase(Ready)


def test_another_prompt_is_shown_in_the_input_with_its_numbers_and_kept(desk):
    one = desk()
    pane = one.view.choosing.pane

    pane.prompt.set_text("At most %d tokens, %d characters, 100 %% of it.")
    pane.prompt.edited.emit()

    given = "system:\nAt most 4000 tokens, 16000 characters, 100 % of it."
    one.until(lambda: pane.input.text.startswith(given))
    one.press(Qt.Key.Key_Escape)
    one.until(lambda: one.window.frame.middle.place is Place.LEDGER)
    one.session.go(Target(Place.CONSOLIDATION, bucket=""))
    one.phase(Choosing)
    assert pane.input.text.startswith(given)
    pane.reset.click()
    one.until(lambda: pane.input.text.startswith("system:\nYou keep MEMORY.md"))


def test_a_large_comparison_is_given_up_when_the_person_cancels(desk):
    one = desk()
    lines = [f"- Fact {number} of customer {number * 7} is settled." for number in range(60_000)]
    (one.root / "MEMORY.md").write_text("\n".join(lines))
    one.presenter.read_again()
    one.until(lambda: "Fact 59999" in one.presenter.prepared.input.user)
    one.press(Qt.Key.Key_Return, CONTROL)
    one.until(lambda: isinstance(one.presenter.phase, Running))

    one.press(Qt.Key.Key_Escape)

    one.phase(Choosing)
    one.until(lambda: not one.driver.is_busy())
