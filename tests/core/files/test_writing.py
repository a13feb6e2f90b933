"""What is written into a file is text to whoever reads it next."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.core.errors import RefusedError
from desktop_app.core.files.text import read_text
from desktop_app.core.files.writing import written_bytes


@given(st.text(st.characters()) | st.text(st.characters(categories=["Cs", "Cc"]), max_size=5))
def test_a_text_is_written_as_it_is_or_refused(text: str) -> None:
    is_text = "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)
    if is_text:
        data = written_bytes(text)
        assert data.decode() == text
        assert read_text(data).is_editable
    else:
        with pytest.raises(RefusedError):
            written_bytes(text)


def test_the_line_is_told() -> None:
    with pytest.raises(RefusedError, match="Line 3 of the text"):
        written_bytes("é\n\nx\udcff\n")
