"""Books of several Markdown files."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.markup.books import find_book
from core.manuscript.markup.markdown import list_files, parse
from core.manuscript.sources import mark
from core.manuscript.text.remarks import Remark
from tests.core.manuscript.markup.markup_samples import BIB
from tests.core.manuscript.tex import markers, texts

QUARTO = (
    "project:\n  type: book\nbook:\n  title: On sand\n  author: Jane Oak\n  chapters:\n"
    "    - index.qmd\n    - part: Wet sand\n      chapters: [one.qmd, lost.qmd]\n"
    "  appendices: [more/two.qmd]\nbibliography: works.bib\n"
)
JUPYTER = (
    "format: jb-book\nroot: index\nparts:\n  - caption: Wet\n    chapters:\n      - file: one\n"
    "        sections: [{file: more/two}]\n"
)
MYST = (
    "project:\n  title: On sand\n  bibliography: [works.bib]\n  toc:\n    - file: index.md\n"
    "    - title: Wet\n      children: [{file: one.md}, {file: more/two.md}]\n"
)


def _write(folder: Path, files: dict[str, str]) -> None:
    (folder / "more").mkdir()
    (folder / "works.bib").write_text(BIB, encoding="utf-8")
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")


def _write_chapters(folder: Path, suffix: str, settings: str, stated: str) -> Path:
    files = {
        f"index{suffix}": "Sand is old.\n",
        f"one{suffix}": "---\ntitle: Wet sand\n---\nSand is wet [@oak2010].\n",
        f"more/two{suffix}": "# Dry sand\n\nSand is dry [@ash2012].\n",
        settings: stated,
    }
    _write(folder, files)
    return folder / f"index{suffix}"


@pytest.mark.parametrize(
    ("suffix", "settings", "stated"),
    [
        (".qmd", "_quarto.yml", QUARTO),
        (".md", "_toc.yml", JUPYTER),
        (".md", "myst.yml", MYST),
        (".Rmd", "_bookdown.yml", "rmd_files: [index.Rmd, one.Rmd, more/two.Rmd]"),
    ],
)
def test_the_first_chapter_opens_the_book(
    tmp_path: Path, suffix: str, settings: str, stated: str
) -> None:
    path = _write_chapters(tmp_path, suffix, settings, stated)
    manuscript = parse(path)
    assert [section.title for section in manuscript.sections] == ["Wet sand", "Dry sand"]
    assert [titles for _, titles, _ in markers(manuscript)] == [
        ["Sieves and sand"],
        ["On heavy stones"],
    ]
    lost = ["“lost.qmd” was not found."] if suffix == ".qmd" else []
    assert [str(part.text) for part in manuscript.unread if part.kind == "file"] == lost
    assert {"index", "one", "two"} <= {file.stem for file in list_files(path)}


def test_a_book_has_title_and_authors_of_its_own(tmp_path: Path) -> None:
    manuscript = parse(_write_chapters(tmp_path, ".qmd", "_quarto.yml", QUARTO))
    assert (manuscript.title, manuscript.authors) == ("On sand", ("Jane Oak",))


@pytest.mark.parametrize(
    "chapters",
    [
        "[./index.qmd, part: 1. Wet sand, one.qmd]",
        "[index.qmd, one.qmd, {part: one.qmd, chapters: [index.qmd]}]",
        f"[index.qmd, one.qmd, {'x' * 300}.qmd]",
    ],
)
def test_a_book_opens_whatever_its_settings_name(tmp_path: Path, chapters: str) -> None:
    settings = f"book:\n  chapters: {chapters}\n"
    manuscript = parse(_write_chapters(tmp_path, ".qmd", "_quarto.yml", settings))
    assert [section.title for section in manuscript.sections] == ["Wet sand"]
    assert [part.kind for part in manuscript.unread].count("file") == ("xx" in chapters)


def test_another_chapter_is_read_alone(tmp_path: Path) -> None:
    index = _write_chapters(tmp_path, ".qmd", "_quarto.yml", QUARTO)
    manuscript = parse(index.with_name("one.qmd"))
    assert (manuscript.title, texts(manuscript)) == (
        "Wet sand",
        ["Sand is wet (Oak and Elm, 2010)."],
    )


def test_bookdown_reads_its_files_by_name(tmp_path: Path) -> None:
    files = {
        "index.Rmd": "---\nsite: bookdown::bookdown_site\n---\nSand is old.\n",
        "02-dry.Rmd": "Sand is dry.\n",
        "01-wet.Rmd": "Sand is wet.\n",
        "_draft.Rmd": "Sand is red.\n",
    }
    _write(tmp_path, files)
    assert texts(parse(tmp_path / "index.Rmd")) == ["Sand is old.", "Sand is wet.", "Sand is dry."]


@pytest.mark.parametrize("stated", ["parts/", '["parts"]', "true"])
def test_bookdown_reads_the_folders_that_it_names(tmp_path: Path, stated: str) -> None:
    files = {
        "index.Rmd": "---\nsite: bookdown::bookdown_site\n---\n",
        "_bookdown.yml": f"rmd_subdir: {stated}\n",
        "parts/02-dry.Rmd": "Sand is dry.\n",
        "parts/01/wet.Rmd": "Sand is wet.\n",
        "parts/_draft.Rmd": "Sand is red.\n",
        "1.Rmd": "Sand is old.\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert texts(parse(tmp_path / "index.Rmd")) == ["Sand is old.", "Sand is wet.", "Sand is dry."]


def test_manubot_reads_its_files_by_number(tmp_path: Path) -> None:
    files = {
        "metadata.yaml": "title: On sand\nauthors: [{name: Jane Oak, github: oak}]\n",
        "manual-references.json": '[{"id": "dune", "type": "book", "title": "Dunes at night"}]',
        "00.front.md": "Sand is old [@dune].\n",
        "01.text.md": "Sand is wet [@tag:wet].\n",
        "90.back.md": "[@tag:wet]: doi:10.55555/wet.1\n",
        "README.md": "Sand is red.\n",
    }
    _write(tmp_path, files)
    manuscript = parse(tmp_path / "00.front.md")
    assert (manuscript.title, manuscript.authors) == ("On sand", ("Jane Oak",))
    entries = {(entry.title, entry.doi) for entry in manuscript.references}
    assert entries == {("Dunes at night", ""), ("", "10.55555/wet.1")}
    assert "red" not in " ".join(texts(manuscript))


@pytest.mark.parametrize(
    ("name", "stated"),
    [
        ("_quarto.yml", "project: {type: website}\n"),
        ("_quarto.yml", "book: [x]\n"),
        ("_quarto.yml", "book: {chapters: 3}\n"),
        ("_toc.yml", "- nothing: at all\n"),
        ("myst.yml", "project: {toc: [{file: 3}]}\n"),
        ("myst.yml", ": ["),
    ],
)
def test_settings_that_name_no_chapters_make_no_book(
    tmp_path: Path, name: str, stated: str
) -> None:
    _write(tmp_path, {"index.md": "Sand is old.\n", name: stated})
    assert find_book(tmp_path / "index.md") is None


def test_remarks_reach_every_chapter(tmp_path: Path) -> None:
    path = _write_chapters(tmp_path, ".md", "myst.yml", MYST)
    remark = Remark("Sand is dry (Ash, 2012).", (), ("Says who?",))
    marked = mark(path, tmp_path / "copy.md", [remark])
    assert marked.missed == ()
    assert [file.name for file in marked.files] == ["copy.md", "two.md"]
