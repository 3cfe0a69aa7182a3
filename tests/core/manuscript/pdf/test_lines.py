"""Pages printed from the web: linked numbers, bold titles in the list, letters lost by the font."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from core.manuscript.pdf.lines import Line, Page, TextRun
from core.manuscript.pdf.lost_letters import put_back
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, HEADING, Press, Style

PLAIN = Style(justify=False, hang=0.0)
LISTED = [
    ("Sieves for patient people on long and windy shores", "P. Ander, R. Holt", "1998-03-01"),
    ("Clay pots as resonators on quiet and on windy beaches", "S. Brandvik", "2004-11-20"),
    ("What a pot hears at noon and at no other hour of the day", "E. Corso", "2009-05-07"),
    ("A tent as a laboratory for those who have no house at all", "I. Dahl, T. Renn", "2011-01-30"),
    ("A long beach, a short walk, and all that was heard on it", "J. Berg", "2015-08-12"),
]


def web_print(path: Path, *, linked: bool) -> Manuscript:
    """Set a page whose sentences end in bare numbers, underlined links to the list or not."""
    press = Press(path, ((54.0, 558.0),))
    press.put(100, 60, prose.TITLE, BOLD, 18)
    press.add("Introduction", HEADING)
    for number, sentence in enumerate(prose.plain(prose.METHOD[:5] + prose.RESULTS[:3]), start=1):
        x = press.put(54, press.y, sentence[:-1])
        if number <= len(LISTED):
            end = press.put(x + 3, press.y, str(number))
            if linked:
                box = (x + 3, press.height - press.y - 2, end, press.height - press.y + 9)
                press.canvas.linkRect("", f"ref-{number}", Rect=box)
            x = end
        press.put(x, press.y, ".")
        press.y += 14
    press.next_page()
    press.add("References", HEADING)
    for number, (title, names, date) in enumerate(LISTED, start=1):
        press.canvas.bookmarkHorizontal(f"ref-{number}", 54, press.y - 10)
        press.add(f"{number}. {title}", Style(font=BOLD, justify=False))
        press.add(names, PLAIN)
        press.add(f"Journal of Quiet Instruments ({date}) https://example.org/{number}", PLAIN)
        press.y += 12
    return parse(press.save())


def test_bare_numbers_that_link_to_the_list_cite(tmp_path: Path) -> None:
    manuscript = web_print(tmp_path / "linked.pdf", linked=True)
    cited = [each.markers[0].references for each in manuscript.sentences if each.markers]
    assert cited == [(0,), (1,), (2,), (3,), (4,)]
    assert web_print(tmp_path / "bare.pdf", linked=False).sentences[0].markers == ()


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


WIDTHS = {"f": 3.3, "i": 2.6, "l": 2.6}


def line_of(text: str, lost: dict[int, float]) -> Line:
    """Set a line letter by letter; ``lost`` says how wide the glyphs without a letter are."""
    lefts, rights, x = [], [], 50.0
    for at, char in enumerate(text):
        width = lost.get(at, WIDTHS.get(char, 5.0))
        lefts.append(x)
        rights.append(x + width)
        x += width
    run = TextRun(0, len(text), "Sans", 10.0, False, False, 100.0, 92.0, 103.0)
    return Line(0, text, lefts, rights, [run])


@pytest.mark.parametrize(
    ("printed", "width", "read"),
    [
        ("scienti\ufffdc", 5.9, "scientific"),
        ("work\ufffdow", 5.9, "workflow"),
        ("re\ufffdect", 5.9, "reflect"),
        ("\ufffdelds", 5.9, "fields"),
        ("di\ufffderent", 6.6, "different"),
        ("di\ufffdcult", 9.2, "difficult"),
        ("shu\ufffded", 9.2, "shuffled"),
        ("\ufffdC", 7.0, "…C"),
        ("4 \ufffd 5", 5.9, "4 \ufffd 5"),
    ],
)
def test_a_lost_ligature_is_told_by_its_width_and_its_word(
    printed: str, width: float, read: str
) -> None:
    page = Page(0, 600.0, 800.0)
    line = line_of(printed, {printed.index("\ufffd"): width})
    right = line.rights[-1]
    page.lines = [line_of("life of all", {}), line]
    put_back([page])
    assert line.text == read
    assert len(line.lefts) == len(line.rights) == len(line.text) == line.runs[-1].end
    assert line.lefts == sorted(line.lefts)
    assert line.rights[-1] == right


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("kept at 94 \ufffdC for long", "kept at 94 °C for long"),
        ("a dish of 35 mm \ufffd10 mm", "a dish of 35 mm ×10 mm"),
        ("so 1 \ufffd10\ufffd7 times", "so 1 ×10−7 times"),
        ("between 4 \ufffd 5 pots", "between 4 … 5 pots"),
        ("of the pots \ufffd x", "of the pots … x"),
        ("read at 15\ufffdcoverage", "read at 15×coverage"),
        ("the Potlux\ufffdand a tent", "the Potlux… and a tent"),
        ("the Potlux\ufffd) and a tent", "the Potlux…) and a tent"),
        ("the old \ufffdPots of clay", "the old …Pots of clay"),
        ("heard in the distri\ufffd", "heard in the distri-"),
        ("all too dri\ufffdzl", "all too dri\ufffdzl"),
        ("all too di\ufffdcult", "all too difficult"),
    ],
)
def test_a_lost_sign_is_told_by_what_stands_around_it(printed: str, read: str) -> None:
    page = Page(0, 600.0, 800.0)
    page.lines = [line_of(printed, {})]
    put_back([page])
    assert page.lines[0].text == read


def test_a_lost_sign_of_tex_is_told_by_its_width() -> None:
    page = Page(0, 600.0, 800.0)
    line = line_of("where \ufffdx is the \ufffd of pots", {6: 5.56, 16: 10.56})
    line.runs[0].font = "CMEX10"
    page.lines = [line]
    put_back([page])
    assert line.text == "where ˆx is the ∑ of pots"


def test_qu_drawn_as_one_glyph_is_read_as_two_letters() -> None:
    page = Page(0, 600.0, 800.0)
    wide, known, name = (
        line_of("Qarries", {0: 12.0}),
        line_of("Qestions", {0: 7.0}),
        line_of("Qian, L.", {0: 7.0}),
    )
    page.lines = [wide, known, name, line_of("the questions", {})]
    put_back([page])
    assert [line.text for line in (wide, known, name)] == ["Quarries", "Questions", "Qian, L."]
