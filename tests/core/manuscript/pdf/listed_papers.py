"""Papers whose reference lists are set in many ways."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.base.records import Manuscript
from core.manuscript.pdf.assemble import parse
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import ENTRY, FIRST, HEADING, Press, Style

BARE = [
    "P. Ander and R. Holt. A handbook of patient sieving. Shore Press, 1998.",
    (
        "S. Brandvik, K. Oyen, and L. Tamm. Clay pots as resonators on windy and on quiet beaches. "
        "Journal of Quiet Instruments, 12(3):45–61, 2004."
    ),
    (
        "E. Corso. What a pot hears at noon and what it does not hear at any other hour. "
        "In Proceedings of the Third Meeting on Clay, pages 7–15, 2009."
    ),
    (
        "I. Dahl, T. Renn, and M. Ilves. A tent as a laboratory for those without a house. "
        "Journal of Quiet Instruments, 19(1):1–22, 2011."
    ),
    (
        "J. van der Berg. A long beach and a short walk, and all that was heard on it. "
        "Shores and Slopes, 2:77–98, 2015."
    ),
]
TIGHT = replace(ENTRY, above=0.0)


def listed(path: Path, entries: list[str], style: Style, columns: int = 1) -> Manuscript:
    sides = ((54.0, 558.0),) if columns == 1 else ((54.0, 296.0), (316.0, 558.0))
    press = Press(path, sides, bottom=330.0 if columns == 2 else 720.0)
    press.put(150, 60, prose.TITLE, "Times-Bold", 16)
    press.y = press.top = 100
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain(prose.METHOD)), FIRST)
    press.add("References", HEADING)
    for entry in entries:
        press.add(entry, style)
    return parse(press.save())


OWN = [
    "T. Moor and S. Brandvik. Listening to ropes in the wind. Ropes and Knots, 4:1–9, 2016.",
    "L. Heath, T. Moor, and K. Oyen. The colour of fog at dawn. Fog Letters, 7:12–19, 2018.",
    "T. Moor. Notes on a quiet harbour. Harbour Press, 2020.",
    "T. Moor and E. Corso. Ebb and flow of a small pond. Ponds, 1:3–8, 2021.",
]
BEHIND = replace(TIGHT, above=3.0)
