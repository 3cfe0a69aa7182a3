"""What the extension for Writer does without LibreOffice: Markdown for the service, codes, runs."""

from __future__ import annotations

import ast
import importlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from unittest.mock import MagicMock

import pytest

from core.manuscript.markup.markdown import parse

EXTENSION = Path(__file__).resolve().parents[2] / "editors/libreoffice/extension"
OAK = {
    "id": "oak",
    "uris": ["urn:cocite:t%3Aoak"],
    "itemData": {"id": "oak", "title": "Sieves", "DOI": "10.1000/a.1"},
}
ELM = {
    "id": 4,
    "itemData": {"id": 4, "title": "Moss: a “view”", "issued": {"date-parts": [[2001]]}},
}


@pytest.fixture(autouse=True)
def _on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(EXTENSION / "pythonpath"))
    yield
    own = ("cocite_writer", "cocite_component")
    for name in [each for each in sys.modules if each.partition(".")[0] in own]:
        del sys.modules[name]


def _take(self: object, *values: object) -> None:
    """Be made as a struct of LibreOffice is."""


@pytest.fixture
def office(monkeypatch: pytest.MonkeyPatch) -> MagicMock:
    """Let the modules of LibreOffice be there, which do nothing; its root object is returned."""
    monkeypatch.syspath_prepend(str(EXTENSION))
    for path in EXTENSION.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("com.sun.star"):
                own = sys.modules.get(str(node.module)) or ModuleType(str(node.module))
                monkeypatch.setitem(sys.modules, str(node.module), own)
                for alias in node.names:
                    setattr(own, alias.name, type(alias.name, (), {"__init__": _take}))
    monkeypatch.setitem(sys.modules, "uno", MagicMock())
    monkeypatch.setitem(sys.modules, "unohelper", MagicMock(Base=type("Base", (), {})))
    return MagicMock()


def module(name: str) -> ModuleType:
    return importlib.import_module(f"cocite_writer.{name}")


def test_every_module_is_valid_in_the_oldest_python_of_libreoffice() -> None:
    files = list(EXTENSION.rglob("*.py"))
    assert len(files) > 5
    for file in files:
        ast.parse(file.read_text(encoding="utf-8"), file.name, feature_version=(3, 8))


def test_the_service_reads_the_text_as_it_is_and_what_it_cites(tmp_path: Path) -> None:
    made = module("manuscript")
    odd = "\t  1 * 2 _is_ [sic] <b> $5 and $6 @oak2001 #1 ~ ^ `x` 😀 & more "
    paragraphs = [
        made.Paragraph([made.Piece("Introduction", 0)], 1),
        made.Paragraph(
            [
                made.Piece(odd, 0),
                made.Piece("(Oak; Moss)", len(odd), {"citationItems": [OAK, ELM]}),
                made.Piece(". It ends.", len(odd) + 11),
            ]
        ),
    ]
    written = made.written("On “sieves”", paragraphs)
    path = tmp_path / "text.md"
    path.write_text(written.text, encoding="utf-8")
    manuscript = parse(path)

    assert manuscript.title == "On “sieves”"
    assert [one.title for one in manuscript.sections] == ["Introduction"]
    first, second = manuscript.sentences
    assert first.text.startswith(" ".join(odd.split()))
    assert second.text == "It ends."
    (marker,) = first.markers
    cited = [manuscript.references[at] for at in marker.references]
    assert {one.doi or one.title for one in cited} == {"10.1000/a.1", "Moss: a “view”"}

    end = written.text.index("It ends")
    assert written.origin(end) == (1, len(odd) + 13)
    assert written.at(1, len(odd) + 13) == end
    assert written.text[written.at(1, odd.index("sic"))] == "s"


