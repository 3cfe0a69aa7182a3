"""Answers of services, read as dumps are."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.formats.dumps.scanning import look
from tests import dumps
from tests.core.formats.dumps.dump_reading import of_papers, read


@pytest.mark.parametrize(
    "wrapped",
    [
        lambda works: {"items": works},
        lambda works: {"status": "ok", "message-type": "work-list", "message": {"items": works}},
        lambda works: {"status": "ok", "message": works[0]},
        lambda works: works,
    ],
)
@pytest.mark.parametrize("indent", [None, 1])
def test_a_document_of_crossref_is_read_as_a_whole(
    tmp_path: Path, wrapped: Callable[[list[Any]], Any], indent: int | None
) -> None:
    path = tmp_path / "0.json"
    work = dumps.crossref("10.55555/a", cites=["10.55555/b"])
    path.write_text(json.dumps(wrapped([work]), indent=indent))
    assert of_papers(read(path))[1]["references"] == ["doi:10.55555/b"]


def test_an_answer_of_openalex_is_read(tmp_path: Path) -> None:
    path = tmp_path / "answer.json"
    works = [dumps.openalex(1, "10.55555/a", cites=[2])]
    path.write_text(json.dumps({"meta": {"count": 1}, "results": works}))
    assert look(path).title == "OpenAlex"
    assert of_papers(read(path))[1]["references"] == ["openalex:w2"]
