"""``cocite parse``: the structure, and what is wrong with the citations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.records import PaperRecord
from core.commands.cli import main
from core.library.library import Library
from tests import wording
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, Press
from tests.core.services.test_manuscripts import LAMP, typeset


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    return typeset(tmp_path / "paper.pdf")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    with Library.open(folder, create=True) as opened:
        records = [LAMP, PaperRecord(title="Buoys", doi="10.5555/buoy")]
        list(opened.papers.add(records, source="test"))
    return folder


def test_what_is_wrong_with_the_citations_is_printed(
    paper: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["parse", str(paper)]) == 0
    printed = capsys.readouterr().out
    assert "Lighthouses and the People Who Mend Them" in printed
    assert "never cited" in printed.splitlines()[-1]


def test_the_json_holds_the_findings_and_names_papers_by_id(
    paper: Path, library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["parse", str(paper), "--json", "--library", str(library)]) == 0
    read = json.loads(capsys.readouterr().out)
    assert [each["library_id"] for each in read["references"]] == ["t:lamp", None, None]
    (finding,) = read["findings"]
    assert finding["kind"] == "never cited"
    assert finding["reference"] == 2
    assert finding["paper_id"] is None


@pytest.fixture
def listless(tmp_path: Path) -> Path:
    """Return a paper whose list has a title and no entries."""
    press = Press(tmp_path / "listless.pdf", ((54.0, 558.0),))
    press.put(120, 50, prose.TITLE, BOLD, 16)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain([*prose.METHOD, *prose.RESULTS])), FIRST)
    press.add("References", HEADING)
    return press.save()


def test_what_was_not_read_is_printed_first(
    listless: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["parse", str(listless)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(
        "Warning: " + wording.fill("core.manuscript.pdf.unread:_missing_list", page=1)
    )
    assert any(
        line.startswith(wording.fill("desktop.manuscript.actions:_judge_adding found"))
        for line in lines
    )
    assert not any(
        wording.stem("core.recommend.audit:_not_listed cited~but") in line for line in lines
    )


def test_the_json_says_what_was_not_read(
    listless: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["parse", str(listless), "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert read["reading"]["level"] == "serious"
    assert read["reading"]["parts"][0]["page"] == 1
    assert read["unread"][0]["kind"] == "list"


def test_a_paper_that_was_wholly_read_has_no_warning(
    paper: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["parse", str(paper)]) == 0
    assert "Warning" not in capsys.readouterr().out
    assert main(["parse", str(paper), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["reading"]["level"] == "nothing"
