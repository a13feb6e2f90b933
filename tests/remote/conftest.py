from __future__ import annotations

import pytest
from model_server import ModelServer


@pytest.fixture
def model_server():
    with ModelServer() as server:
        yield server
