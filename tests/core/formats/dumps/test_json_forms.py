"""Citation data in JSON: OpenAlex, Crossref and Semantic Scholar."""

from __future__ import annotations

from pathlib import Path

from core.formats.dumps.scanning import look
from tests import dumps
from tests.core.formats.dumps.dump_reading import ABSTRACT, of_papers, read


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
        },
        {
            "kind": "corrected",
            "by": "publisher",
            "date": "2020",
            "reason": "",
            "doi": "10.55555/n2",
        },
    ]
    assert found[2]["title"] == ""  # the notice's own title says nothing of the paper
    assert found[2]["notices"][0] == {
        "kind": "concern",
        "by": "publisher",
        "date": "2022-03",
        "reason": "",
        "doi": "10.55555/n3",
    }


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
