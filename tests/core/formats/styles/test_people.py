"""Names of people as citation styles set them."""

from __future__ import annotations

from core.base.records import PaperRecord
from core.formats.bibliography import STYLES, Cite, formatted_text


def test_chinese_names_stand_without_comma_or_initials() -> None:
    for name in STYLES:
        work = PaperRecord(title="泥炭", authors=("王芳", "陈静"), year=2002, venue="湿地学报")
        (reference,) = formatted_text([work], [[Cite(0)]], name).references
        assert "王芳" in reference, name
        assert "芳." not in reference, name


def write_references(style: str, *works: PaperRecord) -> tuple[str, ...]:
    return formatted_text(works, [[Cite(at)] for at in range(len(works))], style).references


def test_initials_get_full_stops_where_names_are_told_apart_in_full() -> None:
    works = [
        PaperRecord(title="Peat", authors=("G H Moor",), year=1967),
        PaperRecord(title="Reeds", authors=("George Moor",), year=1968),
    ]
    assert write_references("mla", *works)[0].startswith("Moor, G. H. ")


def test_given_names_tell_works_apart_before_more_names_are_shown() -> None:
    works = [
        PaperRecord(title="Peat", authors=("X. Moor", "Bo Fenn", "Cy Reed"), year=1967),
        PaperRecord(title="Reeds", authors=("Xaver Moor", "Di Marsh", "Ed Mire"), year=1968),
        PaperRecord(title="Fens", authors=("Gus Moor", "Flo Swamp", "Ed Mire"), year=1969),
    ]
    names = [reference.partition("<")[0] for reference in write_references("mla", *works)]
    assert [name.partition(" “")[0] for name in names] == [
        "Moor, Gus, et al.",
        "Moor, X., et al.",
        "Moor, Xaver, et al.",
    ]


def test_editors_are_cut_as_ever_where_authors_are_told_apart() -> None:
    editors = ["Flo Swamp", "Gus Carr", "Ola Sand"]
    works = [
        PaperRecord(
            title=title,
            authors=("A. Moor", other, "Cy Reed"),
            venue="Wet Land",
            extra={"type": "chapter", "editor": editors},
        )
        for title, other in (("Peat", "Bo Fenn"), ("Reeds", "Di Marsh"))
    ]
    first, second = write_references("mla", *works)
    assert "Moor, A., Bo Fenn, et al." in first
    assert "Moor, A., Di Marsh, et al." in second
    assert "edited by Flo Swamp et al." in first


def test_a_particle_that_is_shown_first_may_be_sorted_last() -> None:
    works = [
        PaperRecord(title="Peat", authors=("Jan van Gelder",), year=1967),
        PaperRecord(title="Reeds", authors=("Ada Hill",), year=1968),
    ]
    first, _ = write_references("harvard-cite-them-right", *works)
    assert first.startswith("van Gelder, J.")


def test_a_space_before_the_hyphen_of_initials_says_nothing() -> None:
    work = PaperRecord(title="Peat", authors=("P. -J Moor",), year=1967)
    assert write_references("apa", work)[0].startswith("Moor, P.-J. ")
