"""Reading BibTeX: what becomes of fields, names and macros, and that nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.base.items import INCOMPLETE, MADE_UP, stated_title
from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import bibtex_syntax, bibtex_writer
from core.formats.entries import Entry
from core.formats.registry import get_format

Read = Callable[[str | bytes], list[Entry]]
ReadOne = Callable[[str | bytes], PaperRecord]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def read_bytes(data: str | bytes) -> list[Entry]:
        path = tmp_path / "papers.bib"
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return list(get_format("bibtex").read_entries(path))

    return read_bytes


@pytest.fixture
def record(read: Read) -> ReadOne:
    def read_one(data: str | bytes) -> PaperRecord:
        (entry,) = read(data)
        assert entry.record is not None, entry.problem
        return entry.record

    return read_one


def test_an_article_becomes_a_record(record: ReadOne) -> None:
    paper = record(
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
    ("field", "authors"),
    [
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
    read: Read, field: str, authors: tuple[str, ...] | None
) -> None:
    (entry,) = read(f"@misc{{a, title = {{T}}, author = {{{field}}}}}")
    if authors is not None:
        assert entry.record is not None
        assert len(entry.record.authors) == len(authors)
        assert entry.record.authors == authors


def test_others_are_remembered(record: ReadOne) -> None:
    assert record("@misc{a, title={T}, author={Roe, Ann and others}}").extra["author_and_others"]


def test_a_key_that_occurs_again_gets_a_number(read: Read) -> None:
    entries = read(
        "@misc{a, title={1}}\n@misc{A, title={2}}\n@misc{a-2, title={3}}\n@misc{a, title={4}}"
    )
    assert [entry.record.extra["citation_key"] for entry in entries] == ["a", "A", "a-2", "a-3"]
    assert [entry.record.title for entry in entries] == ["1", "2", "3", "4"]


def test_an_entry_inherits_from_the_key_in_its_own_case(read: Read) -> None:
    *_, one, other, third = read(
        "@book{Moss, title={Large}, year=2001}\n@book{moss, title={Small}, year=2002}\n"
        "@inbook{a, title={1}, crossref={moss}}\n@inbook{b, title={2}, crossref={Moss}}\n"
        "@inbook{c, title={3}, crossref={MOSS}}"
    )
    assert [entry.record.venue for entry in (one, other, third)] == ["Small", "Large", "Large"]


def test_a_field_that_occurs_again_is_kept(record: ReadOne) -> None:
    paper = record("@misc{a, title={T}, note={one}, note={two}, Note={three}, note={one}}")
    assert [paper.extra[name] for name in ("note", "note-2", "note-3")] == ["one", "two", "three"]


@pytest.mark.parametrize("broken", ["title = {never {closed", 'title = "never closed', "title {x}"])
def test_an_entry_that_is_not_closed_costs_only_itself(read: Read, broken: str) -> None:
    first, second, third = read(
        f"@misc{{a, title={{A}}}}\n\n@misc{{b,\n  {broken},\n  year = 2001\n\n"
        "  @misc{c, title={C}}\n"
    )
    assert first.record is not None
    assert third.record is not None
    assert second.record is None
    assert second.location == "line 3 (b)"
    assert second.problem.startswith("the entry is broken: ")


def stored(record: PaperRecord) -> Paper:
    """Return a record as a paper of a library."""
    values = {name: getattr(record, name) for name in PaperRecord.__dataclass_fields__}
    return Paper(number=PaperNumber(1), ids=("cocite:1",), citation_key="a", **values)


def test_an_entry_that_says_nothing_is_refused(read: Read) -> None:
    (entry,) = read("\n@misc{a, month=jan}")
    assert (entry.location, entry.problem) == ("line 2 (a)", "the entry has no title")


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        (
            "@article{a, author={Roe, A. and Doe, B.}, journal={W}, volume=1, pages=3, year=1999}",
            "Roe, Doe 1999, W 1, 3",
        ),
        (
            "@inbook{a, author={Roe, A.}, booktitle={Walks}, chapter={Peat}, year={2001}}",
            "Roe 2001, Walks, Peat",
        ),
        (
            "@article{a, author={Roe, A. and Doe, B. and Moe, C. and Lo, D.}, journal={W}}",
            "Roe et al., W",
        ),
        ("@proceedings{a, editor={Roe, Ann}, year={2001}}", "Roe 2001"),
        ("@misc{a, doi={10.55555/x.1}}", "10.55555/x.1"),
    ],
)
def test_an_entry_without_a_title_is_kept_under_a_made_up_one(
    record: ReadOne, entry: str, title: str
) -> None:
    paper = record(entry)
    assert paper.title == title
    assert paper.extra[INCOMPLETE] == MADE_UP
    assert stated_title(paper) == ""
    written = bibtex_writer.write([stored(paper)])
    assert "title = " not in written.replace("booktitle = ", "")
    again = record(written)
    assert (again.title, again.authors, again.venue) == (title, paper.authors, paper.venue)


def test_blanks_may_stand_around_the_type_of_an_entry(read: Read) -> None:
    entries = read(
        "@ article { a , title = {One}, year = 2001 }\n@\nbook\n(b, title={Two})\n"
        "@misc {c, title={Three}}\n  @ misc{d, title={Four}}\n"
    )
    found = [(entry.location, entry.record.title) for entry in entries if entry.record]
    assert found == [
        ("line 1 (a)", "One"),
        ("line 2 (b)", "Two"),
        ("line 5 (c)", "Three"),
        ("line 6 (d)", "Four"),
    ]


def test_macros_and_concatenation_are_carried_out(record: ReadOne) -> None:
    paper = record(
        """@STRING{ann = "Annals of " # {Things} }
        @string(abbr = ann # ", Series B")
        @preamble{ "\\newcommand{\\x}{y}" }
        @comment{jabref-meta: grouping:0 All;1 One\\;0\\;;}
        @article{a, title = "On " # {{X} # Y}, journal = ABBR,
        month = "10~" # jan, note = unknown}"""
    )
    assert paper.venue == "Annals of Things, Series B"
    assert paper.title == "On X # Y"
    assert paper.extra["month"] == "10 January"  # of no year that is known
    assert paper.extra["note"] == "unknown"


def test_macros_made_of_macros_do_not_grow_without_bound(read: Read) -> None:
    macros = "".join(f"@string{{m{n + 1} = m{n} # m{n}}}\n" for n in range(1, 60))
    (entry,) = read(f'@string{{m1 = "ab"}}\n{macros}@misc{{a, title = m60}}')
    assert entry.record is not None
    assert len(entry.record.title) <= 100_000


def test_a_part_inherits_from_its_collection_what_they_share(read: Read) -> None:
    part, whole = read(
        """@inproceedings{p, title={Part}, pages={1--2}, crossref={W}}
        @proceedings{w, title={Whole}, year=2001, editor={Roe, Ann}, doi={10.1000/w},
        crossref={p}}"""
    )
    assert part.record.venue == "Whole"
    assert part.record.year == 2001
    assert part.record.doi == ""
    assert part.record.extra["editor"] == ["Ann Roe"]
    assert whole.record.title == "Whole"
    assert "page" not in whole.record.extra


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
    record: ReadOne, fields: str, arxiv: str
) -> None:
    assert record(f"@misc{{a, title={{T}}, {fields}}}").arxiv == arxiv


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
def test_dois_are_bare(record: ReadOne, fields: str, doi: str) -> None:
    paper = record(f"@misc{{a, title={{T}}, {fields}}}")
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
    record: ReadOne, fields: str, year: int | None, extra: dict[str, str]
) -> None:
    paper = record(f"@misc{{a, title={{T}}, {fields}}}")
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
def test_files_become_attachments(read: Read, field: str, paths: tuple[str, ...]) -> None:
    (entry,) = read(f"@misc{{a, title={{T}}, file = {field}}}")
    assert entry.attachments == paths
    assert "file" not in entry.record.extra


