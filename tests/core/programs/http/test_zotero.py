"""The addresses in place of Zotero: who may ask, and that nothing is there unless switched on."""

from __future__ import annotations

import http.client
import json
import socket
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.models.shelf import Shelf
from core.programs.http import service as service_module
from core.programs.http.zotero import is_of_connector
from core.workspace import Workspace
from tests.core.programs.serving import fill

CHROME = "chrome-extension://ekhagklcjbdpajgpjgmbionohlpdbjgc"
FIREFOX = "moz-extension://1b8e0f0a-1111-4222-8333-944445555666"
BROWSER = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
    "X-Zotero-Version": "5.0.170",
    "X-Zotero-Connector-API-Version": "3",
    "Content-Type": "application/json",
    "Sec-Fetch-Site": "cross-site",
}
READY = json.dumps({"jsonrpc": "2.0", "method": "api.ready"})


@pytest.fixture
def zotero_port(monkeypatch: pytest.MonkeyPatch) -> int:
    """A free port in place of Zotero's, which a program of this computer may have."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    monkeypatch.setattr(service_module, "ZOTERO_PORT", port)
    return port


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    fill(tmp_path / "library")
    opened = Workspace(tmp_path / "library", Shelf(tmp_path / "models"))
    yield opened
    opened.close()


def send(
    port: int, method: str, path: str, body: str | None = None, **headers: str
) -> tuple[int, str, dict[str, str]]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, named)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), dict(answer.getheaders())
    finally:
        connection.close()


def test_plugins_are_answered_at_zoteros_port_without_a_token(
    workspace: Workspace, zotero_port: int
) -> None:
    workspace.serve(port=0, plugins=True)
    plain = {"User_Agent": "obsidian/zotero", "Content_Type": "application/json"}
    status, text, headers = send(zotero_port, "POST", "/better-bibtex/json-rpc", READY, **plain)
    assert (status, headers["content-type"]) == (200, "application/json")
    assert json.loads(text)["result"]["betterbibtex"]
    query = urllib.parse.quote(READY, safe="")
    status, text, _ = send(zotero_port, "GET", f"/better-bibtex/json-rpc?{query}")
    assert (status, "betterbibtex" in text) == (200, True)
    path = "/better-bibtex/export/library?/1/My%20Library.biblatex"
    assert send(zotero_port, "GET", path)[1].count("@") == 5
    workspace.library.collections.add("Peat", workspace.papers.search("soil"))
    for path in ("export/collection?/1/Peat.bib", "export?/library;id:1/collection/Peat.bib"):
        assert send(zotero_port, "GET", f"/better-bibtex/{path}")[1].count("@") == 1
    assert send(zotero_port, "GET", "/zotxt/version")[0] == 200
    assert send(zotero_port, "GET", "/zotxt/nothing")[0] == 404
    assert send(zotero_port, "GET", "/zotxt/items?key=")[0] == 400
    assert send(zotero_port, "GET", "/better-bibtex/cayw?probe=true")[1] == "ready"
    assert send(zotero_port, "POST", "/search", "{}")[0] == 401
    assert send(zotero_port, "POST", "/connector/ping", "{}", **_named(BROWSER))[0] == 404


@pytest.mark.parametrize(
    "program",
    [
        {"User-Agent": "node", "Sec-Fetch-Mode": "cors", "Accept-Language": "*"},
        {
            "User-Agent": "obsidian/zotero",
            "Sec-Fetch-Site": "none",
            "Sec-Fetch-Mode": "no-cors",
            "Sec-Fetch-Dest": "empty",
        },
    ],
    ids=["fetch of Node", "net of Electron"],
)
def test_a_program_with_some_headers_of_a_browser_is_answered(
    workspace: Workspace, zotero_port: int, program: dict[str, str]
) -> None:
    workspace.serve(port=0, plugins=True)
    for method, path in (("POST", "/better-bibtex/json-rpc"), ("GET", "/zotxt/version")):
        assert send(zotero_port, method, path, READY, **_named(program))[0] == 200


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("-", "_"): value for name, value in headers.items()}


@pytest.mark.parametrize(
    "header",
    [
        {"Origin": "https://page.example"},
        {"Sec_Fetch_Site": "none", "Sec_Fetch_Mode": "navigate"},
        {"Sec_Fetch_Site": "same-origin", "Sec_Fetch_Mode": "cors"},
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors", "Sec_Fetch_Dest": "image"},
        {"Referer": "https://page.example/"},
        {"User_Agent": "Mozilla/5.0"},
        {"Host": "page.example"},
        _named(BROWSER) | {"Origin": CHROME},
    ],
)
def test_no_browser_reads_the_library(
    workspace: Workspace, zotero_port: int, header: dict[str, str]
) -> None:
    workspace.serve(port=0, plugins=True)
    for path in ("/better-bibtex/json-rpc", "/zotxt/version", "/better-bibtex/export?/1/a.ris"):
        status, text, headers = send(zotero_port, "GET", path, **header)
        assert status == 403
        assert "betterbibtex" not in text
        assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("origin", [CHROME, FIREFOX, ""])
def test_the_connector_saves(workspace: Workspace, zotero_port: int, origin: str) -> None:
    workspace.serve(port=0, browser=True)
    headers = _named(BROWSER) | ({"Origin": origin} if origin else {})
    status, text, given = send(zotero_port, "POST", "/connector/ping", "{}", **headers)
    assert (status, given["x-zotero-version"]) == (200, "7.0.0")
    assert json.loads(text)["prefs"]["supportsAttachmentUpload"]
    item = {"itemType": "book", "id": "a", "title": "Of bogs and moors", "creators": []}
    body = json.dumps({"sessionID": "s", "items": [item]})
    assert send(zotero_port, "POST", "/connector/saveItems", body, **headers)[0] == 201
    assert len(workspace.papers.search("bogs and moors")) == 1
    assert send(zotero_port, "POST", "/better-bibtex/json-rpc", READY)[0] in (401, 404)


@pytest.mark.parametrize(
    ("origin", "missing"),
    [
        ("https://page.example", ""),
        ("null", ""),
        ("http://127.0.0.1:23119", ""),
        ("chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", ""),
        ("moz-extension://page.example", ""),
        (CHROME, "X_Zotero_Connector_API_Version"),
        ("", "X_Zotero_Connector_API_Version"),
    ],
)
def test_no_page_and_no_other_extension_saves(
    workspace: Workspace, zotero_port: int, origin: str, missing: str
) -> None:
    workspace.serve(port=0, browser=True)
    headers = _named(BROWSER) | ({"Origin": origin} if origin else {})
    headers.pop(missing, None)
    body = json.dumps({"sessionID": "s", "items": [{"itemType": "book", "title": "Smuggled in"}]})
    status, _, given = send(zotero_port, "POST", "/connector/saveItems", body, **headers)
    assert status == 403
    assert "access-control-allow-origin" not in {name.lower() for name in given}
    assert workspace.papers.search("smuggled") == []


def test_zoteros_port_stays_closed_until_it_is_wanted(
    workspace: Workspace, zotero_port: int
) -> None:
    service = workspace.serve(port=0)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", zotero_port), timeout=5)
    assert service.address is not None
    port = int(service.address.url.rpartition(":")[2])
    assert send(port, "POST", "/better-bibtex/json-rpc", READY)[0] == 404
    assert send(port, "POST", "/connector/ping", "{}", **_named(BROWSER))[0] == 404


def test_a_running_zotero_keeps_its_port(workspace: Workspace, zotero_port: int) -> None:
    with socket.socket() as zotero:
        zotero.bind(("127.0.0.1", zotero_port))
        zotero.listen()
        service = workspace.serve(port=0, plugins=True)
        assert service.zotero_problem is not None
        assert "perhaps by Zotero" in str(service.zotero_problem)
        assert service.address is not None
        port = int(service.address.url.rpartition(":")[2])
        assert send(port, "POST", "/better-bibtex/json-rpc", READY)[0] == 200


def test_only_the_connectors_addresses_are_its_own() -> None:
    headers = [(b"x-zotero-connector-api-version", b"3"), (b"origin", CHROME.encode())]
    assert is_of_connector("/connector/ping", headers)
    assert not is_of_connector("/search", headers)
    assert not is_of_connector("/connector/ping", [*headers, (b"origin", b"https://page.example")])
