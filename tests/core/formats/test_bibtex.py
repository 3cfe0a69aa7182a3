"""Reading BibTeX: what becomes of fields, names and macros, and that nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.base.records import PaperRecord
from core.formats.bibtex import parse, parse_with_faults
from core.formats.registry import get_format
from tests import wording
from tests.core.formats.bibtex_records import read, read_one
from tests.core.formats.entry_readers import BibtexReader, BibtexRecordReader


def test_an_article_becomes_a_record(read_bibtex_record: BibtexRecordReader) -> None:
    paper = read_bibtex_record(
        r"""@Article{roe2001, author = {Roe, Ann and Jan van der Berg}, title = {On {BERT} \& co},
        Journal = "Annals of Things", year = 2001, volume = {4}, pages = {7--19}, month = mar,
        doi = {https://doi.org/10.1000/X.1}, url = {https://example.org/a\_b},
        keywords = {one, {two, three}}, abstract = {Caf\'e.
        Second line.}}"""
    )
    assert paper == PaperRecord(
        title="On BERT & co",
        abstract="Café. Second line.",
        authors=("Ann Roe", "Jan van der Berg"),
        year=2001,
        venue="Annals of Things",
        doi="10.1000/X.1",
        url="https://example.org/a_b",
        keywords=("one", "two, three"),
        extra={
            "type": "article-journal",
            "citation_key": "roe2001",
            "volume": "4",
            "page": "7–19",
            "issued": "2001-03",
        },
    )


@pytest.mark.parametrize(
    "field",
    [
        r"doi={10.55555\/x.1}",
        "doi={<a href='https://doi.org/10.55555/x.1'>10.55555/x.1</a>}",
        r"howpublished={\url{https://doi.org/10.55555/x.1}}",
        "note={doi: 10.55555/x.1}",
    ],
)
def test_a_doi_is_read_where_it_says_so(read_bibtex_record: BibtexRecordReader, field: str) -> None:
    assert read_bibtex_record(f"@misc{{a, title={{T}}, {field}}}").doi == "10.55555/x.1"


def test_a_part_of_a_book_stands_in_the_book(read_bibtex_record: BibtexRecordReader) -> None:
    fields = "title={T}, booktitle={Essays on Peat}, journal={Bog Studies}, volume=4"
    part = read_bibtex_record(f"@incollection{{a, {fields}}}")
    assert (part.venue, part.extra["journal"]) == ("Essays on Peat", "Bog Studies")
    article = read_bibtex_record(f"@article{{a, {fields}}}")
    assert (article.venue, article.extra["booktitle"]) == ("Bog Studies", "Essays on Peat")


@pytest.mark.parametrize(
    ("field", "authors"),
    [
        ("Ivanov P. P. and María José Aninao A.", ("P. P. Ivanov", "María José Aninao A.")),
        ("{Barnes and Noble} and Roe, Ann", ("Barnes and Noble", "Ann Roe")),
        ("Ludwig van Beethoven and van Beethoven, Ludwig", ("Ludwig van Beethoven",) * 2),
        ("Davis, Jr., Sammy", ("Sammy Davis Jr.",)),
        (r"Roe, Ann and \'Eluard, Paul", ("Ann Roe", "Paul Éluard")),
        (r"G{\"o}del, Kurt AND Erd{\H o}s, P{\'a}l", ("Kurt Gödel", "Pál Erdős")),
        ("Donald~E. Knuth\n  and\n  Roe, Ann", ("Donald E. Knuth", "Ann Roe")),
        ("family=Hoof, given=Jan, prefix=van", ("Jan van Hoof",)),
        ("{The {ATLAS} and {CMS} teams}", ("The ATLAS and CMS teams",)),
        ("Roe, Ann and others", ("Ann Roe",)),
        ("Plato", ("Plato",)),
        ("and and", ()),
        ("{unclosed \\", None),
    ],
)
def test_names_are_split_before_they_are_decoded(
    read_bibtex: BibtexReader, field: str, authors: tuple[str, ...] | None
) -> None:
    (entry,) = read_bibtex(f"@misc{{a, title = {{T}}, author = {{{field}}}}}")
    if authors is not None:
        assert entry.record is not None
        assert len(entry.record.authors) == len(authors)
        assert entry.record.authors == authors


def test_others_are_remembered(read_bibtex_record: BibtexRecordReader) -> None:
    assert read_bibtex_record("@misc{a, title={T}, author={Roe, Ann and others}}").extra[
        "author_and_others"
    ]


def test_an_entry_that_says_nothing_is_refused(read_bibtex: BibtexReader) -> None:
    (entry,) = read_bibtex("\n@misc{a, month=jan}")
    assert (entry.location, entry.problem) == (
        "line 2 (a)",
        wording.fill(wording.ENTRY_WITHOUT_TITLE),
    )


def test_a_megabyte_of_abstract_is_read(read_bibtex_record: BibtexRecordReader) -> None:
    paper = read_bibtex_record(
        "@misc{a, title={T}, abstract={" + r"caf\'e {\"o}l \foo{bar} $x$ " * 40_000 + "}}"
    )
    assert len(paper.abstract) > 500_000
    assert paper.abstract.startswith("café öl")


@pytest.mark.parametrize(
    "data",
    [
        pytest.param("@misc{a, title={Größe}}".encode(), id="utf-8"),
        pytest.param("\ufeff@misc{a, title={Größe}}".encode(), id="utf-8 with mark"),
        pytest.param("@misc{a, title={Größe}}".encode("utf-16"), id="utf-16 with mark"),
        pytest.param("@misc{a, title={Größe}}".encode("utf-16-be"), id="utf-16 be"),
        pytest.param("@misc{a, title={Größe}}".encode("utf-16-le"), id="utf-16 le"),
        pytest.param("@misc{a, title={Größe}}".encode("latin-1"), id="latin-1"),
        pytest.param("% Encoding: UTF-8\n@misc{a, title={Größe}}".encode("latin-1"), id="false"),
        pytest.param("% Encoding: Cp850\n@misc{a, title={Größe}}".encode("cp850"), id="declared"),
        pytest.param(
            "% Encoding: hex\n@misc{a, title={Größe}}".encode("latin-1"), id="no encoding"
        ),
        pytest.param("@misc{a,\r\n title={Größe}}\r\n".encode(), id="Windows line ends"),
    ],
)
def test_any_encoding_is_read(read_bibtex_record: BibtexRecordReader, data: bytes) -> None:
    assert read_bibtex_record(data).title == "Größe"


def test_a_file_of_something_else_is_one_problem(read_bibtex: BibtexReader) -> None:
    (entry,) = read_bibtex("<html>\n<p>Not found</p>")
    assert entry.problem == wording.fill(wording.FILE_WITHOUT_BIBTEX)


@pytest.mark.parametrize("data", ["", "\n", "% only a comment\n", "@comment{x}", "@string{a={b}}"])
def test_a_file_without_entries_has_none(read_bibtex: BibtexReader, data: str) -> None:
    assert read_bibtex(data) == []


def test_a_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(
        FormatError, match=wording.pattern("core.formats.decoding:unreadable", file="none.bib")
    ) as caught:
        list(get_format("bibtex").read_entries(tmp_path / "none.bib"))
    assert caught.value.remedy


def test_names_with_the_options_of_biblatex_are_names() -> None:
    record = read_one(
        "author={useprefix=false and id=x1, family=Moor, given=Ada"
        " and given={Bo}, given-i=B, prefix=van, family=Fenn}"
    )
    assert record.authors == ("Ada Moor", "Bo van Fenn")


def test_a_value_of_xdata_that_leads_nowhere_is_no_name() -> None:
    records = read(
        "@xdata{q, author={Moor, Ada}}\n"
        "@book{a, title={A}, author={xdata=q-author-1 and xdata=q-author-7 and Fenn, Bo}}\n"
    )
    assert records["a"].authors == ("Ada Moor", "Bo Fenn")


@pytest.mark.parametrize(
    ("fields", "year", "issued"),
    [
        ("year={1998}, date={1996-03-01}", 1996, "1996-03-01"),
        ("year={1998}, date={around 1996}", 1998, None),
        ("date={१९८७-०१-१५}", 1987, "1987-01-15"),
        ("year={２００３}", 2003, None),
    ],
)
def test_dates_are_read_as_biber_reads_them(fields: str, year: int, issued: str | None) -> None:
    record = read_one(fields)
    assert (record.year, record.extra.get("issued")) == (year, issued)


SEMICOLONS = """@article{oak2010, author={Oak, Jane}; title={Walks of the north}; year=2010}
@article{elm2012, author={Elm, Ida}, title={On {a}; b = {c}}, year=2012}
"""


def test_a_semicolon_between_fields_is_read_as_a_comma() -> None:
    papers = [entry.record for entry in parse(SEMICOLONS, "walks.bib") if entry.record]
    assert [(one.title, one.authors, one.year) for one in papers] == [
        ("Walks of the north", ("Jane Oak",), 2010),
        ("On a; b = c", ("Ida Elm",), 2012),
    ]


def test_of_an_entry_with_a_semicolon_a_manuscript_has_what_stands_before_it() -> None:
    works = {key: (one, line) for key, one, line in parse_with_faults(SEMICOLONS, "walks.bib")}
    oak, line = works["oak2010"]
    assert (oak.authors, oak.year, line) == (("Jane Oak",), None, 1)
    assert works["elm2012"][1] is None
