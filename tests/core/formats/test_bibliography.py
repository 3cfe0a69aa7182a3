"""What leaves the library: BibLaTeX, tables, records, and formatted references."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.base.errors import FormatError
from core.base.records import PaperRecord
from core.formats import bibliography
from core.formats.bibliography import Cite
from core.formats.styles.rendering import Output, Renderer, State
from tests.core.formats.written_papers import WALKS, paper

# --- BibLaTeX ---------------------------------------------------------------------------------


# --- tables -----------------------------------------------------------------------------------


# --- records ----------------------------------------------------------------------------------


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


@pytest.mark.parametrize(
    "name", ["oscola", "estuarine-coastal-and-shelf-science", "Chicago-Fullnote-Bibliography"]
)
def test_a_style_of_zotero_is_used_by_its_name(name: str) -> None:
    work = PaperRecord(title="Dunes", authors=("Ann Roe",), venue="Sand")
    (entry,) = bibliography.formatted_text([work], [[Cite(0)]], name).references
    assert "Dunes" in entry


def test_a_style_of_juris_m_is_refused() -> None:
    style = (
        b'<style xmlns="http://purl.org/net/xbiblio/csl" class="in-text" version="1.1mlz1">'
        b"<citation><layout><text variable='title'/></layout></citation></style>"
    )
    with pytest.raises(FormatError, match="Juris-M"):
        bibliography.formatted_text([PaperRecord(title="Dunes")], [[Cite(0)]], style)


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


def test_a_style_that_a_journal_only_names_is_found_with_its_parent() -> None:
    style = bibliography.find_style("http://www.zotero.org/styles/nature-communications")
    work = PaperRecord(title="Reeds", authors=("Ada Moor",), year=2001)
    named = bibliography.formatted_text([work], [[bibliography.Cite(0)]], style)
    nature = bibliography.formatted_text([work], [[bibliography.Cite(0)]], "nature")
    assert style
    assert named == nature


@pytest.mark.parametrize("style", bibliography.STYLES)
def test_a_text_formatted_again_is_as_one_formatted_for_the_first_time(style: str) -> None:
    def work(title: str, *authors: str) -> PaperRecord:
        return PaperRecord(title=title, authors=authors, year=2020, venue="Walks")

    fens, bogs = work("Fens", "Ann Roe", "Bo Lind"), work("Bogs", "Ann Roe", "Cy Vale")
    same, other = work("Mires", "Ann Roe", "Bo Lind"), work("Heaths", "Al Roe", "Bo Lind")
    cited = [[Cite(0)], [Cite(1, locator="4")], [Cite(0, prefix="see"), Cite(2)], [Cite(1)]]
    texts = ([fens, bogs, WALKS], [same, fens, bogs], [other, same, fens], [fens, bogs, WALKS])
    bibliography._parse_style.cache_clear()
    again = [bibliography.formatted_text(works, cited, style) for works in texts]
    for works, formatted in zip(texts, again, strict=True):
        bibliography._parse_style.cache_clear()
        assert formatted == bibliography.formatted_text(works, cited, style)
    assert again[0] == again[3]


def test_one_more_citation_renders_one_more_work(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[str] = []
    children = Renderer.children

    def note(self: Renderer, element: object, state: State, delimiter: str = "") -> Output:
        rendered.append(state.item["title"])
        return children(self, element, state, delimiter)

    works = [paper(title=f"Walk {number}", authors=(f"Ann Roe{number}",)) for number in range(9)]
    bibliography.formatted_text(works, [[Cite(at)] for at in range(8)], "apa")
    monkeypatch.setattr(Renderer, "children", note)
    bibliography.formatted_text(works, [[Cite(at)] for at in (8, *range(8))], "apa")
    assert set(rendered) == {"Walk 8"}
