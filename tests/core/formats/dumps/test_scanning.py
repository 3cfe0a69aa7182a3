"""What dumps say of wanted papers, in each published form, packed and damaged."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import FormatError
from core.formats.dumps import scanning
from core.formats.dumps.scanning import Wanted, look, scan
from tests import dumps
from tests.core.formats.dumps.dump_reading import ABSTRACT, KEYS, of_papers, read


def test_an_abstract_that_is_not_missing_is_left_out(tmp_path: Path) -> None:
    work = dumps.openalex(1, "10.55555/a", abstract=ABSTRACT)
    path = dumps.write_lines(tmp_path / "works.jsonl", [work])
    assert of_papers(read(path, with_abstract=frozenset([1])))[1]["abstract"] == ""


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


def packed(folder: Path, kind: str) -> Path:
    """Return a dump of two files in an archive."""
    first = "".join(json.dumps(dumps.crossref(f"10.55555/{x}")) + "\n" for x in "ab").encode()
    table = f"{','.join(dumps.INDEX)}\nx,10.55555/a,10.55555/b,,,,\n".encode()
    path = folder / f"dump.{kind}"
    if kind == "zip":
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("read me.txt", "What is in here.")
            archive.writestr("all/0.jsonl.gz", gzip.compress(first))
            archive.writestr("1.csv", table)
        return path
    if kind == "zst":
        pa = pytest.importorskip("pyarrow")
        with pa.CompressedOutputStream(str(path), "zstd") as stream:
            stream.write(first)
        return path
    with tarfile.open(path, "w:gz" if kind == "tar.gz" else "w") as archive:
        for name, content in (("0.jsonl.gz", gzip.compress(first)), ("1.csv", table)):
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return path


@pytest.mark.parametrize("kind", ["zip", "tar", "tar.gz", "zst"])
def test_archives_are_read_without_unpacking_them(tmp_path: Path, kind: str) -> None:
    path = packed(tmp_path, kind)
    steps = list(scan(path, Wanted(KEYS)))
    whole = [found for step in steps for found in step.found]
    assert [found["paper"] for found in whole[:2]] == [1, 2]
    assert whole[2:] == ([] if kind == "zst" else [{"citing": 1, "cited": 2}])
    rest = scan(path, Wanted(KEYS), part=steps[0].part, position=steps[0].position)
    assert [found for step in rest for found in step.found] == whole[2:]


def test_a_packed_file_that_breaks_off_gives_what_came_before(tmp_path: Path) -> None:
    works = [dumps.crossref(f"10.55555/{n}", title=str(n * 7919)) for n in range(30_000)]
    path = dumps.write_lines(tmp_path / "works.jsonl.gz", works)
    path.write_bytes(path.read_bytes()[:-5_000])
    keys = {f"doi:10.55555/{n}": n + 1 for n in range(0, 30_000, 100)}
    steps = list(scan(path, Wanted(keys)))
    assert steps[-1].stopped
    assert steps[-1].damaged == 1
    assert sum(len(step.found) for step in steps) > 200


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"hello\nworld\n",
        b'{"id": "a", "doi": "10.55555/a"}\n',
        b"a,b\n1,2\n",
        b"\0" * 99,
    ],
)
def test_what_is_no_citation_data_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(content)
    with pytest.raises(FormatError, match="not a known kind of citation data"):
        look(path)
    with pytest.raises(FormatError, match="not a known kind of citation data"):
        list(scan(path, Wanted(KEYS)))
    with pytest.raises(FormatError, match="cannot be read"):
        look(tmp_path / "missing.json")


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
