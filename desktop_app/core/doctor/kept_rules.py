"""What memory had better not keep: passwords and keys, numbers of cards and accounts.

Only what has the exact form of one is found, and no finding repeats it. E-mail addresses and
phone numbers are no findings: a memory that says whom to call is in order.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_app.core.doctor.finding import Finding, Severity
from desktop_app.core.doctor.words import named
from desktop_app.core.files.pieces import spans_of_lines
from desktop_app.core.ledger.book import MEMORY_FILE, Layer
from desktop_app.core.notes.line import Rule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from desktop_app.core.doctor.file_cases import BookCase, FileBench, NotesCase
    from desktop_app.core.doctor.finding import Place

SECRET, PAYMENT = "secret-kept", "payment-data-kept"
KEPT_RULES = (SECRET, PAYMENT)

_NAMED = re.compile(
    r"(?<![^\W_])(?:(?P<chosen>password|passwd|passphrase|passwort|kennwort)|secret|token|"
    r"(?:api|access|secret|private)[ _-]?key)[\"'*`]*[ \t]*[:=][ \t]*[\"'*`]*"
    r"(?P<value>[^\s\"'*`<${%\[][^\s\"'*`]{7,199})[\"'*`]*[ \t\r.,;]*$",
    re.IGNORECASE | re.MULTILINE,
)
_KEY = re.compile(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----|\b(?:sk_(?:live|test)_\w{8}|sk-[\w-]{20}|"
    r"gh[pousr]_[A-Za-z0-9]{20}|AKIA[0-9A-Z]{16}\b|xox[abprs]-[\w-]{10})"
)
_NO_SECRET = re.compile(
    r".*://.*|.*\.[A-Za-z]{1,4}|[^\W\d][\w.]*\(.*\)|(?:[^\W\d_]+-)*\d{4}-\d\d-\d\d"
)
_NOT_MADE = re.compile(r"\d+|[^\W\d_]+(?:-(?:[^\W\d_]+|\d{1,4}))+")
"""A number or words with hyphens: people choose them, programs that make keys do not."""
_PIECE = 30_000
"""Characters that are looked through at once: each pattern takes some milliseconds for them."""
_CARD = re.compile(r"(?<![\w.-])(?:2[2-7]|[3-6]\d)\d\d([ -]?)\d{4}\1\d{4}\1\d{4}(?![\w-])")
_ACCOUNT = re.compile(r"\b[A-Z]{2}\d\d(?: ?[0-9A-Z]{4}){2,7}(?: ?[0-9A-Z]{1,3})?\b")
_TITLES = {
    SECRET: "Looks like a password or a key",
    PAYMENT: "Number of a card or an account",
}
_WHY = {
    SECRET: "What stands in memory is sent to the model, and is in every copy and export of it.",
    PAYMENT: "Its check digits are right. What stands in memory is sent to the model, and is in "
    "every copy and export of it.",
}


def check_kept(case: BookCase, bench: FileBench) -> Iterator[Finding]:
    """Find secrets and payment data in the curated memory and in the logs of a bucket."""
    book = case.book
    if book.memory.text is not None and book.memory.layer is Layer.BUCKET:
        yield from _findings(book.memory.text.text, case.at(MEMORY_FILE), bench)
    for log in book.logs:
        if log.text is not None and log.layer is Layer.BUCKET:
            yield from _findings(log.text.text, case.at(log.name), bench)


def check_kept_in_notes(case: NotesCase, bench: FileBench) -> Iterator[Finding]:
    """Find them in notes; of a large one the beginning is looked through."""
    for note in case.folder.notes:
        if note.text is not None and note.line.rule is not Rule.NOT_TEXT:
            yield from _findings(note.text.text, case.at(note.path), bench)


def _findings(text: str, place: Place, bench: FileBench) -> Iterator[Finding]:
    found: dict[str, set[int]] = {SECRET: set(), PAYMENT: set()}
    line = 1
    for start, end in spans_of_lines(text, _PIECE):
        bench.check()
        part = text[start:end]
        found[SECRET].update(_lines(part, line, _secrets(part)))
        found[PAYMENT].update(_lines(part, line, _payment_data(part)))
        line += part.count("\n")
    for rule, lines in found.items():
        if lines:
            yield _finding(rule, sorted(lines), place)


def _lines(text: str, line: int, places: Iterable[int]) -> Iterator[int]:
    """Yield the lines that places stand in, from one to the next: there may be very many."""
    start = 0
    for place in sorted(places):
        line += text.count("\n", start, place)
        start = place
        yield line


def _finding(rule: str, lines: Sequence[int], place: Place) -> Finding:
    return Finding(
        rule=rule,
        severity=Severity.WORTH_KNOWING,
        title=_TITLES[rule],
        detail=f"{'line' if len(lines) == 1 else 'lines'} {named(f'{line:,}' for line in lines)}",
        place=replace(place, line=lines[0]),
        why=_WHY[rule],
        by_hand="Take it out if it is a real one, and make it invalid where it is used.",
    )


def _secrets(text: str) -> Iterator[int]:
    yield from (match.start() for match in _KEY.finditer(text))
    for match in _NAMED.finditer(text):
        value = match["value"].rstrip(".,;")
        is_none = value.isalpha() or _NO_SECRET.fullmatch(value)
        if not is_none and (match["chosen"] or not _NOT_MADE.fullmatch(value)):
            yield match.start("value")


def _payment_data(text: str) -> Iterator[int]:
    yield from (match.start() for match in _CARD.finditer(text) if _is_card(match[0]))
    yield from (match.start() for match in _ACCOUNT.finditer(text) if _is_account(match[0]))


def _is_card(written: str) -> bool:
    digits = [int(digit) for digit in written if digit.isdigit()]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[-2::-2])
    return len(set(digits)) > 1 and (sum(digits[::-2]) + sum(doubled)) % 10 == 0


def _is_account(written: str) -> bool:
    letters = written.replace(" ", "")
    number = "".join(str(int(letter, 36)) for letter in letters[4:] + letters[:4])
    return int(number) % 97 == 1