def test_codes_are_read_back_as_they_were_written() -> None:
    codes = module("codes")
    citation = codes.with_papers(codes.new_citation(), [("t:oak", OAK["itemData"], "4–5")])
    again = codes.with_papers(citation, [("t:oak", OAK["itemData"], "")])
    assert again == citation
    name = codes.named(codes.code_of(citation))
    assert name.startswith("ZOTERO_ITEM CSL_CITATION {")
    assert codes.citation_in(name) == citation
    (item,) = citation["citationItems"]
    assert (codes.paper_of(item), item["locator"]) == ("t:oak", "4–5")
    assert codes.works_and_cites([citation, citation]) == (
        [OAK["itemData"]],
        [[{"work": 0, "locator": "4–5", "label": "page"}]] * 2,
    )


@pytest.mark.parametrize("name", ["", "ZOTERO_ITEM CSL_CITATION {", "ZOTERO_ITEM CSL_CITATION []"])
def test_a_broken_code_is_no_citation(name: str) -> None:
    assert module("codes").citation_in(name) is None


@pytest.mark.parametrize(("named", "kept"), [("apa", "apa"), ("", ""), ("/home/oak/own.csl", "")])
def test_a_document_keeps_the_name_of_a_style_and_no_path(
    office: MagicMock, named: str, kept: str
) -> None:
    office.style = ""
    office.fields.return_value = []
    answer = {"citations": [], "references": [], "style": named}
    module("commands").Writer(office, lambda _question, _values: answer).refresh()
    assert office.style == kept


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"command": "cut"}, "does not know: KeyError: 'cut'"),
        ({}, "does not know"),
        ({"command": "insert", "values": '{"words": []}'}, "does not know"),
        ({"command": "insert", "values": "{}"}, "does not know"),
        ({"command": "insert", "values": "[1]"}, "does not know"),
        ({"command": "insert", "values": "{"}, "does not know"),
        (
            {"command": "insert", "values": '{"papers": ["t:oak"]}'},
            "mistake (KeyError: 'itemData')",
        ),
    ],
)
def test_a_macro_is_told_whether_it_or_cocite_is_wrong(
    office: MagicMock, monkeypatch: pytest.MonkeyPatch, asked: dict[str, str], words: str
) -> None:
    component = importlib.import_module("cocite_component")

    def insert(_writer: object, papers: list[str], pages: str = "") -> None:
        raise KeyError("itemData")

    monkeypatch.setattr(component.Writer, "insert", insert)
    monkeypatch.setattr(component, "Document", MagicMock())
    arguments = tuple(SimpleNamespace(Name=name, Value=value) for name, value in asked.items())
    answer = json.loads(component.CociteWriter(office).execute(arguments))
    assert words in answer["error"]
    assert bool(answer["remedy"]) is ("does not know" in words)


@pytest.mark.parametrize(
    ("papers", "pages", "read"),
    [
        (["a"], "4; 9", ["4; 9"]),
        (["a"], " 4–9 ", ["4–9"]),
        (["a"], ["4; 9"], ["4; 9"]),
        (["a", "b"], "4; 9–10", ["4", "9–10"]),
        (["a", "b"], ";9", ["", "9"]),
        (["a", "b"], " ", ["", ""]),
    ],
)
def test_each_paper_has_its_pages(
    office: MagicMock, papers: list[str], pages: str | list[str], read: list[str]
) -> None:
    assert module("commands").pages_of_each(papers, pages) == read


@pytest.mark.parametrize(
    ("papers", "pages", "words"),
    [
        (["a"], ["4", "9"], "One paper is chosen, and pages are given for 2."),
        (["a", "b"], "4", "2 papers are chosen, and pages are given for 1."),
        (["a", "b"], "4;5;6", "2 papers are chosen, and pages are given for 3."),
    ],
)
def test_pages_that_fit_no_paper_are_refused(
    office: MagicMock, papers: list[str], pages: str | list[str], words: str
) -> None:
    with pytest.raises(module("service").Trouble, match=re.escape(words)):
        module("commands").pages_of_each(papers, pages)


