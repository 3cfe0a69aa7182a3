"""Pages printed from the web: linked numbers, bold titles in the list, letters lost by the font."""

from __future__ import annotations

from pathlib import Path

from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.pdf.web_prints import LISTED, web_print
from tests.core.manuscript.typesetting import BOLD, HEADING, Press


def test_a_bold_title_in_the_list_is_no_heading(tmp_path: Path) -> None:
    manuscript = web_print(tmp_path / "bold.pdf", linked=True)
    assert [section.title for section in manuscript.sections] == ["Introduction", "References"]
    assert len(manuscript.references) == len(LISTED)


def test_a_title_set_apart_is_the_title_and_the_printed_date_the_year(tmp_path: Path) -> None:
    manuscript = web_print(tmp_path / "titled.pdf", linked=True)
    read = [(each.title, each.year, len(each.authors)) for each in manuscript.references]
    assert read == [(title, int(date[:4]), names.count(",") + 1) for title, names, date in LISTED]
    assert {each.venue for each in manuscript.references} == {"Journal of Quiet Instruments"}


def test_a_heading_may_stand_above_a_table(tmp_path: Path) -> None:
    press = Press(tmp_path / "table.pdf")
    press.put(100, 60, prose.TITLE, BOLD, 18)
    press.add("Method", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)))
    press.add("Competing interests", HEADING)
    for name, said in (("Ander", "Owns a tent"), ("Holt", "None"), ("Berg", "Sells clay pots")):
        press.put(54, press.y, name, size=8)
        press.put(300, press.y, said, size=8)
        press.y += 12
    press.add("Funding", HEADING)
    press.add(" ".join(prose.plain(prose.RESULTS)))
    titles = [section.title for section in parse(press.save()).sections]
    assert titles == ["Method", "Competing interests", "Funding"]
