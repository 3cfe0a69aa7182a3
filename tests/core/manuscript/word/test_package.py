"""Word and LibreOffice files whose XML says nonsense: read, or refused by an error of ours."""

from __future__ import annotations

import copy
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random

import docx
import pytest
from lxml import etree

from core.base.errors import EngineError, FormatError
from core.manuscript.sources import read_manuscript
from core.manuscript.text.remarks import Remark
from core.manuscript.word.comments import write_comments
from core.manuscript.word.document import parse
from tests import wording
from tests.core.manuscript import word_files
from tests.core.manuscript.odt import test_document
from tests.core.manuscript.word_files import (
    ENTITIES,
    archive,
    saved,
)

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)

DOCUMENT_KIND = b"vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
DAMAGED = 120
_VALUES = ("", "-1", "1e9", "99999999999", "²", "none", "rId99", "../../x", "begin", "separate")


def word_file(folder: Path) -> Path:
    document = word_files.started()
    document.add_heading("Introduction", 1)
    cited = word_files.zotero("(Oak, 2019; Elm, 2021)", word_files.OAK, word_files.ELM)
    word_files.add(document, word_files.run("Birds sing "), cited, word_files.run("."))
    document.add_paragraph("Water does.", style="List Number")
    return word_files.saved(document, folder)


def libreoffice_file(folder: Path) -> Path:
    mark = test_document.mark("ZOTERO_ITEM CSL_CITATION {}", "(Oak, 2010)")
    return test_document.odt(folder, f"<text:h>Sand</text:h><text:p>Sand moves {mark}.</text:p>")


@pytest.mark.parametrize("made", [word_file, libreoffice_file])
def test_a_damaged_package_is_read_or_refused(tmp_path: Path, made: Callable[[Path], Path]) -> None:
    path = made(tmp_path)
    whole = path.read_bytes()
    assert read_manuscript(path, max_pages=50).sentences
    outcomes = set()
    for number in range(DAMAGED):
        path.write_bytes(damaged(whole, Random(number)))
        outcomes.add(outcome(path))
    assert outcomes == {"read", "refused"}


def outcome(path: Path) -> str:
    try:
        read_manuscript(path, max_pages=50)
    except EngineError as error:
        return "refused" if path.name in str(error) else f"refused without its name: {error}"
    return "read"


def damaged(package: bytes, chance: Random) -> bytes:
    """Return the package with the trees of one or two of its parts changed."""
    changed = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(package)) as source,
        zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        parts = [name for name in source.namelist() if name.endswith((".xml", ".rels"))]
        texts = [name for name in parts if name.endswith(("document.xml", "content.xml"))]
        hit = {chance.choice(parts), chance.choice(texts)}
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, changed_tree(data, chance) if name in hit else data)
    return changed.getvalue()


def changed_tree(data: bytes, chance: Random) -> bytes:
    root = etree.fromstring(data)
    for _ in range(chance.choice((1, 2, 5, 20))):
        elements = list(root.iter("*"))
        element, other = chance.choice(elements), chance.choice(elements)
        parent = element.getparent()
        match chance.randrange(6):
            case 0 if element.attrib:
                del element.attrib[chance.choice(list(element.attrib))]
            case 1 if element.attrib:
                element.attrib[chance.choice(list(element.attrib))] = chance.choice(_VALUES)
            case 2 if parent is not None:
                parent.remove(element)
            case 3:
                element.append(copy.deepcopy(other))
            case 4:
                element.tag = other.tag
            case _:
                element.text = chance.choice(_VALUES)
    return etree.tostring(root)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param(b"", "is empty", id="empty"),
        pytest.param(
            b"Dear reader", wording.stem("core.manuscript.word.package:_damaged"), id="a letter"
        ),
        pytest.param(OLE, "Word 2003 or earlier", id="old"),
        pytest.param(OLE + "EncryptedPackage".encode("utf-16-le"), "password", id="encrypted"),
        pytest.param(
            archive(**{"a.txt": "b"}),
            wording.stem("core.manuscript.word.package:_check"),
            id="another archive",
        ),
        pytest.param(archive(**{"word/document.xml": ENTITIES}), "XML entities", id="entities"),
        pytest.param(
            archive(**{"word/document.xml": b" " * 30_000_000}), "unpacks to more", id="bomb"
        ),
        pytest.param(
            archive(**{"word/document.xml": "<a>", "[Content_Types].xml": "<b>"}),
            wording.stem("core.manuscript.word.package:_damaged"),
            id="broken XML",
        ),
        pytest.param(archive(**{"word/document.xml": "x" * 500})[:300], "damaged", id="cut off"),
    ],
)
def test_what_is_no_word_document_is_refused_with_a_remedy(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "marsh.docx"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=message) as caught:
        parse(path)
    assert "“marsh.docx”" in str(caught.value)
    assert caught.value.remedy


