"""Answers that the scoring is fitted to."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from core.recommend.citation_graph import FEATURES
from core.recommend.question import Coverage
from core.recommend.scoring import (
    Completion,
    Presence,
    load_parameters,
)
from tests.lab.fitting.fitted import (
    ROWS,
    STRAIGHT,
    make_answers,
    make_groups,
    make_presence_answers,
)
from tools.lab.fitting.scoring import (
    measure_hits,
    report_presence,
    report_reranking,
)
from tools.lab.fitting.scoring_answers import (
    Answer,
    Group,
    ReadAnswer,
    load_rows,
    read_citing_sentences,
    save_rows,
)


def test_each_situation_is_reported_without_presence_and_with_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def answer(situation: str, coverage: Coverage, right: list[bool]) -> Answer:
        chances, cited = np.array([0.95, 0.5, 0.05]), np.array(right)
        return Answer(situation, "m", chances, cited, cited, coverage.linked, coverage.entries)

    both = [
        answer("here", Coverage(30, 30), [True, False, False]),
        answer("not here", Coverage(0, 30), [False, False, False]),
    ]
    report_presence(both, Presence(cited=2.0, near=0.4, steepness=15.0), STRAIGHT)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("; ", 1)[1] for line in lines if ";" in line] == [
        "strong 1 of 1 cited; plausible 0 of 1 cited",
        "strong 1 of 1 cited; plausible 0 of 1 cited",
        "strong 0 of 1 cited; plausible 0 of 1 cited",
        "strong 0 of 0 cited; plausible 0 of 0 cited",
    ]


def test_one_citing_sentence_of_each_full_text_is_asked(tmp_path: Path) -> None:
    def sentence(text: str, *cites: str) -> dict[str, object]:
        marker = [[text.index("["), text.index("]") + 1]] if "[" in text else []
        return {"text": text, "cites": list(cites), "n_cites": len(cites), "markers": marker}

    paragraph = [
        sentence("Fens burn.", *()),
        sentence("Bogs grow [1].", "p:1"),
        sentence("They sink."),
    ]
    references = [{"key": "1", "text": "A", "id": "p:1"}, {"key": "2", "text": "B", "id": None}]
    record = {"id": "p:9", "title": "Moors", "abstract": "On moors.", "references": references}
    sections = [{"title": "One", "paragraphs": [paragraph]}]
    without = {**record, "id": "p:8", "sections": [{"title": "", "paragraphs": [paragraph[:1]]}]}
    with gzip.open(tmp_path / "texts.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(r) + "\n" for r in ({**record, "sections": sections}, without))
    (found,) = read_citing_sentences(tmp_path / "texts.jsonl.gz")
    assert (found.manuscript, found.cites, found.listed) == ("p:9", ("p:1",), ("p:1",))
    assert (found.entries, found.before) == (2, frozenset())
    passage = found.passage
    assert (passage.before, passage.after) == (("Fens burn.",), ("They sink.",))
    assert "1" not in passage.sentence


def test_a_query_counts_once_however_many_papers_it_hides() -> None:
    weights = Completion(chance=1.0, weights=(16.0, *[0.0] * (len(FEATURES) - 1)))

    def group(query: str, hidden: int) -> Group:
        chances, nothing = np.linspace(0.9, 0.1, 20), np.zeros((20, len(FEATURES)))
        return Group(query, hidden, np.arange(1, 21), chances, np.zeros(20), nothing)

    groups = [group("a", 2), group("a", 11), group("b", 4), group("b", 99)]
    assert measure_hits(groups, "without sets", weights) == {"a": (0.5, 0.25), "b": (0.5, 0.125)}
    # Equal counts keep the order of the chances.
    assert [one.rank("plain count", weights) for one in groups] == [2, 11, 4, None]


def test_a_cited_paper_that_was_no_candidate_counts_as_missed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    nothing = np.zeros(0, np.float32)
    cited = np.array([True, False])
    answer = ReadAnswer("m#1", np.array([0.2, 0.1]), np.zeros(0, int), nothing, cited, missed=3)
    report_reranking([answer], load_parameters().reranking)
    assert capsys.readouterr().out.count("recall@10 0.250") == 2


def test_a_table_gives_back_what_was_asked(tmp_path: Path) -> None:
    for rows in (make_answers(3), make_presence_answers(4), make_groups(4), ROWS[:3]):
        save_rows(rows, tmp_path / "table.npz")
        stored = load_rows(type(rows[0]), tmp_path / "table.npz")
        assert len(stored) == len(rows)
        for one, other in zip(stored, rows, strict=True):
            for name in type(one).__slots__:
                np.testing.assert_array_equal(getattr(one, name), getattr(other, name))


def test_an_empty_table_gives_back_nothing(tmp_path: Path) -> None:
    save_rows(list[Answer](), tmp_path / "table.npz")
    assert load_rows(Answer, tmp_path / "table.npz") == []
