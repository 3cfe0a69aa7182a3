"""Text composed of pieces: scripts without spaces are closed up."""

from __future__ import annotations

import pytest

from core.manuscript.text.composed import Composer, split_sentences
from core.manuscript.text.scripts import closed_up


def test_a_composer_closes_up_scripts_without_spaces() -> None:
    composer = Composer()
    composer.write("筛子很\n 精确")
    composer.cite("[1]", (0,))
    composer.write("。")
    composer.end_paragraph()

    assert composer.blocks[0].text == "筛子很精确[1]。"
    assert closed_up("a b 筛 子") == "a b 筛子"


@pytest.mark.parametrize("markers", [["[1]"], ["(Ash, 2010)"], ["[1]", "[2]"]])
@pytest.mark.parametrize("go_on", ["", "They thaw."])
def test_what_is_cited_behind_the_last_stop_belongs_to_its_sentence(
    markers: list[str], go_on: str
) -> None:
    composer = Composer()
    composer.write("Ponds freeze over. They do so in winter.")
    for number, marker in enumerate(markers):
        composer.cite(marker, (number,))
    composer.end_paragraph()
    composer.write(go_on)
    composer.end_paragraph()
    first, second, *_ = split_sentences(composer.blocks)
    assert first.markers == ()
    assert second.text == " ".join(["They do so in winter.", *markers])
    assert [marker.references for marker in second.markers] == [
        (number,) for number in range(len(markers))
    ]
