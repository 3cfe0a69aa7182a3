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
from core.formats.dumps import scanning, tokens
from core.formats.dumps.scanning import Step, Wanted, look, scan
from core.formats.dumps.works import iso_date
from tests import dumps

KEYS = {"doi:10.55555/a": 1, "doi:10.55555/b": 2, "arxiv:2101.00003": 3, "pmid:44": 4}
ABSTRACT = "Olive trees grow slowly on dry slopes, and we measure by how much."


def read(
    path: Path,
    keys: dict[str, int] | None = None,
    with_abstract: frozenset[int] = frozenset(),
) -> Step:
    """Return all that a dump says, as one step."""
    whole = Step()
    for step in scan(path, Wanted(KEYS if keys is None else keys, with_abstract)):
        whole = whole.merge_step(step)
    return whole


def of_papers(step: Step) -> dict[int, dict[str, Any]]:
    return {found["paper"]: found for found in step.found if "paper" in found}


def test_openalex_tells_references_abstracts_ids_and_retractions(tmp_path: Path) -> None:
    path = dumps.write_lines(
        tmp_path / "part_000.gz",
        [
            dumps.openalex(1, "10.55555/A", title="Olives", cites=[2, 9], abstract=ABSTRACT),
            dumps.openalex(2, "10.55555/b", retracted=True),
            dumps.openalex(3, arxiv="2101.00003v2"),
            dumps.openalex(4, pmid=44),
            dumps.openalex(5, "10.55555/other", cites=[1, 2]),
        ],
    )
    assert look(path).title == "OpenAlex"
    found = of_papers(read(path))
    assert sorted(found) == [1, 2, 3, 4]
    assert found[1]["references"] == ["openalex:w2", "openalex:w9"]
    assert found[1]["abstract"] == ABSTRACT
    assert found[1]["ids"] == ["openalex:w1"]
    assert [notice["kind"] for notice in found[2]["notices"]] == ["retracted"]
    assert found[3]["ids"] == ["openalex:w3"]
    assert found[4]["ids"] == ["openalex:w4"]


def test_an_abstract_that_is_not_missing_is_left_out(tmp_path: Path) -> None:
    work = dumps.openalex(1, "10.55555/a", abstract=ABSTRACT)
    path = dumps.write_lines(tmp_path / "works.jsonl", [work])
    assert of_papers(read(path, with_abstract=frozenset([1])))[1]["abstract"] == ""


def test_crossref_tells_references_and_both_sides_of_a_retraction(tmp_path: Path) -> None:
    by = [
        dumps.update("10.55555/n1", "retraction", "retraction-watch", [2021, 6, 25]),
        dumps.update("10.55555/n2", "correction", "publisher", [2020]),
    ]
    to = [dumps.update("10.55555/b", "expression_of_concern", "publisher", [2022, 3])]
    path = dumps.write_lines(
        tmp_path / "crossref.jsonl",
        [
            dumps.crossref(
                *["10.55555/A"],
                title="Olives",
                cites=["10.55555/B", "10.55555/elsewhere"],
                abstract=ABSTRACT,
                **{"updated-by": by},
            ),
            dumps.crossref("10.55555/n3", title="Concern", **{"update-to": to}),
        ],
    )
    assert look(path).title == "Crossref"
    found = of_papers(read(path))
    assert found[1]["references"] == ["doi:10.55555/b"]  # the other leads out of the library
    assert found[1]["abstract"] == ABSTRACT
    assert found[1]["notices"] == [
        {
            "kind": "retracted",
            "by": "retraction-watch",
            "date": "2021-06-25",
            "reason": "",
            "doi": "10.55555/n1",
        }
    ]
    assert found[2]["title"] == ""  # the notice's own title says nothing of the paper
    assert found[2]["notices"][0] == {
        "kind": "concern",
        "by": "publisher",
        "date": "2022-03",
        "reason": "",
        "doi": "10.55555/n3",
    }


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


