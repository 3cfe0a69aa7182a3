"""Manuscripts of further formats: notebooks, LyX, Org, reStructuredText and RTF."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.manuscript.sources import detect_kind, read_manuscript
from core.manuscript.text import pandoc
from tests.core.manuscript.tex import BIB, markers, texts

OAK, ELM = "Recorders at the Edge", "An Hour of Silence"
LYX = r"""#LyX 2.4 created this file. For more info see https://www.lyx.org/
\lyxformat 620
\begin_document
\begin_header
\textclass article
\begin_preamble
\usepackage{x}
\end_preamble
\end_header
\begin_body
\begin_layout Title
Birds of the
 marsh
\end_layout
\begin_layout Author
Ada Fir and Bo Ash
\end_layout
\begin_layout Section
Songs
\begin_inset CommandInset label
LatexCommand label
name "sec:songs"
\end_inset
\end_layout
\begin_layout Standard
Birds *sing* @dawn~
\begin_inset CommandInset citation
LatexCommand citep
after "p. 3"
before "see"
key "oak2019,elm2021"
literal "false"
\end_inset
.
 As~
\begin_inset CommandInset citation
LatexCommand citet
key "elm2021"
\end_inset
 wrote
\begin_inset Foot
status open
\begin_layout Plain Layout
Not in winter~
\begin_inset CommandInset citation
LatexCommand cite
key "oak2019"
\end_inset
.
\end_layout
\end_inset
,~
\begin_inset Formula $x_1$
\end_inset
 is~
\emph on
loud
\emph default
\SpecialChar endofsentence
\end_layout
\begin_layout Standard
\begin_inset Float table
\begin_layout Plain Layout
Hidden cell
\end_layout
\end_inset
Reeds do not.
\end_layout
\begin_layout Standard
\begin_inset CommandInset bibtex
LatexCommand bibtex
bibfiles "refs"
options "plain"
\end_inset
\end_layout
\end_body
\end_document
""".replace("~\n", " \n")


def written(folder: Path, name: str, text: str) -> Path:
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_lyx_document_is_read(tmp_path: Path) -> None:
    manuscript = read_manuscript(written(tmp_path, "marsh.lyx", LYX), max_pages=9)
    assert (manuscript.title, manuscript.authors) == ("Birds of the marsh", ("Ada Fir", "Bo Ash"))
    assert [section.title for section in manuscript.sections] == ["Songs"]
    assert (
        texts(manuscript)[0]
        == "Birds *sing* @dawn (see Oak et al., 2019; Elm and Yew, 2021, p. 3)."
    )
    assert texts(manuscript)[-1] == "Reeds do not."
    assert [titles for _, titles, _ in markers(manuscript)] == [[OAK, ELM], [ELM], [OAK]]
    assert "Hidden" not in " ".join(texts(manuscript))


def test_a_lyx_document_with_a_list_of_its_own(tmp_path: Path) -> None:
    body = LYX.replace("bibfiles", "nofiles").replace(
        "\\end_body",
        "\\begin_layout Bibliography\n\\begin_inset CommandInset bibitem\nLatexCommand bibitem\n"
        'key "oak2019"\n\\end_inset\n\nOak, T. (2019). Songs of the reeds. Marshes, 3, 1-9.\n'
        "\\end_layout\n\\end_body",
    )
    path = written(tmp_path, "marsh.lyx", body)
    (tmp_path / "refs.bib").unlink()
    (entry,) = read_manuscript(path, max_pages=9).references
    assert (entry.title, entry.year) == ("Songs of the reeds", 2019)


@pytest.mark.parametrize(
    "citation",
    ["[see @elm2021]", '<cite data-cite="elm2021">(Elm, 2021)</cite>', "{cite:p}`elm2021`"],
)
def test_a_notebook_is_read_without_its_code(tmp_path: Path, citation: str) -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Marsh\n", "\n", f"Birds sing {citation}."]},
        {"cell_type": "code", "source": "print('[@oak2019]')", "outputs": []},
        {"cell_type": "markdown", "source": "Reeds do not."},
    ]
    path = written(tmp_path, "marsh.ipynb", json.dumps({"cells": cells, "nbformat": 4}))
    manuscript = read_manuscript(path, max_pages=9)
    assert manuscript.title == "Marsh"
    assert [titles for _, titles, _ in markers(manuscript)] == [[ELM]]
    assert texts(manuscript)[-1] == "Reeds do not."


ORG = """#+title: Marsh
#+bibliography: refs.bib
* Songs
Birds sing [cite:see @oak2019;@elm2021 p. 3]. Old style cite:elm2021.
"""
RST = """Marsh
=====

