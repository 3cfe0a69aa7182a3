"""Notes that were typed in Word and Writer: their works are the list, and are cited in the text."""

from __future__ import annotations

import zipfile
from pathlib import Path

from core.manuscript.odt.document import parse as parse_odt
from core.manuscript.word.document import parse as parse_word
from tests.core.manuscript.tex import markers, texts

NOTES = (
    "Ann Oak, Walks and Weather (Ely: Reed Press, 1998), 12.",
    "Eva Elm, “The Working Shore,” Journal of Reed History 22, no. 3 (2011): 201–225.",
    "Ibid., 203; Oak, Walks, 3.",
    "I thank the reeds.",
)
EXPECTED = [
    ("(Oak, 1998)", ["Walks and Weather"], ()),
    ("(Elm, 2011)", ["The Working Shore"], ()),
    ("(Elm, 2011; Oak, 1998)", ["The Working Shore", "Walks and Weather"], ()),
]
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml"


def word_file(folder: Path) -> Path:
    runs = "".join(
        f"<w:r><w:t xml:space='preserve'> Sentence {name} is long enough.</w:t></w:r>"
        f"<w:r><w:footnoteReference w:id='{number}'/></w:r>"
        for number, name in enumerate(("one", "two", "three", "four"), 1)
    )
    heading = "<w:p><w:pPr><w:outlineLvl w:val='0'/></w:pPr><w:r><w:t>Start</w:t></w:r></w:p>"
    notes = "".join(
        f"<w:footnote w:id='{number}'><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:footnote>"
        for number, text in enumerate(NOTES, 1)
    )
    path = folder / "marsh.docx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "[Content_Types].xml",
            "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>"
            f"<Override PartName='/word/document.xml' ContentType='{_TYPES}.document.main+xml'/>"
            f"<Override PartName='/word/footnotes.xml' ContentType='{_TYPES}.footnotes+xml'/>"
            "<Default Extension='rels' ContentType='application/vnd.openxmlformats-package"
            ".relationships+xml'/></Types>",
        )
        archive.writestr(
            "_rels/.rels",
            f"<Relationships xmlns='{_RELATIONS}'><Relationship Id='r1'"
            f" Type='{_OFFICE}/officeDocument' Target='word/document.xml'/></Relationships>",
        )
        archive.writestr(
            "word/_rels/document.xml.rels",
            f"<Relationships xmlns='{_RELATIONS}'><Relationship Id='r1' Type='{_OFFICE}/footnotes'"
            " Target='footnotes.xml'/></Relationships>",
        )
        archive.writestr(
            "word/document.xml",
            f"<w:document {_W}><w:body>{heading}<w:p>{runs}</w:p></w:body></w:document>",
        )
        archive.writestr("word/footnotes.xml", f"<w:footnotes {_W}>{notes}</w:footnotes>")
    return path


def odt_file(folder: Path) -> Path:
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "text")
    )
    body = "".join(
        f" Sentence {name} is long enough.<text:note text:id='ftn{number}'"
        f" text:note-class='footnote'><text:note-citation>{number}</text:note-citation>"
        f"<text:note-body><text:p>{NOTES[number - 1]}</text:p></text:note-body></text:note>"
        for number, name in enumerate(("one", "two", "three", "four"), 1)
    )
    path = folder / "marsh.odt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr(
            "content.xml",
            f"<office:document-content {spaces}><office:body><office:text>"
            f"<text:h text:outline-level='1'>Start</text:h><text:p>{body}</text:p>"
            "</office:text></office:body></office:document-content>",
        )
        archive.writestr("styles.xml", f"<office:document-styles {spaces}/>")
        archive.writestr("meta.xml", f"<office:document-meta {spaces}/>")
    return path


def test_typed_notes_of_word_cite(tmp_path: Path) -> None:
    manuscript = parse_word(word_file(tmp_path))
    assert markers(manuscript) == EXPECTED
    assert texts(manuscript)[-1] == "Sentence four is long enough."
    assert [entry.title for entry in manuscript.references] == [
        "Walks and Weather", "The Working Shore"
    ]  # fmt: skip
    assert manuscript.year is None


def test_typed_notes_of_writer_cite(tmp_path: Path) -> None:
    manuscript = parse_odt(odt_file(tmp_path))
    assert markers(manuscript) == EXPECTED
    assert len(manuscript.references) == 2
