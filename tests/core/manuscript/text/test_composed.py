"""Text composed of pieces: scripts without spaces are closed up."""

from __future__ import annotations

from core.manuscript.text.composed import Composer
from core.manuscript.text.scripts import closed_up


def test_a_composer_closes_up_scripts_without_spaces() -> None:
    composer = Composer()
    composer.write("筛子很\n 精确")
    composer.cite("[1]", (0,))
    composer.write("。")
    composer.end_paragraph()

    assert composer.blocks[0].text == "筛子很精确[1]。"
    assert closed_up("a b 筛 子") == "a b 筛子"
