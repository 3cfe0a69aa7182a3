from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.evaluation.queries import Query
from core.recommend.context import Passage
from tools.lab.fitting.fields import FieldData, build_libraries
from tools.lab.fitting.situations import (
    CELLS,
    EVERYTHING,
    Asking,
    MemoryRows,
    Situation,
    draw_situation,
    group_by_manuscript,
)


def write_rows(folder: Path, name: str, ids: list[str], seed: int) -> None:
    rows = np.random.default_rng(seed).integers(-127, 128, (len(ids), 8), dtype=np.int8)
    np.save(folder / f"{name}.npy", rows)
    np.save(folder / f"{name}.scales.npy", np.ones(len(ids), np.float16))
    (folder / f"{name}.ids.txt").write_text("\n".join(ids) + "\n", encoding="utf-8")


@pytest.fixture
def asking(field_data: FieldData, tmp_path: Path) -> Asking:
    build_libraries(field_data, tmp_path / "libraries")
    write_rows(tmp_path, "rank-bio", [record.id for record in field_data.records], 0)
    texts = ["Herons walk.", "Moors are wet.", "On moors. Moors are wet.", "On moors. We walk."]
    texts += ["They stand. Moors are wet.", "Herons walk. They stand."]
    with gzip.open(tmp_path / "rank-texts.jsonl.gz", "wt", encoding="utf-8") as stored:
        stored.writelines(json.dumps({"text": text}) + "\n" for text in texts)
    write_rows(tmp_path, "rank-queries", texts, 1)
    return Asking(field_data, tmp_path / "libraries", tmp_path)


def test_a_third_of_the_situations_knows_nothing_of_the_manuscript() -> None:
    random = np.random.default_rng(0)
    drawn = [draw_situation(random) for _ in range(600)]
    cold = [one for one in drawn if one.references == 0 and not one.is_titled]
    assert 0.3 < len(cold) / len(drawn) < 0.45
    assert {one.abstracts for one in drawn} == {"full", "half", "bare"}
    assert len({cell.name for cell in CELLS}) == len(CELLS)


def test_a_query_is_asked_with_what_is_known(asking: Asking, field_data: FieldData) -> None:
    queries = group_by_manuscript(list(field_data.make_training_queries()))[0]
    random = np.random.default_rng(0)
    whole = list(asking.ask(queries, Situation(read=EVERYTHING), random))
    assert [one.total for one in whole] == [1, 2]
    assert [one.total_new for one in whole] == [1, 1]
    assert whole[1].cited.sum() == 2
    columns = whole[1].table.columns
    assert columns["repeat.cited"].sum() == 1
    assert columns["repeat.read"][0] == pytest.approx(np.log1p(2))  # its own says nothing
    assert "contexts.words.best" in columns
    alone = Situation(references=0, before=0, is_titled=False, abstracts="bare")
    (_, bare) = asking.ask(queries, alone, random)
    assert bare.total_new == 2
    assert not bare.table.columns["repeat.abstracts"].any()
    assert "vectors.neighbours" not in bare.table.columns


def test_a_small_library_holds_what_the_manuscript_cites(asking: Asking) -> None:
    query = Query(
        id="pmc:x#0",
        passage=Passage(sentence="Herons walk."),
        relevant=("pmid:7",),
        already_cited=frozenset({"pmid:9"}),
        self_id=None,
    )
    (one,) = asking.ask([query], Situation(size=4), np.random.default_rng(0))
    assert one.total == 1
    assert len(one.table.papers) <= 5
    newest = replace(Situation(), is_cut=True)
    (cut,) = asking.ask([query], newest, np.random.default_rng(0))
    assert len(cut.table.papers) < 12


def test_rows_are_searched_among_those_allowed() -> None:
    rows = MemoryRows(np.array([[1, 0], [0, 1], [np.nan, np.nan]], np.float32))
    question = np.array([[0.6, 0.8]], np.float32)
    assert [paper for paper, _ in rows.search(question, limit=5)[0]][:2] == [2, 1]
    assert rows.search(question, limit=5, allowed=frozenset({1, 3})) == [  # type: ignore[arg-type]
        [(1, pytest.approx(0.6))]
    ]
    assert np.isnan(rows.rows([3, 4])).all()  # type: ignore[list-item]
    assert rows.count() == 2
