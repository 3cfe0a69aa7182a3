"""Manuscripts of further formats: notebooks, LyX, Org, reStructuredText and RTF."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.manuscript.sources import read_manuscript
from core.manuscript.text import pandoc
from tests.core.manuscript.markup.other_formats import ELM, OAK, written
from tests.core.manuscript.tex import markers, texts

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


def _lyx(body: str) -> str:
    return f"#LyX 2.4 created this file\n\\begin_document\n\\begin_body\n{body}\n\\end_body\n"


def _standard(*lines: str) -> str:
    return "\n".join(["\\begin_layout Standard", *lines, "\\end_layout"])


def _inset(name: str, *lines: str) -> str:
    return "\n".join([f"\\begin_inset {name}", *lines, "\\end_inset"])


def test_a_lyx_document_holds_the_documents_it_includes(tmp_path: Path) -> None:
    cited = _inset("CommandInset citation", "LatexCommand cite", 'key "oak2019"')
    typed = _inset("ERT", "\\begin_layout Plain Layout", "\\backslash", "cite{elm2021}",
                   "\\end_layout")  # fmt: skip
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "songs.lyx").write_text(
        _lyx(_standard("Birds sing ", cited, ".")), encoding="utf-8"
    )
    (tmp_path / "macros.lyx").write_text(_lyx(""), encoding="utf-8")
    children = [
        _standard(_inset("CommandInset include", "LatexCommand include", f'filename "{name}"'))
        for name in ("macros.lyx", "one/songs.lyx", "lost.lyx")
    ]
    source = _inset("CommandInset bibtex", "LatexCommand bibtex", 'bibfiles "refs"')
    body = "\n".join([*children, _standard("They rest ", typed, "."), _standard(source)])
    manuscript = read_manuscript(written(tmp_path, "marsh.lyx", _lyx(body)), max_pages=9)
    assert [titles for _, titles, _ in markers(manuscript)] == [[OAK], [ELM]]
    assert [str(part.text) for part in manuscript.unread] == ["“lost.lyx” was not found."]


def test_a_lyx_caption_cites_beside_the_text(tmp_path: Path) -> None:
    cited = _inset("CommandInset citation", "LatexCommand citep", 'key "oak2019"')
    caption = _inset(
        "Caption Standard", "\\begin_layout Plain Layout", "After ", cited, "\\end_layout"
    )
    source = _inset("CommandInset bibtex", "LatexCommand bibtex", 'bibfiles "refs"')
    body = _standard("Birds sing.", _inset("Float figure", caption), source)
    manuscript = read_manuscript(written(tmp_path, "marsh.lyx", _lyx(body)), max_pages=9)
    assert [manuscript.references[at].title for at in manuscript.cited_beside] == [OAK]
    assert texts(manuscript) == ["Birds sing."]


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


@pytest.mark.parametrize("name", ["marsh.lyx", "marsh.ipynb"])
@pytest.mark.parametrize("text", ["", "{}", "[1, 2]", "#LyX\n\\begin_body\n", "\\begin_inset" * 9])
def test_damaged_files_are_refused(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(FormatError):
        read_manuscript(written(tmp_path, name, text), max_pages=9)


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
@pytest.mark.parametrize(
    ("name", "text", "citations"),
    [
        (
            "links.org",
            (
                "#+BIBLIOGRAPHY: refs.bib\n* Calls\nBirds sing [[cite:&oak2019]]. They rest"
                " [[citep:see &oak2019 p. 3;&elm2021]].\n\nbibliography:refs.bib\n"
            ),
            [(OAK,), (OAK, ELM)],
        ),
        (
            "old.org",
            "* Calls\nBirds sing cite:oak2019. They rest citet:elm2021.\nbibliography:refs.bib\n",
            [(OAK,), (ELM,)],
        ),
        (
            "keys.org",
            (
                "* Calls\nBirds sing [[citet:oak2019]] in =code= and =more=. They rest"
                " [[cite:oak2019,elm2021]].\n\n\\bibliography{refs}\n\n* Next\nReeds.\n"
            ),
            [(OAK,), (OAK, ELM)],
        ),
        (
            "tex.org",
            (
                "#+LATEX_HEADER: \\addbibresource{refs.bib}\n* Calls\nBirds sing[fn:: As"
                " \\cite{oak2019} says.]. They rest @@latex:@@\\cite{elm2021}.\n"
            ),
            [(OAK,), (ELM,)],
        ),
        (
            "styles.org",
            (
                "#+BIBLIOGRAPHY: refs.bib\n* Calls\nBirds sing [cite/p:@oak2019]. They rest"
                " [cite:see; @oak2019; @elm2021; and others]. In [cite/y:@elm2021] all was quiet.\n"
            ),
            [(OAK,), (OAK, ELM), (ELM,)],
        ),
        (
            "keys.rst",
            (
                "Calls\n=====\n\nBirds sing [oak2019]_. They rest [elm2021]_.\n\n"
                ".. bibliography:: refs.bib\n"
            ),
            [(OAK,), (ELM,)],
        ),
        (
            "more.org",
            (
                "#+BIBLIOGRAPHY: refs.bib\n* Calls\nBirds sing autocite:oak2019"
                " and excite:elm2021. They rest [[parencite:elm2021][see::p. 3]]"
                " and cite:&oak2019;&elm2021 too.\n\n"
                "bibliography:refs.bib\nbibliographystyle:plain\n"
            ),
            [(OAK,), (ELM,), (OAK, ELM)],
        ),
        (
            "uncited.org",
            (
                "#+BIBLIOGRAPHY: refs.bib\n* Calls\nBirds sing [cite:@oak2019]. They rest"
                " [cite/n:@elm2021; @oak2019] here, nocite:elm2021 too.\n\n[cite/nocite:@*]\n"
            ),
            [(OAK,)],
        ),
        (
            "roles.rst",
            (
                "Calls\n=====\n\nBirds sing :footcite:p:`oak2019`. They rest :footcite:t:`elm2021`"
                " and :cite:p:`oak2019, elm2021` and :cite:empty:`elm2021` go.\n\n"
                ".. bibliography:: refs.bib\n\n.. footbibliography::\n"
            ),
            [(OAK,), (ELM,), (OAK, ELM)],
        ),
        (
            "both.rst",
            (
                "Calls\n=====\n\nBirds sing [Fir99]_ and :cite:`elm2021` [#n]_.\n\n"
                ".. [Fir99] A. Fir. Rain on Roofs. Harbour Press, 1999.\n\n"
                ".. [#n] As :cite:`oak2019` says.\n\n.. bibliography:: refs.bib\n"
            ),
            [("Rain on Roofs",), (ELM, OAK)],
        ),
    ],
)
def test_keys_of_org_ref_and_restructuredtext_lead_to_a_bibliography(
    tmp_path: Path, name: str, text: str, citations: list[tuple[str, ...]]
) -> None:
    manuscript = read_manuscript(written(tmp_path, name, text), max_pages=9)
    titles = [reference.title for reference in manuscript.references]
    shown = [
        tuple(titles[at] for at in marker.references)
        for sentence in manuscript.sentences
        for marker in sentence.markers
    ]
    assert shown == citations
    assert not any("bibliography" in sentence.text for sentence in manuscript.sentences)


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
@pytest.mark.parametrize(
    ("line", "shown"),
    [
        (r"They are 7\% louder, J\,Reed \& Sons\ say.", "They are 7% louder, J Reed & Sons say."),
        (r"Call the\_bird twice.", "Call the_bird twice."),
        (r"It costs \$5 or \$6.", "It costs $5 or $6."),
        (r"Erd\H{o}s and Andr\'e listen.", "Erdős and André listen."),
        (r"Sing \\ and rest.", "Sing and rest."),
        (r"In =a\_b= and $c\,d$ we trust.", r"In a\_b and c d we trust."),
        ("Sing.\n\\maketitle\n\\bibliography{refs}", "Sing."),
        ("\\begin{verse}\nSing, birds.", "Sing, birds."),
        ("Sing, birds.\\par\n\n\\noindent Rest.", "Sing, birds."),
        (r"Call \@ and \* and \1 at D:\(old.", r"Call \@ and \* and \1 at D:\(old."),
        ("Sing \\\\ \nand rest\\\nhere \\\\ $c$.", "Sing and rest\\ here c."),
        ("Sing.\n\n| a \\@ | b |", "Sing."),
    ],
)
def test_org_may_have_what_tex_writes_with_a_backslash(
    tmp_path: Path, line: str, shown: str
) -> None:
    path = written(tmp_path, "tex.org", f"* Calls\n{line}\n\n\\cite{{oak2019}}\n")
    manuscript = read_manuscript(path, max_pages=9)
    assert texts(manuscript)[0] == shown
    assert [titles for _, titles, _ in markers(manuscript)] == [[OAK]]


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
def test_entries_of_restructuredtext_need_no_heading(tmp_path: Path) -> None:
    text = (
        "Calls\n=====\n\nBirds sing [Oak19]_.\n\n"
        ".. [Oak19] Oak, T.: Recorders of the edge. J. Reeds 3, 1-9 (2019).\n"
        ".. [Elm21] Elm, I.: One Hour of Silence. Reed Press (2021).\n"
    )
    manuscript = read_manuscript(written(tmp_path, "own.rst", text), max_pages=9)
    titles = [entry.title for entry in manuscript.references]
    cited = [at for one in manuscript.sentences for mark in one.markers for at in mark.references]
    assert sorted(titles) == ["One Hour of Silence", "Recorders of the edge"]
    assert [titles[at] for at in cited] == ["Recorders of the edge"]


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
def test_org_keeps_citations_in_code_and_the_page_of_one_in_the_text(tmp_path: Path) -> None:
    (tmp_path / "own.bib").write_text(
        "@article{oak2019, author={Oak, Ada}, title={Marshes at night}, year={2019}}\n"
    )
    text = "Write ~cite:oak2019~ or =citet:oak2019=. So [[citet:&oak2019][::p. 3]].\n"
    path = written(tmp_path, "code.org", f"* Calls\n{text}\nbibliography:own.bib\n")
    assert texts(read_manuscript(path, max_pages=9)) == [
        "Write cite:oak2019 or citet:oak2019.",
        "So Oak (2019, p. 3).",
    ]


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
def test_formulas_between_macros_of_org_are_closed(tmp_path: Path) -> None:
    text = (
        "* Calls\n#+macro: c #+latex: %\n#+MACRO: bird reed warbler\n\n"
        "The {{{bird}}} sings:\n{{{c}}}\n\\begin{equation}\na = b \\label{one}\n\\end{equation}\n"
        "{{{c}}}\nwhere it sings.\n\n\\begin{align*}\nc = d\n\\end{align*} so it rests.\n"
    )
    manuscript = read_manuscript(written(tmp_path, "birds.org", text), max_pages=9)
    assert manuscript.unread == ()
    assert texts(manuscript) == [
        "The reed warbler sings: a = b where it sings.",
        "c = d so it rests.",
    ]
