from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from tests.tools.sample_parts import SAMPLE
from tools.build_sample_manuscript import SOURCE, read_blocks

DOI = re.compile(r"10\.\d{4,9}/[^\s\"]+")
ARXIV = re.compile(r"\d{4}\.\d{4,5}")
ANTHOLOGY = re.compile(r"[A-Z]\d\d-\d{4}|\d{4}\.[a-z]+[a-z\d]*-[a-z\d]+\.\d+")
LOCAL_ID = re.compile(r"(aaai|bir|jmlr|pmlr):\w+/\w+")


def key_of(text: str) -> str:
    return "".join(letter for letter in text.lower() if letter.isalnum())


def lines_of(name: str) -> list[dict[str, Any]]:
    text = (SAMPLE / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def papers() -> list[dict[str, Any]]:
    return lines_of("library/papers.jsonl")


@pytest.fixture(scope="module")
def ids(papers: list[dict[str, Any]]) -> set[str]:
    return {paper["id"] for paper in papers}


@pytest.fixture(scope="module")
def edges() -> list[list[str]]:
    text = (SAMPLE / "library" / "edges.tsv").read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]


@pytest.fixture(scope="module")
def source() -> str:
    return SOURCE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def references() -> list[str]:
    return [block.text for block in read_blocks(SOURCE) if block.kind == "reference"]


def test_there_are_enough_papers_with_the_keys_of_a_paper_record(
    papers: list[dict[str, Any]],
) -> None:
    keys = ["id", "title", "abstract", "authors", "year", "venue", "doi", "url", "keywords"]
    assert 150 <= len(papers) <= 200
    assert all(list(paper) == keys for paper in papers)


@pytest.mark.parametrize("field", ["id", "title", "doi"])
def test_no_two_papers_share_an_id_a_title_or_a_doi(
    papers: list[dict[str, Any]], field: str
) -> None:
    counts = Counter(key_of(paper[field]) for paper in papers if paper[field])
    assert [value for value, count in counts.items() if count > 1] == []


def test_every_id_is_of_a_known_kind(ids: set[str]) -> None:
    patterns = {"doi": DOI, "arxiv": ARXIV, "acl": ANTHOLOGY}
    for paper_id in ids:
        kind, _, value = paper_id.partition(":")
        pattern = patterns.get(kind)
        assert pattern.fullmatch(value) if pattern else LOCAL_ID.fullmatch(paper_id), paper_id


def test_dois_are_well_formed_and_agree_with_ids(papers: list[dict[str, Any]]) -> None:
    for paper in papers:
        assert not paper["doi"] or DOI.fullmatch(paper["doi"]), paper["id"]
        if paper["id"].startswith("doi:"):
            assert paper["id"] == f"doi:{paper['doi']}"


def test_titles_authors_years_and_venues_are_given(papers: list[dict[str, Any]]) -> None:
    for paper in papers:
        assert 1950 <= paper["year"] <= 2025, paper["id"]
        assert paper["title"].strip() == paper["title"] != ""
        assert paper["venue"] != ""
        assert paper["authors"] != []
        assert all(len(author.split()) >= 2 for author in paper["authors"]), paper["id"]
        assert len(set(paper["authors"])) == len(paper["authors"])
        assert paper["keywords"] != []


def test_summaries_are_short_and_end_as_sentences(papers: list[dict[str, Any]]) -> None:
    for paper in papers:
        assert 30 <= len(paper["abstract"].split()) <= 90, paper["id"]
        assert paper["abstract"].endswith("."), paper["id"]


def test_every_link_joins_two_different_known_papers_once(
    edges: list[list[str]], ids: set[str]
) -> None:
    assert len(edges) >= 300
    assert len({tuple(edge) for edge in edges}) == len(edges)
    assert all(citing != cited for citing, cited in edges)
    assert {end for edge in edges for end in edge} <= ids


def test_only_papers_of_the_same_time_cite_each_other_or_later_ones(
    edges: list[list[str]], papers: list[dict[str, Any]]
) -> None:
    year = {paper["id"]: paper["year"] for paper in papers}
    links = {tuple(edge) for edge in edges}
    assert [link for link in links if year[link[1]] > year[link[0]] + 2] == []
    assert [
        link for link in links if link[::-1] in links and year[link[0]] > year[link[1]] + 1
    ] == []


def test_every_reference_names_one_paper_of_the_library(
    references: list[str], papers: list[dict[str, Any]]
) -> None:
    assert 25 <= len(references) <= 40
    for reference in references:
        named = [
            paper
            for paper in papers
            if f". {paper['title']}" in reference and f" {paper['year']}." in reference
        ]
        assert len(named) == 1, reference
        assert named[0]["authors"][0].split()[-1] in reference.partition(named[0]["title"])[0]


def test_markers_and_references_lead_to_each_other(source: str, references: list[str]) -> None:
    body = source.partition("## References")[0]
    cited = {
        int(number) for marker in re.findall(r"\[([\d, ]+)\]", body) for number in marker.split(",")
    }
    assert cited == set(range(1, len(references) + 1))
    assert [int(line[1 : line.index("]")]) for line in references] == sorted(cited)


def test_sentences_left_without_citation_stand_in_the_manuscript_and_have_none(
    source: str,
) -> None:
    expected = lines_of("expected.jsonl")
    assert 10 <= len(expected) <= 20
    for entry in expected:
        assert source.count(entry["sentence"]) == 1, entry["sentence"]
        assert "[" not in entry["sentence"]
        after = source.partition(entry["sentence"])[2][:2]
        assert after in {" ", "\n\n"} or after.startswith(" ")


def test_expected_papers_are_in_the_library(ids: set[str]) -> None:
    for entry in lines_of("expected.jsonl"):
        assert 1 <= len(entry["expected"]) <= 4
        assert set(entry["expected"]) <= ids
