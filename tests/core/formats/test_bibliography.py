"""What leaves the library: BibLaTeX, tables, records, and formatted references."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import FormatError
from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import biblatex, bibliography, jsonl, table
from core.formats.bibliography import Cite
from core.formats.registry import get_format, list_writable_formats


def paper(title: str = "Weighing contexts", **fields: Any) -> Paper:  # noqa: ANN401 - fields of all types
    values = {"number": PaperNumber(7), "ids": (), "citation_key": "Smith2020", **fields}
    return Paper(title=title, **values)


WALKS = paper(
    authors=("Ann Smith", "Ludwig van Beethoven"),
    year=2020,
    venue="Journal of Walks",
    doi="10.1000/a",
    extra={"type": "article-journal", "volume": "4", "issue": "2", "page": "7–19"},
)


# --- BibLaTeX ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("extra", "date"),
    [
        ({}, "2020"),
        ({"issued": "2020-03"}, "2020-03"),
        ({"issued": "2020-03-05"}, "2020-03-05"),
        ({"issued": "Spring 2020"}, "2020"),
        ({"issued": "2020-03-05/2020-03-07"}, "2020-03-05/2020-03-07"),
        ({"issued": "1999-01-01"}, "2020"),
    ],
)
def test_a_date_says_all_that_is_known(extra: dict[str, str], date: str) -> None:
    written = biblatex.write([paper(year=2020, extra=extra)])
    assert f"date = {{{date}}}" in written
    assert "year" not in written


@pytest.mark.parametrize(
    ("kind", "genre", "named", "said"),
    [
        ("thesis", "PhD thesis", "thesis", "type = {phdthesis}"),
        ("thesis", "Master’s thesis", "thesis", "type = {mathesis}"),
        ("thesis", "Dissertation", "thesis", "type = {Dissertation}"),
        ("report", "", "report", "type = {techreport}"),
        ("paper-conference", "", "inproceedings", "booktitle = {Walks}"),
        ("dataset", "", "dataset", "Weighing"),
        ("article-journal", "", "article", "journaltitle = {Walks}"),
    ],
)
def test_entries_have_the_types_and_fields_of_biblatex(
    kind: str, genre: str, named: str, said: str
) -> None:
    extra = {"type": kind, "publisher-place": "Graz"} | ({"genre": genre} if genre else {})
    written = biblatex.write([paper(venue="Walks", extra=extra)])
    assert written.startswith(f"@{named}{{Smith2020,")
    assert said in written
    assert "location = {Graz}" in written


def test_what_came_by_crossref_is_written_out(tmp_path: Path) -> None:
    source = (
        "@inproceedings{a, title={A}, crossref={p}}\n"
        "@proceedings{p, title={Proc. of Walks}, year=2001, publisher={Press}}\n"
    )
    (tmp_path / "a.bib").write_text(source)
    first = next(iter(get_format("bibtex").read_entries(tmp_path / "a.bib"))).record
    assert first is not None
    written = biblatex.write([paper("A", venue=first.venue, year=first.year, extra=first.extra)])
    assert "booktitle = {Proc. of Walks}" in written
    assert "publisher = {Press}" in written
    assert "crossref" not in written


def test_an_arxiv_id_is_an_eprint() -> None:
    written = biblatex.write([paper(arxiv="2001.00001", extra={"primaryclass": "cs.CL"})])
    for line in ("eprint = {2001.00001}", "eprinttype = {arxiv}", "eprintclass = {cs.CL}"):
        assert line in written


# --- tables -----------------------------------------------------------------------------------


def rows(written: str) -> list[dict[str, str]]:
    assert written.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(written[1:], newline="")))


def test_a_table_has_a_row_a_paper_with_everything_in_its_column() -> None:
    (row,) = rows(table.write([WALKS]))
    assert row["authors"] == "Ann Smith; Ludwig van Beethoven"
    assert (row["volume"], row["issue"], row["page"]) == ("4", "2", "7–19")
    assert (row["title"], row["year"], row["type"]) == ("Weighing contexts", "2020", "article")


def unguarded(cell: str) -> str:
    """Return what a spreadsheet shows of a cell: the first quote says that it is text."""
    guarded = re.match(r"''*[=+\-@\t\r]", cell)
    return cell[1:] if guarded else cell


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "\r=", "'=", "''@"])
def test_no_cell_is_a_formula(start: str) -> None:
    title = f'{start}HYPERLINK("http://example.org","x")'
    (row,) = rows(table.write([paper(title, authors=(title,), keywords=(title,), venue=title)]))
    for column in ("title", "authors", "keywords", "venue"):
        assert row[column].startswith("'")
        assert unguarded(row[column]) == " ".join(title.split())


@given(st.text(max_size=20))
def test_a_guarded_cell_can_be_told_from_any_other(text: str) -> None:
    cell = table.guarded(text)
    assert unguarded(cell) == text
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


# --- records ----------------------------------------------------------------------------------

JSON_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)


@given(
    title=JSON_TEXT.filter(lambda text: bool(text.strip())),
    abstract=JSON_TEXT,
    authors=st.lists(JSON_TEXT, max_size=3).map(tuple),
    year=st.none() | st.integers(1, 9999),
    note=st.recursive(JSON_TEXT | st.integers() | st.none(), st.lists),
)
def test_records_give_back_any_text_and_whatever_else_was_said(
    tmp_path_factory: pytest.TempPathFactory,
    title: str,
    abstract: str,
    authors: tuple[str, ...],
    year: int | None,
    note: object,
) -> None:
    given_paper = paper(
        title, id="x:1", abstract=abstract, authors=authors, year=year, extra={"note": note}
    )
    path = tmp_path_factory.getbasetemp() / "records.jsonl"
    path.write_text(get_format("jsonl").write([given_paper]), encoding="utf-8", newline="")
    (entry,) = jsonl.read(path)
    assert entry.record is not None, entry.problem
    assert (entry.record.title, entry.record.abstract) == (title, abstract)
    assert (entry.record.authors, entry.record.year) == (authors, year)
    assert entry.record.extra == {"note": note, "made_key": "Smith2020"}


# --- formatted references ---------------------------------------------------------------------


def test_each_style_formats_in_its_own_way() -> None:
    found = {style: bibliography.formatted([WALKS], style)[0] for style in bibliography.STYLES}
    assert found["author-date"] == (
        "Smith, A. and van Beethoven, L. (2020). Weighing contexts. Journal of Walks, 4(2), 7–19. "
        "https://doi.org/10.1000/a."
    )
    assert found["numbered"].startswith("[1] A. Smith and L. van Beethoven, “Weighing contexts,” ")
    assert found["author-title"].startswith("Smith, Ann and Ludwig van Beethoven. “Weighing")
    assert "10.1000/a" in found["harvard-cite-them-right"]


@pytest.mark.parametrize(
    ("extra", "said"),
    [
        (
            {"type": "chapter", "editor": ["Eve Smith"], "page": "1–9", "edition": "2"}
            | {"publisher": "Press", "publisher-place": "Graz", "collection-title": "Notes"},
            "V, edited by Eve Smith, 2nd ed., 1–9, Notes, Graz: Press.",
        ),
        ({"type": "thesis", "genre": "PhD thesis", "publisher": "TU"}, "PhD thesis, V, TU."),
        ({"type": "report", "number": "7", "publisher": "Lab"}, "V, no. 7, Lab."),
        ({"type": "article-journal", "volume": "3", "number": "e7"}, "V, 3, e7."),
    ],
)
def test_references_say_what_their_type_has(extra: dict[str, Any], said: str) -> None:
    one = paper(year=2020, venue="V", authors=("Ann Roe",), extra=extra)
    assert bibliography.formatted([one]) == [f"Roe, A. (2020). Weighing contexts. {said}"]


def test_references_stand_in_the_order_of_the_style() -> None:
    papers = [WALKS, paper("On dunes", authors=("Zoë Abel",), citation_key="Abel")]
    assert [entry[:4] for entry in bibliography.formatted(papers)] == ["Abel", "Smit"]
    assert [entry[:6] for entry in bibliography.formatted(papers, "numbered")] == [
        "[1] A.",
        "[2] Z.",
    ]


def test_a_paper_of_which_little_is_known_is_formatted_too() -> None:
    assert bibliography.formatted([paper()]) == ["Weighing contexts (n.d.)."]
    assert bibliography.formatted([]) == []


def test_markup_in_a_record_is_text_on_a_page() -> None:
    page = bibliography.bibliography_html([paper("<script>x</script> & more", venue="<i>J</i>")])
    assert "<script>" not in page
    assert "&lt;script&gt;x&lt;/script&gt; &amp; more" in page
    assert "<i>&lt;i&gt;J&lt;/i&gt;</i>" in page


def test_a_style_of_ones_own_is_used(tmp_path: Path) -> None:
    style = tmp_path / "mine.csl"
    style.write_text(
        '<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0"><info>'
        "<title>Mine</title><id>mine</id><updated>2026-01-01T00:00:00+00:00</updated></info>"
        '<citation><layout><text variable="title"/></layout></citation><bibliography><layout>'
        '<text variable="title" suffix="!"/></layout></bibliography></style>'
    )
    assert bibliography.formatted([WALKS], str(style)) == ["Weighing contexts!"]


def test_the_citations_of_a_text_are_formatted_with_its_references() -> None:
    works = [
        PaperRecord(title="On <b>", authors=("Ann Roe",), year=2001, venue="Walks & Talks"),
        PaperRecord(title="Never cited"),
        PaperRecord(title="Dunes", authors=("Zoë Abel",), year=1999),
    ]
    two = [Cite(0, prefix="see ", locator="4"), Cite(2, suffix=" & more")]
    found = bibliography.formatted_text(works, [[Cite(2)], two, []], "author-date")

    assert found.citations == (
        "(Abel 1999)", "(Abel 1999 &amp; more; see Roe 2001, p. 4)", "",
    )  # fmt: skip
    assert [entry[:4] for entry in found.references] == ["Abel", "Roe,"]
    assert "On &lt;b&gt;. <i>Walks &amp; Talks</i>" in found.references[1]

    numbered = bibliography.formatted_text(works, [[Cite(2)], two, [Cite(0)]], "numbered")
    assert numbered.citations == ("[1]", "[1 &amp; more, see 2, p. 4]", "[2]")
    assert [entry[:6] for entry in numbered.references] == ["[1] Z.", "[2] A."]
    again = bibliography.formatted_text(works, [[Cite(2)]], "numbered", with_references=False)
    assert again == bibliography.FormattedText(("[1]",), ())


def test_a_style_that_fails_at_a_citation_says_so() -> None:
    style = (
        b'<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.0">'
        b"<citation><layout><text macro='none'/></layout></citation>"
        b"<bibliography><layout><text variable='title'/></layout></bibliography></style>"
    )
    with pytest.raises(FormatError, match="cannot be used"):
        bibliography.formatted_text([PaperRecord(title="Dunes")], [[Cite(0)]], style)


@pytest.mark.parametrize(
    "content",
    [
        None,
        "",
        "no XML",
        "<style/>",
        '<!DOCTYPE style [<!ENTITY a "b">]><style>&a;</style>',
        '<html xmlns="http://www.w3.org/1999/xhtml"/>',
    ],
)
def test_what_is_no_style_is_refused(tmp_path: Path, content: str | None) -> None:
    style = tmp_path / "bad.csl"
    if content is not None:
        style.write_text(content)
    with pytest.raises(FormatError):
        bibliography.formatted([WALKS], str(style))


def test_every_format_writes_every_paper() -> None:
    for kind in (each.name for each in list_writable_formats()):
        assert "Weighing contexts" in get_format(kind).write([WALKS]), kind
        assert get_format(kind).write([]) is not None
    assert "“Weighing" in get_format("text").write([WALKS], "numbered")
