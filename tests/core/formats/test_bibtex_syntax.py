"""BibTeX as a language: braces, comments, macros, inherited fields and keys that occur twice."""

from __future__ import annotations

import pytest

from core.formats import bibtex_syntax
from tests import wording
from tests.core.formats.entry_readers import BibtexReader, BibtexRecordReader


def test_a_key_that_occurs_again_gets_a_number(read_bibtex: BibtexReader) -> None:
    entries = read_bibtex(
        "@misc{a, title={1}}\n@misc{A, title={2}}\n@misc{a-2, title={3}}\n@misc{a, title={4}}"
    )
    assert [entry.record.extra["citation_key"] for entry in entries] == ["a", "A", "a-2", "a-3"]
    assert [entry.record.title for entry in entries] == ["1", "2", "3", "4"]


def test_an_entry_inherits_from_the_key_in_its_own_case(read_bibtex: BibtexReader) -> None:
    *_, one, other, third = read_bibtex(
        "@book{Moss, title={Large}, year=2001}\n@book{moss, title={Small}, year=2002}\n"
        "@inbook{a, title={1}, crossref={moss}}\n@inbook{b, title={2}, crossref={Moss}}\n"
        "@inbook{c, title={3}, crossref={MOSS}}"
    )
    assert [entry.record.venue for entry in (one, other, third)] == ["Small", "Large", "Large"]


def test_a_field_that_occurs_again_is_kept(read_bibtex_record: BibtexRecordReader) -> None:
    paper = read_bibtex_record(
        "@misc{a, title={T}, note={one}, note={two}, Note={three}, note={one}}"
    )
    assert [paper.extra[name] for name in ("note", "note-2", "note-3")] == ["one", "two", "three"]


@pytest.mark.parametrize("broken", ["title = {never {closed", 'title = "never closed', "title {x}"])
def test_an_entry_that_is_not_closed_costs_only_itself(
    read_bibtex: BibtexReader, broken: str
) -> None:
    first, second, third = read_bibtex(
        f"@misc{{a, title={{A}}}}\n\n@misc{{b,\n  {broken},\n  year = 2001\n\n"
        "  @misc{c, title={C}}\n"
    )
    assert first.record is not None
    assert third.record is not None
    assert second.record is None
    assert second.location == "line 3 (b)"
    assert second.problem.startswith(wording.stem("core.formats.bibtex_syntax:_failure {reason"))


