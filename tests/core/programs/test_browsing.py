"""What programs are told of the library itself, by ids and by citation keys."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.base.errors import UnknownPaperError, UsageError
from core.base.library_records import local_time
from core.models.shelf import Shelf
from core.workspace import Workspace
from tests import wording
from tests.core.programs.serving import fill

HARD = "byron2020mining"


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    fill(tmp_path / "library")
    opened = Workspace(tmp_path / "library", Shelf(tmp_path / "models"))
    yield opened
    opened.close()


def test_papers_are_listed_by_group_and_in_pages(workspace: Workspace) -> None:
    ask = workspace.programs.ask
    hard = workspace.library.papers.resolve_many(["t:hard"])["t:hard"]
    workspace.library.tags.add("Graphs", [hard])
    assert ask("groups", {})["tags"] == [{"name": "Graphs", "papers": 1}]
    assert [paper["key"] for paper in ask("list", {"tag": "graphs"})["papers"]] == [HARD]
    whole = [paper["id"] for paper in ask("list", {})["papers"]]
    parts = [ask("list", {"limit": 2, "offset": offset})["papers"] for offset in (0, 2, 4)]
    assert [paper["id"] for part in parts for paper in part] == whole
    with pytest.raises(UsageError, match=wording.pattern("core.programs.browsing:find_group")):
        ask("list", {"collection": "Graphs"})


@pytest.mark.usefixtures("far_east")
def test_the_day_a_paper_was_added_is_that_of_this_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = "2026-11-29T23:30:05+00:00"
    monkeypatch.setattr("core.library.store.paper_rows.now", lambda: late)
    fill(tmp_path / "other")
    with closing(Workspace(tmp_path / "other", Shelf(tmp_path / "models"))) as workspace:
        papers = workspace.programs.ask("list", {})["papers"]
    assert {paper["added"] for paper in papers} == {"2026-11-30"}
    assert local_time("long ago") == "long ago"


def test_keys_name_papers_wherever_ids_do(workspace: Workspace) -> None:
    ask = workspace.programs.ask
    for name in ("t:hard", HARD, f"@{HARD}"):
        assert ask("notes", {"paper": name})["id"] == "t:hard"
        assert ask("paper", {"id": name})["key"] == HARD
        assert ask("cite", {"papers": [name]})["text"] == rf"\cite{{{HARD}}}"
        assert ask("similar", {"papers": [name]})["papers"]
    with pytest.raises(
        UnknownPaperError, match=wording.pattern("core.programs.answering:_resolve_ids")
    ):
        ask("pages", {"paper": "nobody"})


def test_a_paper_without_a_text_has_no_pages(workspace: Workspace) -> None:
    answer = workspace.programs.ask("pages", {"paper": HARD, "first": 3})
    assert (answer["last_page"], answer["pages"]) == (0, [])


def test_papers_without_notices_are_checked_too(workspace: Workspace) -> None:
    assert workspace.programs.ask("retractions", {}) == {"checked": 5, "papers": []}


def test_programs_may_narrow_what_is_suggested(workspace: Workspace) -> None:
    ask = workspace.programs.ask
    text = "Contrastive learning needs hard negatives. Peat is acid."
    numbers = workspace.library.papers.resolve_many(["t:hard", "t:soil"])
    group = workspace.library.collections.add("Old", list(numbers.values()))

    def answer(**values: object) -> set[str]:
        return {each["id"] for each in ask("recommend", {"text": text, **values})["suggestions"]}

    assert answer(collection="old") == {"t:hard", "t:soil"}
    assert answer(collection="old", years="-2000") == {"t:soil"}
    assert ask("recommend", {"text": text, "years": "-2000"})["hidden"] > 0
    workspace.library.collections.assign(group, [numbers["t:hard"]], member=False)
    assert answer(collection="old") == {"t:soil"}, "members are read again"
    document = {"text": "A note of 2000. Peat is acid.", "format": "text"}
    assert ask("recommend", {"document": document, "offset": 20}).get("hidden", 0) == 0
    with pytest.raises(UsageError, match=wording.pattern("core.base.records:with_years")):
        answer(years="2000-1990")
