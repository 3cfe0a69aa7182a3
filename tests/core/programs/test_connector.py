"""What the Zotero Connector of a browser sends, and what becomes of it in the library."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pymupdf
import pytest

from core.base.errors import UsageError
from core.models.shelf import Shelf
from core.programs.connector import Connector, Reply, decode_title
from core.workspace import Workspace
from tests.core.programs.serving import fill

ARTICLE: dict[str, Any] = {
    "itemType": "journalArticle",
    "id": "q1w2e3r4",
    "title": "Carbon in raised bogs",
    "creators": [{"firstName": "Lena", "lastName": "Ort", "creatorType": "author"}],
    "date": "2019-05-02",
    "publicationTitle": "Bog Letters",
    "DOI": "10.55555/bog.1",
    "tags": [{"tag": "bogs"}],
    "notes": [{"note": "<p>Read <i>soon</i></p>"}],
    "attachments": [],
    "seeAlso": [],
    "complete": True,
}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    fill(tmp_path / "library")
    opened = Workspace(tmp_path / "library", Shelf(tmp_path / "models"))
    yield opened
    opened.close()


@pytest.fixture
def connector(workspace: Workspace) -> Connector:
    return workspace.connector


def send(
    connector: Connector, method: str, data: object = None, body: bytes = b"", **options: str
) -> Reply:
    return connector.answer(method, data, options, body)


def pdf(text: str) -> bytes:
    with pymupdf.open() as document:
        document.new_page().insert_text((72, 72), text)
        return bytes(document.tobytes())


def test_an_item_is_saved_once_with_its_note_and_tags(
    workspace: Workspace, connector: Connector
) -> None:
    saved: list[bool] = []
    connector.on_saved = lambda: saved.append(True)
    assert send(connector, "saveItems", {"sessionID": "a", "items": [ARTICLE]}).status == 201
    assert saved == [True]
    assert send(connector, "saveItems", {"sessionID": "a", "items": [ARTICLE]}).status == 409
    assert send(connector, "saveItems", {"sessionID": "b", "items": [ARTICLE]}).status == 201
    (number,) = workspace.papers.search("carbon raised bogs")
    (paper,) = workspace.papers.get_many([number])
    assert (paper.authors, paper.year, paper.doi) == (("Lena Ort",), 2019, "10.55555/bog.1")
    assert not {"id", "complete", "seeAlso"} & paper.extra.keys()
    assert workspace.papers.notes.get(number) == "Read soon"
    assert [group.name for group in workspace.library.tags.of(number)] == ["bogs"]


def test_its_pdf_comes_by_itself(workspace: Workspace, connector: Connector) -> None:
    send(connector, "saveItems", {"sessionID": "a", "items": [ARTICLE]})
    data = {"parentItemID": "q1w2e3r4", "title": "=?UTF-8?Q?Volltext_=C3=BCber_Moore?="}
    assert send(connector, "saveAttachment", data, pdf("Bogs"), sessionID="a").status == 201
    (number,) = workspace.papers.search("carbon raised bogs")
    (file,) = workspace.library.papers.files(number)
    assert file.path.is_relative_to(workspace.library.folder)
    assert file.path.name.startswith("Volltext_über_Moore")
    assert send(connector, "saveAttachment", data, b"<html>", sessionID="a").status == 400
    assert send(connector, "saveAttachment", data, pdf("Bogs"), sessionID="z").status == 400


def test_collection_tags_and_note_follow_the_choice(
    workspace: Workspace, connector: Connector
) -> None:
    group = workspace.library.collections.add("Bogs")
    send(connector, "saveItems", {"sessionID": "a", "items": [ARTICLE]})
    (number,) = workspace.papers.search("carbon raised bogs")
    targets = send(connector, "getSelectedCollection", {}).value
    assert isinstance(targets, dict)
    assert [target["name"] for target in targets["targets"]] == ["My Library", "Bogs"]
    change: dict[str, Any] = {"sessionID": "a", "tags": ["wet, cold"], "note": "From the browser"}
    assert send(connector, "updateSession", change | {"target": f"C{group}"}).status == 200
    assert [one.name for one in workspace.library.collections.of(number)] == ["Bogs"]
    assert "wet, cold" in [one.name for one in workspace.library.tags.of(number)]
    assert send(connector, "updateSession", change | {"target": "L1"}).status == 200
    assert workspace.library.collections.of(number) == []
    assert workspace.papers.notes.get(number).count("From the browser") == 1
    assert send(connector, "updateSession", change | {"target": "C999"}).status == 400
    assert send(connector, "updateSession", change | {"sessionID": "z"}).status == 400


def test_a_changed_mind_takes_tags_and_note_back(
    workspace: Workspace, connector: Connector
) -> None:
    send(connector, "saveItems", {"sessionID": "a", "items": [ARTICLE]})
    (number,) = workspace.papers.search("carbon raised bogs")
    change: dict[str, Any] = {"sessionID": "a", "target": "L1"}
    for tags, note in (
        (["bogs", "wet"], "Read <b>the"),
        (["wet", "cold"], "Read the second<br>part &amp; all"),
    ):
        assert send(connector, "updateSession", change | {"tags": tags, "note": note}).status == 200
    names = [group.name for group in workspace.library.tags.of(number)]
    assert names == ["bogs", "cold", "wet"], "it had the first before"
    assert workspace.papers.notes.get(number) == "Read soon\n\nRead the second\npart & all"
    workspace.papers.notes.set(number, workspace.papers.notes.get(number) + " of it")
    assert send(connector, "updateSession", change | {"tags": [], "note": ""}).status == 200
    assert [group.name for group in workspace.library.tags.of(number)] == ["bogs"]
    assert workspace.papers.notes.get(number).endswith("of it"), "a person wrote in it"


def test_an_item_says_when_it_was_saved_and_keeps_the_lines_of_its_notes(
    workspace: Workspace, connector: Connector
) -> None:
    notes = [{"note": "<p>One</p><p>Two<br/>three</p>"}, {"note": None}, "plain"]
    item = ARTICLE | {"accessDate": "CURRENT_TIMESTAMP", "notes": notes}
    send(connector, "saveItems", {"sessionID": "a", "items": [item]})
    (number,) = workspace.papers.search("carbon raised bogs")
    (paper,) = workspace.papers.get_many([number])
    assert paper.extra["accessed"][:2] == "20", "a date"
    assert workspace.papers.notes.get(number) == "One\nTwo\nthree\n\nplain"


def test_a_page_a_pdf_and_a_file_of_references_become_papers(
    workspace: Workspace, connector: Connector
) -> None:
    page = {"sessionID": "w", "url": "https://bogs.example/x", "title": "All about bogs"}
    assert send(connector, "saveSnapshot", page).status == 201
    (number,) = workspace.papers.search("all about bogs")
    (paper,) = workspace.papers.get_many([number])
    assert (paper.url, paper.extra["type"]) == ("https://bogs.example/x", "webpage")
    assert send(connector, "saveStandaloneAttachment", {}, b"no", sessionID="p").status == 400
    text = "TY  - JOUR\nTI  - From a file\nAU  - Doe, Jo\nPY  - 2011\nER  - \n"
    reply = send(connector, "import", {}, text.encode(), session="r")
    assert reply.status == 201
    assert isinstance(reply.value, list)
    assert reply.value[0]["title"] == "From a file"
    assert send(connector, "import", {}, b"nothing", session="n").status == 400


def test_a_pdf_that_the_browser_shows_is_recognised(connector: Connector) -> None:
    body = pdf("A study of sphagnum in upland bogs")
    reply = send(connector, "saveStandaloneAttachment", {"title": "x.pdf"}, body, sessionID="p")
    assert (reply.status, reply.value) == (201, {"canRecognize": True})
    told = send(connector, "getRecognizedItem", {"sessionID": "p"}).value
    assert isinstance(told, dict)
    assert told["title"]
    assert send(connector, "getRecognizedItem", {"sessionID": "z"}).status == 400


def test_what_is_not_done_is_said(connector: Connector) -> None:
    assert send(connector, "saveItems", {"sessionID": "a", "items": []}).status == 400
    some = {"sessionID": "b", "items": [ARTICLE, {"itemType": "book", "id": "x"}]}
    assert send(connector, "saveItems", some).status == 500, "one of them has no title"
    assert send(connector, "hasAttachmentResolvers", {}).value is False
    assert send(connector, "getTranslatorCode", {"translatorID": "x"}).status == 404
    preferences = send(connector, "ping", {}).value
    assert isinstance(preferences, dict)
    assert preferences["prefs"]["automaticSnapshots"] is False
    assert decode_title("plain") == "plain"


def test_nothing_is_saved_into_a_read_only_library(workspace: Workspace, tmp_path: Path) -> None:
    workspace.close()
    reading = Workspace(tmp_path / "library", Shelf(tmp_path / "models"), write=False)
    try:
        with pytest.raises(UsageError, match="read-only"):
            send(reading.connector, "saveItems", {"sessionID": "a", "items": [ARTICLE]})
        targets = send(reading.connector, "getSelectedCollection", {}).value
        assert isinstance(targets, dict)
        assert targets["libraryEditable"] is False
    finally:
        reading.close()
