"""What nobody changed is written as it was typed: BibTeX and BibLaTeX, entry by entry."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.base.records import PaperRecord, SourceText
from core.base.source_text import join, settle, settle_tidied
from core.formats import bibtex
from tests.core.base.typed_entries import TYPED, fields_of, held, read, written


def test_unchanged_entries_are_written_as_they_were_typed() -> None:
    text = written(read(TYPED))
    for line in (
        "@Article{lind:2001,",
        "Author = {Lind, Per and Moe, {\\'E}va}",
        r"TITLE = {{Wikipedia} and {{English}} quays: an {R\^{}3} view of {\'E}tude}",
        "journal = jqs,",
        "year = 2001,",
        "month = mar,",
        'url = "https://example.org/a%20b"',
        r"note = {\emph{see} \url{https://example.org} \noop{x}}",
        "empty = {}",
        "file = {:lind.pdf:PDF}",
        "Custom-Field = {kept % as it is}",
        "crossref = {moe2004}",
        'title = "Proceedings of {Quays}"',
    ):
        assert line in text, line
    assert text.count("editor = ") == 1, "what is inherited stands in the parent alone"
    assert "booktitle" not in text
    names = [line.split(" = ")[0].strip() for line in text.splitlines() if " = " in line]
    start = names.index("Author")
    assert names[start : start + 6] == ["Author", "TITLE", "journal", "year", "month", "url"]


def test_a_written_file_is_read_and_written_the_same_again() -> None:
    once = written(read(TYPED))
    assert written(read(once)) == once


@pytest.mark.parametrize(
    ("changes", "name", "text"),
    [
        ({"title": "Another title"}, "TITLE", None),
        ({"title": "Another title"}, "title", "{Another title}"),
        ({"venue": "New Journal"}, "journal", "{New Journal}"),
        ({"year": 1999}, "year", "{1999}"),
        ({"url": ""}, "url", None),
        ({"authors": ("Per Lind",)}, "author", "{Lind, Per}"),
        ({"abstract": "New"}, "abstract", "{New}"),
    ],
)
def test_a_changed_field_is_written_from_its_value_and_no_other(
    changes: dict[str, Any], name: str, text: str | None
) -> None:
    paper = read(TYPED)[0]
    before, after = fields_of(written([paper])), fields_of(written([replace(paper, **changes)]))
    assert after.get(name) == text
    changed = {each.lower() for each in before.keys() ^ after.keys()} | {
        each.lower() for each in before.keys() & after.keys() if before[each] != after[each]
    }
    allowed = {name.lower()} | ({"month"} if "year" in changes else set())
    assert changed <= allowed | {"jq", "jqs", "@string{jq", "@string{jqs"}


def test_a_change_that_is_taken_back_leaves_what_was_typed() -> None:
    paper = read(TYPED)[0]
    changed = replace(paper, title="Another", extra={**paper.extra, "page": "3"})
    assert written([replace(changed, title=paper.title, extra=paper.extra)]) == written([paper])


def test_a_reference_by_a_further_key_that_the_parent_has_stays() -> None:
    text = "@inbook{a, title={A}, crossref={Also}}\n@book{b, title={B}, ids={also, x}, year=2000}"
    assert "crossref = {Also}" in written(read(text))


def test_biblatex_keeps_what_is_typed_in_its_way_and_converts_bibtex() -> None:
    own = "@thesis{a, title={A {B}}, date={2001-05}, institution={{U}niversity}, location={Oslo}}"
    text = written(read(own), "biblatex")
    assert "@thesis{a" in text
    assert fields_of(text) == {
        "title": "{A {B}}",
        "date": "{2001-05}",
        "institution": "{{U}niversity}",
        "location": "{Oslo}",
    }
    old = (
        "@phdthesis{b, title={A {B}}, year=2001, month=may, school={{U}niversity}, address={Oslo}}"
    )
    text = written(read(old), "biblatex")
    assert "@thesis{b" in text
    fields = fields_of(text)
    assert (fields["date"], fields["institution"]) == ("{2001-05}", "{{U}niversity}")
    assert (fields["location"], fields["title"]) == ("{Oslo}", "{A {B}}")
    assert not {"year", "month", "school", "address"} & fields.keys()


def test_bibtex_adds_nothing_to_what_is_typed_in_biblatexs_way() -> None:
    typed = (
        "@article{a, title={A {B}}, date={2001-05}, journaltitle={J. {Q}}, location={Oslo},"
        " eprint={2001.01234}, eprinttype={arxiv}}"
    )
    fields = fields_of(written(read(typed)))
    names = ("title", "date", "journaltitle", "location", "eprint", "eprinttype")
    assert tuple(fields) == names
    (paper,) = read(typed)
    fields = fields_of(written([replace(paper, year=2002, venue="Journal of Moss")]))
    assert (fields["year"], fields["journal"]) == ("{2002}", "{Journal of Moss}")
    assert not {"date", "journaltitle"} & fields.keys()
    assert fields["location"] == "{Oslo}"


def test_no_year_is_written_for_one_that_only_the_day_of_access_tells() -> None:
    typed = "@misc{a, title={A {B}}, urldate={2022-03-04}, url={https://example.org}}"
    assert tuple(fields_of(written(read(typed)))) == ("title", "urldate", "url")
    (paper,) = read(typed)
    assert fields_of(written([replace(paper, year=2021)]))["year"] == "{2021}"


def test_further_keys_are_written_as_ids_unless_another_entry_has_them() -> None:
    (paper,) = read("@article{a, title={A}, year=2000}")
    known = replace(paper, extra={**paper.extra, "ids": "old,older"})
    assert fields_of(written([known]))["ids"] == "{old,older}"
    other = held(PaperRecord(title="B"), 2, citation_key="old")
    assert "ids = {older}" in written([known, other])
    (typed,) = read("@article{a, title={A}, ids={x, y}, year=2000}")
    assert fields_of(written([typed]))["ids"] == "{x, y}"


def test_a_merged_paper_has_each_field_as_its_source_typed_it() -> None:
    (one,) = read("@article{one, title={A {B}}, year=2000, note={\\emph{mine}}}")
    (two,) = read("@article{two, title={A {{B}}}, year=2000, abstract={50\\% of {X}}, volume=3}")
    merged = replace(one, abstract=two.abstract, extra={**one.extra, "volume": "3"})
    merged = replace(merged, source=join(one.source, two.source, merged))
    fields = fields_of(written([merged]))
    assert fields["title"] == "{A {B}}"
    assert fields["note"] == "{\\emph{mine}}"
    assert fields["abstract"] == "{50\\% of {X}}"
    assert fields["volume"] == "3"
    chosen = replace(merged, title="Z")
    chosen = replace(chosen, source=join(chosen.source, two.source, chosen))
    assert fields_of(written([chosen]))["title"] == "{Z}"


def test_a_source_is_packed_and_read_again() -> None:
    for paper in read(TYPED):
        assert paper.source is not None
        assert SourceText.unpacked(paper.source.packed()) == paper.source
    for damaged in ("", "[]", "[1]", '["a", [[]], []]', "{}"):
        with pytest.raises(ValueError, match="damaged"):
            SourceText.unpacked(damaged)


def test_a_value_that_is_tidied_after_reading_counts_as_read() -> None:
    (entry,) = bibtex.parse("@article{a, title={A title of some length}, doi={10.55555/ABC.1}}", "")
    assert entry.record is not None
    tidied = replace(entry.record, doi="10.55555/abc.1")
    paper = held(settle_tidied(tidied, entry.record))
    assert fields_of(written([paper]))["doi"] == "{10.55555/ABC.1}"
    assert settle(PaperRecord(title="A")).source is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (r"howpublished = {\url{https://example.org/quays}}", "url"),
        ("url = {https://doi.org/10.55555/jh.77}", "doi"),
        ("journal = {arXiv preprint arXiv:2001.00001}", "arxiv"),
        ("note = {arXiv:2001.00003}", "arxiv"),
    ],
)
def test_what_was_read_from_a_part_of_a_field_adds_no_field(field: str, value: str) -> None:
    (paper,) = read(f"@misc{{a, title = {{Quays}}, {field}, year = 2001}}")
    assert getattr(paper, value)
    names = [name for name in fields_of(written([paper])) if name]
    assert sorted(names) == sorted(["title", field.partition(" ")[0], "year"])
    changed = {"url": "https://example.org/other", "doi": "10.55555/jh.9", "arxiv": "1901.00009"}
    edited = replace(paper, **{value: changed[value]})
    assert changed[value] in written([edited])