def test_a_megabyte_of_abstract_is_read(record: ReadOne) -> None:
    paper = record(
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
def test_any_encoding_is_read(record: ReadOne, data: bytes) -> None:
    assert record(data).title == "Größe"


def test_an_entry_that_is_commented_out_is_none(read: Read) -> None:
    (entry,) = read("% results:\n%@misc{a,\n%  title = {A},\n%}\n@misc{b, title={B}}")
    assert entry.record.title == "B"


def test_the_brace_may_stand_on_the_next_line(read: Read) -> None:
    first, second = read("@misc\n{a, title={A}}\n@misc(b, title={B})")
    assert (first.record.title, second.record.title) == ("A", "B")


def test_what_is_no_type_of_entry_is_reported(read: Read) -> None:
    (bad, good) = read("@in-book{a,\n title={A}}\n@misc{b, title={B}}")
    assert bad.problem == "“@in-book” is not a type of entry"
    assert bad.location == "line 1"
    assert good.record.title == "B"


def test_a_file_of_something_else_is_one_problem(read: Read) -> None:
    (entry,) = read("<html>\n<p>Not found</p>")
    assert entry.problem == "the file has no BibTeX entry"


@pytest.mark.parametrize("data", ["", "\n", "% only a comment\n", "@comment{x}", "@string{a={b}}"])
def test_a_file_without_entries_has_none(read: Read, data: str) -> None:
    assert read(data) == []


def test_a_file_that_is_missing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"“none\.bib” could not be read") as caught:
        list(get_format("bibtex").read_entries(tmp_path / "none.bib"))
    assert caught.value.remedy


