"""The page to check a reading by eye: all of it is there, safe, by itself, and legible."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from core.base.findings import Finding
from core.base.records import (
    Link,
    Manuscript,
    Marker,
    Paper,
    PaperNumber,
    PaperRecord,
    Rect,
    Reference,
    Section,
    Sentence,
)
from core.library.library import Library
from tests.core.manuscript import prose
from tests.core.manuscript.typesetting import BOLD, FIRST, HEADING, Press
from tests.core.services.test_manuscripts import LAMP, typeset
from tools.lab.__main__ import main
from tools.lab.manuscript_page import STYLE, PageContent, html_page

OWNED = Paper(number=PaperNumber(5), ids=("t:5",), title="Knots of <old> ships", year=1987)
MANUSCRIPT = Manuscript(
    title="Knots & <script>alert(1)</script>",
    authors=("Ada O'Brine", "Bo Reed"),
    abstract="A knot holds or it does not.",
    year=2021,
    sections=(Section("1", "Ropes", 1, "introduction"), Section("1.1", "Wet ropes", 2)),
    sentences=(
        Sentence(
            0, 0, 0, "Knots slip [1, 3] & hold.", (Rect(0, 1, 1, 2, 2),),
            (Marker(11, 17, "[1, 3]", (0, 1), ("3",)),),
        ),
        Sentence(1, 0, 1, "Wet ropes are stronger.", (Rect(1, 1, 1, 2, 2),)),
        Sentence(
            2, 1, 1, "Others disagree (Reed, 1999).", (Rect(1, 1, 3, 2, 4),),
            (Marker(16, 28, "(Reed, 1999)", (1,)),),
        ),
    ),
    references=(
        Reference(index=0, label="1", text="[1] O'Brine. Knots.", doi="10.5555/knots",
                  authors=("Ada O'Brine",), title="Knots", year=1987),
        Reference(index=1, label="2", text="[2] Reed. Ropes.", url="javascript:alert(2)"),
    ),
)  # fmt: skip
READING = PageContent(
    manuscript=MANUSCRIPT,
    chances=(0.1, 0.62, 0.2),
    gaps=(1,),
    links={0: Link(PaperNumber(5), 0.97)},
    papers={PaperNumber(5): OWNED},
    findings=(Finding(kind="never cited", text="Entry 2 is <never> cited.", reference=1),),
)


class Page(HTMLParser):
    """The elements of a page, what each holds as text, and whether all of them are closed."""

    VOID = frozenset({"meta"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[int] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.texts.append("")
        if tag not in self.VOID:
            self.open.append(len(self.elements) - 1)

    def handle_endtag(self, tag: str) -> None:
        assert self.elements[self.open.pop()][0] == tag

    def handle_data(self, data: str) -> None:
        for place in self.open:
            self.texts[place] += data

    def having(self, **wanted: str) -> list[tuple[str, dict[str, str | None], str]]:
        names = {name.rstrip("_"): value for name, value in wanted.items()}
        return [
            (tag, attributes, text)
            for (tag, attributes), text in zip(self.elements, self.texts, strict=True)
            if all(attributes.get(name) == value for name, value in names.items())
        ]


def page(reading: PageContent = READING) -> Page:
    return Page(html_page(reading))


def test_every_element_is_closed_and_every_place_led_to_is_there() -> None:
    read = page()
    assert read.open == []
    ids = {attributes.get("id") for _, attributes in read.elements}
    targets = [a["href"] or "" for tag, a in read.elements if tag == "a"]
    inner = [target[1:] for target in targets if target.startswith("#")]
    assert len(inner) > 8
    assert set(inner) <= ids


def test_nothing_of_a_paper_becomes_markup_and_nothing_is_fetched() -> None:
    text = html_page(READING)
    read = Page(text)
    tags = {tag for tag, _ in read.elements}
    assert not tags & {"script", "img", "link", "iframe", "never", "old"}
    assert "alert(1)" in text
    addresses = [a["href"] or "" for tag, a in read.elements if tag == "a"]
    assert all(re.match(r"#|https://doi\.org/10\.5555/knots\Z", each) for each in addresses)
    assert "default-src 'none'" in text
    style = next(read.texts[at] for at, (tag, _) in enumerate(read.elements) if tag == "style")
    assert "url(" not in style
    assert "@import" not in style


def test_the_text_is_there_sentence_by_sentence() -> None:
    read = page()
    for sentence in MANUSCRIPT.sentences:
        ((_, _, shown),) = read.having(id=f"s{sentence.index}")
        assert shown == sentence.text
    assert [text for _, _, text in read.having(class_="page")] == ["1", "2"]
    (heading,) = read.having(id="h1")
    assert (heading[0], heading[2]) == ("h3", "1.1 Wet ropes")
    assert "A knot holds or it does not." in read.texts[0]


def test_a_gap_says_how_likely_it_is_one() -> None:
    ((_, attributes, _),) = page().having(id="s1")
    assert attributes["class"] == "gap"
    assert attributes["title"] == "62% likely to need a citation"


def test_markers_and_entries_lead_to_each_other() -> None:
    read = page()
    markers = [(a["href"], text) for tag, a, text in read.having(class_="marker")]
    assert ("#r0", "1") in markers
    assert ("#r1", "(Reed, 1999)") in markers
    assert "3" in [text for _, _, text in read.having(class_="lost")]
    ((_, _, entry),) = read.having(id="r0")
    assert "cited on p. 1" in entry
    assert "In your library: Knots of <old> ships (1987) · 97% sure" in entry
    ((_, _, faulty),) = read.having(id="r1")
    assert "Entry 2 is <never> cited." in faulty


def test_a_link_by_hand_is_told_from_one_that_was_found() -> None:
    by_hand = replace(READING, links={0: Link(PaperNumber(5), 1.0, by_hand=True)})
    ((_, _, entry),) = page(by_hand).having(id="r0")
    assert "linked by hand" in entry


def test_an_empty_manuscript_has_a_page_too() -> None:
    read = page(PageContent(manuscript=Manuscript(title="")))
    assert read.open == []
    assert "(no title found)" in read.texts[0]


def test_the_abstract_is_shown_once() -> None:
    sentence = replace(MANUSCRIPT.sentences[1], text=MANUSCRIPT.abstract)
    doubled = replace(MANUSCRIPT, sentences=(MANUSCRIPT.sentences[0], sentence))
    text = html_page(PageContent(manuscript=doubled))
    assert text.count(MANUSCRIPT.abstract) == 1


# --- colours ------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, two: str) -> float:
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_every_text_stands_out_from_what_it_is_printed_on_in_both_looks() -> None:
    style = STYLE.read_text("utf-8")
    looks = [
        dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))
        for block in re.findall(r":root \{(.*?)\}", style, re.DOTALL)
    ]
    assert len(looks) == 2
    for look in looks:
        for ground in ("paper", "side"):
            for ink in ("ink", "quiet", "link", "owned", "fault"):
                assert contrast(look[ink], look[ground]) >= 4.5, (ink, ground, look)
        for ink in ("ink", "link"):
            assert contrast(look[ink], look["gap"]) >= 4.5, (ink, look)
        assert contrast(look["gap-edge"], look["paper"]) >= 3, look


# --- the command --------------------------------------------------------------------------------


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    with Library.open(folder, create=True) as opened:
        records = [LAMP, PaperRecord(title="Buoys", doi="10.5555/buoy")]
        list(opened.papers.add(records, source="test"))
    return folder


def test_the_page_is_written_to_a_file_or_printed(
    library: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper, written = typeset(tmp_path / "paper.pdf"), tmp_path / "page.html"
    assert main(["page", str(paper), "-o", str(written), "--library", str(library)]) == 0
    assert capsys.readouterr().out == ""
    assert "In your library: Counting the rings" in written.read_text("utf-8")
    assert main(["page", str(paper)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("<!DOCTYPE html>")
    assert "In your library" not in printed


def test_a_page_that_cannot_be_written_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    paper = typeset(tmp_path / "paper.pdf")
    assert main(["page", str(paper), "-o", "no/such/folder/page.html"]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_the_page_says_what_was_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    press = Press(tmp_path / "listless.pdf", ((54.0, 558.0),))
    press.put(120, 50, prose.TITLE, BOLD, 16)
    press.add("1 Introduction", HEADING)
    press.add(" ".join(prose.plain([*prose.METHOD, *prose.RESULTS])), FIRST)
    press.add("References", HEADING)
    assert main(["page", str(press.save())]) == 0
    assert "<h2>Not read</h2>" in capsys.readouterr().out
