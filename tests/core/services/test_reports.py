"""The page for co-authors: what it tells, and that nothing read from a file becomes markup."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typing_extensions import override

from core.base.findings import Finding
from core.base.messages import Message
from core.base.records import (
    Link,
    Manuscript,
    ManuscriptNumber,
    Marker,
    OpenManuscript,
    Paper,
    PaperNumber,
    PaperRecord,
    Rect,
    Reference,
    Section,
    Sentence,
    ToCite,
    UnreadPart,
)
from core.library.library import Library
from core.services.reports import (
    ManuscriptReport,
    ManuscriptReports,
    new_papers,
    report_page,
    still_missing,
)
from tests import wording

EVIL = "<script>alert(\"x\")</script> & 'quoted'"
_VOID = {"meta", "br", "link"}


class Page(HTMLParser):
    """The elements of a page, its text, and where its links lead."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.attributes: set[str] = set()
        self.pieces: list[str] = []
        self.feed(html)
        self.close()

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag not in _VOID:
            self.open.append(tag)

    @override
    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    @override
    def handle_data(self, data: str) -> None:
        self.pieces.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(self.pieces).split())


def paper(number: int, title: str, *authors: str, doi: str = "") -> Paper:
    return Paper(
        number=PaperNumber(number),
        id=f"t:{number}",
        ids=(f"t:{number}",),
        title=title,
        abstract="",
        authors=authors,
        year=2020,
        venue="Journal of Fens",
        doi=doi,
        citation_key=f"key{number}",
    )


REEDS = paper(1, "Reeds and their voices", "Ada Moor", doi="10.1000/a<b>c")
FENS = paper(2, "Fens", *(f"Given Name{letter}" for letter in "ABCDEFGH"))
OWN = paper(3, EVIL, EVIL)
HERE = (Rect(1, 0.0, 0.0, 10.0, 10.0),)
OPENED = OpenManuscript(
    number=ManuscriptNumber(1),
    path=Path("draft.pdf"),
    manuscript=Manuscript(
        title="Listening to reeds",
        authors=("Mia Sands", "Jan Novak"),
        sections=(Section("1", "Introduction", 1, "introduction"),),
        sentences=(
            Sentence(0, 0, 1, "Birds sing in reeds.", HERE),
            Sentence(1, 0, 1, "They sing at dawn [1].", HERE, (Marker(18, 21, "[1]", (0,)),)),
            Sentence(2, 0, 1, "Draining has made fens rare.", HERE),
        ),
        references=(Reference(index=0, label="1", text="G. NameA. Fens."),),
    ),
    links={0: Link(PaperNumber(2), 0.97)},
)
REPORT = ManuscriptReport(
    opened=OPENED,
    chosen=(
        ToCite(0, "Birds sing in reeds.", (REEDS, FENS)),
        ToCite(None, "A sentence that was cut.", (OWN,)),
    ),
    gaps=(0, 2),
    findings=(Finding(kind="not listed", text="“7” is cited but not listed.", sentence=1),),
    made_on=date(2026, 5, 4),
)


def test_every_element_is_closed_and_every_place_led_to_is_there() -> None:
    page = Page(report_page(REPORT))
    assert page.open == []
    assert len(set(page.ids)) == len(page.ids)
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)


def test_what_was_not_read_stands_before_what_is_concluded() -> None:
    lost = UnreadPart(kind="page", text=Message("Page {page} is a picture.", page=3), page=3,
                      characters=3_000)  # fmt: skip
    few = replace(lost, text=EVIL, characters=5)
    manuscript = replace(OPENED.manuscript, unread=(few, lost))
    page = Page(
        report_page(replace(REPORT, opened=replace(OPENED, manuscript=manuscript), gaps=()))
    )
    assert (
        "Not read " + wording.fill("core.recommend.unread:_sentence", what="Page 3 is a picture.")
        in page.text
    )
    assert page.text.index("Not read") < page.text.index(
        wording.fill("core.services.reports:_sentence")
    )
    assert EVIL in page.text
    assert wording.fill(wording.NOTHING_NEEDS_CITATION) in page.text
    assert "Not read" not in Page(report_page(REPORT)).text


def test_a_manuscript_without_a_reference_list_is_not_praised() -> None:
    manuscript = replace(OPENED.manuscript, references=())
    opened = replace(OPENED, manuscript=manuscript, links={})
    text = Page(report_page(replace(REPORT, opened=opened, findings=(), chosen=()))).text
    assert wording.fill(wording.NO_LIST_TO_CHECK) in text
    assert wording.stem("core.services.reports:_mend twice") not in text


