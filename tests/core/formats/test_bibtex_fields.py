"""What the fields of BibTeX and BibLaTeX mean: identifiers, years, venues and files."""

from __future__ import annotations

import pytest

from tests.core.formats.bibtex_records import read_one
from tests.core.formats.entry_readers import BibtexReader, BibtexRecordReader


@pytest.mark.parametrize(
    ("fields", "arxiv"),
    [
        ("eprint={1706.03762v2}, archiveprefix={arXiv}", "1706.03762"),
        ("eprint={hep-th/9901001}, eprinttype={arxiv}", "hep-th/9901001"),
        ("eprint={arXiv:1706.03762}", "1706.03762"),
        ("eprint={12345}, eprinttype={pubmed}", ""),
        ("url={http://arxiv.org/abs/1706.03762v5}", "1706.03762"),
        ("journal={arXiv preprint arXiv:1706.03762}", "1706.03762"),
        ("journal={CoRR}, volume={abs/1706.03762}", "1706.03762"),
        ("doi={10.48550/arXiv.1706.03762}", "1706.03762"),
        ("url={https://example.org/1706.03762}", ""),
    ],
)
def test_arxiv_ids_are_found_where_people_put_them(
    read_bibtex_record: BibtexRecordReader, fields: str, arxiv: str
) -> None:
    assert read_bibtex_record(f"@misc{{a, title={{T}}, {fields}}}").arxiv == arxiv


@pytest.mark.parametrize(
    ("fields", "doi"),
    [
        ("doi={10.1000/a_b}", "10.1000/a_b"),
        (r"doi={10.1000/a\_b}", "10.1000/a_b"),
        (r"doi={\url{https://dx.doi.org/10.1000/a{\_}b}}", "10.1000/a_b"),
        ("doi={doi: 10.1000/x}", "10.1000/x"),
        ("url={http://dx.doi.org/10.1000/x}", "10.1000/x"),
        ("doi={to appear}", ""),
    ],
)
def test_dois_are_bare(read_bibtex_record: BibtexRecordReader, fields: str, doi: str) -> None:
    paper = read_bibtex_record(f"@misc{{a, title={{T}}, {fields}}}")
    assert paper.doi == doi
    assert paper.extra.get("doi", "") == ("to appear" if not doi else "")


@pytest.mark.parametrize(
    ("fields", "year", "extra"),
    [
        ("year = 2001", 2001, {}),
        ("year = {in press 2001}", 2001, {"issued": "in press 2001"}),
        ("date = {2001-05/2003}", 2001, {"issued": "2001-05/2003"}),
        ("date = {2001}", 2001, {}),
        ("year = {to appear}", None, {"status": "to appear"}),
    ],
)
def test_the_year_is_a_number_and_nothing_is_lost(
    read_bibtex_record: BibtexRecordReader, fields: str, year: int | None, extra: dict[str, str]
) -> None:
    paper = read_bibtex_record(f"@misc{{a, title={{T}}, {fields}}}")
    assert paper.year == year
    names = ("year", "date", "issued", "status")
    assert {name: paper.extra[name] for name in names if name in paper.extra} == extra


@pytest.mark.parametrize(
    ("field", "paths"),
    [
        ("{papers/a.pdf}", ("papers/a.pdf",)),
        (r"{Full text:papers/a\;b.pdf:PDF;:c\:/d.pdf:PDF}", ("papers/a;b.pdf", "c:/d.pdf")),
        ("{files/1/a.pdf:files/1/a.pdf:application/pdf}", ("files/1/a.pdf",)),
        ("{C:\\\\papers\\\\a.pdf}", ("C:\\\\papers\\\\a.pdf",)),
    ],
)
def test_files_become_attachments(
    read_bibtex: BibtexReader, field: str, paths: tuple[str, ...]
) -> None:
    (entry,) = read_bibtex(f"@misc{{a, title={{T}}, file = {field}}}")
    assert entry.attachments == paths
    assert "file" not in entry.record.extra


def test_biblatex_titles_and_venues(read_bibtex_record: BibtexRecordReader) -> None:
    paper = read_bibtex_record(
        "@article{a, title={Main?}, subtitle={Sub}, journaltitle={J}, booktitle={B}, test_x+y={z}}"
    )
    assert paper.title == "Main? Sub"
    assert paper.venue == "J"
    assert paper.extra["booktitle"] == "B"
    assert paper.extra["test_x+y"] == "z"


def test_the_date_of_a_visit_is_no_year() -> None:
    record = read_one("url={https://example.org/a}, urldate={2020-01-02}")
    assert (record.year, record.extra["accessed"]) == (None, "2020-01-02")
