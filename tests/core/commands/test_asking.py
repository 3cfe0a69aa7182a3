"""``cocite recommend``: what is asked, and what is said of a library that is not ready.

``cocite evidence``: passages and quotations of each citation, as text, JSON and a page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn
from unittest.mock import Mock

import pytest

from core.base.records import PaperRecord
from core.commands.cli import main
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.services.indexing import Indexing
from core.services.lookup import Lookup
from tests import wording
from tests.core.conftest import RECORDS
from tests.core.services.test_evidence import SAID, make_library, write_manuscript

# --- papers for words, sentences, manuscripts and papers --------------------------------------


LATEX = r"\documentclass{article}\title{On moors}\begin{document}Peat is acid.\end{document}"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    with Library.open(folder, create=True) as opened:
        list(opened.papers.add(RECORDS, source="test"))
        WordIndex(folder / "words", opened.identity).follow(opened.papers)
    return folder


def test_a_text_is_asked_whole(library: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "Nobody knows why. Moorland soils are acid. Contrastive learning needs hard negatives."
    assert main(["recommend", "--library", str(library), "--text", text, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["sentence"] == {"index": 0, "text": text}
    assert {"t:soil", "t:hard"} <= {each["id"] for each in found["suggestions"]}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--text", "  \n"], "blank"),
        (["{draft}", "--text", ""], "blank"),
        (["{draft}", "--text", "Peat.", "--sentence", "0"], "exclude each other"),
        (["--sentence", "0"], wording.stem("core.commands.asking:_require_one_question recommend")),
    ],
)
def test_what_is_no_question_is_refused(
    library: Path, options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = library.parent / "draft.tex"
    draft.write_text(LATEX, encoding="utf-8")
    asked = [option.format(draft=draft) for option in options]
    assert main(["recommend", "--library", str(library), *asked]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert words in printed.err


def test_words_that_are_behind_are_told_and_name_nothing_in_the_trash(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = ["recommend", "--library", str(library), "--text", "The acidity of peat", "--json"]
    assert main(ask) == 0
    assert "behind" not in capsys.readouterr().err
    with Library.open(library) as opened:
        list(opened.papers.add([PaperRecord(id="t:new", title="Peat again")], source="test"))
        soil = opened.papers.resolve("t:soil")
        assert soil is not None
        opened.papers.trash([soil])
    assert main(ask) == 0
    printed = capsys.readouterr()
    assert wording.fill("core.commands.common:open_workspace") in printed.err
    found = {each["id"] for each in json.loads(printed.out)["suggestions"]}
    assert "t:bare" in found
    assert "t:soil" not in found


@pytest.mark.parametrize(
    "arguments",
    [
        ["recommend", "missing.pdf"],
        ["evidence", "missing.pdf"],
        ["mark", "missing.pdf", "--to", "marked.pdf"],
        ["similar", "t:missing"],
    ],
)
def test_what_does_not_exist_is_said_before_a_model_is_loaded(
    library: Path, arguments: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    loads = Mock()
    monkeypatch.setattr(Indexing, "has_vectors", lambda *_: True)
    monkeypatch.setattr(Indexing, "load_model", loads)
    assert main([*arguments, "--library", str(library)]) != 0
    loads.assert_not_called()


# --- what cited papers say --------------------------------------------------------------------


def test_the_command_prints_json_and_writes_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library, manuscript = make_library(tmp_path), write_manuscript(tmp_path)
    page = tmp_path / "evidence.html"
    options = ["--library", str(library), "--html", str(page)]
    assert main(["evidence", str(manuscript), *options, "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    first = values["citations"][0]
    assert first["quotations"][0]["differences"] == [{"quoted": "red", "printed": "green"}]
    assert first["paper_id"]
    assert [check["state"] for check in values["references"]] == ["unchecked", "agrees", "differs"]
    html = page.read_text(encoding="utf-8")
    assert "<del>red</del> → <ins>green</ins>" in html
    assert SAID in html

    assert main(["evidence", str(manuscript), *options]) == 0
    printed = capsys.readouterr().out
    assert wording.fill("core.services.evidence_page:_STATES Not library") in printed
    assert f"> {SAID} (P. 2)" in printed
    assert "wrong" not in printed


def test_a_look_up_that_is_stopped_leaves_the_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(Lookup, "require_consent", lambda _: None)
    monkeypatch.setattr(Lookup, "records", stop)
    library, manuscript = make_library(tmp_path), write_manuscript(tmp_path)
    options = ["--library", str(library), "--online", "--json"]
    assert main(["evidence", str(manuscript), *options]) == 0
    printed = capsys.readouterr()
    assert "stopped" in printed.err
    states = [check["state"] for check in json.loads(printed.out)["references"]]
    assert states == ["unchecked", "agrees", "differs"]


def test_papers_after_the_manuscript_are_hidden_and_counted(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    draft = library.parent / "draft.tex"
    draft.write_text(LATEX.replace(r"\begin", r"\date{2000}\begin", 1), encoding="utf-8")
    ask = ["recommend", "--library", str(library), str(draft), "--sentence", "0"]

    def answer(*options: str) -> tuple[set[str], int]:
        assert main([*ask, *options, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        return {each["id"] for each in found["new"]}, found.get("hidden", 0)

    assert answer() == ({"t:soil"}, 1)
    assert answer("--years", "any") == ({"t:soil", "t:bare"}, 0)
    assert answer("--years", "2001-") == ({"t:bare"}, 1)
    assert answer("--years", "any", "--type", "book") == (set(), 2)
    assert main(ask) == 0
    assert (
        wording.fill("core.commands.printing:_print_hidden", "1 more paper")
        in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--years", "2019-2010"], wording.stem("core.base.records:with_years")),
        (["--years", "lately"], wording.stem("core.base.records:with_years")),
        (["--years", "-"], wording.stem("core.base.records:with_years")),
        (["--collection", "Nothing"], wording.stem("core.programs.browsing:find_group")),
        (["--type", "novel"], wording.stem("core.programs.browsing:make_filter")),
    ],
)
def test_what_is_no_filter_is_refused(
    library: Path, options: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["recommend", "--library", str(library), "--text", "Peat.", *options]) == 2
    assert words in capsys.readouterr().err
