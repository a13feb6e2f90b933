"""Long titles in the palette are cut so that what was looked for stays in sight."""

from __future__ import annotations

from ui import fonts
from ui.palette.delegate import fitted


def test_a_long_title_is_cut_so_that_its_hit_stays_in_sight(qapp):
    title = "word " * 60 + "port " + "word " * 60
    at = title.index("port")
    metrics = fonts.metrics(fonts.Role.BODY)
    cut, hits = fitted(title, tuple(range(at, at + 4)), metrics, 300)
    assert "".join(cut[one] for one in hits) == "port"
    assert metrics.horizontalAdvance(cut) <= 300.5


def test_a_hit_near_the_end_of_a_long_title_shows_as_much_before_it_as_there_is_room_for(qapp):
    title = "word " * 60 + "accounts up to 50,000."
    at = title.index("50,000")
    metrics = fonts.metrics(fonts.Role.BODY)
    cut, hits = fitted(title, tuple(range(at, at + 6)), metrics, 300)
    assert "".join(cut[one] for one in hits) == "50,000"
    assert cut.endswith("word accounts up to 50,000.")
    wide = metrics.horizontalAdvance(cut)
    assert 300 - metrics.horizontalAdvance("w") <= wide <= 300
