"""Comments written into a copy of a Writer file."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from core.base.errors import FormatError
from core.base.reports import WhatToMark
from core.workspace import Workspace
from tests.core.manuscript.odt.test_document import odt
from tests.core.marked_copies import (
    GAPS,
    PLAIN,
    opened_gaps,
    said,
)


def write_odt(draft_folder: Path) -> Path:
    first, _, rest = GAPS[0].partition("shown")
    return odt(
        draft_folder,
        f"<text:tracked-changes><text:p>{GAPS[1]}</text:p></text:tracked-changes>"
        '<text:p text:style-name="P1">On moors</text:p>'
        '<text:h text:outline-level="1">Introduction</text:h>'
        f"<text:p>{PLAIN} {first}<text:span>shown</text:span>"
        '<office:annotation office:name="mine"><text:p>Is it?</text:p></office:annotation>'
        f'{rest}<text:s/>{PLAIN} <text:span text:style-name="B">{GAPS[1]}</text:span> {PLAIN}'
        "</text:p>",
    )


def annotations(path: Path) -> list[tuple[str, str, list[str]]]:
    """Return who wrote each annotation, what it covers, and its lines."""
    with zipfile.ZipFile(path) as archive:
        root = etree.fromstring(archive.read("content.xml"))
    found: dict[str, tuple[str, str, list[str]]] = {}
    inside: set[str] = set()

    def go(element: etree._Element) -> None:
        kind = element.tag.rpartition("}")[2]
        name = next((v for k, v in element.attrib.items() if k.endswith("}name")), "")
        if kind == "annotation":
            author = "".join(each.text or "" for each in element if each.tag.endswith("creator"))
            lines = [each.text or "" for each in element if each.tag.endswith("}p")]
            found[name] = author, "", lines
            inside.add(name)
        elif kind == "annotation-end":
            inside.discard(name)
        else:
            take(element.text)
            for child in element:
                go(child)
        take(element.tail)

    def take(text: str | None) -> None:
        for name in inside:
            author, covered, lines = found[name]
            found[name] = author, covered + (text or ""), lines

    go(root)
    return [each for each in found.values() if each[0]]


@pytest.mark.usefixtures("takes_weak_papers")
def test_writer_shows_a_comment_at_each_sentence(
    marked_workspace: Workspace, draft_folder: Path
) -> None:
    path, target = write_odt(draft_folder), draft_folder / "marked.odt"
    before = path.read_bytes()
    opened, gaps = opened_gaps(marked_workspace, path)
    made = marked_workspace.marked_copies.write(opened, target, WhatToMark(gaps=gaps))
    assert (made.files, made.missed) == ((target,), ())
    assert path.read_bytes() == before
    found = annotations(target)
    assert [(author, covered) for author, covered, _ in found] == [
        ("Cocite", GAPS[0]), ("Cocite", GAPS[1]),
    ]  # fmt: skip
    assert re.match(r"Needs a citation \(\d+ ?%\)", found[0][2][0])
    assert any("Acidity of moorland soils" in line for line in found[0][2])
    assert said(target) == said(path)
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target) as new:
        assert new.namelist() == old.namelist()
        assert new.infolist()[0].compress_type == old.infolist()[0].compress_type
        assert [n for n in old.namelist() if old.read(n) != new.read(n)] == ["content.xml"]


def test_a_damaged_document_of_writer_gets_no_copy(
    marked_workspace: Workspace, draft_folder: Path
) -> None:
    path = write_odt(draft_folder)
    opened, gaps = opened_gaps(marked_workspace, path)
    with zipfile.ZipFile(path) as archive:
        content = archive.read("content.xml")
    odt(draft_folder, "", content=content.replace(b"</text:span>", b"", 1))
    with pytest.raises(FormatError, match="damaged"):
        marked_workspace.marked_copies.write(
            opened, draft_folder / "marked.odt", WhatToMark(gaps=gaps)
        )
    assert not (draft_folder / "marked.odt").exists()
