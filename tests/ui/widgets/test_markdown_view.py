"""Markdown as plain blocks: what it becomes, and that nothing in it acts."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ui.widgets.markdown_blocks import BlockKind, markdown_blocks
from ui.widgets.markdown_view import MarkdownView

TEXT = """# One

A *b* **c** `d` <i>e</i>

- x
  1. y
> quoted

```sh
rm -rf
```
---
![p](javascript:alert(1)) <https://a.example>
"""


def test_every_kind_of_block_is_known():
    blocks = markdown_blocks(TEXT)
    assert [(block.kind, block.text) for block in blocks] == [
        (BlockKind.HEADING, "One"),
        (BlockKind.PARAGRAPH, "A b c d <i>e</i>"),
        (BlockKind.ITEM, "x"),
        (BlockKind.ITEM, "y"),
        (BlockKind.PARAGRAPH, "quoted"),
        (BlockKind.CODE, "rm -rf"),
        (BlockKind.RULE, ""),
        (BlockKind.PARAGRAPH, "[p] (javascript:alert(1)) https://a.example"),
    ]
    assert [block.marker for block in blocks][2:4] == ["•", "1."]
    assert [block.depth for block in blocks][2:4] == [1, 2]
    assert blocks[4].quotes == 1


@settings(max_examples=60, deadline=None)
@given(text=st.text("ab\n#*-`>[]()!<\\ \t&;\x1b\udc80\U0001f600", max_size=60))
def test_no_text_breaks_the_reader(text):
    assert all(isinstance(block.text, str) for block in markdown_blocks(text))


def test_nothing_can_be_clicked_and_control_characters_are_named(qtbot):
    view = MarkdownView("Text")
    qtbot.addWidget(view)
    view.show_blocks(markdown_blocks(TEXT + "\n\nesc\x1b\n"))
    made = view.document().toHtml()
    assert not any(tag in made for tag in ("<a ", "<img", "<i>e"))
    assert "esc‹ESC›" in view.toPlainText()


def test_a_long_text_is_laid_out_to_its_end(qtbot):
    view = MarkdownView("Text")
    qtbot.addWidget(view)
    view.show_blocks(markdown_blocks("- fact\n\n" * 1_000))
    qtbot.waitUntil(lambda: view.document().blockCount() == 1_000)
