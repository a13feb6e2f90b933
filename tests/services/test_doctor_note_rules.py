"""Each rule of notes: what it finds, and what is near and well."""

from __future__ import annotations

import os
import unicodedata

import pytest

from tests.files_patient import FilesPatient, reads_everything

BODY = "\n\nThe body.\n"


def described(text: str) -> str:
    return f"---\ndescription: {text}\n---{BODY}"


@pytest.fixture
def patient(tmp_path):
    """A layer of notes with nothing odd in it."""
    patient = FilesPatient(tmp_path)
    patient.note("fine.md", described("Everything is fine here."))
    patient.note("folded.md", "---\ndescription: >-\n  One text\n  on two lines\n---\nBody.\n")
    patient.note("plain.txt", "Only text, no metadata.\n")
    return patient


def test_a_layer_in_order_raises_no_alarm(patient):
    assert patient.found() == []
    assert patient.look().files == 3


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("---\ndescription: a: b\n---\nBody.\n", "note-metadata-broken"),
        ("---\ndescription: never closed\n\nBody.\n", "note-metadata-unclosed"),
        ("---\ntitle: other\n---\nBody.\n", "note-description-missing"),
        ("---\nDescription: text\n---\nBody.\n", "note-description-misspelt"),
        ("---\ndescription:\n---\nBody.\n", "note-description-unusable"),
        ("---\ndescription: 2026\n---\nBody.\n", "note-description-unusable"),
        ("---\ndescription: [a, b]\n---\nBody.\n", "note-description-unusable"),
        (described("x" * 601), "note-description-cut"),
        (described('"a\\n- b.md: forged"'), "note-description-forges-lines"),
        (described('"a\\u202eb"'), "note-has-control-characters"),
        ("Plain, with a bell \x07.\n", "note-has-control-characters"),
        (b"a\0b", "note-is-no-text"),
        (b"\xff\xfea\0", "note-is-no-text"),
        (b"caf\xe9\n", "file-not-utf8"),
        (" \n", "file-empty"),
        ("\ufeff" + described("marked"), "file-has-byte-order-mark"),
        (described("windows").replace("\n", "\r\n"), "file-line-endings"),
        (described("mixed").replace("---\n\n", "---\r\n\r\n"), "file-line-endings"),
    ],
)
def test_what_is_odd_about_a_note_is_told(patient, text, rule):
    patient.note("odd.md", text)
    assert patient.found() == [(rule, "notes/odd.md")]
    assert patient.finding(rule).place.bucket == "/m"


@pytest.mark.parametrize(
    "text",
    [
        described("x" * 600),
        described('"line one\\nline two"'),
        described("'a: b'"),
        described("a family \U0001f468\u200d\U0001f469"),
        "x" * 2000,
        "--- a rule, not alone on its line\n",
    ],
)
def test_what_is_near_and_well_is_not_told(patient, text):
    patient.note("well.md", text)
    assert patient.found() == []


def test_the_line_of_a_key_is_named(patient):
    patient.note("odd.md", "---\ntitle: t\ndescription: 7\n---\nBody.\n")
    assert patient.finding("note-description-unusable").place.line == 3


def test_quotes_mend_what_lacks_only_these(patient):
    patient.note("odd.md", "---\n# kept\ndescription: rates: 5 %\nowner: me\n---\r\nBody.\n")
    before = patient.state("notes/odd.md")
    repair = patient.finding("note-metadata-broken").repair
    assert (repair.before, repair.after) == (
        "description: rates: 5 %",
        "description: 'rates: 5 %'",
    )
    saved = patient.save(repair)
    assert patient.text("notes/odd.md") == (
        "---\n# kept\ndescription: 'rates: 5 %'\nowner: me\n---\r\nBody.\n"
    )
    patient.undo(saved)
    assert patient.state("notes/odd.md") == before


def test_metadata_that_quotes_do_not_mend_is_left_to_a_person(patient):
    patient.note("odd.md", '---\ndescription: "a\nowner: {b\n---\nBody.\n')
    finding = patient.finding("note-metadata-broken")
    assert finding.repair is None
    assert finding.by_hand


def test_a_note_in_another_encoding_is_converted_and_comes_back(patient):
    patient.note("odd.md", b"---\ndescription: Caf\xe9\n---\nBody.\n")
    before = patient.state("notes/odd.md")
    saved = patient.save(patient.finding("file-not-utf8").repair)
    assert "Café" in patient.text("notes/odd.md")
    patient.undo(saved)
    assert patient.state("notes/odd.md") == before


def test_a_repair_says_who_may_change_the_layer_in_a_turn(patient):
    patient.note("odd.md", described("a: b"))
    layer = {"sourceDir": "notes", "harnessDir": "/m", "canWrite": {"lead": True, "guest": False}}
    patient.layers(layer)
    effects = patient.finding("note-metadata-broken").repair.effects
    assert [one.value for one in effects if one.name == "permission"] == [
        "in a turn, “lead” may change /m"
    ]


# Names


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("line\nbreak.md", "note-name-breaks-lines"),
        ("a: b.md", "note-name-not-portable"),
        ("ends with a dot./note.md", "note-name-not-portable"),
        ("bytes-\udcff.md", "note-name-not-utf8"),
    ],
)
def test_a_name_that_makes_trouble_is_told(patient, name, rule):
    patient.note("x.md", described("A note with an odd name."))
    target = patient.root / "notes" / name
    target.parent.mkdir(exist_ok=True)
    (patient.root / "notes" / "x.md").rename(target)
    assert patient.found() == [(rule, f"notes/{name}")]


