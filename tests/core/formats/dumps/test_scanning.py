"""What dumps say of wanted papers, in each published form, packed and damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.formats.dumps import scanning
from core.formats.dumps.scanning import Wanted, scan
from tests import dumps
from tests.core.formats.dumps.dump_reading import ABSTRACT, KEYS, of_papers, read


def test_an_abstract_that_is_not_missing_is_left_out(tmp_path: Path) -> None:
    work = dumps.openalex(1, "10.55555/a", abstract=ABSTRACT)
    path = dumps.write_lines(tmp_path / "works.jsonl", [work])
    assert of_papers(read(path, with_abstract=frozenset([1])))[1]["abstract"] == ""


def test_a_damaged_line_costs_only_itself(tmp_path: Path) -> None:
    whole = json.dumps(dumps.openalex(1, "10.55555/a"))
    path = dumps.write_lines(
        tmp_path / "works.jsonl",
        [whole, whole[:-40], whole.replace("Ann", "\\u"), "", "[" * 100_000, whole],
    )
    with path.open("ab") as file:
        file.write(b'{"doi": "https://doi.org/10.55555/b", \xff\xfe}\n' + whole.encode())
    step = read(path)
    assert [found["paper"] for found in step.found] == [1, 1, 1]
    assert (step.lines, step.damaged) == (8, 4)


@pytest.mark.parametrize("size", [1, 7, 64, 4096])
def test_lines_and_positions_do_not_depend_on_how_they_are_read(
    tmp_path: Path, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    works = [dumps.crossref(f"10.55555/{name}", cites=["10.55555/a"]) for name in "aAbcbB"]
    path = dumps.write_lines(tmp_path / "works.jsonl.gz", works)
    plain = dumps.write_lines(tmp_path / "works.jsonl", works)
    expected = read(path)
    assert len(expected.found) == 5
    monkeypatch.setattr(scanning, "_CHUNK", size)
    assert read(path).found == expected.found
    for file in (path, plain):
        steps = list(scan(file, Wanted(KEYS)))
        assert steps[-1].position == plain.stat().st_size
        for at in range(len(steps)):
            rest = scan(file, Wanted(KEYS), position=steps[at].position)
            before = [each for step in steps[: at + 1] for each in step.found]
            assert before + [each for step in rest for each in step.found] == expected.found


def test_a_line_that_is_too_long_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "MAX_LINE_BYTES", 5_000)
    monkeypatch.setattr(scanning, "_CHUNK", 1_000)
    long = dumps.crossref("10.55555/a", title="x" * 20_000)
    works = [dumps.crossref("10.55555/b"), long, dumps.crossref("10.55555/b")]
    step = read(dumps.write_lines(tmp_path / "works.jsonl", works))
    assert [found["paper"] for found in step.found] == [2, 2]
    assert (step.lines, step.damaged) == (3, 1)


@pytest.mark.parametrize(
    "change",
    [
        {"ids": 7, "locations": "x", "referenced_works": {"a": 1}, "abstract_inverted_index": [1]},
        {"title": None, "referenced_works": [None, 5, "x"], "abstract_inverted_index": {"a": "b"}},
        {"locations": [None, 4, {"landing_page_url": 3}], "is_retracted": "no"},
        {"abstract_inverted_index": {"a": [-1, 10**9, None]}, "title": ["x"]},
    ],
)
def test_values_of_another_kind_do_no_harm(tmp_path: Path, change: dict[str, Any]) -> None:
    work = {**dumps.openalex(1, "10.55555/a"), **change}
    found = of_papers(read(dumps.write_lines(tmp_path / "works.jsonl", [work])))
    assert found[1]["references"] == []
    assert found[1]["notices"] == []
    odd = {
        **dumps.crossref("10.55555/a"),
        "title": [3],
        "reference": [1, {"DOI": 4}],
        "updated-by": [{"type": 3}, {"type": "retraction", "updated": {"date-parts": [["x"]]}}, 1],
        "update-to": "x",
    }
    found = of_papers(read(dumps.write_lines(tmp_path / "crossref.jsonl", [odd])))
    assert [notice["date"] for notice in found[1]["notices"]] == [""]