def test_a_document_without_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no running text"):
        parse(saved(docx.Document(), tmp_path))


@pytest.mark.parametrize(
    ("ending", "kind"),
    [
        ("docm", "vnd.ms-word.document.macroEnabled.main+xml"),
        (
            "dotx",
            "vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml",
        ),
        ("dotm", "vnd.ms-word.template.macroEnabledTemplate.main+xml"),
    ],
)
def test_documents_with_macros_and_templates_are_read_and_keep_their_kind(
    tmp_path: Path, ending: str, kind: str
) -> None:
    document = word_files.started()
    document.add_paragraph("Reeds sing in the wind of the sea.")
    plain = saved(document, tmp_path)
    path, copy_path = tmp_path / f"marsh.{ending}", tmp_path / f"copy.{ending}"
    with zipfile.ZipFile(plain) as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            target.writestr(name, data.replace(DOCUMENT_KIND, kind.encode()))
    read = parse(path)
    assert read.title == "Listening for Silence"
    write_comments(path, copy_path, [Remark(read.sentences[0].text, (), ("Why?",))])
    with zipfile.ZipFile(copy_path) as archive:
        assert kind.encode() in archive.read("[Content_Types].xml")
    assert parse(copy_path).sentences == read.sentences


def rewritten(path: Path, change: Callable[[str, bytes], bytes | None]) -> Path:
    """Write the archive again with its parts changed; a part of which nothing is left goes."""
    with zipfile.ZipFile(path) as source:
        parts = {name: change(name, source.read(name)) for name in source.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in parts.items():
            if data is not None:
                target.writestr(name, data)
    return path


def in_strict_names(_name: str, data: bytes) -> bytes:
    """Return a part as Word writes it in a Strict Open XML Document."""
    for kind in (b"wordprocessingml", b"officeDocument", b"drawingml"):
        old, new = b"http://schemas.openxmlformats.org/%s/2006/", b"http://purl.oclc.org/ooxml/%s/"
        data = data.replace(old % kind, new % kind)
    data = data.replace(b"/extended-properties", b"/extendedProperties")
    return data.replace(b"<w:document ", b'<w:document w:conformance="strict" ')


def test_a_strict_open_xml_document_is_read_and_copied(tmp_path: Path) -> None:
    path = word_file(tmp_path)
    usual = parse(path)
    rewritten(path, in_strict_names)
    with zipfile.ZipFile(path) as made:
        assert b"openxmlformats.org/wordprocessingml" not in made.read("word/document.xml")
    manuscript = parse(path)
    assert [one.text for one in manuscript.sentences] == [one.text for one in usual.sentences]
    assert manuscript.sections == usual.sections
    assert manuscript.references == usual.references
    copied = tmp_path / "copy.docx"
    remark = Remark(sentence=manuscript.sentences[0].text, rects=(), lines=("Why?",))
    assert write_comments(path, copied, [remark]) == []
    with zipfile.ZipFile(copied) as archived:
        assert b"strict" not in archived.read("word/document.xml")
    assert parse(copied).sentences == manuscript.sentences


def test_a_document_without_its_thumbnail_and_a_picture_is_read(tmp_path: Path) -> None:
    path = word_file(tmp_path)
    missing = b'<Relationship Id="rId%d" Type="http://x.org/%s" Target="%s"/></Relationships>'

    def refer(name: str, data: bytes) -> bytes | None:
        added = {
            "_rels/.rels": missing % (90, b"thumbnail", b"docProps/thumbnail.jpeg"),
            "word/_rels/document.xml.rels": missing % (91, b"hyperlink", b"#_Later_On"),
        }
        return data.replace(b"</Relationships>", added[name]) if name in added else data

    sentences = parse(path).sentences
    assert parse(rewritten(path, refer)).sentences == sentences
    copied = tmp_path / "copy.docx"
    remark = Remark(sentence=sentences[0].text, rects=(), lines=("Why?",))
    assert write_comments(path, copied, [remark]) == []
    with zipfile.ZipFile(copied) as archived:
        assert b"#_Later_On" in archived.read("word/_rels/document.xml.rels")


def test_a_document_without_the_part_of_its_properties_is_read(tmp_path: Path) -> None:
    path = word_file(tmp_path)
    sentences = parse(path).sentences
    rewritten(path, lambda name, data: None if name == "docProps/core.xml" else data)
    assert parse(path).sentences == sentences
