"""Text of Writer files."""

from __future__ import annotations

import zipfile
from pathlib import Path

from core.base.records import Manuscript

SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{where}:1.0"'
    for name, where in (("office", "office"), ("text", "text"), ("style", "style"),
                        ("fo", "xsl-fo-compatible"), ("meta", "meta"), ("table", "table"))
) + ' xmlns:field="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"'  # fmt: skip
STYLES = (
    '<style:style style:name="P1" style:parent-style-name="Title"/>'
    '<style:style style:name="B"><style:text-properties fo:font-weight="bold"/></style:style>'
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1"/>'
    "</text:list-style>"
)


def odt(folder: Path, body: str, *, meta: str = "", content: bytes | None = None) -> Path:
    path = folder / "sand.odt"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        text = (
            f"<office:document-content {SPACES}><office:automatic-styles>{STYLES}"
            f"</office:automatic-styles><office:body><office:text>{body}</office:text>"
            "</office:body></office:document-content>"
        )
        archive.writestr("content.xml", text if content is None else content)
        archive.writestr(
            "meta.xml", f"<office:document-meta {SPACES}><office:meta>{meta}</office:meta>"
            "</office:document-meta>"
        )  # fmt: skip
    return path


def texts(manuscript: Manuscript) -> list[str]:
    return [sentence.text for sentence in manuscript.sentences]


def markers(manuscript: Manuscript) -> list[tuple[str, list[str]]]:
    found = []
    for sentence in manuscript.sentences:
        for one in sentence.markers:
            assert sentence.text[one.start : one.end] == one.text
            found.append((one.text, [manuscript.references[at].title for at in one.references]))
    return found
