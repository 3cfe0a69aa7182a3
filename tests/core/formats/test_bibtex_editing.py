"""Single fields changed in the text of an entry."""

from __future__ import annotations

import pytest

from core.base.records import SourceField
from core.formats import bibtex_syntax
from core.formats.bibtex_editing import replace_fields

ALIGNED = """@Article{walks,
  Author    = {Roe, Ann},
  Title     = {Walks},   % nice
  Journal   = jw,
  % who knows
  Year      = 2001
}"""
NARROW = '@article{walks, author={Roe, Ann}, title="Walks", year=2001,}'


def fields_of(text: str) -> dict[str, SourceField]:
    (entry,) = bibtex_syntax.parse(text, "")
    return {field.name.lower(): field for _, field in entry.typed}


def edit_fields(text: str, kind: str = "article", **values: str | None) -> str | None:
    """Return a text with fields of other values, ``None`` for one that goes."""
    fields = fields_of(text)
    changed = {name: SourceField(name, value) for name, value in values.items() if value}
    expected = {name: field for name, field in (fields | changed).items() if name not in values}
    order = {name: changed.get(name, expected.get(name)) for name in (fields | changed)}
    wanted = [field for field in order.values() if field is not None]
    return replace_fields(text, list(fields.values()), wanted, kind)


@pytest.mark.parametrize(
    ("values", "before", "after"),
    [
        ({"title": "{Long walks}"}, "{Walks}", "{Long walks}"),
        ({"year": "{2002}"}, "2001", "{2002}"),
        ({"journal": None}, "  Journal   = jw,\n", ""),
        ({"doi": "{10.55555/w.1}"}, "2001", "2001,\n  doi       = {10.55555/w.1}"),
        ({"title": "{T}", "doi": "{d}"}, "", ""),
    ],
)
def test_only_what_differs_is_written(
    values: dict[str, str | None], before: str, after: str
) -> None:
    text = edit_fields(ALIGNED, **values)
    assert text is not None
    if before:
        assert text == ALIGNED.replace(before, after)
    assert {name: fields_of(text)[name].text for name, value in values.items() if value} == {
        name: value for name, value in values.items() if value
    }
    assert "% who knows" in text


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"year": "{2002}"}, '@article{walks, author={Roe, Ann}, title="Walks", year={2002},}'),
        ({"author": None}, '@article{walks, title="Walks", year=2001,}'),
        ({"year": None}, '@article{walks, author={Roe, Ann}, title="Walks",}'),
        ({"doi": "{d}"}, '@article{walks, author={Roe, Ann}, title="Walks", year=2001, doi={d},}'),
        ({"author": None, "title": None, "year": None}, "@article{walks,}"),
    ],
)
def test_an_entry_on_one_line_stays_on_it(values: dict[str, str | None], expected: str) -> None:
    assert edit_fields(NARROW, **values) == expected


def test_the_type_is_changed_alone() -> None:
    assert edit_fields(ALIGNED, "book") == ALIGNED.replace("@Article", "@book")


def test_a_field_inside_another_is_not_taken_for_it() -> None:
    text = "@article{a,\n note={title = {Walks}},\n title={Walks}}"
    assert edit_fields(text, title="{Roses}") == text.replace(" title={Walks}}", " title={Roses}}")


def test_what_cannot_be_edited_alone_is_told() -> None:
    fields = list(fields_of(NARROW).values())
    assert replace_fields(NARROW.replace("2001", "1999"), fields, fields, "article") is None
    assert replace_fields(NARROW, fields, [SourceField("title", "{a } b}")], "article") is None


def test_a_comment_inside_an_entry_is_no_part_of_a_name() -> None:
    assert set(fields_of(ALIGNED)) == {"author", "title", "journal", "year"}
