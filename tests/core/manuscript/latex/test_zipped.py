"""LaTeX projects in a ZIP archive: the main file among several, and what is not unpacked."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.manuscript.latex import zipped
from core.manuscript.reader import GuardedReader
from core.manuscript.text.extractor import ZIP_EXTRACTOR


def tex(text: str) -> str:
    return f"\\documentclass{{article}}\\begin{{document}}{text}\\end{{document}}"


def archive_of(folder: Path, files: dict[str, str]) -> Path:
    path = folder / "project.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def sentences(path: Path) -> list[str]:
    return [sentence.text for sentence in zipped.parse(path).sentences]


def test_a_project_is_read_with_its_chapters_and_bibliography(tmp_path: Path) -> None:
    path = archive_of(
        tmp_path,
        {
            "main.tex": tex("Sieves are exact \\cite{oak}. \\input{chapters/wet}\\bibliography{b}"),
            "chapters/wet.tex": "Sand is wet.",
            "b.bib": "@book{oak, title={Sieves and sand}, author={Oak, Jane}, year={2010}}",
            "figures/sieve.png": "x",
        },
    )
    with GuardedReader() as reader:
        manuscript = reader.read_manuscript(path)

    assert [sentence.text for sentence in manuscript.sentences] == [
        "Sieves are exact [1].", "Sand is wet.",
    ]  # fmt: skip
    assert [entry.title for entry in manuscript.references] == ["Sieves and sand"]
    assert manuscript.extractor == ZIP_EXTRACTOR


def test_a_project_with_code_is_read_with_its_chapters(tmp_path: Path) -> None:
    main = tex("Sieves are exact.\n<<child='wet.Rnw'>>=\n@\n")
    path = archive_of(tmp_path, {"sand.Rtex": main, "wet.Rnw": "Sand is wet."})
    assert sentences(path) == ["Sieves are exact.", "Sand is wet."]


@pytest.mark.parametrize(
    "files",
    [
        {"a.tex": tex("A long other text. " * 9), "main.tex": tex("It.")},
        {"cover-letter.tex": tex("A long letter. " * 9), "sand.tex": tex("It.")},
        {"deep/er/a.tex": tex("A long other text. " * 9), "top.tex": tex("It.")},
        {"a.tex": tex("Short. " * 9), "b.tex": tex("It. \\input{c}"), "c.tex": ""},
        {"__MACOSX/main.tex": tex("No."), "project/paper.tex": tex("It.")},
        {"preamble.tex": "\\documentclass{article}", "b.tex": tex("It.")},
    ],
)
def test_of_several_main_files_the_likeliest_is_read(tmp_path: Path, files: dict[str, str]) -> None:
    assert sentences(archive_of(tmp_path, files)) == ["It."]


@pytest.mark.parametrize(
    "name", ["../out.tex", "/out.tex", "a/../../out.tex", "..\\out.tex", "C:/out.tex"]
)
def test_names_that_lead_outside_are_left_out(tmp_path: Path, name: str) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    path = archive_of(inner, {name: tex("Out. " * 9), "sand.tex": tex("It.")})

    assert sentences(path) == ["It."]
    assert {file.name for file in tmp_path.rglob("*") if file.is_file()} == {"project.zip"}


def test_links_are_left_out(tmp_path: Path) -> None:
    secret = tmp_path / "secret.tex"
    secret.write_text("Secret.")
    path = archive_of(tmp_path, {"sand.tex": tex("It. \\input{secret}")})
    with zipfile.ZipFile(path, "a") as archive:
        info = zipfile.ZipInfo("secret.tex")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, str(secret))

    assert sentences(path) == ["It."]


def test_bombs_and_what_holds_no_manuscript_are_refused(tmp_path: Path) -> None:
    bomb = archive_of(tmp_path, {"main.tex": tex("It."), "a.tex": " " * 3_000_000})
    with pytest.raises(FormatError, match="unpacks to more"):
        zipped.parse(bomb)
    with pytest.raises(FormatError, match="no LaTeX manuscript"):
        zipped.parse(archive_of(tmp_path, {"a.bib": "@book{a}", "b.tex": "A chapter."}))
    bomb.write_bytes(b"PK\x03\x04 cut off")
    with pytest.raises(FormatError, match="damaged"):
        zipped.parse(bomb)