def test_biblatex_titles_and_venues(record: ReadOne) -> None:
    paper = record(
        "@article{a, title={Main?}, subtitle={Sub}, journaltitle={J}, booktitle={B}, test_x+y={z}}"
    )
    assert paper.title == "Main? Sub"
    assert paper.venue == "J"
    assert paper.extra["booktitle"] == "B"
    assert paper.extra["test_x+y"] == "z"


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        (r"{Doe, Jane and L\{oh, Ann}}", r"L\{oh"),
        (r"{Doe, Jane and L{oh\}, Ann}", "L"),
        (r"{Doe, Jane and \{Loh\}, Ann}", "Loh"),
    ],
)
def test_a_brace_behind_a_backslash_counts_as_bibtex_counts_it(author: str, expected: str) -> None:
    text = (
        f"@book{{lenses,\n  author = {author},\n  title = {{Grinding lenses}},\n  year = 2001\n}}\n"
        "@book{next, title = {Polishing}, author = {Roe, Ann}, year = 2003}\n"
    )
    first, second = bibtex_syntax.parse(text, "x.bib")
    assert (first.fields["title"], first.fields["year"]) == ("Grinding lenses", "2001")
    assert expected in first.fields["author"]
    assert "\ue000" not in first.fields["author"]
    assert first.raw in text
    assert dict(first.typed)["author"].text == author
    assert (second.key, second.fields["title"]) == ("next", "Polishing")


@pytest.mark.parametrize("title", [r"A set \{a", r"Half open [0, 1\}", r"A set \{a, b\}"])
def test_a_brace_behind_a_backslash_that_would_have_no_end_is_text(title: str) -> None:
    text = f"@book{{one, title = {{{title}}}, year = 2001}}\n@book{{two, title = {{Next}}}}"
    first, second = bibtex_syntax.parse(text, "x.bib")
    assert (first.fields, second.fields) == ({"title": title, "year": "2001"}, {"title": "Next"})


def test_fields_behind_a_brace_too_many_are_told() -> None:
    text = (
        "@book{one, author = {Doe, Jane}},\n  title = {Lost}, year = 2001}\n\n"
        "@book{two, title = {Next}}"
    )
    entries = bibtex_syntax.parse(text, "x.bib")
    assert [entry.key for entry in entries] == ["one", "", "two"]
    assert "title, year" in str(entries[1].problem)
    note = "@book{one, title = {Kept}}\nA note: see y = 3.\n@book{two, title={X}}"
    assert [entry.problem for entry in bibtex_syntax.parse(note, "x.bib")] == ["", ""]