def test_the_window_stays_until_the_pages_fit_the_papers(office: MagicMock) -> None:
    dialogs = module("dialogs")
    controls: dict[str, MagicMock] = {}

    class PaperDialog(dialogs.PaperDialog):  # type: ignore[name-defined, misc]
        def add(self, _kind: str, name: str, *_: object, **_values: object) -> MagicMock:
            return controls.setdefault(name, MagicMock())

    dialog = PaperDialog(office, office, "Insert citation")
    paper = {"authors": [], "year": 1999, "title": "Fens"}
    dialog._fill([paper | {"id": name} for name in "abc"], "3 found.")
    controls["papers"].getSelectedItemsPos.return_value = (0, 2)
    (listener,) = controls["cite"].addActionListener.call_args.args
    controls["pages"].getText.return_value = "4"
    listener.actionPerformed(None)
    dialog.window.endDialog.assert_not_called()
    (shown,) = controls["why"].setText.call_args.args
    assert shown.startswith("2 papers are chosen, and pages are given for 1.")
    controls["pages"].getText.return_value = "4; 9"
    listener.actionPerformed(None)
    dialog.window.endDialog.assert_called_once_with(dialogs._OK)
    assert dialog._accept()
    assert dialog._result == (["a", "c"], "4; 9")


def test_html_becomes_runs() -> None:
    runs = module("runs")
    found = runs.runs_of("A &amp; <i>B<sup>2</sup></i> &lt;c&gt;")
    assert runs.plain(found) == "A & B2 <c>"
    assert [(each.text, sorted(each.looks)) for each in found][1:3] == [
        ("B", ["i"]), ("2", ["i", "sup"]),
    ]  # fmt: skip


def said_in_the_extension() -> set[str]:
    """Return the texts that the code shows: what ``told`` and ``Trouble`` are given."""
    found = set()
    for file in EXTENSION.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            name = getattr(getattr(node, "func", None), "id", "")
            if isinstance(node, ast.Call) and name in {"told", "Trouble"}:
                texts = node.args if name == "Trouble" else node.args[:1]
                found |= {each.value for each in texts if isinstance(each, ast.Constant)}
    return found


def test_every_text_has_german_with_the_same_values() -> None:
    wording = module("wording")
    shown = said_in_the_extension()
    assert len(shown) > 40
    assert shown - set(wording.GERMAN) == set()
    values = re.compile(r"\{[^}]*\}")
    for english, german in wording.GERMAN.items():
        assert sorted(values.findall(english)) == sorted(values.findall(german)), english


def test_the_language_of_the_office_is_spoken() -> None:
    wording = module("wording")
    for locale, said in (
        ("de", "Schließen"),
        ("de_AT", "Schließen"),
        ("fr", "Close"),
        ("", "Close"),
    ):
        wording.speak(locale)
        assert wording.told("Close") == said
    wording.speak("de")
    assert wording.told("{count} found.", count=3) == "3 gefunden."
    assert wording.told("What the {service} said") == "What the {service} said"
    wording.speak("en-US")


@pytest.mark.parametrize(
    ("sentences", "unread", "words"),
    [
        (12, "", "No sentence seems to lack a citation."),
        (0, "", "No sentence was found in the document."),
        (
            12,
            "The text of notes was not read (3).",
            (
                "No sentence that was read seems to lack a citation. The text of notes was not "
                "read (3)."
            ),
        ),
    ],
)
def test_no_gap_is_said_of_what_was_read_alone(sentences: int, unread: str, words: str) -> None:
    answer = {"sentences": sentences, "gaps": [], "reading": {"text": unread, "parts": []}}
    assert module("wording").no_gap_words(answer) == words


def test_the_menu_is_there_in_both_languages() -> None:
    menu = (EXTENSION / "Addons.xcu").read_text(encoding="utf-8")
    english, german = (
        re.findall(rf'<value xml:lang="{each}">(.*?)<', menu) for each in ("en", "de")
    )
    assert len(german) == len(english) - 1 == 6, "all but the name of the program"
