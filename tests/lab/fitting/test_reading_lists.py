"""Lists that the reranker is trained on."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np

from core.models.shelf import Shelf
from core.recommend.signals import SignalTable
from core.workspace import Workspace
from tools.lab.fitting.fields import FieldData, build_libraries
from tools.lab.fitting.reading_lists import (
    choose_rows,
    draw_queries,
    hide_full_texts,
    make_lists,
)
from training.sampling.draws import generator


def test_each_training_paper_asks_in_turn(field_data: FieldData) -> None:
    every = draw_queries(field_data, 100)
    assert len(every) == 6  # three papers, of whose sentences two cite
    assert len({query.self_id for query in draw_queries(field_data, 3)}) == 3
    assert draw_queries(field_data, 3) == every[:3]


def test_the_candidates_come_first_without_the_full_texts() -> None:
    papers = tuple(range(3))
    columns = {
        "contexts.words.best": np.ones(3, np.float32),
        "cocitation.papers.sum": np.ones(3, np.float32),
        "words.fused": np.arange(3, dtype=np.float32),
    }
    assert set(hide_full_texts(SignalTable(papers, columns)).columns) == {"words.fused"}


def test_a_list_has_cited_and_hard_papers_and_the_teachers() -> None:
    first = -np.arange(100.0)
    cited = np.zeros(100, bool)
    cited[[4, 30, 90]] = True
    taught = np.zeros(100)
    taught[40] = 5
    rows = choose_rows(first, taught, cited, generator(0, 0, 0, "test"))
    assert rows == sorted(rows)
    assert {0, 1, 2, 3, 4, 5, 6, 30, 40} < set(rows)
    assert 90 not in rows
    assert len(rows) == 13
    assert max(rows) < 60
    cited[:60] = False
    assert choose_rows(first, taught, cited, generator(0, 0, 0, "test")) == []


def test_lists_leave_out_what_is_cited_already(field_data: FieldData, tmp_path: Path) -> None:
    build_libraries(field_data, tmp_path / "libraries")
    folder = tmp_path / "libraries" / "full"
    with closing(Workspace(folder, Shelf(tmp_path / "models"), write=True)) as workspace:
        workspace.indexing.words()
        sources = workspace.recommending.engine.sources
        queries = draw_queries(field_data, 6)
        lists = list(make_lists(sources, queries))
    assert lists
    title = {record.id: record.title for record in field_data.records}
    for one in lists:
        assert one["manuscript"] in {paper.id for paper in field_data.training}
        titles = [paper[0] for paper in one["papers"]]
        assert len(titles) == len(set(titles)) == len(one["cited"]) == len(one["taught"])
        assert sum(one["cited"]) == 1
        if "wet" in one["question"]:
            assert title["pmid:1"] not in titles
