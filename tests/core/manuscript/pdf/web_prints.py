"""A web page as a browser prints it."""

from __future__ import annotations

from pathlib import Path

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
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


def web_print(path: Path, *, linked: bool, bracketed: bool = False) -> Manuscript:
    """Set a page whose sentences end in bare numbers, underlined links to the list or not.

    With ``bracketed`` a number in brackets, which is no link, stands before each.
    """
    press = Press(path, ((54.0, 558.0),))
    press.put(100, 60, prose.TITLE, BOLD, 18)
    press.add("Introduction", HEADING)
    for number, sentence in enumerate(prose.plain(prose.METHOD[:5] + prose.RESULTS[:3]), start=1):
        x = press.put(54, press.y, sentence[:-1])
        if number <= len(LISTED):
            x = press.put(x + 3, press.y, f"[{number}]") if bracketed else x
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
