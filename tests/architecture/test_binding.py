from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QObject


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal since Python 3.12")
def test_the_binding_does_not_eat_references(qapp):
    thing, before = QObject(), sys.getrefcount(None)
    for _ in range(200):
        thing.setObjectName("x")
    assert sys.getrefcount(None) > before - 100