Birds sing :cite:`oak2019,elm2021`. Others :cite:`elm2021`.

.. bibliography:: refs.bib
"""


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
@pytest.mark.parametrize(("name", "text"), [("marsh.org", ORG), ("marsh.rst", RST)])
def test_pandoc_keeps_citations(tmp_path: Path, name: str, text: str) -> None:
    path = written(tmp_path, name, text)
    cited = [titles for _, titles, _ in markers(read_manuscript(path, max_pages=9))]
    assert cited == [[OAK, ELM], [ELM]]
    tree = json.loads(pandoc.convert(path, path.suffix[1:], "json"))
    assert len(_find_citations(tree)) == 3


def _find_citations(value: object) -> list[object]:
    """Return the citations in Pandoc's own tree."""
    if isinstance(value, dict):
        own = value["c"][0] if value.get("t") == "Cite" else []
        return [*own, *(cite for part in value.values() for cite in _find_citations(part))]
    return (
        [cite for part in value for cite in _find_citations(part)]
        if isinstance(value, list)
        else []
    )


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
def test_citations_of_restructuredtext_itself_lead_to_its_entries(tmp_path: Path) -> None:
    text = (
        "Birds\n=====\n\nBirds sing [Oak2019]_. Reeds do not [Elm2021]_, nor walls [Oak2019]_.\n\n"
        "References\n----------\n\n.. [Oak2019] Oak, T. (2019). Songs of the reeds. Marshes, 3.\n"
        ".. [Elm2021] Elm, I. (2021). Quiet walls.\n   Reed Press.\n"
    )
    manuscript = read_manuscript(written(tmp_path, "marsh.rst", text), max_pages=9)
    cited = [(shown, titles) for shown, titles, _ in markers(manuscript)]
    assert cited == [
        ("[Oak2019]", ["Songs of the reeds"]),
        ("[Elm2021]", ["Quiet walls"]),
        ("[Oak2019]", ["Songs of the reeds"]),
    ]


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
def test_rich_text_is_read_as_word_is(tmp_path: Path) -> None:
    text = (
        r"{\rtf1\ansi\ansicpg1252 {\b Birds of the marsh}\par Birds sing (Oak, 2019). M\'fcller"
        r" says that reeds do not.\par References\par Oak, T. (2019). Songs of the reeds."
        r" Marshes, 3, 1.\par}"
    )
    manuscript = read_manuscript(written(tmp_path, "marsh.rtf", text), max_pages=9)
    assert manuscript.title == "Birds of the marsh"
    assert texts(manuscript) == ["Birds sing (Oak, 2019).", "Müller says that reeds do not."]
    assert markers(manuscript) == [("(Oak, 2019)", ["Songs of the reeds"], ())]


def test_without_pandoc_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc, "find_pandoc", lambda: None)
    with pytest.raises(FormatError, match="only be read with Pandoc"):
        read_manuscript(written(tmp_path, "marsh.org", ORG), max_pages=9)


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
def test_pandoc_reads_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "secret.org").write_text("The treasure is under the pier.")
    path = written(tmp_path, "marsh.org", f'{ORG}\n#+include: "{tmp_path}/secret.org"\n')
    assert b"treasure" not in pandoc.convert(path, "org", "markdown")


@pytest.mark.parametrize("name", ["marsh.wpd", "marsh.pages", "marsh.txt", "marsh.html"])
def test_other_formats_are_refused_with_those_that_are_read(tmp_path: Path, name: str) -> None:
    path = written(tmp_path, name, "Birds sing.")
    with pytest.raises(FormatError) as refusal:
        read_manuscript(path, max_pages=9)
    for suffix in (
        ".docx",
        ".odt",
        ".tex",
        ".md",
        ".typ",
        ".ipynb",
        ".lyx",
        ".org",
        ".rst",
        ".rtf",
    ):
        assert suffix in str(refusal.value.remedy)


@pytest.mark.parametrize(
    ("name", "text", "kind"),
    [
        ("a.org", "\\documentclass{article}", "converted"),
        ("a.txt", "#LyX 2.3 created this file.", "converted"),
        ("a.txt", "{\\rtf1", "rtf"),
    ],
)
def test_kinds_are_told_by_content_and_name(
    tmp_path: Path, name: str, text: str, kind: str
) -> None:
    assert detect_kind(written(tmp_path, name, text)) == kind


@pytest.mark.parametrize("name", ["marsh.lyx", "marsh.ipynb"])
@pytest.mark.parametrize("text", ["", "{}", "[1, 2]", "#LyX\n\\begin_body\n", "\\begin_inset" * 9])
def test_damaged_files_are_refused(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(FormatError):
        read_manuscript(written(tmp_path, name, text), max_pages=9)
