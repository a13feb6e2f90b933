"""Where icons, styles, translations and the demo workspace are, installed or not."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def _root() -> Path:
    # A wheel carries the data inside the package; a checkout has it beside the package.
    installed = _PACKAGE / "_resources"
    return installed if installed.is_dir() else _PACKAGE.parent / "resources"


def resource(name: str) -> Path:
    """Return the file or folder called ``name`` below the resources.

    Args:
        name: A path with ``/`` between its parts, such as ``icons/search.svg``.

    Raises:
        FileNotFoundError: Nothing of that name ships with the program.
    """
    path = _root() / name
    if not path.exists():
        raise FileNotFoundError(f"Memloupe was installed without its resource {name}")
    return path
