"""A corpus as an experiment of the papers has it."""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.identity import split_into_words
from core.base.jobs import SilentJob
from tests.tiny_corpus import DEV, TEST, make_tiny_corpus
from tests.training.written_corpora import full_text, lines_of, paper, small
from tools.lab.__main__ import main
from tools.lab.corpus_variant import find_near_titles, split_by_year, vary
from training.corpus.corpus import Corpus


def records(folder: Path) -> dict[str, dict[str, object]]:
    return {each["id"]: each for each in lines_of(folder / "papers.jsonl.gz")}


@pytest.mark.parametrize(
    ("texts", "abstract"),
    [
        ("whole", "Peat is wet."),
        ("title", "."),
        ("venue", "Bog Studies. Peat is wet."),
        ("authors", "Ada Moor, Bo Fenn. Peat is wet."),
    ],
)
def test_what_is_read_of_a_paper_is_changed(texts: str, abstract: str, tmp_path: Path) -> None:
    whole = paper("a", abstract="Peat is wet.")
    whole |= {"venue": "Bog Studies", "authors": ["Ada Moor", "Bo Fenn"]}
    source = small(tmp_path / "whole", [whole, paper("b", abstract="")])
    vary(source, tmp_path / "out", texts, SilentJob(), by_year=False)
    written = records(tmp_path / "out")
    assert written["a"] == whole | {"abstract": abstract}
    assert not written["b"]["abstract"]


def test_what_is_held_out_stays_so_where_only_a_files_name_said_it(tmp_path: Path) -> None:
    source = make_tiny_corpus(tmp_path / "whole")
    vary(source, tmp_path / "out", "whole", SilentJob(), by_year=False)
    one, other = Corpus.open(source), Corpus.open(tmp_path / "out")
    assert {*DEV, *TEST} <= {other.ids[n] for n in range(len(other)) if not other.trainable[n]}
    assert [one.ids[n] for n in range(len(one)) if one.trainable[n]] == [
        other.ids[n] for n in range(len(other)) if other.trainable[n]
    ]
    assert (other.counts.fulltexts, other.counts.edges) == (
        one.counts.fulltexts,
        one.counts.edges,
    )


def test_the_latest_tenth_is_judged_and_the_tenth_before_chooses() -> None:
    years = {f"p{number:02}": 1990 + number // 5 for number in range(50)}
    splits = split_by_year({**years, "undated": None}, [*years, "undated", "unknown"])
    assert {years[paper] for paper in splits["test"]} == {1999}
    assert {years[paper] for paper in splits["dev"]} == {1998}
    assert {"undated", "unknown"} <= set(splits["train"])
    assert sum(map(len, splits.values())) == len(years) + 2


@pytest.mark.parametrize("sizes", [(9, 1, 1), (1, 9, 1), (1, 1, 9), (1, 1, 1), (1, 5, 5, 1)])
def test_each_part_has_a_year_and_none_is_later_than_the_next(sizes: tuple[int, ...]) -> None:
    years = {f"{year}-{at}": year for year, size in enumerate(sizes) for at in range(size)}
    splits = split_by_year(years, years)
    parts = [{years[paper] for paper in splits[name]} for name in ("train", "dev", "test")]
    assert all(parts)
    assert all(max(one) < min(other) for one, other in pairwise(parts))


def test_two_years_cannot_be_split() -> None:
    with pytest.raises(UsageError):
        split_by_year({"a": 1, "b": 2, "c": 2}, ["a", "b", "c"])


def test_near_titles_are_those_that_comparing_each_pair_finds() -> None:
    draw = random.Random(7)
    words = ["peat", "bog", "sound", "of", "the", "wet", "fenn", "moor"]
    papers = [
        paper(f"p{number}", title=" ".join(draw.sample(words, draw.randint(1, 7))))
        for number in range(300)
    ]
    held_out = {each["id"] for each in papers[:40]}
    sets = {each["id"]: frozenset(split_into_words(each["title"])) for each in papers}
    near = {
        one
        for one in sets.keys() - held_out
        if any(
            len(sets[one] & sets[other]) / len(sets[one] | sets[other]) >= 0.7 for other in held_out
        )
    }
    assert find_near_titles(papers, held_out) == near
    assert 0 < len(near) < len(papers) - len(held_out)


def test_by_year_nothing_later_is_cited_and_near_titles_are_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    papers = [paper(f"p{number}") | {"year": 2000 + number} for number in range(10)]
    papers[9]["title"] = "The sound of wet peat in the bog"
    papers[1]["title"] = "Sound of wet peat in the bog!"
    edges = "".join(f"p{n}\tp{m}\n" for n in range(10) for m in (n - 1, n + 1) if 0 <= m < 10)
    source = small(
        tmp_path / "whole", papers, edges_tsv=edges, fulltexts_jsonl=full_text("p1", "p0")
    )
    assert main(["vary", str(source), str(tmp_path / "out"), "--by-year"]) == 0
    assert "8 train, 1 dev, 1 test" in capsys.readouterr().out
    splits = json.loads((tmp_path / "out" / "splits.json").read_text("utf-8"))
    assert (splits["dev"], splits["test"]) == (["p8"], ["p9"])
    assert "p1" not in records(tmp_path / "out")
    assert not (tmp_path / "out" / "fulltexts.jsonl.gz").exists()
    corpus = Corpus.open(tmp_path / "out")
    assert corpus.counts.edges["test"] == 1
    assert sum(corpus.counts.edges.values()) == 7  # p9→p8 … p3→p2
