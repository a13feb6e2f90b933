"""Secrets and payment data in memory: found where their form is exact, and never repeated."""

from __future__ import annotations

import pytest

from tests.files_patient import FilesPatient, bucket_in_order

RULES = ("secret-kept", "payment-data-kept")


@pytest.fixture
def patient(tmp_path):
    """A bucket with nothing odd in it."""
    return bucket_in_order(tmp_path)


@pytest.mark.parametrize(
    "fact",
    [
        "token = sk_test_example_not_a_key",
        "password: example-only",
        "The password: `hunter2-hunter2`",
        "db_password=correct7horse",
        '"api_key": "a1b2c3d4e5"',
        "Password: 1234567890",
        "passphrase: correct-horse-battery-staple",
        "token: see7chapter-4b",
        "access key: rotated-20260601",
        "secret: estimate_tokens(text",
        "api key = 1234567890a",
        "Kennwort: geheim-123.",
        "Deploys with ghp_abcdefghijklmnopqrst0123 since May.",
        "-----BEGIN RSA PRIVATE KEY-----",
    ],
)
def test_what_looks_like_a_secret_is_found_and_not_repeated(patient, fact):
    name = patient.log(5, "Something else.", fact)

    finding = patient.finding("secret-kept")

    assert patient.found(*RULES) == [("secret-kept", name)]
    assert finding.place.line == 4
    said = f"{finding.title} {finding.detail} {finding.why} {finding.by_hand} {finding.about}"
    assert not any(word in said for word in fact.split() if any(c.isdigit() for c in word))
    assert "example" not in said


@pytest.mark.parametrize(
    "fact",
    [
        "Ana forgot her password: she asks Mira.",
        "Password: rotated yesterday by Jonas.",
        "token: <your-token-here>",
        "token: ${API_TOKEN_OF_STAGING}",
        "Token: https://wiki.example/tokens-of-2026",
        "secret: see-vault.md",
        "The token budget is 16,000 tokens: 4000 4000.",
        "password = ********",
        "Secret: confidential",
        "token: see-chapter-4",
        "The access key: room-12-left",
        "Token: estimate_tokens(text)",
        "Password: getpass.getpass(prompt='x')",
        "token: 1234567890",
        "api key = rotated-2026-06-01",
        "Password: rotated-2026-06-01.",
        "Kennwort: 2026-06-01",
    ],
)
def test_what_only_speaks_of_secrets_is_none(patient, fact):
    patient.log(5, fact)
    assert patient.found("secret-kept") == []


@pytest.mark.parametrize(
    ("fact", "is_found"),
    [
        ("Card 4000 0000 0000 0002.", True),
        ("Card 4000-0000-0000-0002.", True),
        ("Card 4000000000000002.", True),
        ("Card 4000 0000 0000 0003.", False),
        ("Card 0000 0000 0000 0000.", False),
        ("Order 14000000000000002.", False),
        ("IBAN DE89 3704 0044 0532 0130 00, please.", True),
        ("IBAN GB82WEST12345698765432.", True),
        ("IBAN DE00 0000 0000 0000 0000 00.", False),
        ("Mail ana@example.com or call 555-0142.", False),
    ],
)
def test_numbers_of_cards_and_accounts_are_found_by_their_check_digits(patient, fact, is_found):
    patient.log(5, fact)
    assert bool(patient.found("payment-data-kept")) is is_found


def test_the_curated_memory_and_notes_are_looked_through_too(tmp_path):
    patient = FilesPatient(tmp_path)
    patient.put("MEMORY.md", "# Memory\n- password: let-me-in-7\n- pin\n- token: letmein-8x\n")
    patient.note("card.md", "---\ndescription: Cards.\n---\n4000 0000 0000 0002\n")

    assert patient.found(*RULES) == [
        ("secret-kept", "MEMORY.md"),
        ("payment-data-kept", "notes/card.md"),
    ]
    assert patient.finding("secret-kept").detail == "lines 2 and 4"


def test_very_many_secrets_are_told_by_their_lines(patient):
    patient.log(5, *["token:a1b2c3d4"] * 600_000, "", "token:a1b2c3d5")
    assert patient.finding("secret-kept").detail == "lines 3, 4, 5, 6 and 599,997 more"


def test_a_line_that_fills_an_answer_by_itself_is_told(patient):
    patient.log(5, "x" * 3_990)
    assert patient.found("line-very-long") == []
    name = patient.log(6, "fine", "y" * 20_000, "z" * 5_000)
    finding = patient.finding("line-very-long")
    assert (finding.place.file, finding.place.line) == (name, 4)
    assert finding.detail == "line 4 has 20,002 characters, and 1 more line like it"


def test_a_name_that_some_folders_refuse_is_told_by_its_bytes(tmp_path):
    patient = FilesPatient(tmp_path)
    text = "---\ndescription: {}.\n---\nBody.\n"
    for number, name in enumerate(("n" * 140 + ".md", "n" * 141 + ".md", "ä" * 71 + ".md")):
        patient.note(name, text.format(f"Note {number}"))
    patient.note(f"{'d' * 100}/{'e' * 100}/f.md", text.format("Deep"))
    assert sorted(patient.found("note-name-long")) == [
        ("note-name-long", f"notes/{'n' * 141}.md"),
        ("note-name-long", f"notes/{'ä' * 71}.md"),
    ]
