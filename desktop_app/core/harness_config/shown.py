"""Settings as a person sees them: secrets in addresses stay hidden."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.core.harness_config.values import ConfigValue

_LOGIN = re.compile(r"(?<=://)[^/@\s]*@")
_PASSWORD = re.compile(r"(?i)(?<=password=)(?:'[^']*'|[^\s&]+)")


def shown_value(value: ConfigValue) -> str:
    """Return a value as text, with logins and passwords in it left out.

    >>> shown_value("postgres://me:secret@host/db")
    'postgres://…@host/db'
    >>> shown_value(True)
    'true'
    """
    if isinstance(value, bool):
        return str(value).lower()
    return _PASSWORD.sub("…", _LOGIN.sub("…@", str(value)))
