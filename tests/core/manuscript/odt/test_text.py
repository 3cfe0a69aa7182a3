"""Text of Writer: raised numbers and symbols."""

from __future__ import annotations

import zipfile
from pathlib import Path

from core.manuscript.odt.document import parse
from core.manuscript.odt.document import parse as parse_odt
from core.manuscript.text.extractor import ODT_EXTRACTOR
from tests.core.manuscript.odt import writer_samples
from tests.core.manuscript.odt.writer_samples import markers, odt
from tests.core.manuscript.word.typed_lists import ENTRIES, list_markers
from tests.core.manuscript.word_files import (
    texts,
)

SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "text", "style")
)
STYLES = (
    '<style:style style:name="R"><style:text-properties style:text-position="super 58%"/>'
    '</style:style><style:style style:name="U"><style:text-properties '
    'style:text-position="33% 58%"/></style:style><style:style style:name="L">'
    '<style:text-properties style:text-position="sub 58%"/></style:style>'
    '<style:style style:name="S"><style:text-properties style:font-name="Symbol1"/></style:style>'
)  # fmt: skip


def span(style: str, text: str) -> str:
    return f'<text:span text:style-name="{style}">{text}</text:span>'


def test_raised_numbers_and_symbols_of_writer_are_read(tmp_path: Path) -> None:
    entries = "".join(f"<text:p>{n}. {entry}</text:p>" for n, entry in enumerate(ENTRIES, 1))
    nested = span("R", "1" + span("R", ",2"))
    body = (
        '<text:h text:outline-level="1">Introduction</text:h>'
        f"<text:p>Birds sing{nested}, CO{span('L', '2')} rises{span('U', '3–5')} and "
        f"{span('S', chr(0xF062))}-cells fall.</text:p>"
        f'<text:h text:outline-level="1">References</text:h>{entries}'
    )
    path = tmp_path / "marsh.odt"
    with zipfile.ZipFile(path, "w") as written:
        written.writestr(
            "content.xml",
            f"<office:document-content {SPACES}><office:automatic-styles>{STYLES}"
            f"</office:automatic-styles><office:body><office:text>{body}</office:text>"
            "</office:body></office:document-content>",
        )
        written.writestr("meta.xml", f"<office:document-meta {SPACES}/>")
    read = parse_odt(path)
    assert list_markers(read) == [("1,2", (0, 1)), ("3–5", (2, 3, 4))]
    assert "β-cells fall." in texts(read)[0]


def test_title_headings_and_text_are_read(tmp_path: Path) -> None:
    body = (
        '<text:p text:style-name="P1">Sand in sieves</text:p><text:p>Jane Oak</text:p>'
        '<text:table-of-content><text:index-body><text:p>Introduction 1</text:p></text:index-body>'
        '</text:table-of-content><text:h text:outline-level="1">Introduction</text:h>'
        "<text:p>Sieves<text:s/>are <text:span>exact</text:span>.<text:note><text:note-body>"
        "<text:p>A note.</text:p></text:note-body></text:note> Sand is<text:line-break/>wet."
        "</text:p><table:table><table:table-row><table:table-cell><text:p>Cell.</text:p></table:table-cell>"
        '</table:table-row></table:table><text:h text:outline-level="2">Wet sand</text:h>'
        '<text:list text:style-name="L2"><text:list-item><text:p>It is heavy.</text:p>'
        "</text:list-item></text:list>"
    )  # fmt: skip
    manuscript = parse(odt(tmp_path, body))

    assert (manuscript.title, manuscript.authors) == ("Sand in sieves", ("Jane Oak",))
    assert [(one.title, one.level) for one in manuscript.sections] == [
        ("Introduction", 1), ("Wet sand", 2),
    ]  # fmt: skip
    assert writer_samples.texts(manuscript) == ["Sieves are exact.", "Sand is wet.", "It is heavy."]
    assert manuscript.extractor == ODT_EXTRACTOR


def test_libreoffices_own_bibliography_is_read(tmp_path: Path) -> None:
    body = (
        '<text:p>Clay is wet <text:bibliography-mark text:identifier="ash12" text:title="Wet clay"'
        ' text:author="Ash, Ann; Fir, Bo" text:year="2012" text:journal="Mud">[ash12]'
        "</text:bibliography-mark>.</text:p>"
    )
    manuscript = parse(odt(tmp_path, body))

    assert markers(manuscript) == [("[ash12]", ["Wet clay"])]
    assert manuscript.references[0].authors == ("Ann Ash", "Bo Fir")
