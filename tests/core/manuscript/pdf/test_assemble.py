"""A whole paper, from the press to the manuscript."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from core.base.records import Manuscript, Sentence
from core.manuscript.pdf.assemble import parse
from core.manuscript.text.extractor import EXTRACTOR
from tests.core.manuscript import prose
from tests.core.manuscript.pdf.kinds_of_lists import METHOD
from tests.core.manuscript.pdf.listed_papers import BARE
from tests.core.manuscript.pdf.publishers_pages import written
from tests.core.manuscript.typesetting import BOLD, CAPTION, ENTRY, FIRST, HEADING, Press, Style

LIST = (
    "(1) For reviews, see: (a) Lund, E.; Holt, P. Chem. Rev. 2001, 101, 1–6. (b) Sand, L. 3, 4.",
    "(2) (a) Moss, I.; Lind, P. J. Am. Chem. Soc. 1998, 120, 345–346. (b) Lind, P. Slate. 1999.",
    "(3) Grad, U. Organometallics 2012, 31, 101–110.",
    "(4) (a) Nilsen, A. J. Org. Chem. 2008, 73, 1–4. (b) Kopp, B. Sand Lett. 2009, 5, 2.",
    "(5) Berg, O.; Ruud, K.; Dam, K. Org. Lett. 2007, 9, 2001–2004.",
)


def texts(manuscript: Manuscript, section: str) -> list[str]:
    titles = [each.title for each in manuscript.sections]
    return [
        sentence.text
        for sentence in manuscript.sentences
        if sentence.section is not None and titles[sentence.section] == section
    ]


def test_front_matter_is_found(two_columns: Manuscript) -> None:
    assert two_columns.title == prose.TITLE
    assert two_columns.authors == prose.AUTHORS
    assert two_columns.abstract == " ".join(prose.plain(prose.ABSTRACT))
    assert two_columns.extractor == EXTRACTOR


def test_sections_have_numbers_and_levels(two_columns: Manuscript) -> None:
    found = [(each.number, each.title, each.level) for each in two_columns.sections]
    assert found == [
        ("", "Abstract", 1),
        ("1", "Introduction", 1),
        ("2", "Method", 1),
        ("2.1", "Results on Four Beaches", 2),
        ("", "References", 1),
        ("A", "Places and Dates", 1),
    ]


def test_sentences_of_the_abstract_come_first(two_columns: Manuscript) -> None:
    assert [each.text for each in two_columns.sentences[:4]] == prose.plain(prose.ABSTRACT)


@pytest.mark.parametrize(
    ("section", "expected"),
    [
        ("Introduction", prose.INTRODUCTION),
        ("Method", prose.METHOD),
        ("Results on Four Beaches", prose.RESULTS),
    ],
)
def test_sentences_run_over_columns_pages_and_captions(
    two_columns: Manuscript, section: str, expected: list[str]
) -> None:
    assert texts(two_columns, section) == prose.plain(expected)


def test_heads_footnotes_captions_and_page_numbers_are_no_sentences(
    two_columns: Manuscript,
) -> None:
    text = " ".join(sentence.text for sentence in two_columns.sentences)
    for stray in ("Castell", "museum", "Figure 1:", "seen from the side"):
        assert stray not in text


def test_an_appendix_behind_the_references_is_text_again(two_columns: Manuscript) -> None:
    assert len(texts(two_columns, "Places and Dates")) == 2
    assert len(two_columns.references) == len(prose.REFERENCES)


def test_entries_are_cut_and_parsed(two_columns: Manuscript) -> None:
    assert [each.text for each in two_columns.references] == prose.REFERENCES
    second, last = two_columns.references[1], two_columns.references[4]
    assert second.authors == ("S. Brandvik", "K. Oyen", "L. Tamm")
    assert second.title == "Clay pots as resonators on beaches"
    assert second.year == 2004
    assert second.venue == "Journal of Quiet Instruments"
    assert last.doi == "10.5555/jqi.2011.19.1"


def test_markers_lead_to_entries(two_columns: Manuscript) -> None:
    found = {
        marker.text: marker.references
        for sentence in two_columns.sentences
        for marker in sentence.markers
    }
    assert found == {
        "(Ander and Holt, 1998)": (0,),
        "(Brandvik et al., 2004; Corso, 2009a)": (1, 2),
        "Dahl et al. (2011)": (4,),
        "Corso (2009b)": (3,),
        "Ander and Holt (1998)": (0,),
    }


def test_marker_offsets_count_the_sentences_characters(two_columns: Manuscript) -> None:
    markers = [(each.text, marker) for each in two_columns.sentences for marker in each.markers]
    assert markers
    for text, marker in markers:
        assert text[marker.start : marker.end] == marker.text


def printed(document: pymupdf.Document, sentence: Sentence) -> str:
    """Return what stands in the sentence's rectangles, by PyMuPDF's own account."""
    lines = []
    for rect in sentence.rects:
        chars = document[rect.page].get_text("rawdict")["blocks"]
        inside = [
            char["c"]
            for block in chars
            for line in block["lines"]
            for span in line["spans"]
            for char in span["chars"]
            if rect.x0 - 0.1 <= (char["bbox"][0] + char["bbox"][2]) / 2 <= rect.x1 + 0.1
            and rect.y0 <= (char["bbox"][1] + char["bbox"][3]) / 2 <= rect.y1
        ]
        lines.append("".join(inside).strip())
    return "\n".join(lines)


def test_rectangles_hold_just_the_sentence(two_column_file: Path, two_columns: Manuscript) -> None:
    assert len(two_columns.sentences) > 30
    with pymupdf.open(two_column_file) as document:
        for sentence in two_columns.sentences:
            seen = printed(document, sentence).replace("-\n", "").replace("\n", " ")
            assert seen == sentence.text
            assert sentence.page == sentence.rects[0].page


def test_a_sentence_over_a_page_break_has_rectangles_on_both(two_columns: Manuscript) -> None:
    pages = [{rect.page for rect in each.rects} for each in two_columns.sentences]
    assert {0, 1} in pages


def one_column(path: Path, rows: list[str], entries: list[str]) -> Press:
    press = Press(path)
    press.put(180, 60, prose.TITLE, "Times-Bold", 16)
    press.y = 100
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.INTRODUCTION[5:8] + prose.METHOD[:6])), FIRST)
    for row in rows:
        press.add(row, FIRST)
    press.add("References", HEADING)
    for entry in entries:
        press.add(entry, ENTRY)
    return press


NUMBERED = [
    "[1] P. Ander and R. Holt. A handbook of patient sieving. Shore Press, 1998.",
    "[2] S. Brandvik. Clay pots as resonators. Journal of Quiet Instruments, 12:45–61, 2004.",
    "[3] E. Corso. What a pot hears at noon. In Meeting on Clay, pages 7–15, 2009.",
    "[4] I. Dahl. A tent as a laboratory. Journal of Quiet Instruments, 19:1–22, 2011.",
]


def test_numbers_in_brackets_are_told_from_intervals_and_equations(tmp_path: Path) -> None:
    rows = [
        (
            "The votes lie in [0, 1] by design, as equation (2) says for all of them. "
            "Sieves are older than sound [1,3–4] and louder [2]."
        )
    ]
    manuscript = parse(one_column(tmp_path / "n.pdf", rows, NUMBERED).save())
    found = [(m.text, m.references) for s in manuscript.sentences for m in s.markers]
    assert found == [("[1,3–4]", (0, 2, 3)), ("[2]", (1,))]
    assert [each.label for each in manuscript.references] == ["1", "2", "3", "4"]


def superscript_paper(path: Path, entries: list[str]) -> Manuscript:
    press = Press(path)
    press.put(180, 60, prose.TITLE, "Times-Bold", 16)
    press.y = 100
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    for start, mark, rest in (
        ("The oldest sieves were made of hair and used for flour,", "1", " never for stones."),
        ("Wind was measured with a ribbon.", "2,3", " The ribbon was red and rather long."),
        ("Slate is named by its place of birth", "4", " and sold by the pound on Fridays."),
        ("The oldest sieves of Refs. 1 and 3 are not for sale.", " ", ""),
    ):
        press.run(54, press.y, [(start, 10, 0), (mark, 6.5, 4), (rest, 10, 0)])
        press.y += 12
    press.add("References", HEADING)
    for entry in entries:
        press.add(entry, ENTRY)
    return parse(press.save())


def test_numbers_in_parentheses_are_citations_where_the_paper_cites_so(tmp_path: Path) -> None:
    rows = [
        "Ribbons flutter in the wind (1), and sieves hold stones (2; 3) but not water.",
        "Slate rings, as Dahl et al. (4) have heard, and so do pots (1) by Eq. (2).",
    ]
    manuscript = parse(one_column(tmp_path / "r.pdf", rows, NUMBERED).save())
    found = [m.text for sentence in manuscript.sentences for m in sentence.markers]
    assert found == ["(1)", "(2; 3)", "Dahl et al. (4)", "(1)"]


def test_superscript_numbers_are_citations_where_the_list_is_numbered(tmp_path: Path) -> None:
    entries = [entry.replace("[", "").replace("]", ".") for entry in NUMBERED]
    manuscript = superscript_paper(tmp_path / "s.pdf", entries)
    cited = {s.text: [m.references for m in s.markers] for s in manuscript.sentences if s.markers}
    assert cited == {
        "The oldest sieves were made of hair and used for flour,1 never for stones.": [(0,)],
        "Wind was measured with a ribbon.2,3": [(1, 2)],
        "Slate is named by its place of birth4 and sold by the pound on Fridays.": [(3,)],
        "The oldest sieves of Refs. 1 and 3 are not for sale.": [(0, 2)],
    }


def test_superscript_numbers_are_footnote_marks_where_it_is_not(tmp_path: Path) -> None:
    manuscript = superscript_paper(tmp_path / "f.pdf", prose.REFERENCES)
    texts = [sentence.text for sentence in manuscript.sentences]
    assert "Slate is named by its place of birth and sold by the pound on Fridays." in texts
    markers = [marker.text for sentence in manuscript.sentences for marker in sentence.markers]
    assert markers == ["Corso (2009b)"]


def test_without_headings_the_text_is_still_read(tmp_path: Path) -> None:
    press = Press(tmp_path / "letter.pdf")
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    manuscript = parse(press.save())
    assert manuscript.sections == ()
    assert {sentence.section for sentence in manuscript.sentences} == {None}
    assert [sentence.text for sentence in manuscript.sentences] == prose.plain(prose.METHOD)


def test_a_file_whose_embedded_metadata_is_damaged_is_read(tmp_path: Path) -> None:
    press = Press(tmp_path / "whole.pdf")
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    damaged = tmp_path / "damaged.pdf"
    with pymupdf.open(press.save()) as document:
        document.set_xml_metadata("<x:xmpmeta/>")
        document.xref_set_key(document.pdf_catalog(), "Metadata", f"{document[0].xref} 0 R")
        document.save(damaged)
    assert [sentence.text for sentence in parse(damaged).sentences] == prose.plain(prose.METHOD)


def test_entries_that_only_a_caption_cites_are_known(tmp_path: Path) -> None:
    press = Press(tmp_path / "beside.pdf", ((54.0, 558.0),))
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD))[:-1] + " [1].", FIRST)
    press.add("Table 1: Weights of all pebbles, after [2, 3].", CAPTION)
    press.add(" ".join(prose.plain(prose.RESULTS)), FIRST)
    press.add("References", HEADING)
    for number, entry in enumerate(BARE, start=1):
        press.add(f"[{number}] {entry}", ENTRY)
    manuscript = parse(press.save())
    assert manuscript.cited_beside == (1, 2)
    assert [m.references for each in manuscript.sentences for m in each.markers] == [(0,)]
    assert manuscript.perhaps_cited == ()


def test_a_citation_inside_a_cell_of_a_table_goes_over_rows(tmp_path: Path) -> None:
    press = Press(tmp_path / "cells.pdf", ((54.0, 558.0),))
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    press.add("Table 1: All sets of pebbles.", CAPTION)
    rows = [
        ("Set", "Source", "Stones"),
        ("Slate", "Sorted by hand", "120"),
        ("", "(Brandvik et al.,", "and 14"),
        ("", "2004)", ""),
        ("Clay", "From (Ander and", "80"),
        ("", "Holt, 1998)", ""),
    ]
    for row in rows:
        for x, cell in zip((80, 220, 400), row, strict=True):
            press.put(x, press.y, cell, size=8)
        press.y += 10
    press.y += 20
    press.add(" ".join(prose.plain(prose.RESULTS[:5])), FIRST)
    press.add("References", HEADING)
    for entry in prose.REFERENCES:
        press.add(entry, ENTRY)
    manuscript = parse(press.save())
    beside = [manuscript.references[at].authors[0] for at in manuscript.cited_beside]
    assert [name.split()[-1] for name in beside] == ["Ander", "Brandvik"]


def test_a_table_that_reaches_out_of_the_text_is_read_where_it_cites(tmp_path: Path) -> None:
    press = Press(tmp_path / "wide.pdf", ((190.0, 558.0),))
    press.put(190, 50, prose.TITLE, "Times-Bold", 14)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    press.add("Table 1: All sets of pebbles.", CAPTION)
    for row in (("(Brandvik et al.,", "Sorted by hand"), ("2004)", "and weighed at once")) * 4:
        for x, cell in zip((90, 300), row, strict=True):
            press.put(x, press.y, cell, size=5)
        press.y += 6
    press.y += 20
    press.add(" ".join(prose.plain(prose.RESULTS)), FIRST)
    press.add("References", HEADING)
    for entry in prose.REFERENCES:
        press.add(entry, ENTRY)
    manuscript = parse(press.save())
    beside = [manuscript.references[at].authors[0] for at in manuscript.cited_beside]
    assert [name.split()[-1] for name in beside] == ["Brandvik"]
    assert not any("Brandvik" in sentence.text for sentence in manuscript.sentences)


def test_an_entry_whose_name_stands_without_a_year_is_perhaps_cited(tmp_path: Path) -> None:
    text = "Brandvik et al. sieve sand. Corso (2009) hears it."
    manuscript = written(tmp_path / "named.pdf", text, BARE)
    cited = {at for each in manuscript.sentences for m in each.markers for at in m.references}
    assert cited == {2}
    assert manuscript.perhaps_cited == (1,)


@pytest.mark.parametrize("name", ["Brandvik et al.", "People"])
def test_an_entry_that_a_caption_cites_and_the_text_names_is_perhaps_cited(
    tmp_path: Path, name: str
) -> None:
    press = Press(tmp_path / "captions.pdf", ((54.0, 558.0),))
    press.put(150, 50, prose.TITLE, "Times-Bold", 16)
    press.add("1 Introduction", HEADING)
    press.add(f"{name} sieve sand. Corso (2009) hears it.", FIRST)
    press.add("Table 1: Weights of all pebbles, after Brandvik et al. (2004).", CAPTION)
    press.add(" ".join(prose.plain(prose.RESULTS)), FIRST)
    press.add("References", HEADING)
    for entry in BARE:
        press.add(entry, ENTRY)
    manuscript = parse(press.save())
    assert manuscript.cited_beside == (1,)
    assert manuscript.perhaps_cited == ((1,) if name != "People" else ())


def test_a_citation_behind_a_stop_belongs_to_the_sentence_before_it(tmp_path: Path) -> None:
    text = "Sand falls [1]. Clay pots ring on all of the windy beaches. [2]. Pots break."
    entries = [f"[{number}] {entry}" for number, entry in enumerate(BARE, start=1)]
    manuscript = written(tmp_path / "behind.pdf", text, entries)
    (ring,) = [each for each in manuscript.sentences if "Clay pots ring" in each.text]
    assert [marker.references for marker in ring.markers] == [(1,)]
    assert manuscript.sentences[-1].text == "Pots break."


@pytest.mark.parametrize(
    "marker", ["(Brandvik et al., 2004)", "(Corso, 2009; Brandvik et al., 2004)"]
)
@pytest.mark.parametrize("gap", [" ", ""])
def test_names_and_years_behind_a_stop_belong_to_the_sentence_before_them(
    tmp_path: Path, marker: str, gap: str
) -> None:
    text = (
        f"Sand falls. Clay pots ring on all beaches.{gap}{marker} Pots break. {marker} also fall."
    )
    manuscript = written(tmp_path / "behind.pdf", text, BARE)
    cited = {s.text: [m.text for m in s.markers] for s in manuscript.sentences}
    assert cited[f"Clay pots ring on all beaches.{gap}{marker}"] == [marker]
    assert cited["Pots break."] == []
    assert cited[f"{marker} also fall."] == [marker]


def test_letters_behind_raised_numbers_name_parts_of_entries(tmp_path: Path) -> None:
    press = Press(tmp_path / "letters.pdf")
    press.put(54, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("Introduction", HEADING)
    rows = (
        ("Rings of pebbles are of interest.", "1"), ("They are hard to make, as all know.", "2a,b"),
        ("Several groups joined them with slate,", "3,4a"), ("and later with sand.", "4a–b"),
        ("One more group follows.", "5"), ("We go on from there.", "2b"),
    )  # fmt: skip
    for text, number in rows:
        press.run(54, press.y, [(text, 10, 0), (number, 6.5, 4)])
        press.y += 12
    press.add(METHOD, FIRST)
    press.add("References", HEADING)
    for entry in LIST:
        press.add(entry, Style(size=9, leading=11, above=3, hang=14))
    manuscript = parse(press.save())
    markers = [marker for one in manuscript.sentences for marker in one.markers]
    assert [(marker.text, marker.references) for marker in markers] == [
        ("1", (0,)), ("2a,b", (1,)), ("3,4a", (2, 3)), ("4a–b", (3,)), ("5", (4,)), ("2b", (1,))
    ]  # fmt: skip
    first, second, third = manuscript.references[:3]
    assert first.authors[0] == "E. Lund"
    assert (second.authors[-1], second.venue) == ("P. Lind", "J. Am. Chem. Soc.")
    assert (third.title, third.venue) == ("", "Organometallics")
