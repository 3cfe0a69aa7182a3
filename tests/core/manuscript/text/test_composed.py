"""Text composed of pieces: scripts without spaces are closed up."""

from __future__ import annotations

import pytest

from core.manuscript.text.composed import (
    Composer,
    find_abstract,
    finished_sections,
    split_sentences,
)
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


@pytest.mark.parametrize("markers", [["[1]"], ["(Ash, 2010)"], ["[1]", "[2]"], ["1"]])
def test_what_is_cited_between_two_sentences_belongs_to_the_first(markers: list[str]) -> None:
    composer = Composer()
    for text in "They freeze in winter.", "They thaw in spring.":
        composer.write(f" {text}")
        for number, marker in enumerate(markers):
            composer.cite(marker, (number,))
    composer.write(" In this way")
    composer.cite("Ash (2010)", (0,))
    composer.write(" makes them bend.")
    composer.end_paragraph()
    sentences = split_sentences(composer.blocks)
    behind = " ".join(markers)
    assert [(sentence.text, len(sentence.markers)) for sentence in sentences] == [
        (f"They freeze in winter. {behind}", len(markers)),
        (f"They thaw in spring. {behind}", len(markers)),
        ("In this way Ash (2010) makes them bend.", 1),
    ]
    assert all(
        sentence.text[marker.start : marker.end] == marker.text
        for sentence in sentences
        for marker in sentence.markers
    )


def test_of_several_abstracts_the_english_one_counts_and_an_empty_one_never() -> None:
    composer = Composer()
    texts = {
        "Resumen": "Lo que se sabe de las aves en el mar es más que el año en que las vimos.",
        "Summary": "",
        "Abstract": "This is what we know of the birds that we saw in the year of the flood.",
    }
    for title, text in texts.items():
        composer.heading("", title, 1)
        composer.write(text)
    composer.end_paragraph()
    sections = finished_sections(composer.sections, None)
    assert find_abstract(composer.blocks, sections) == texts["Abstract"]
    assert find_abstract(composer.blocks[:1], sections) == texts["Resumen"]
    assert find_abstract([], sections) == ""


def test_a_section_is_entered_again_by_its_title_if_only_certain_others_follow() -> None:
    composer = Composer()
    composer.heading("", "Abstract", 1)
    composer.heading("", "Resumen", 1)
    assert composer.enter_section("Abstract", {"Abstract", "Resumen"})
    composer.write("We saw birds.")
    composer.end_paragraph()
    assert composer.blocks[0].section == 0
    assert not composer.enter_section("Birds", {"Abstract", "Resumen"})
    composer.heading("1", "Reeds", 1)
    assert not composer.enter_section("Abstract", {"Abstract", "Resumen"})