def test_blanks_may_stand_around_the_type_of_an_entry(read_bibtex: BibtexReader) -> None:
    entries = read_bibtex(
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


def test_macros_and_concatenation_are_carried_out(read_bibtex_record: BibtexRecordReader) -> None:
    paper = read_bibtex_record(
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


def test_macros_made_of_macros_do_not_grow_without_bound(read_bibtex: BibtexReader) -> None:
    macros = "".join(f"@string{{m{n + 1} = m{n} # m{n}}}\n" for n in range(1, 60))
    (entry,) = read_bibtex(f'@string{{m1 = "ab"}}\n{macros}@misc{{a, title = m60}}')
    assert entry.record is not None
    assert len(entry.record.title) <= 100_000


def test_a_part_inherits_from_its_collection_what_they_share(read_bibtex: BibtexReader) -> None:
    part, whole = read_bibtex(
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


def test_a_part_inherits_the_rest_of_the_title_and_the_author_of_its_book(
    read_bibtex: BibtexReader,
) -> None:
    part, _ = read_bibtex(
        """@inbook{p, author={Roe, Ann}, title={Part}, month=jan, crossref={other}}
        @book{w, ids={v, other}, author={Moor, Bo}, title={Whole}, subtitle={And More},
        titleaddon={With Maps}, year=1974, month=may}"""
    )
    assert (part.record.year, part.record.venue) == (1974, "Whole")
    assert part.record.extra["container-author"] == ["Bo Moor"]
    assert part.record.extra["issued"] == "1974-01"
    assert part.record.extra["booksubtitle"] == "And More"
    assert part.record.extra["booktitleaddon"] == "With Maps"
    assert "titleaddon" not in part.record.extra


@pytest.mark.parametrize("kind", ["inreference", "bookinbook", "suppcollection"])
def test_a_part_of_any_kind_stands_in_the_book_it_names(
    read_bibtex: BibtexReader, kind: str
) -> None:
    part, _ = read_bibtex(
        f"@{kind}{{p, title={{Part}}, crossref={{w}}}} @collection{{w, title={{Whole}}}}"
    )
    assert (part.record.title, part.record.venue) == ("Part", "Whole")


@pytest.mark.parametrize("date", ["date={1976}", "year=1976"])
def test_a_volume_has_its_own_date_and_the_title_of_its_work(
    read_bibtex: BibtexReader, date: str
) -> None:
    volume, part, work = read_bibtex(
        f"""@book{{v, volume=1, {date}, crossref={{w}}}}
        @book{{p, title={{Dawn}}, volume=2, {date}, crossref={{w}}}}
        @mvbook{{w, title={{Collected Works}}, author={{Ann Roe}}, date={{1975/1983}},
        isbn={{3-16-148410-X}}}}"""
    )
    assert (volume.record.title, volume.record.year) == ("Collected Works", 1976)
    assert part.record.title == "Dawn"
    assert part.record.extra["maintitle"] == "Collected Works"
    assert not {"issued", "date", "ISBN"} & part.record.extra.keys()
    assert (work.record.year, work.record.extra["issued"]) == (1975, "1975/1983")


def test_a_part_has_the_titles_of_its_volume_and_of_the_work(read_bibtex: BibtexReader) -> None:
    part, _, _ = read_bibtex(
        """@incollection{p, title={Part}, crossref={v}}
        @collection{v, title={Volume}, crossref={w}}
        @mvcollection{w, title={Work}}"""
    )
    assert part.record.venue == "Volume"
    assert part.record.extra["maintitle"] == "Work"


def test_an_article_stands_in_the_periodical_it_names(read_bibtex: BibtexReader) -> None:
    article, _ = read_bibtex(
        """@article{a, title={Part}, crossref={p}}
        @periodical{p, title={Annals of Things}, year=2001, volume=3}"""
    )
    assert article.record.venue == "Annals of Things"
    assert article.record.extra["volume"] == "3"


def test_an_entry_that_is_commented_out_is_none(read_bibtex: BibtexReader) -> None:
    (entry,) = read_bibtex("% results:\n%@misc{a,\n%  title = {A},\n%}\n@misc{b, title={B}}")
    assert entry.record.title == "B"


def test_the_brace_may_stand_on_the_next_line(read_bibtex: BibtexReader) -> None:
    first, second = read_bibtex("@misc\n{a, title={A}}\n@misc(b, title={B})")
    assert (first.record.title, second.record.title) == ("A", "B")


def test_what_is_no_type_of_entry_is_reported(read_bibtex: BibtexReader) -> None:
    (bad, good) = read_bibtex("@in-book{a,\n title={A}}\n@misc{b, title={B}}")
    assert bad.problem == wording.fill(wording.NO_TYPE_OF_ENTRY, kind="in-book")
    assert bad.location == "line 1"
    assert good.record.title == "B"


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


def test_a_missing_comma_and_comments_make_no_value_longer() -> None:
    text = (
        "@book{k, author={Lund, P} % first\n title={Quays}, % note\n year = 2001 % checked\n"
        "% publisher = {No},\n volume={3}}"
    )
    (entry,) = bibtex_syntax.parse(text, "a.bib")
    assert entry.fields == {"author": "Lund, P", "title": "Quays", "year": "2001", "volume": "3"}


def test_a_quotation_mark_in_braces_does_not_end_a_quoted_value() -> None:
    text = """
        @article{a, title = "On {``Peat"}", journal = "Reeds" # " and {"}Fens{"}", volume = 3}
        @article{b, note = {x = "y}, title = "On {a" b} c", volume = 4}
    """
    one, two = bibtex_syntax.parse(text, "a.bib")
    assert one.fields["volume"] == "3"
    assert one.fields["title"] == 'On {``Peat"}'
    assert one.fields["journal"] == 'Reeds and {"}Fens{"}'
    assert (two.fields["title"], two.fields["volume"]) == ('On {a" b} c', "4")
    assert not one.problem
    assert not two.problem