def test_semantic_scholar_teaches_ids_then_citations(tmp_path: Path) -> None:
    papers = dumps.write_lines(
        tmp_path / "papers.jsonl",
        [dumps.semantic_scholar(11, doi="10.55555/A"), dumps.semantic_scholar(12, arxiv="2101.3")],
    )
    abstracts = dumps.write_lines(
        tmp_path / "abstracts.jsonl",
        [
            {
                "corpusid": 11,
                "openaccessinfo": {"externalids": {"DOI": None, "ArXiv": None}},
                "abstract": ABSTRACT,
            }
        ],
    )
    citations = dumps.write_lines(
        tmp_path / "citations.jsonl", [dumps.cited(11, 13), dumps.cited(13, 99), dumps.cited(9, 8)]
    )
    assert look(papers).order < look(citations).order
    assert of_papers(read(papers))[1]["ids"] == ["s2:11"]
    keys = {"s2:11": 1, "s2:13": 3}
    assert of_papers(read(abstracts, keys))[1]["abstract"] == ABSTRACT
    assert read(citations, keys).found == [{"citing": 1, "cited": 3}]


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
    assert sorted(found) == [1, 4]
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


def test_parquet_is_read_where_pyarrow_is(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    works = [dumps.openalex(n, f"10.55555/{n}", cites=[1], title=f"T{n}") for n in range(30)]
    for work in works:
        work["abstract_inverted_index"] = json.dumps({"Olives": [0]})
    path = tmp_path / "works.parquet"
    pq.write_table(pa.Table.from_pylist(works), path, row_group_size=10)
    assert look(path).title == "OpenAlex"
    step = read(path, {"doi:10.55555/4": 1, "doi:10.55555/25": 2})
    assert {found["paper"]: found["title"] for found in step.found} == {1: "T4", 2: "T25"}
    assert step.lines == 30
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(FormatError):
        look(path)


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


@pytest.mark.parametrize(
    ("said", "date"),
    [
        ("6/25/2021 0:00", "2021-06-25"),
        ("2021-06-25T00:00:00", "2021-06-25"),
        ("2021", "2021"),
        ("25/6/2021", ""),
        ("soon", ""),
        ("", ""),
    ],
)
def test_dates(said: str, date: str) -> None:
    assert iso_date(said) == date


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, {b"10.55555/a.b", b"w1"}),
        ({"doi": "HTTP://dx.doi.org/10.55555/A.B"}, {b"10.55555/a.b", b"w1"}),
        ({"doi": "10.55555/A.B"}, {b"10.55555/a.b", b"w1"}),
        ({"doi": "https://doi.org/10.55555/a%2Fb"}, {b"10.55555/a/b", b"w1"}),
        ({"doi": "https://doi.org/10.55555/ä"}, {"10.55555/ä".encode(), b"w1"}),
        ({"doi": None}, {b"w1"}),
        ({"ids": {"openalex": "W1"}}, {b"10.55555/a.b", b"w1"}),
        ({"ids": {}}, {b"10.55555/a.b", b"w1"}),
        ({"ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/44"}}, {b"10.55555/a.b", b"w1", b"44"}),
        (
            {"locations": [{"landing_page_url": "https://arxiv.org/abs/2101.00003v2"}]},
            {b"10.55555/a.b", b"w1", b"2101.00003"},
        ),
    ],
)
@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
def test_the_ids_of_openalex_are_found_by_bytes_however_they_are_written(
    change: dict[str, object], expected: set[bytes], separators: tuple[str, str]
) -> None:
    work = {"id": "https://openalex.org/W1", "doi": "https://doi.org/10.55555/a.b"}
    work |= {"ids": {"openalex": "https://openalex.org/W1"}, "title": "Olives"}  # type: ignore[dict-item]
    line = json.dumps({**work, **change}, separators=separators).encode()
    assert set(tokens.openalex(line)) == expected
    turned = json.dumps(dict(reversed({**work, **change}.items())), separators=separators)
    assert set(tokens.openalex(turned.encode())) == expected
