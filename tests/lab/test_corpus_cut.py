"""A part of a corpus that is small enough to travel, and judges models as the whole does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.jobs import SilentJob
from tests.tiny_corpus import DEV, TEST, make_tiny_corpus
from tests.training.written_corpora import entries, full_text, lines_of, paper, small
from tools.lab.__main__ import main
from tools.lab.corpus_cut import cut
from training.corpus.corpus import Corpus

PLENTY = 10**8


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    return make_tiny_corpus(tmp_path / "whole")


def sizes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def papers_of(folder: Path) -> set[str]:
    return {each["id"] for each in lines_of(folder / "papers.jsonl.gz")}


def test_where_there_is_room_all_goes_along(whole: Path, tmp_path: Path) -> None:
    found = cut(whole, tmp_path / "cut", PLENTY, SilentJob())
    one, other = Corpus.open(whole), Corpus.open(tmp_path / "cut")
    assert (other.counts, list(other.ids)) == (one.counts, list(one.ids))
    assert (found.papers, found.fulltexts) == (len(papers_of(whole)), len(entries(whole)))
    assert found.size == sizes(tmp_path / "cut")


def test_a_smaller_one_fits_and_keeps_what_is_held_out_with_what_it_cites(
    whole: Path, tmp_path: Path
) -> None:
    size = int(0.8 * cut(whole, tmp_path / "all", PLENTY, SilentJob()).size)
    found = cut(whole, tmp_path / "cut", size, SilentJob())
    assert found.size == sizes(tmp_path / "cut") <= size
    before, kept = entries(whole), entries(tmp_path / "cut")
    assert {*DEV, *TEST} <= kept.keys() < before.keys()
    assert all(kept[each].sections == before[each].sections for each in kept)
    cited = {
        each
        for held in (*DEV, *TEST)
        for section in before[held].sections
        for paragraph in section.paragraphs
        for sentence in paragraph
        for each in sentence.cites
    }
    assert cited & papers_of(whole) <= papers_of(tmp_path / "cut") < papers_of(whole)


def test_the_same_corpus_gives_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    for name in ("one", "other"):
        cut(whole, tmp_path / name, 20_000, SilentJob())
    files = [path for path in (tmp_path / "one").rglob("*") if path.is_file()]
    assert len(files) > 3
    for path in files:
        assert (
            path.read_bytes()
            == (tmp_path / "other" / path.relative_to(tmp_path / "one")).read_bytes()
        )


def test_papers_that_kept_texts_cite_come_before_others(tmp_path: Path) -> None:
    papers = [paper(f"p:{at}", abstract=f"{at} " * 300) for at in range(200)]
    corpus = small(tmp_path / "whole", papers, fulltexts_jsonl=full_text("f:1", "p:7", "p:191"))
    all_of_it = cut(corpus, tmp_path / "all", PLENTY, SilentJob()).size
    cut(corpus, tmp_path / "cut", all_of_it // 2, SilentJob())
    kept = papers_of(tmp_path / "cut")
    assert {"p:7", "p:191"} <= kept
    assert 10 < len(kept) < 200


def test_too_little_room_is_said_and_leaves_nothing_behind(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="held out alone"):
        cut(whole, tmp_path / "cut", 500, SilentJob())
    assert [path.name for path in tmp_path.iterdir()] == ["whole"]


def test_a_folder_that_holds_something_is_left_alone(whole: Path, tmp_path: Path) -> None:
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "mine").write_text("mine")
    with pytest.raises(UsageError, match="is not empty"):
        cut(whole, tmp_path / "cut", PLENTY, SilentJob())
    assert (tmp_path / "cut" / "mine").read_text() == "mine"


def test_lines_that_are_broken_cost_only_themselves(tmp_path: Path) -> None:
    corpus = small(tmp_path / "whole", [paper("p:1")], fulltexts_jsonl="{\n" + full_text("f:1"))
    odd = {"id": "f:2", "sections": [{"paragraphs": [[{"text": "Odd.", "cites": 5}]]}]}
    with (corpus / "fulltexts.jsonl").open("a") as file:
        file.write(json.dumps(odd) + "\n")
    with (corpus / "papers.jsonl").open("a") as file:
        file.write("no JSON\n" + json.dumps(paper("p:2")) + "\n")
    found = cut(corpus, tmp_path / "cut", PLENTY, SilentJob())
    assert (found.papers, found.fulltexts) == (2, 2)


def test_the_command_says_what_went_along(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cut", str(whole), str(tmp_path / "cut"), "--mebibytes", "1"]) == 0
    assert capsys.readouterr().out.startswith("77 papers and 14 full texts, 0.0 MiB")
