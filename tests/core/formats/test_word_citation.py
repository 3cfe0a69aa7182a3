"""Citations as fields of a word processor."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.records import Manuscript, Paper, PaperNumber
from core.formats.word_citation import as_rich_text, format_citation
from core.manuscript.odt.document import parse as read_odt
from core.manuscript.word.document import parse as read_docx
from core.manuscript.word.fields import parse_works

SOIL = Paper(
    number=PaperNumber(1),
    ids=(),
    title="Soil {and} \\ 𝒜cidity",
    authors=("Ines Öak", "Ásta Elm"),
    year=2019,
    doi="10.5555/soil.1",
    abstract="Soils are sour.",
    citation_key="oak2019",
)
MOOR = Paper(
    number=PaperNumber(2),
    ids=(),
    title="Moors & mires",
    authors=("Ute Ash",),
    year=2020,
    extra={"cocite_group": "x"},
    citation_key="ash2020",
)
IDS = ("doi:10.5555/soil.1", "cocite:2")


def code_in(rich: str) -> str:
    """Return the code of the field in a rich text, as a word processor reads it."""
    match = re.search(r"\\fldinst\{(.*?)\}\}\{\\fldrslt", rich)
    assert match is not None
    text = re.sub(r"\\([\\{}])|\\u(-?\d+)\?", _character, match[1])
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")


def _character(match: re.Match[str]) -> str:
    return match[1] or chr(int(match[2]) % 0x10000)


def test_a_citation_is_shown_by_author_and_date() -> None:
    assert format_citation([SOIL]) == "(Öak and Elm 2019)"
    assert format_citation([SOIL, MOOR]) == "(Ash 2020; Öak and Elm 2019)"


def test_a_citation_of_many_authors_names_the_first() -> None:
    people = ("Tim Öak", "Ida Elm", "Bo Ash", "Cy Fir")
    assert format_citation([replace(SOIL, authors=people[:3])]) == "(Öak, Elm, and Ash 2019)"
    assert format_citation([replace(SOIL, authors=people)]) == "(Öak et al. 2019)"


def test_the_field_says_which_works_it_cites() -> None:
    rich = as_rich_text([SOIL, MOOR], IDS)
    assert rich.isascii()
    works = parse_works(code_in(rich), {})
    assert works is not None
    assert [work.key for work in works] == [
        "urn:cocite:doi%3A10.5555%2Fsoil.1",
        "urn:cocite:cocite%3A2",
    ]
    soil, moor = (work.record for work in works)
    assert soil is not None
    assert (soil.title, soil.authors, soil.year, soil.doi) == (
        SOIL.title, SOIL.authors, SOIL.year, SOIL.doi
    )  # fmt: skip
    assert moor is not None
    assert moor.authors == MOOR.authors


def test_the_field_holds_no_abstract_and_nothing_of_other_programs() -> None:
    rich = as_rich_text([SOIL, MOOR], IDS)
    assert "sour" not in rich
    assert "cocite_group" not in rich


@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_writer_keeps_the_field_in_its_own_files_and_in_those_of_word(tmp_path: Path) -> None:
    rich = as_rich_text([SOIL, MOOR], IDS)
    start = r"{\rtf1\ansi\uc1"
    sentence = f"{start} Many soils are sour {rich.removeprefix(start)[:-1]}. It is cold.\\par}}"
    (tmp_path / "pasted.rtf").write_text(sentence, "ascii")
    for kind in ("odt", "docx"):
        profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
        subprocess.run(
            ["soffice", "--headless", profile, "--convert-to", kind, "--outdir", str(tmp_path),
             str(tmp_path / "pasted.rtf")],
            check=True, capture_output=True, timeout=120,
        )  # fmt: skip
    for read, name in ((read_odt, "pasted.odt"), (read_docx, "pasted.docx")):
        assert _cited(read(tmp_path / name)) == {SOIL.title, "Moors & mires"}


def _cited(manuscript: Manuscript) -> set[str]:
    first, _ = manuscript.sentences
    (marker,) = first.markers
    assert marker.text == "(Ash 2020; Öak and Elm 2019)"
    return {manuscript.references[at].title for at in marker.references}
