"""Entries of BibTeX as they were typed, with what changed written from values."""

from __future__ import annotations

from dataclasses import replace

from tests.core.base.typed_entries import TYPED, fields_of, read, written


def test_only_the_macros_and_preambles_that_are_needed_are_written_each_after_its_own() -> None:
    text = written(read(TYPED))
    assert text.index("@string{jq = ") < text.index("@string{jqs = jq # { (Suppl.)}}")
    assert "never" not in text
    assert text.count("@preamble") == 1
    assert r'@preamble{"\newcommand{\noop}[1]{}"}' in text


def test_a_changed_field_stays_in_its_place() -> None:
    paper = replace(read(TYPED)[0], venue="New Journal")
    names = list(fields_of(written([paper])))
    assert names.index("journal") == names.index("TITLE") + 1


def test_parts_of_one_value_are_written_together() -> None:
    (paper,) = read("@book{a, title={A {B}}, subtitle={And {C}}, year=2000, editor={Moe, Ole}}")
    assert fields_of(written([paper]))["subtitle"] == "{And {C}}"
    fields = fields_of(written([replace(paper, title="New: title")]))
    assert fields["title"] == "{New: title}"
    assert "subtitle" not in fields


def test_what_was_inherited_is_written_out_where_the_parent_is_not_in_the_file() -> None:
    child = read(TYPED)[1]
    text = written([child])
    assert "crossref" not in text
    assert 'booktitle = "Proceedings of {Quays}"' in text
    assert "year = 2004" in text
    assert "editor = {Moe, Ole}" in text


def test_a_reference_to_a_parent_that_is_nowhere_stays() -> None:
    (paper,) = read("@inproceedings{a, title={A}, crossref={gone}, year=2000}")
    assert fields_of(written([paper]))["crossref"] == "{gone}"


def test_a_child_comes_before_its_parent_and_refers_to_its_key() -> None:
    _, child, parent = read(TYPED)
    renamed = replace(parent, citation_key="quays04")
    text = written([renamed, child])
    assert text.index("@inproceedings") < text.index("@proceedings{quays04")
    assert "crossref = {quays04}" in text


def test_of_two_sources_that_define_a_macro_differently_each_keeps_its_meaning() -> None:
    one = read("@string{j = {One}}\n@article{a, title={A}, journal=j, year=2000}")
    other = read("@string{j = {Two}}\n@article{b, title={B}, journal=j # { and more}}", 2)
    text = written([*one, *other])
    assert text.count("@string") == 1
    assert "journal = j," in text
    assert "journal = {Two and more}" in text


def test_a_field_that_would_break_the_file_for_bibtex_is_written_from_its_value() -> None:
    (paper,) = read(r"@article{a, title={Thi\{'ebaux}, year = 2000}")
    text = written([paper])
    assert text.count("{") == text.count("}")


def test_a_repeated_field_and_round_brackets_are_kept() -> None:
    (paper,) = read("@article(a, title={A (b) c}, note={one}, note={two}, year = 2000)")
    text = written([paper])
    assert text.startswith("@article{a,")
    assert text.count("note = ") == 2
    assert "title = {A (b) c}" in text
