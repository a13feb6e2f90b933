"""What the files of a bucket add to a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.core.files.text import java_length
from desktop_app.core.ledger.book import AGENTS_FILE, KNOWLEDGE_FOLDER, MEMORY_FILE, Layer
from desktop_app.core.ledger.context_parts import (
    Parts,
    additional_block,
    context_parts,
    injected_tokens,
    knowledge_block,
    tagged,
)
from desktop_app.core.ledger.injection import (
    DEFAULT_LIMIT,
    UNKNOWN_REVISION,
    Injection,
    Vintage,
    context_item,
    injection,
    memory_item,
    reference_message,
)
from desktop_app.core.ledger.java_text import strip
from desktop_app.core.ledger.placeholder import as_read
from desktop_app.services.ledger.reading import read_as_agent

if TYPE_CHECKING:
    from desktop_app.core.ledger.book import Book
    from desktop_app.services.file_memory import FileMemory

SYSTEM, USER = "system", "user"
_ADDITIONAL = "workspace:additional-files"
_UNKNOWN_HASH = "The revision is a hash; how it is made is not public."
_INDEX_FILE = f"{KNOWLEDGE_FOLDER}/KNOWLEDGE.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSettings:
    """What the files do not say about an agent.

    Attributes:
        vintage: Its version.
        limit: Tokens for memory and the parts beside it.
        session_length: UTF-16 units of the session section; ``None`` if nobody knows.
        additional: Paths of the further files that it is set up with.
        has_tools: Whether it has memory tools.
        has_hooks: Whether it extracts facts and consolidates by itself. Without them and without
            the tools ``MEMORY.md`` is not sent at all.
    """

    vintage: Vintage = Vintage.DOCUMENT
    limit: int = DEFAULT_LIMIT
    session_length: int | None = None
    additional: tuple[str, ...] = ()
    has_tools: bool = True
    has_hooks: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class FileBlock:
    """One block of a turn that comes from files.

    Attributes:
        name: What people call it.
        role: ``system`` or ``user``: which message it is in.
        source: The file, below the opened workspace; ``""`` if several make it.
        layer: Which folder supplied it; ``None`` if several files make it, or none.
        text: Exactly what is sent of it, as far as it is known.
        length: UTF-16 units of it.
        tokens: Its estimate.
        remark: What is not known about it; ``""`` if nothing.
    """

    name: str
    role: str
    source: str = ""
    layer: Layer | None = None
    text: str
    length: int
    tokens: int
    remark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTurn:
    """What a turn gets from the files of a bucket.

    Attributes:
        memory: The arithmetic of ``MEMORY.md``.
        blocks: Everything that is sent, in order; what is empty is left out.
        whole: The text that the blocks stand in: the last message of the request with the
            reference items, or the end of the system prompt.
        remarks: What a person should know about the files, in sentences.
    """

    memory: Injection
    blocks: tuple[FileBlock, ...]
    whole: str
    remarks: tuple[str, ...] = ()


def parts_of(
    book: Book, settings: TurnSettings, additional: tuple[tuple[str, str], ...] = ()
) -> Parts:
    """Return what shares the room of ``MEMORY.md``.

    Args:
        book: The bucket.
        settings: What the files do not say.
        additional: Path and text of the further files.
    """
    return context_parts(
        agents=_agents(book),
        knowledge=_index(book),
        knowledge_files=[file.name for file in book.knowledge],
        additional=additional,
        session_length=settings.session_length,
    )


def memory_of(book: Book, settings: TurnSettings) -> str:
    """Return the text that a turn would get if there were room for all of it."""
    if book.memory.text is None or not (settings.has_tools or settings.has_hooks):
        return ""
    return book.memory.text.text


def file_turn(files: FileMemory, book: Book, settings: TurnSettings) -> FileTurn:
    """Return what a turn gets from the files of a bucket."""
    remarks = [text for text in (book.memory.problem, book.agents.problem) if text]
    additional = []
    for path in settings.additional:
        supplied = read_as_agent(files, book.bucket, path)
        if supplied.text is None:
            remarks.append(f"{path} can't be read, so that it is left out.")
        else:
            additional.append((path, supplied.text.text))
    further = tuple(additional)
    if not settings.has_tools and not settings.has_hooks:
        remarks.append("Without memory tools and hooks the agent sends nothing of MEMORY.md.")
    memory = injection(
        memory_of(book, settings),
        parts_of(book, settings, further),
        settings.vintage,
        limit=settings.limit,
        has_tools=settings.has_tools,
    )
    if settings.vintage is Vintage.CHECKOUT:
        blocks = _older(book, memory, further)
        children = "\n".join(block.text.rstrip("\n") for block in blocks)
        whole = f"<loaded_context>\n{children}\n</loaded_context>"
    else:
        blocks = _newer(book, memory, further)
        whole = reference_message(block.text for block in blocks if block.role == USER)
    return FileTurn(memory=memory, blocks=blocks, whole=whole, remarks=tuple(remarks))


def _older(
    book: Book, memory: Injection, additional: tuple[tuple[str, str], ...]
) -> tuple[FileBlock, ...]:
    texts = (
        (AGENTS_FILE, tagged("agents_context", _agents(book))),
        (MEMORY_FILE, memory.block),
        ("knowledge", tagged("domain_knowledge_context", _knowledge(book))),
        ("additional files", additional_block(additional)),
    )
    return tuple(_block(book, name, SYSTEM, text) for name, text in texts if text)


def _newer(
    book: Book, memory: Injection, additional: tuple[tuple[str, str], ...]
) -> tuple[FileBlock, ...]:
    further = additional_block(additional)
    texts = (
        (AGENTS_FILE, SYSTEM, _rules(_agents(book))),
        (MEMORY_FILE, USER, memory_item(memory.text)),
        ("knowledge", USER, context_item("knowledge", "workspace:knowledge", _knowledge(book))),
        ("additional files", USER, context_item("additional", _ADDITIONAL, further)),
    )
    return tuple(
        _block(book, name, role, text, _UNKNOWN_HASH) for name, role, text in texts if text
    )


def _rules(text: str) -> str:
    if not text:
        return ""
    opening = f'<project_rules kind="project_rules" source="workspace:{AGENTS_FILE}"'
    return f'{opening} revision="{UNKNOWN_REVISION}">\n{text}\n</project_rules>'


def _block(book: Book, name: str, role: str, text: str, remark: str = "") -> FileBlock:
    supplied = {AGENTS_FILE: book.agents, MEMORY_FILE: book.memory}.get(name)
    length = java_length(text)
    return FileBlock(
        name=name,
        role=role,
        source=supplied.row.path if supplied and supplied.row else "",
        layer=supplied.layer if supplied else None,
        text=text,
        length=length,
        tokens=injected_tokens(length),
        remark=remark,
    )


def _agents(book: Book) -> str:
    return "" if book.agents.text is None else strip(book.agents.text.text)


def _index(book: Book) -> str:
    texts = (file.text.text for file in book.knowledge if file.name == _INDEX_FILE and file.text)
    return next(map(as_read, texts), "")


def _knowledge(book: Book) -> str:
    return knowledge_block(_index(book), [file.name for file in book.knowledge])
