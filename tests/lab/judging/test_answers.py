from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.errors import FormatError, UsageError
from core.evaluation.queries import Query
from core.recommend.context import Passage
from tools.lab.judging.answers import compared, read_answers
from tools.lab.judging.query_sets import compared_files


def test_gains_and_losses_are_listed_largest_first() -> None:
    first = {name: {"mrr": value} for name, value in zip("abcd", (0.5, 0.5, 0.5, 0.5), strict=True)}
    second = {
        name: {"mrr": value} for name, value in zip("abcd", (0.6, 0.1, 0.5, 1.0), strict=True)
    }
    found = compared(first, second, "mrr")
    assert [name for name, _ in found.gains(5)] == ["d", "a"]
    assert [name for name, _ in found.losses(5)] == ["b"]
    assert found.gains(1) == (("d", 0.5),)


def _write(path: Path, answers: dict[str, list[str]]) -> Path:
    lines = [
        {"id": name, "ranking": [{"id": paper, "score": 1.0} for paper in papers], "seconds": 0}
        for name, papers in answers.items()
    ]
    path.write_text("\n\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return path


def _query(name: str, *relevant: str) -> Query:
    return Query(
        id=name,
        passage=Passage(sentence=name),
        relevant=relevant,
        already_cited=frozenset(),
        self_id=None,
    )


def test_answer_files_are_compared_query_by_query(tmp_path: Path) -> None:
    queries = [_query("one", "a"), _query("two", "b"), _query("three", "c")]
    first = _write(tmp_path / "first", {"one": ["x", "a"], "two": ["b"], "three": ["c"]})
    second = _write(tmp_path / "second", {"one": ["a"], "two": ["x", "b"]})
    assert read_answers(first)["one"] == ["x", "a"]
    (found,) = compared_files(queries, first, second, ["mrr"])
    assert dict(found.deltas) == {"one": 0.5, "two": -0.5, "three": -1.0}


@pytest.mark.parametrize(
    ("content", "error", "said"),
    [
        (b"", UsageError, "holds no answer"),
        (b"{}", FormatError, "Line 1 of"),
        (b'{"id": "a", "ranking": []}\nno', FormatError, "Line 2 of"),
        (b"\xff\xfe", FormatError, "is no text"),
        (b'{"id": "other", "ranking": []}', UsageError, "answers none"),
    ],
)
def test_a_bad_answer_file_is_a_plain_failure(
    tmp_path: Path, content: bytes, error: type[Exception], said: str
) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_bytes(content)
    good = _write(tmp_path / "good", {"one": ["a"]})
    with pytest.raises(error, match=said):
        compared_files([_query("one", "a")], path, good)


def test_missing_answers_and_queries_without_gold_are_plain_failures(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_answers(tmp_path / "missing")
    good = _write(tmp_path / "good", {"one": ["a"]})
    with pytest.raises(UsageError, match="No query"):
        compared_files([_query("one")], good, good)
