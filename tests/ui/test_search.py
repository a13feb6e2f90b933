"""Search: the palette finds memory as one types, the page lists all, and a hit is a way there."""

from __future__ import annotations

import shutil

from PySide6.QtCore import Qt

from desktop_app.services.file_search import FileHitKind
from desktop_app.services.search import search
from desktop_app.store.memory_folder import DiskFolder
from ui.navigation import Place
from ui.palette.items import PaletteItem
from ui.palette.model import ROW_ROLE
from ui.search.hits import shown_excerpt

RICH = "default|conv-billing-rounding|default"


def groups(palette):
    """Return the rows of the palette by the head above them."""
    found, head = {}, ""
    for row in range(palette.model.rowCount()):
        value = palette.model.index(row, 0).data(ROW_ROLE)
        if isinstance(value, PaletteItem):
            found[head].append(value)
        else:
            head = value
            found[head] = []
    return found


def test_the_palette_finds_memory_as_one_types(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    palette = driver.window.command_palette
    driver.qtbot.keyClick(driver.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert palette.isVisible()
    driver.qtbot.keyClicks(palette.field, "local API moved")
    driver.qtbot.waitUntil(lambda: "Found in memory" in groups(palette))
    first = groups(palette)["Found in memory"][0]
    marked = "".join(first.title[at] for at in first.hits)
    assert marked.lower() == "local api moved"
    assert "observation 21" in first.detail


def test_a_hit_leads_to_its_observation(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    palette = driver.window.command_palette
    palette.open_with("#invoice rounding")
    driver.do("tab.turn")
    hit = next(
        hit for hit in search(driver.session.source, "port") if hit.memory_id == RICH and hit.seq
    )
    palette.open_with("port")
    driver.qtbot.waitUntil(lambda: "Found in memory" in groups(palette))
    item = next(
        item
        for item in groups(palette)["Found in memory"]
        if item.detail.startswith(f"observation {hit.seq} · default")
    )
    item.run()
    driver.qtbot.waitUntil(lambda: driver.shown == RICH)
    assert driver.frame.middle.place is Place.OBSERVATIONS
    assert driver.session.selected_observation == hit.index


def test_scopes_are_found_by_their_ids(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    palette = driver.window.command_palette
    palette.open_with("@rounding")
    driver.qtbot.waitUntil(lambda: "Go to" in groups(palette))
    groups(palette)["Go to"][0].run()
    driver.qtbot.waitUntil(lambda: driver.shown == RICH)


def test_a_newer_question_replaces_the_one_before(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    page = driver.window.commands.search_page
    driver.do("search.page")
    for text in ("p", "po", "por", "port"):
        page.field.set_text(text)
    driver.qtbot.waitUntil(lambda: page.model.hits != [])
    wanted = list(search(driver.session.source, "port"))
    driver.qtbot.waitUntil(lambda: page.model.hits == wanted)
    assert page.count.text() == f"{len(wanted)} hits"


def test_the_page_lists_every_hit_and_enter_goes_there(driver, golden_workspace):
    driver.open(golden_workspace("large"))
    driver.window.commands.show_search("port")
    page = driver.window.commands.search_page
    assert not driver.frame.middle.head.isVisible()
    driver.qtbot.waitUntil(lambda: page.count.text().endswith(" hits"), timeout=20_000)
    assert len(page.model.hits) > 100
    page.list.setCurrentIndex(page.model.index(50, 0))
    hit = page.model.hits[50]
    driver.qtbot.keyClick(page.list, Qt.Key.Key_Return)
    driver.qtbot.waitUntil(lambda: driver.shown == hit.memory_id)
    assert driver.frame.middle.view is not page


def test_nothing_found_is_said_and_esc_leads_back(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    page = driver.window.commands.search_page
    driver.window.commands.show_search("no memory has this")
    driver.qtbot.waitUntil(lambda: page.count.text() == "Nothing found")
    driver.qtbot.keyClick(page.field.line, Qt.Key.Key_Escape)
    driver.qtbot.keyClick(page.field.line, Qt.Key.Key_Escape)
    assert driver.frame.middle.view is not page


def test_working_memory_and_reflections_are_searched_too(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    kinds = {hit.kind for text in ("port", "tiny_float") for hit in _hits(driver, text)}
    assert {kind.value for kind in kinds} == {"observation", "reflection", "working"}


def _hits(driver, text):
    page = driver.window.commands.search_page
    driver.window.commands.show_search(text)
    driver.qtbot.waitUntil(lambda: page.model.hits == list(search(driver.session.source, text)))
    for hit in page.model.hits:
        title, marks = shown_excerpt(hit)
        assert text in "".join(title[at] for at in marks).lower()
    return page.model.hits


def test_back_from_a_hit_shows_the_list_with_its_text_again(driver, golden_workspace):
    driver.open(golden_workspace("rich-coding-agent"))
    driver.do("search.page")
    page = driver.window.commands.search_page
    assert page.hint.isVisible()
    driver.qtbot.keyClicks(page.field.line, "port")
    driver.qtbot.waitUntil(lambda: page.model.hits != [] and not driver.is_busy())
    driver.qtbot.keyClick(page.field.line, Qt.Key.Key_Down)
    assert driver.window.focusWidget() is page.list
    assert page.list.currentIndex().row() == 0
    hits = page.model.hits
    driver.qtbot.keyClick(page.list, Qt.Key.Key_Return)
    driver.qtbot.waitUntil(lambda: driver.shown == hits[0].memory_id and not driver.is_busy())
    driver.do("view.back")
    assert driver.frame.middle.place is Place.SEARCH
    assert page.field.text == "port"
    assert page.model.hits == hits
    assert driver.window.focusWidget() is page.list
    driver.do("view.forward")
    assert driver.frame.middle.place is not Place.SEARCH


def test_the_palette_finds_files_too_and_leads_to_the_line(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_support_desk"))
    asked, palette = [], driver.window.command_palette
    driver.session.target_requested.connect(asked.append)
    palette.open_with("staging api")
    driver.qtbot.waitUntil(lambda: "Found in files" in groups(palette))
    first = groups(palette)["Found in files"][0]
    assert "".join(first.title[at] for at in first.hits).lower() == "staging api"
    assert first.detail == "curated memory · MEMORY.md, line 22"
    first.run()
    assert asked[-1].place is Place.LEDGER
    assert (asked[-1].path, asked[-1].line) == ("MEMORY.md", 22)
    assert (asked[-1].bucket, asked[-1].text) == ("", "staging api")


def test_hits_in_the_state_file_do_not_push_those_in_files_off_the_page(
    driver, golden_workspace, sample_workspace
):
    folder = golden_workspace("rich-coding-agent")
    shutil.copytree(sample_workspace("agentscope_support_desk"), folder, dirs_exist_ok=True)
    driver.open(folder)
    page = driver.window.commands.search_page
    driver.window.commands.show_search("a")
    driver.qtbot.waitUntil(lambda: "so far" not in page.count.text() and bool(page.model.hits))
    kinds = {type(hit).__name__ for hit in page.model.hits}
    assert kinds == {"Hit", "FileHit"}


def test_search_works_without_a_state_file_and_finds_notes(driver, sample_workspace):
    driver.open_files(sample_workspace("little_harness_desk"))
    driver.window.commands.show_search("collateral")
    page = driver.window.commands.search_page
    driver.qtbot.waitUntil(lambda: bool(page.model.hits))
    assert {hit.kind for hit in page.model.hits} == {FileHitKind.NOTE}
    assert page.list.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_folders_that_nobody_may_look_into_are_named_below_the_hits(
    driver, sample_workspace, monkeypatch
):
    # Whoever may read everything meets no such folder.
    closed = {"memory/company": ("memory/company/closed",)}
    monkeypatch.setattr(DiskFolder, "unlisted", lambda _self, below="": closed.get(below, ()))
    driver.open_files(sample_workspace("little_harness_desk"))
    driver.window.commands.show_search("collateral")
    page = driver.window.commands.search_page
    driver.qtbot.waitUntil(page.unseen.isVisible)
    assert page.unseen.text() == (
        "Nobody may look into memory/company/closed; what is in there was not searched."
    )
    page.field.set_text("")
    assert not page.unseen.isVisible()


def test_buckets_and_layers_are_found_by_name_and_gone_to(driver, sample_workspace):
    driver.open_files(sample_workspace("agentscope_lending_multiuser"))
    palette = driver.window.command_palette
    palette.open_with("u-105")
    assert palette.current is not None
    assert palette.current.title == "u-105"
    palette.run_current()
    driver.settle()
    assert driver.frame.middle.place is Place.LEDGER
    assert driver.frame.middle.view.target().bucket == "u-105"


def test_layers_are_found_by_name_behind_the_sign_for_places(driver, sample_workspace):
    driver.open_files(sample_workspace("little_harness_desk"))
    palette = driver.window.command_palette
    palette.open_with("@company")
    assert [item.title for item in groups(palette)["Files"]] == ["/persistent/company"]
    palette.run_current()
    driver.settle()
    assert driver.frame.middle.place is Place.NOTES
    assert driver.frame.middle.view.target().bucket == "/persistent/company"


def test_the_palette_explains_only_the_signs_that_mean_something_here(
    driver, golden_workspace, sample_workspace
):
    palette = driver.window.command_palette
    driver.open_files(sample_workspace("agentscope_lending_multiuser"))
    assert palette.hints == ["> commands", "@ daily logs and notes"]
    driver.open(golden_workspace("rich-coding-agent"))
    driver.qtbot.waitUntil(lambda: "# observations" in palette.hints)
    assert "@ scopes" in palette.hints
