"""Citations as chemistry, psychology, physics and medicine print them, in PDFs."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from core.manuscript.pdf.assemble import parse
from core.manuscript.references.entry_fields import parse_entry
from core.manuscript.references.reference_index import find_short_names
from core.manuscript.text.hyphens import Joiner
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, ROMAN, Press, Style

METHOD = " ".join(prose.plain(prose.METHOD))
LIST = (
    "(1) For reviews, see: (a) Lund, E.; Holt, P. Chem. Rev. 2001, 101, 1–6. (b) Sand, L. 3, 4.",
    "(2) (a) Moss, I.; Lind, P. J. Am. Chem. Soc. 1998, 120, 345–346. (b) Lind, P. Slate. 1999.",
    "(3) Grad, U. Organometallics 2012, 31, 101–110.",
    "(4) (a) Nilsen, A. J. Org. Chem. 2008, 73, 1–4. (b) Kopp, B. Sand Lett. 2009, 5, 2.",
    "(5) Berg, O.; Ruud, K.; Dam, K. Org. Lett. 2007, 9, 2001–2004.",
)


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


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("by the Global Pebble Office [GPO], 2020", {"GPO": "Global Pebble Office"}),
        ("of the Office for Slate and Sand (OSS, 2020)", {}),
        ("the Office for Slate and Sand (OSS) says", {"OSS": "Office for Slate and Sand"}),
        ("a plain word (ABC) behind it", {}),
    ],
)
def test_short_names_of_organisations_are_read(text: str, names: dict[str, str]) -> None:
    assert find_short_names(text) == names


def test_an_organisation_is_cited_by_its_short_name(tmp_path: Path) -> None:
    press = Press(tmp_path / "short.pdf")
    press.put(54, 60, prose.TITLE, BOLD, 16)
    press.y = 100
    press.add("Introduction", HEADING)
    press.add("Pebbles are counted (Global Pebble Office [GPO], 2020). The guide of GPO (2020) is "
              "strict. Later the rules changed (GPO, 2020).", FIRST)  # fmt: skip
    press.add(METHOD, FIRST)
    press.add("References", HEADING)
    press.add("Berg, O. (2012). A model of calm. Journal of Pebbles, 5(3), 44–70.", FIRST)
    press.add("Global Pebble Office. (2020). Guidelines on slate (Report No. 12).", FIRST)
    manuscript = parse(press.save())
    markers = [marker for one in manuscript.sentences for marker in one.markers]
    assert [marker.references for marker in markers] == [(1,), (1,), (1,)]


def test_a_title_of_one_word_is_no_name() -> None:
    fields = parse_entry("Holm Q, Kopp J. Underreporting. In: Ruud K, editor. Handbook of pebble "
                         "medicine. Bergen: Slate Press; 1999. p. 12-20.")  # fmt: skip
    assert (fields.authors, fields.title) == (("Q Holm", "J Kopp"), "Underreporting")


def test_the_hyphen_in_the_name_of_an_archive_stays() -> None:
    joiner = Joiner(["arXiv:hep-", "ph/0301001."])
    assert joiner.between("(2003), arXiv:hep-", "ph/0301001.") == (0, "")
    assert joiner.between("a word that is di-", "vided here") == (1, "")


def test_what_is_filled_into_a_form_is_no_title(tmp_path: Path) -> None:
    press = Press(tmp_path / "plain.pdf")
    press.put(54, 90, prose.TITLE, BOLD, 16)
    press.put(54, 110, ", ".join(prose.AUTHORS), ROMAN, 11)
    press.y = 140
    press.add("Introduction", HEADING)
    press.add(METHOD, FIRST)
    plain = press.save()
    with pymupdf.open(plain) as document:
        widget = pymupdf.Widget()
        widget.field_name, widget.field_type = "comment", pymupdf.PDF_WIDGET_TYPE_TEXT
        widget.rect = pymupdf.Rect(54, 20, 500, 60)
        widget.field_value, widget.text_fontsize = "A comment of the reviewer", 24
        document[0].add_widget(widget)
        document.save(tmp_path / "form.pdf")
    manuscript = parse(tmp_path / "form.pdf")
    assert manuscript.title == prose.TITLE
    assert manuscript.authors == prose.AUTHORS
