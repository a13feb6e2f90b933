"""The three ids as the service, the tools and working memory use them."""

from __future__ import annotations

import base64

from desktop_app.core.engine_text import decode
from desktop_app.core.scope import Scope, service_scope, tool_scope

IDS = ("tenant_id", "conversation_id", "agent_id")


def plain(value: str | dict[str, str]) -> str:
    return value if isinstance(value, str) else decode(base64.b64decode(value["b64"]))


def ids(case: dict) -> Scope:
    return Scope(*(plain(case[name]) for name in IDS))


def test_every_scope_is_keyed_as_the_engine_keys_it(golden_vectors):
    cases = golden_vectors("scope")
    for case in cases:
        given = ids(case)
        service = service_scope(given)
        tool = tool_scope(given, plain(case["tool_run_id"]))
        assert service == ids(case["service"]), case["case"]
        assert service.memory_id == plain(case["service"]["memory_id"]), case["case"]
        assert tool == ids(case["tool"]), case["case"]
        assert tool.memory_id == plain(case["tool"]["memory_id"]), case["case"]
        store = case["working_memory_store"]["memory_id"]
        assert given.memory_id == plain(store), case["case"]
    assert len(cases) == 233
