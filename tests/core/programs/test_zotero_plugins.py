"""What plug-ins for Zotero send, in the shapes that they send it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from core.base.library_records import Annotation
from core.base.records import PaperNumber, Rect
from core.models.shelf import Shelf
from core.programs.picked_formats import item_key
from core.programs.zotero_plugins import ZoteroPlugins
from core.workspace import Workspace
from tests.core.programs.serving import fill

HARD, SOIL = "byron2020mining", "tharp1999acidity"
ITEMS_TRANSLATOR = "36a3b0b5-bad0-4a04-b79b-441c7cef77db"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workspace]:
    folder = tmp_path_factory.mktemp("plugins")
    fill(folder / "library")
    opened = Workspace(folder / "library", Shelf(folder / "models"))
    hard = opened.library.papers.resolve_many(["t:hard"])["t:hard"]
    opened.library.collections.add("To read", [hard])
    opened.library.tags.add("graphs", [hard])
    opened.papers.notes.set(hard, "Look at <table> 2.\n\nAgain.")
    file = folder / "library" / "a.pdf"
    file.write_bytes(b"%PDF-")
    opened.library.papers.attach_file(hard, file, "ab" * 32)
    rect = Rect(page=2, x0=1, y0=2, x1=3, y1=4)
    opened.papers.annotations.put(
        Annotation(hard, "ab" * 32, "highlight", "yellow", (rect,), text="hard ones", note="why")
    )
    yield opened
    opened.close()


@pytest.fixture
def plugins(workspace: Workspace) -> ZoteroPlugins:
    return workspace.zotero_plugins


@pytest.fixture
def hard(workspace: Workspace) -> PaperNumber:
    return workspace.library.papers.resolve_many(["t:hard"])["t:hard"]


def call(plugins: ZoteroPlugins, method: str, params: object = None) -> Any:  # noqa: ANN401
    request = {"jsonrpc": "2.0", "method": method, "id": 5}
    answer = plugins.answer_rpc(
        json.dumps(request | ({} if params is None else {"params": params}))
    )
    assert isinstance(answer, dict)
    assert answer["id"] == 5
    assert "error" not in answer, answer
    return answer["result"]


def refuse(plugins: ZoteroPlugins, text: str) -> int:
    answer = plugins.answer_rpc(text)
    assert isinstance(answer, dict)
    return int(answer["error"]["code"])


def keys(items: list[dict[str, Any]]) -> set[str]:
    return {item["citekey"] for item in items}


def test_papers_are_searched_by_the_time_at_which_they_came(plugins: ZoteroPlugins) -> None:
    for operator, time, count in (
        ("isAfter", "2020-01-31 10:00:00", 5),
        ("isAfter", "2999-01-31 10:00:00", 0),
        ("isBefore", "2999-01-31", 5),
        ("isBefore", "2020-01-31", 0),
    ):
        papers = call(plugins, "item.search", [[["dateModified", operator, time]], 1])
        assert len(papers) == count
    wrong = {"jsonrpc": "2.0", "method": "item.search", "params": [[["dateAdded", "is", "2"]]]}
    assert refuse(plugins, json.dumps(wrong)) == -32602


def test_papers_are_searched_by_key_words_and_conditions(plugins: ZoteroPlugins) -> None:
    assert call(plugins, "item.search", [HARD])[0]["citekey"] == HARD
    assert keys(call(plugins, "item.search", ["moorland"])) == {SOIL}
    assert len(call(plugins, "item.search", [""])) == 5
    either = [["joinMode", "any"], ["creator", "contains", "Tharp"], ["title", "contains", "hard"]]
    assert keys(call(plugins, "item.search", [either])) == {HARD, SOIL}
    both = [["ignore_feeds"], ["creator", "contains", "Byron"], ["title", "contains", "hard"]]
    assert keys(call(plugins, "item.search", [both])) == {HARD}
    assert SOIL not in keys(call(plugins, "item.search", [[["creator", "isNot", "Tharp"]]]))
    groups = call(plugins, "user.groups")
    assert call(plugins, "item.search", [SOIL])[0]["library"] == groups[0]["name"]


def test_items_are_told_with_notes_files_and_groups(
    plugins: ZoteroPlugins, hard: PaperNumber
) -> None:
    (item,) = json.loads(call(plugins, "item.export", [[HARD], ITEMS_TRANSLATOR, 1]))["items"]
    assert (item["itemType"], item["citationKey"]) == ("journalArticle", HARD)
    assert item["tags"][0] == {"tag": "graphs"}
    assert item["notes"][0]["note"] == "<p>Look at &lt;table&gt; 2.</p><p>Again.</p>"
    assert item["attachments"][0]["path"].endswith("a.pdf")
    assert item["uri"].endswith(item_key(hard))
    assert call(plugins, "item.notes", [[HARD, SOIL]])[SOIL] == []
    (collection,) = call(plugins, "item.collections", [[HARD], True])[HARD]
    assert (collection["name"], collection["parentCollection"]) == ("To read", False)
    (file,) = call(plugins, "item.attachments", [HARD, 1])
    (annotation,) = file["annotations"]
    assert annotation["annotationText"] == "hard ones"
    assert annotation["annotationComment"] == "why"
    assert annotation["annotationPageLabel"] == "3"
    assert annotation["annotationColor"] == "#ffd400"


def test_keys_and_references_are_told(plugins: ZoteroPlugins, hard: PaperNumber) -> None:
    names = [f"1:{item_key(hard)}", item_key(hard), "1:ABCDEFGH"]
    assert call(plugins, "item.citationkey", [names]) == dict(
        zip(names, [HARD, HARD, None], strict=True)
    )
    html = call(plugins, "item.bibliography", [[SOIL], {"quickCopy": True, "contentType": "html"}])
    assert '<div class="csl-entry">Tharp, M. (1999).' in html
    named = {"citekeys": [SOIL], "format": {"id": "ieee"}}
    assert call(plugins, "items.bibliography", named).startswith("[1] M. Tharp")


def test_the_pandoc_filter_gets_items_and_errors(plugins: ZoteroPlugins) -> None:
    answer = call(plugins, "item.pandoc_filter", {"citekeys": [HARD, "nobody"], "asCSL": True})
    assert answer["errors"] == {"nobody": 0}
    item = answer["items"][HARD]
    assert item["citation-key"] == HARD
    assert item["custom"]["author"] == "Byron and Hopper"
    assert "/users/local/" in item["custom"]["uri"]
    raw = call(plugins, "item.pandoc_filter", {"citekeys": [HARD], "asCSL": False})
    assert raw["items"][HARD]["itemType"] == "journalArticle"


def test_mistakes_have_the_codes_of_json_rpc(plugins: ZoteroPlugins) -> None:
    def request(method: str, params: object) -> str:
        return json.dumps({"jsonrpc": "2.0", "method": method, "params": params})

    assert refuse(plugins, "{") == -32700
    assert refuse(plugins, '{"method": "api.ready"}') == -32600
    assert refuse(plugins, request("autoexport.add", [])) == -32601
    for method, params in (
        ("item.search", []),
        ("item.search", {"words": "x"}),
        ("item.search", [7]),
        ("item.search", [[["colour", "is", "red"]]]),
        ("item.search", ["x", "Another library"]),
        ("item.notes", [["nobody"]]),
        ("item.export", [[HARD], "no translator"]),
        ("item.bibliography", [[HARD], {"id": "no-such-style"}]),
    ):
        assert refuse(plugins, request(method, params)) == -32602, (method, params)
    both = plugins.answer_rpc(f"[{request('api.ready', [])}, {request('x.y', [])}]")
    assert isinstance(both, list)
    assert [("result" in answer) for answer in both] == [True, False]


def test_libraries_and_collections_are_exported_as_files(plugins: ZoteroPlugins) -> None:
    assert plugins.export_library("/1/My Library.biblatex").count("@") == 5
    assert isinstance(json.loads(plugins.export_library("/1/library.json")), list)
    assert json.loads(plugins.export_library("/1/library.jzon"))["items"]
    only = json.loads(plugins.export_library("/collection/To read.csljson"))
    assert [item["citation-key"] for item in only] == [HARD]


def test_zotxt_is_answered(plugins: ZoteroPlugins, hard: PaperNumber) -> None:
    key = f"0_{item_key(hard)}"
    (found,) = plugins.answer_zotxt("search", {"q": "hard negatives", "format": "quickBib"})  # type: ignore[misc]
    assert found == {
        "key": key,
        "quickBib": "Byron, Ada - 2020 - Mining hard negatives for contrastive learning",
    }
    assert plugins.answer_zotxt("items", {"key": key, "format": "citekey"}) == [HARD]
    (paths,) = plugins.answer_zotxt("items", {"citekey": HARD, "format": "paths"})  # type: ignore[misc]
    assert paths["paths"][0].endswith("a.pdf")
    assert HARD in plugins.answer_zotxt("complete", {"citekey": "byr"})  # type: ignore[operator]
    style = {"key": key, "format": "bibliography", "style": "chicago-note-bibliography"}
    assert plugins.answer_zotxt("items", style)[0]["text"].startswith("Byron, Ada")  # type: ignore[index]
    assert plugins.answer_zotxt("items", {"key": "0_ZZZZZZZZ"}) is None
    assert plugins.answer_zotxt("select", {"key": key}) is None


def test_papers_in_the_trash_are_not_told(workspace: Workspace, plugins: ZoteroPlugins) -> None:
    soil = workspace.library.papers.resolve_many(["t:soil"])["t:soil"]
    workspace.library.papers.trash([soil])
    try:
        assert call(plugins, "item.citationkey", [[item_key(soil)]]) == {item_key(soil): None}
        assert SOIL not in keys(call(plugins, "item.search", [""]))
        assert SOIL not in plugins.export_library("/1/My Library.biblatex")
    finally:
        workspace.library.papers.restore([soil])