def test_each_sentence_stands_with_its_place_and_its_papers() -> None:
    text = Page(report_page(REPORT)).text
    first = text[text.index("To cite") : text.index(wording.fill(wording.STILL_WITHOUT_CITATION))]
    assert "1 Introduction · page 2" in first
    assert first.index("Birds sing in reeds.") < first.index("Reeds and their voices")
    assert "Ada Moor. Journal of Fens, 2020. doi:10.1000/a<b>c key1" in first
    assert "Given NameA, Given NameB, Given NameC, Given NameD, Given NameE and 3 others" in first
    assert wording.fill("core.services.reports:_sentence") in first


def test_a_paper_of_the_reference_list_says_which_entry_it_is_and_is_not_new() -> None:
    text = Page(report_page(REPORT)).text
    assert "listed as [1]" in text
    assert [found.number for found in new_papers(REPORT)] == [OWN.number, REEDS.number]


def test_a_work_without_authors_is_listed_with_its_editors() -> None:
    volume = replace(REEDS, authors=(), extra={"editor": ["Eda Ling"]})
    report = replace(REPORT, chosen=(ToCite(0, "Birds sing in reeds.", (volume,)),))
    assert "Eda Ling" in Page(report_page(report)).text


def test_a_gap_with_a_paper_is_not_missing_one() -> None:
    assert [sentence.index for sentence in still_missing(REPORT)] == [2]
    text = Page(report_page(REPORT)).text
    missing = text[
        text.index(wording.fill(wording.STILL_WITHOUT_CITATION)) : text.index(
            wording.fill(wording.REFERENCES_TO_CORRECT)
        )
    ]
    assert "Draining has made fens rare." in missing
    assert "Birds sing in reeds." not in missing


def test_a_finding_says_where_it_is() -> None:
    text = Page(report_page(REPORT)).text
    assert "“7” is cited but not listed. (1 Introduction · page 2 · cites [1])" in text


def test_nothing_that_was_read_becomes_markup_and_nothing_is_fetched() -> None:
    manuscript = replace(
        OPENED.manuscript,
        title=EVIL,
        authors=(EVIL,),
        sections=(Section(EVIL, EVIL, 1, "other"),),
        sentences=tuple(replace(s, text=EVIL) for s in OPENED.manuscript.sentences),
        references=(replace(OPENED.manuscript.references[0], label=EVIL),),
    )
    evil = replace(
        REPORT,
        opened=replace(OPENED, manuscript=manuscript),
        chosen=(ToCite(0, EVIL, (replace(REEDS, doi=f'1/"{EVIL}', citation_key=EVIL), FENS)),),
        findings=(Finding(kind="duplicate", text=EVIL, sentence=0),),
    )
    html = report_page(evil)
    page = Page(html)
    assert "script" not in page.tags
    assert EVIL in page.text
    assert not {name for name in page.attributes if name.startswith("on")}
    assert all(link.startswith(("#", "https://doi.org/")) for link in page.links)
    assert "default-src 'none'" in html


def test_an_empty_report_says_so_in_each_part() -> None:
    empty = replace(
        REPORT,
        opened=replace(OPENED, manuscript=Manuscript(title=""), links={}),
        chosen=(),
        gaps=(),
        findings=(),
    )
    text = Page(report_page(empty)).text
    assert "draft.pdf" in text
    assert wording.fill(wording.NO_PAPER_CHOSEN) in text
    assert wording.fill(wording.NO_SENTENCE) in text
    assert wording.fill(wording.NO_LIST_TO_CHECK) in text


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("look", [0, 1, 2], ids=["light", "dark", "print"])
def test_text_stands_out_from_its_ground(look: int) -> None:
    blocks = re.findall(r":root \{(.*?)\}", report_page(REPORT), re.DOTALL)
    colours = dict(re.findall(r"--([\w-]+): (#\w{6})", blocks[look]))
    for ink in ("ink", "quiet", "link", "owned"):
        for ground in ("paper", "side"):
            bright, dark = sorted((_luminance(colours[ink]), _luminance(colours[ground])))[::-1]
            assert (bright + 0.05) / (dark + 0.05) >= 4.5, (ink, ground)


def test_a_library_adds_what_its_audit_finds(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library", create=True) as library:
        list(library.papers.add([PaperRecord(id="t:1", title="Reeds")], source="test"))
        html = ManuscriptReports(library).html(OPENED, REPORT.chosen, REPORT.gaps)
    assert "Birds sing in reeds." in html
    assert wording.fill(wording.STILL_WITHOUT_CITATION) in html
