"""Citation data in tables: OpenCitations and Retraction Watch."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.formats.dumps.scanning import look
from tests import dumps
from tests.core.formats.dumps.dump_reading import KEYS, of_papers, read


@pytest.mark.parametrize("quoted", [False, True])
def test_opencitations_index_and_meta(tmp_path: Path, quoted: bool) -> None:
    def row(*fields: str) -> str:
        return ",".join(f'"{field}"' for field in fields) if quoted else ",".join(fields)

    rest = ("2020-01", "P1Y", "no", "no")
    path = dumps.write_table(
        tmp_path / "index.csv",
        dumps.INDEX,
        [
            row("x-1", "10.55555/A", "10.55555/b", *rest),
            row("x-2", "omid:br/061 doi:10.55555/b pmid:7", "omid:br/062", *rest),
            row("x-3", "10.55555/a", "10.55555/elsewhere", *rest),
            row("x-4", "44", "omid:br/061", *rest),
        ],
    )
    keys = {**KEYS, "omid:br/062": 3, "omid:br/061": 2}
    assert read(path, keys).found == [
        {"citing": 1, "cited": 2},
        {"citing": 2, "cited": 3},
        {"citing": 4, "cited": 2},
    ]
    meta = dumps.write_table(
        tmp_path / "meta.csv",
        dumps.META,
        [["doi:10.55555/a omid:br/0612 openalex:W5", "Olives, and more", *[""] * 9]],
    )
    assert look(meta).order < look(path).order
    assert of_papers(read(meta))[1]["ids"] == ["omid:br/0612", "openalex:w5"]


def test_retraction_watch_by_doi_and_by_pubmed_number(tmp_path: Path) -> None:
    rows: list[Any] = [
        dumps.retraction(OriginalPaperDOI="10.55555/A", Title="Olives,\nin two lines"),
        dumps.retraction("Expression of concern", OriginalPaperPubMedID="44"),
        dumps.retraction("Correction", OriginalPaperDOI="10.55555/b"),
        dumps.retraction(OriginalPaperDOI="unavailable"),
    ]
    path = dumps.write_table(tmp_path / "retraction_watch.csv", dumps.RETRACTION_WATCH, rows)
    assert look(path).title == "Retraction Watch"
    step = read(path)
    found = of_papers(step)
    assert sorted(found) == [1, 2, 4]
    assert found[2]["notices"][0]["kind"] == "corrected"
    assert found[1]["title"] == "Olives, in two lines"
    assert found[1]["notices"] == [
        {
            "kind": "retracted",
            "by": "retraction-watch",
            "date": "2021-06-25",
            "reason": "Concerns/Issues About Data; Investigation by Journal/Publisher",
            "doi": "10.55555/notice",
        }
    ]
    assert step.damaged == 0


def test_a_damaged_row_costs_only_itself(tmp_path: Path) -> None:
    rows = [
        '7,"never closed,x,y',
        dumps.retraction(OriginalPaperDOI="10.55555/a"),
        "too,short",
        dumps.retraction(OriginalPaperDOI="10.55555/b"),
    ]
    path = dumps.write_table(tmp_path / "list.csv", dumps.RETRACTION_WATCH, rows, end="\n")
    step = read(path)
    assert sorted(of_papers(step)) == [1, 2]
    assert step.damaged == 2
