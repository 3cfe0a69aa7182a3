"""Query sets as files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from core.base.errors import FormatError, UsageError
from core.evaluation.queries import read_queries
from tests.core.evaluation.query_samples import line, written


@pytest.mark.parametrize("name", ["queries.jsonl", "queries.jsonl.gz"])
def test_a_query_set_is_read_plain_or_gzip(tmp_path: Path, name: str) -> None:
    (query,) = read_queries(written(tmp_path, line(), name=name))
    assert (query.new, query.again) == (("t:hard",), ("t:graph",))
    assert query.passage.before == ("Negatives matter.",)
    assert query.self_id == "t:soil"


@pytest.mark.parametrize(
    ("content", "place"),
    [
        pytest.param("{}\n", "Line 1", id="keys missing"),
        pytest.param(json.dumps(line()) + "\n{\n", "Line 2", id="no JSON"),
        pytest.param(json.dumps(line(relevant="t:hard")) + "\n", "relevant", id="wrong type"),
        pytest.param(f"{json.dumps(line())}\n\n" * 2, "Line 3.* id “m#1”", id="an id again"),
        pytest.param("{\n", "Line 1 of “MyQueries.jsonl”", id="a name in capitals"),
    ],
)
def test_a_line_that_is_no_query_is_named(tmp_path: Path, content: str, place: str) -> None:
    path = tmp_path / "MyQueries.jsonl"
    path.write_text(content)
    with pytest.raises(FormatError, match=place):
        read_queries(path)


def test_a_byte_order_mark_belongs_to_no_query(tmp_path: Path) -> None:
    path = tmp_path / "queries.jsonl"
    path.write_text(json.dumps(line()), encoding="utf-8-sig")
    assert [query.id for query in read_queries(path)] == ["m#1"]


def test_a_missing_or_empty_or_broken_query_set_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n")
    (tmp_path / "broken.jsonl.gz").write_bytes(gzip.compress(b"x" * 999)[:-9])
    with pytest.raises(UsageError):
        read_queries(tmp_path / "missing.jsonl")
    with pytest.raises(UsageError, match="no query"):
        read_queries(tmp_path / "empty.jsonl")
    with pytest.raises(FormatError):
        read_queries(tmp_path / "broken.jsonl.gz")
