"""Symbolic links that lead out of a manuscript's folder are refused for other programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.manuscript.links_out import (
    identify_within_folder,
    leads_out,
    refuse_link,
    refuse_linked_bibliography,
)
from core.manuscript.sources import identify
from tests import wording

LATEX = "\\documentclass{article}\n\\begin{document}\nPeat \\cite{a}.\n%s\n\\end{document}\n"
BIB = "@article{a, title={Peat of the north}, author={Fell, I.}}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a manuscript's folder, two below one that other files are in."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "private.bib").write_text(BIB, encoding="utf-8")
    (tmp_path / "elsewhere" / "private.tex").write_text("A secret sentence.\n", encoding="utf-8")
    folder = tmp_path / "work" / "paper"
    folder.mkdir(parents=True)
    return folder


def link(path: Path, target: Path) -> Path:
    try:
        path.symlink_to(target)
    except OSError:
        pytest.skip("This system allows no links")
    return path


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_manuscript_that_is_a_link_out_is_refused(folder: Path, tmp_path: Path) -> None:
    outside = link(folder / "draft.tex", tmp_path / "elsewhere" / "private.tex")
    with pytest.raises(
        UsageError, match=wording.pattern("core.manuscript.links_out:refuse_link", file="draft.tex")
    ):
        refuse_link(outside)
    inside = link(folder / "other.tex", write(folder / "text" / "own.tex", LATEX % ""))
    refuse_link(inside)


def test_the_folder_itself_may_be_reached_through_a_link(folder: Path, tmp_path: Path) -> None:
    write(folder / "draft.tex", LATEX % "\\input{own}\\bibliography{refs}")
    write(folder / "own.tex", "Heath burns.")
    write(folder / "refs.bib", BIB)
    through = link(tmp_path / "shortcut", folder) / "draft.tex"
    identify_within_folder(through)
    refuse_linked_bibliography(through)


def test_links_within_the_folder_and_a_bibliography_above_are_kept(folder: Path) -> None:
    link(folder / "refs.bib", write(folder / "lists" / "own.bib", BIB))
    write(folder.parent / "shared.bib", BIB)
    draft = write(folder / "draft.tex", LATEX % "\\bibliography{refs}\\bibliography{../shared}")
    assert len(identify(draft).files) == 2
    identify_within_folder(draft)
    refuse_linked_bibliography(draft)
    assert not leads_out(folder / "../shared.bib", draft)


def test_a_chapter_goes_with_the_main_file_above_it(folder: Path) -> None:
    write(folder / "main.tex", LATEX % "\\input{chapters/one}\\bibliography{refs}")
    write(folder / "refs.bib", BIB)
    identify_within_folder(write(folder / "chapters" / "one.tex", "Peat grows \\cite{a}."))


def test_a_main_file_that_is_a_link_out_is_refused(folder: Path, tmp_path: Path) -> None:
    chapter = write(folder / "one.tex", "Peat grows \\cite{a}.")
    main = write(tmp_path / "elsewhere" / "main.tex", LATEX % "\\input{one}\\input{private}")
    link(folder / "main.tex", main)
    with pytest.raises(
        UsageError, match=wording.pattern("core.manuscript.links_out:make_link_error")
    ):
        identify_within_folder(chapter)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("draft.tex", LATEX % "\\input{linked}"),
        ("draft.tex", LATEX % "\\input{texts/private}"),
        ("draft.md", "# Peat\n\n```{include} linked.tex\n```\n\nBogs grow.\n"),
        ("draft.typ", '= Peat\n\n#include "linked.typ"\n\nBogs grow.\n'),
    ],
)
def test_no_text_is_read_through_a_link_out(
    folder: Path, tmp_path: Path, name: str, text: str
) -> None:
    secret = tmp_path / "elsewhere" / "private.tex"
    link(folder / "linked.tex", secret)
    link(folder / "linked.typ", secret)
    link(folder / "texts", tmp_path / "elsewhere")
    files = identify(write(folder / name, text)).files
    assert all(file.resolve() != secret for file in files)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("draft.tex", LATEX % "\\bibliography{refs}"),
        ("draft.tex", LATEX % "\\addbibresource{refs.bib}"),
        ("draft.md", "---\nbibliography: refs.bib\n---\n\nPeat [@a].\n"),
        ("draft.md", "Peat [@a].\n"),
        ("draft.typ", 'Peat @a.\n#bibliography("refs.bib")\n'),
        ("draft.org", "#+bibliography: refs.bib\n\nPeat [cite:@a].\n"),
    ],
)
def test_a_bibliography_that_is_a_link_out_is_refused(
    folder: Path, tmp_path: Path, name: str, text: str
) -> None:
    linked = link(folder / "refs.bib", tmp_path / "elsewhere" / "private.bib")
    draft = write(folder / name, text)
    assert leads_out(linked, draft)
    with pytest.raises(
        UsageError,
        match=wording.pattern("core.manuscript.links_out:make_link_error", file="refs.bib"),
    ):
        refuse_linked_bibliography(draft)
    with pytest.raises(
        UsageError,
        match=wording.pattern("core.manuscript.links_out:make_link_error", file="refs.bib"),
    ):
        identify_within_folder(draft)


def test_a_bibliography_that_nothing_names_is_refused_as_well(folder: Path, tmp_path: Path) -> None:
    link(folder / "refs.bib", tmp_path / "elsewhere" / "private.bib")
    write(folder / "myst.yml", "version: 1\n")
    draft = write(folder / "draft.md", "# Peat\n\nBogs grow {cite:p}`a`.\n")
    assert identify(draft).files  # the person's own window reads it
    with pytest.raises(
        UsageError, match=wording.pattern("core.manuscript.links_out:make_link_error")
    ):
        identify_within_folder(draft)


def test_a_folder_that_is_a_link_and_a_chain_of_links_lead_out(
    folder: Path, tmp_path: Path
) -> None:
    draft = write(folder / "draft.tex", LATEX % "\\bibliography{lists/private}")
    link(folder / "lists", tmp_path / "elsewhere")
    assert leads_out(folder / "lists" / "private.bib", draft)
    link(folder / "second.bib", link(folder / "first.bib", folder / "lists" / "private.bib"))
    assert leads_out(folder / "second.bib", draft)
    link(folder / "loop.bib", folder / "loop.bib")
    assert not leads_out(folder / "new.bib", draft)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("draft.tex", LATEX % "\\bibliography{own,refs}"),
        ("draft.md", "---\nbibliography: [own.bib, refs.bib]\n---\n\nPeat [@a].\n"),
        ("draft.qmd", "Peat [@a].\n"),
        ("draft.typ", 'Peat @a.\n#bibliography("refs.bib")\n'),
    ],
)
def test_a_link_to_the_folder_above_is_refused_where_its_name_is_not(
    folder: Path, name: str, text: str
) -> None:
    above = write(folder.parent / "lists" / "shared.bib", BIB)
    write(folder / "own.bib", BIB)
    write(folder / "_quarto.yml", "bibliography: refs.bib\n")
    draft = write(folder / name, text)
    link(folder / "refs.bib", above)
    assert above.resolve() in [file.resolve() for file in identify(draft).files]
    with pytest.raises(
        UsageError,
        match=wording.pattern("core.manuscript.links_out:make_link_error", file="refs.bib"),
    ):
        identify_within_folder(draft)
    draft.write_text(text.replace("refs", "../lists/shared"), encoding="utf-8")
    (folder / "refs.bib").unlink()
    write(folder / "_quarto.yml", "bibliography: ../lists/shared.bib\n")
    assert above.resolve() in [file.resolve() for file in identify_within_folder(draft).files]
