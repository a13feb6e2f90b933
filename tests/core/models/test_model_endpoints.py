from __future__ import annotations

import pytest

from desktop_app.core.errors import RefusedError
from desktop_app.core.models.endpoint import read_endpoint


@pytest.mark.parametrize(
    ("address", "called"),
    [
        ("https://api.openai.com", "https://api.openai.com/v1"),
        ("https://api.openai.com/v1", "https://api.openai.com/v1"),
        (" https://api.openai.com/v1/ ", "https://api.openai.com/v1"),
        ("https://API.OpenAI.com:443/v1", "https://api.openai.com/v1"),
        ("http://localhost:11434", "http://localhost:11434/v1"),
        ("http://127.0.0.1:8000/v1/chat/completions", "http://127.0.0.1:8000/v1"),
        ("https://openrouter.ai/api", "https://openrouter.ai/api/v1"),
        ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1"),
        ("https://host.example/v1beta/openai/", "https://host.example/v1beta/openai"),
        ("http://[::1]:1234/v1", "http://[::1]:1234/v1"),
    ],
)
def test_an_address_works_with_and_without_its_version(address, called):
    assert read_endpoint(address).url == f"{called}/chat/completions"
    assert read_endpoint(read_endpoint(address).base_url) == read_endpoint(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "   ",
        "api.openai.com",
        "ftp://host/v1",
        "file:///etc/passwd",
        "http://",
        "http://host:port/v1",
        "http://host:99999/v1",
        "http://[::1/v1",
        "http://ho st/v1",
        "http://host/v1?key=secret-1",
        "http://host/v1#part",
        "http://host\\@other/v1",
        "http://höst/v1",
        "https://me:secret-1@host/v1",
        "https://secret-1@host/v1",
    ],
)
def test_what_is_no_address_is_refused_without_quoting_it(address):
    with pytest.raises(RefusedError) as caught:
        read_endpoint(address)
    assert "secret-1" not in caught.value.message + caught.value.advice
    assert caught.value.advice


@pytest.mark.parametrize(
    ("host", "is_local"),
    [
        ("localhost", True),
        ("127.0.0.1", True),
        ("127.8.9.10", True),
        ("[::1]", True),
        ("models.localhost", True),
        ("192.168.1.5", False),
        ("localhost.example.com", False),
        ("127.0.0.1.example.com", False),
        ("api.openai.com", False),
    ],
)
def test_only_this_machine_is_local(host, is_local):
    assert read_endpoint(f"http://{host}:8000").is_local is is_local


def test_a_server_is_called_by_host_and_unusual_port():
    assert read_endpoint("http://localhost:11434/v1").host == "localhost:11434"
    assert read_endpoint("http://[::1]:1234").host == "[::1]:1234"
    assert read_endpoint("https://host.example:8443").host == "host.example:8443"
    assert read_endpoint("https://host.example:443").host == "host.example"


def test_a_way_that_is_not_encrypted_is_another_place():
    endpoint = read_endpoint("http://api.openai.com:80")
    assert endpoint.is_open
    assert endpoint.host == "http://api.openai.com"
    assert endpoint.url == "http://api.openai.com/v1/chat/completions"
    assert not read_endpoint("http://localhost").is_open
