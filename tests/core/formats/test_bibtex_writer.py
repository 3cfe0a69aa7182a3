"""The BibTeX we write: keys, types, braces."""

from __future__ import annotations

import pytest

from core.base.records import Paper, PaperNumber
from core.formats import bibtex_writer


def paper(**fields: object) -> Paper:
    return Paper(**({"number": PaperNumber(1), "ids": (), "title": "T"} | fields))


def test_an_entry_looks_as_a_person_would_write_it() -> None:
    written = bibtex_writer.write(
        [
            paper(
                citation_key="roe2001",
                title="A study of BERT & friends",
                authors=("Ann Roe", "Jan van der Berg", "Sam Davis Jr."),
                year=2001,
                venue="Annals of Things",
                doi="10.1000/x_1",
                extra={
                    "page": "7–19",
                    "issued": "2001-03",
                    "ISSN": "1234-5678",
                    "nested": {"a": 1},
                },
            )
        ]
    )
    assert written == (
        "@article{roe2001,\n"
        "  title = {A study of {BERT} \\& friends},\n"
        "  author = {Roe, Ann and van der Berg, Jan and Davis, Jr., Sam},\n"
        "  journal = {Annals of Things},\n"
        "  year = {2001},\n"
        "  doi = {10.1000/x_1},\n"
        "  pages = {7--19},\n"
        "  issn = {1234-5678},\n"
        "  month = mar,\n"
        "}\n"
    )


def test_keys_are_unique_and_legal() -> None:
    keys = ["a b", "ab", "AB", "ABA", "", "x{y}z,"]
    written = bibtex_writer.write([paper(citation_key=key) for key in keys])
    assert [line.split("{")[1].rstrip(",") for line in written.splitlines() if line[:1] == "@"] == [
        *("ab", "aba", "AB", "ABA", "paper1", "xyz"),
    ]


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"venue": "Annals of Things"}, "article"),
        ({"venue": "Proceedings of the 3rd Workshop on Things"}, "inproceedings"),
        ({"venue": "NeurIPS 2021"}, "inproceedings"),
        ({"venue": "arXiv preprint", "arxiv": "1706.03762"}, "misc"),
        ({}, "misc"),
        ({"extra": {"type": "chapter"}}, "incollection"),
        ({"extra": {"type": "paper-conference"}}, "inproceedings"),
        ({"extra": {"type": "thesis"}}, "phdthesis"),
        ({"extra": {"type": "thesis", "genre": "Master’s thesis"}}, "mastersthesis"),
        ({"extra": {"type": "book", "source_type": "proceedings"}}, "proceedings"),
        ({"extra": {"type": "report", "source_type": "proceedings"}}, "techreport"),
        ({"extra": {"type": "something else"}, "venue": "Annals"}, "article"),
    ],
)
def test_the_type_is_told_or_guessed(fields: dict[str, object], kind: str) -> None:
    assert bibtex_writer.write([paper(**fields)]).startswith(f"@{kind}{{")


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Deep learning", "{Deep learning}"),
        ("The iPhone and C", "{The {iPhone} and {C}}"),
        ("BERT-based U.S. models", "{{BERT}-based {U.S.} models}"),
        ("A posteriori", "{A posteriori}"),
    ],
)
def test_only_inner_capitals_are_protected(title: str, written: str) -> None:
    assert f"title = {written}" in bibtex_writer.write([paper(title=title)])


def test_an_arxiv_paper_carries_its_eprint() -> None:
    written = bibtex_writer.write([paper(arxiv="1706.03762")])
    assert "eprint = {1706.03762}" in written
    assert "archiveprefix = {arXiv}" in written


def test_no_papers_give_an_empty_file() -> None:
    assert bibtex_writer.write([]) == ""
