"""Citations as a style renders them."""

from __future__ import annotations

from core.base.records import PaperRecord
from core.formats.bibliography import Cite, formatted_text


def test_numbers_in_a_row_are_a_range() -> None:
    works = [PaperRecord(title=str(number), authors=("Ada Moor",)) for number in range(5)]
    cited = [[Cite(number)] for number in range(5)]
    many = [Cite(0), Cite(1), Cite(2), Cite(4)]
    assert formatted_text(works, [*cited, many], "vancouver").citations[-1] == "(1–3,5)"


def test_of_editors_and_translators_the_first_stand_for_missing_authors() -> None:
    extra = {"type": "report", "editor": ["Per Lind"], "translator": ["Ann Roe"]}
    work = PaperRecord(title="A study", year=2001, extra=extra)
    (reference,) = formatted_text([work], [[Cite(0)]], "chicago-author-date").references
    assert reference.startswith("Lind, Per, ed. 2001. ")


def test_works_are_ordered_by_the_parts_of_dates_that_the_style_sorts_by() -> None:
    works = [
        PaperRecord(title=title, authors=("Ada Moor",), year=2014, extra={"issued": date})
        for title, date in (("Zeal", "2014-01-05"), ("Ash", "2014-06-01"))
    ]
    cited = [[Cite(number)] for number in range(2)]
    first, second = formatted_text(works, cited, "author-date").references
    assert first.startswith("Moor, A. (2014a). Ash")
    assert second.startswith("Moor, A. (2014b). Zeal")