def test_names_that_are_only_unusual_are_not_told(patient):
    for number, name in enumerate(("a b & #c %20.md", "説明.md", "n" * 140 + ".md", "UPPER.MD")):
        patient.note(name, described(f"Number {number}."))
    assert patient.found() == []


def test_names_that_differ_only_in_case_or_composition_are_told_once(patient):
    composed = unicodedata.normalize("NFC", "ä.md")
    apart = unicodedata.normalize("NFD", "ä.md")
    for number, name in enumerate(("Case.md", "case.md", composed, apart, "cases.md")):
        patient.note(name, described(f"Number {number}."))
    if len(list((patient.root / "notes").iterdir())) < 8:
        pytest.skip("this file system can't hold both")
    found = patient.found()
    assert found == [
        ("note-names-alike", "notes/Case.md"),
        ("note-names-alike", f"notes/{min(composed, apart)}"),
    ]


def test_hidden_notes_are_told_and_files_that_programs_leave_are_not(patient):
    patient.note(".hidden.md", described("Hidden."))
    patient.note(".drafts/plan.md", described("Hidden, too."))
    patient.note(".gitkeep", "")
    patient.note("rules/.DS_Store", b"\0")
    assert set(patient.found()) == {
        ("note-hidden", "notes/.hidden.md"),
        ("note-hidden", "notes/.drafts/plan.md"),
    }


def test_links_out_of_the_folder_lead_out_although_they_stay_in_the_workspace(patient):
    patient.put("elsewhere/secret.md", "Secret.\n")
    for name, target in {"out.md": "../elsewhere/secret.md", "in.md": "fine.md"}.items():
        (patient.root / "notes" / name).symlink_to(target)
    assert patient.found() == [
        ("link-leads-out", "notes/out.md"),
        ("link-inside", "notes/in.md"),
    ]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_among_the_notes_is_never_opened(patient):
    os.mkfifo(patient.root / "notes" / "pipe.md")
    assert patient.found() == [("file-not-regular", "notes/pipe.md")]


# Layers


def test_folders_that_nobody_may_look_into_are_told(patient):
    if reads_everything(patient.root):
        pytest.skip("this user may read everything")
    patient.note("closed/in.md", described("Inside."))
    (patient.root / "notes" / "closed").chmod(0)
    assert patient.found() == [("file-unreadable", "notes/closed")]
    (patient.root / "notes" / "closed").chmod(0o755)


def test_a_list_over_its_limit_is_told_and_one_that_just_fits_is_not(patient):
    line = len("- fine.md: Everything is fine here.\n")
    (patient.root / "notes" / "folded.md").unlink()
    (patient.root / "notes" / "plain.txt").unlink()
    layer = {"sourceDir": "notes", "harnessDir": "/m", "maxIndexBytes": line}
    patient.layers(layer)
    assert patient.found() == []
    patient.layers({**layer, "maxIndexBytes": line - 1})
    assert patient.found() == [("notes-over-limit", "notes/fine.md")]


def test_notes_that_say_the_same_are_told_once_also_in_two_layers(patient):
    patient.note("twin.md", described("Everything is fine here."))
    patient.put("more/third.md", described("Everything  is fine here."))
    patient.put("more/other.md", described("Everything is fine there."))
    patient.layers(
        {"sourceDir": "notes", "harnessDir": "/m"}, {"sourceDir": "more", "harnessDir": "/n"}
    )
    finding = patient.finding("notes-say-the-same")
    assert finding.place.file == "notes/fine.md"
    assert finding.detail == "notes/fine.md, notes/twin.md and more/third.md"


def test_folders_of_two_people_are_looked_at_and_never_compared(patient):
    patient.put("users/u-1/a.md", described("Prefers tea."))
    patient.put("users/u-2/a.md", described("Prefers tea."))
    patient.put("users/u-2/b.md", "")
    patient.layers({"sourceDir": "users/{userId}", "harnessDir": "/me"})
    assert patient.found() == [("file-empty", "users/u-2/b.md")]


@pytest.mark.parametrize(
    ("layers", "rule"),
    [
        (({"harnessDir": "/a", "sourceDir": "../x"},), "layer-refused"),
        (({"harnessDir": "/a", "sourceDir": "/etc"},), "layer-refused"),
        (
            (
                {"harnessDir": "/m", "sourceDir": "notes"},
                {"harnessDir": "/m/rules", "sourceDir": "notes"},
            ),
            "layer-refused",
        ),
        (
            (
                {"harnessDir": "/m", "sourceDir": "notes"},
                {"harnessDir": "/m/", "sourceDir": "notes"},
            ),
            "layer-refused",
        ),
        (({"harnessDir": "/m", "sourceDir": "notes", "maxIndexBytes": "x"},), "layers-file-wrong"),
        (("no layer",), "layers-file-wrong"),
    ],
)
def test_settings_that_the_harness_refuses_are_told(patient, layers, rule):
    patient.layers(*layers)
    assert patient.found() == [(rule, "layers.json")]


def test_mounts_with_a_common_beginning_are_well(patient):
    patient.put("more/other.md", described("Everything is fine there."))
    patient.layers(
        {"sourceDir": "notes", "harnessDir": "/m"}, {"sourceDir": "more", "harnessDir": "/m-2"}
    )
    assert patient.found() == []


def test_a_settings_file_that_is_no_json_is_told(patient):
    patient.put("layers.json", "{")
    assert patient.found() == [("layers-file-wrong", "layers.json")]


def test_a_layer_without_a_folder_is_told(patient):
    patient.layers({"sourceDir": "nothing", "harnessDir": "/m"})
    assert patient.found() == [("layer-without-folder", "nothing")]
