"""Looking papers up as a service of a library, and ``cocite lookup``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from core.base import settings
from core.base.errors import LookUpError
from core.base.lookups import Consent
from core.base.records import PaperRecord
from core.commands.cli import main
from core.library.online import looking
from core.models.shelf import Shelf
from core.workspace import Workspace
from tests import services_online as there
from tests import wording
from tests.services_online import ARXIV, CITED, DOI, TITLE, Online

BOTH = Consent(("crossref", "openalex"))


@pytest.fixture
def online(monkeypatch: pytest.MonkeyPatch) -> Iterator[Online]:
    monkeypatch.setattr(looking, "_PAUSES", dict.fromkeys(("crossref", "openalex", "arxiv"), 0.0))
    with there.served() as online:
        yield online


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(Workspace(tmp_path / "library", Shelf(tmp_path / "m"), create=True)) as workspace:
        cited = PaperRecord(title="Marshes of the north", doi=CITED)
        list(workspace.library.papers.add([cited], source="test"))
    return tmp_path / "library"


@pytest.fixture
def workspace(folder: Path, tmp_path: Path) -> Iterator[Workspace]:
    with closing(Workspace(folder, Shelf(tmp_path / "m"))) as workspace:
        yield workspace


def agree(*services: str) -> None:
    agreed = settings.Settings().changed(**{f"lookup_{each}": True for each in services})
    settings.save(agreed, settings.default_path())


def test_what_is_found_becomes_a_paper_with_its_citations(
    workspace: Workspace, online: Online
) -> None:
    workspace.lookup.consent = BOTH
    found = workspace.lookup.texts([DOI])
    assert workspace.library.papers.count() == 1
    ((number, new),) = workspace.lookup.add(found)
    assert new
    paper = workspace.library.papers.get(number)
    assert (paper.title, paper.doi, paper.authors[0]) == (TITLE, DOI, "Ann Roe")
    cited = workspace.library.papers.resolve_many([f"doi:{CITED}"])[f"doi:{CITED}"]
    assert workspace.library.citations.pairs().tolist() == [[number, cited]]
    (source,) = workspace.enrichment.sources()
    assert source.name.startswith("Crossref, OpenAlex 2")
    assert (source.citations, source.title) == (1, "Crossref, OpenAlex")
    assert workspace.lookup.tell(found).known
    workspace.enrichment.remove(source.number)
    assert len(workspace.library.citations.pairs()) == 0
    assert workspace.papers.search("warblers") == [number]


def test_one_that_is_there_learns_and_is_not_doubled(workspace: Workspace, online: Online) -> None:
    record = PaperRecord(title=TITLE, arxiv=ARXIV, authors=("Ann Roe",))
    list(workspace.library.papers.add([record], source="test"))
    workspace.lookup.consent = Consent(("arxiv",))
    ((_, new),) = workspace.lookup.add(workspace.lookup.texts([ARXIV]))
    assert not new
    assert workspace.library.papers.count() == 2


def test_an_entry_of_a_reference_list_is_looked_up_by_what_it_states(
    workspace: Workspace, online: Online
) -> None:
    entry = PaperRecord(title="Nests of reed warblers in wet summer", authors=("A. Roe",))
    workspace.lookup.consent = Consent(("crossref",))
    found = workspace.lookup.record(entry)
    assert found.record is not None
    assert found.record.doi == DOI
    with pytest.raises(LookUpError, match=wording.pattern("core.services.lookup:record")):
        workspace.lookup.record(PaperRecord(title="In press"))


def test_the_command_refuses_unless_a_service_is_switched_on(
    folder: Path, online: Online, capsys: pytest.CaptureFixture[str]
) -> None:
    for more in ([], ["--add"], ["--fill"]):
        what = [f"doi:{CITED}"] if more == ["--fill"] else [DOI]
        assert main(["lookup", "--library", str(folder), *what, *more]) == 1
        said = capsys.readouterr().err
        assert "turned off" in said
        assert "Privacy" in said
    assert online.requests == []


def test_the_command_prints_adds_fills_in_and_lists_what_was_sent(
    folder: Path, online: Online, capsys: pytest.CaptureFixture[str]
) -> None:
    agree("crossref")
    command = ["lookup", "--library", str(folder)]
    assert main([*command, DOI, "10.55555/unknown"]) == 3
    said = capsys.readouterr()
    assert f"{TITLE} (Crossref)" in said.out
    assert wording.fill(wording.NOT_FOUND_ONLINE, title="10.55555/unknown") in said.err
    assert main([*command, "--add", "--json", DOI]) == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert answer["record"]["doi"] == DOI
    assert main([*command, "--fill", f"doi:{CITED}"]) == 3
    assert main([*command, "--sent", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == len(online.requests) == 3
    assert main([*command, "--sent"]) == 0
    assert f"doi {CITED}  404  not found there" in capsys.readouterr().out
    with closing(Workspace(folder, Shelf(folder / "m"), write=False)) as workspace:
        assert len(workspace.library.citations.pairs()) == 1


def test_the_command_fills_in_what_is_empty(
    folder: Path, online: Online, capsys: pytest.CaptureFixture[str]
) -> None:
    agree("openalex")
    with closing(Workspace(folder, Shelf(folder / "m"))) as workspace:
        record = PaperRecord(title=TITLE, doi=DOI, venue="J. Marsh Birds")
        list(workspace.library.papers.add([record], source="test"))
    assert main(["lookup", "--library", str(folder), "--fill", f"doi:{DOI}"]) == 0
    assert "Filled in: " in capsys.readouterr().out
    with closing(Workspace(folder, Shelf(folder / "m"), write=False)) as workspace:
        (paper,) = (
            each
            for each in map(workspace.library.papers.get, (1, 2))
            if each.doi == DOI  # type: ignore[arg-type]
        )
        assert (paper.year, paper.venue) == (2019, "J. Marsh Birds")


@pytest.mark.parametrize("more", [[], [DOI, "--sent"], [DOI, "--add", "--fill"], ["--add"]])
def test_what_the_command_cannot_do(
    folder: Path, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["lookup", "--library", str(folder), *more]) == 2
    assert wording.stem("core.commands.enriching:lookup much") in capsys.readouterr().err


def test_nothing_is_switched_on_at_first() -> None:
    assert settings.Settings().consent() == Consent()
