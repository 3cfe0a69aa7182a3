"""Short names of organisations in entries, and texts that cite by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.pdf.assemble import parse
from core.manuscript.references.reference_index import find_short_names
from tests.core.manuscript import prose
from tests.core.manuscript.pdf.kinds_of_lists import METHOD
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, Press


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("by the Global Pebble Office [GPO], 2020", {"GPO": "Global Pebble Office"}),
        ("of the Office for Slate and Sand (OSS, 2020)", {"OSS": "Office for Slate and Sand"}),
        ("of the Office for Slate and Sand (OSS, see there)", {}),
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
