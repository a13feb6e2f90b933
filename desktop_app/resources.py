"""Where the data files are: inside the installed package, or in the checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """Return the path of a file or folder of ``resources/``, for example ``icons/check.svg``.

    Raises:
        FileNotFoundError: There is no such resource in this installation.
    """
    for folder in (_PACKAGE / "_resources", _PACKAGE.parent / "resources"):
        path = folder / name
        if path.exists():
            return path
    raise FileNotFoundError(f"The program is not complete: resources/{name} is missing.")
