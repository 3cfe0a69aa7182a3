r"""Lists that BibTeX styles format, without a ``.bib`` beside them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.base.records import Reference
from core.manuscript.latex.document import parse
from core.manuscript.latex.formatted_list import read_entries
from tests.core.manuscript.latex.latex_samples import BBL
from tests.core.manuscript.tex import markers, read, written

NATBIB = r"""\begin{thebibliography}{2}
\providecommand{\natexlab}[1]{#1}
\expandafter\ifx\csname urlstyle\endcsname\relax
  \providecommand{\doi}[1]{doi: #1}\else
  \providecommand{\doi}{doi: \begingroup \urlstyle{rm}\Url}\fi

\bibitem[Oak et~al.(2019{\natexlab{a}})Oak, Elm, and Yew]{one}
T.~Oak, I.~Elm, and M.~Yew.
\newblock Recorders of the frozen edge.
\newblock \emph{J. Comb. Reeds}, 12\penalty0 (3):\penalty0 44--70, 2019{\natexlab{a}}.
\newblock \doi{10.55555/re_1}.

\bibitem[Elm(2021)]{two}
I.~Elm.
\newblock \emph{One Hour of Silence}.
\newblock Reed Press, 2021.
\newblock URL \url{http://example.org/~elm/a_b.html}.
\end{thebibliography}"""
REVTEX = r"""\begin{thebibliography}{2}%
\makeatletter
\providecommand \href@noop [0]{\@secondoftwo}%
\bibitem [{\citenamefont {Oak}\ \emph {et~al.}(2019)\citenamefont {Oak}}]{one}%
  \BibitemOpen
  \bibfield  {author} {\bibinfo {author} {\bibfnamefont {T.}~\bibnamefont {Oak}}, \bibinfo
  {author} {\bibfnamefont {I.}~\bibnamefont {Elm}},\ and\ \bibinfo {author} {\bibfnamefont
  {M.}~\bibnamefont {Yew}},\ }\bibfield  {title} {\bibinfo {title} {Recorders of the frozen
  edge},\ }\href {https://doi.org/10.55555/re_1} {\bibfield  {journal} {\bibinfo  {journal} {J.
  Comb. Reeds}\ }\textbf {\bibinfo {volume} {12}},\ \bibinfo {pages} {44--70} (\bibinfo {year}
  {2019})}\BibitemShut {NoStop}%
\bibitem [{\citenamefont {Elm}(2021)}]{two}%
  \BibitemOpen
  \bibfield  {author} {\bibinfo {author} {\bibfnamefont {I.}~\bibnamefont {Elm}},\ }\href@noop {}
  {\emph {\bibinfo {title} {One Hour of Silence}}}\ (\bibinfo  {publisher} {Reed Press},\ \bibinfo
  {year} {2021})\BibitemShut {NoStop}%
\end{thebibliography}%"""
ACM = r"""\begin{thebibliography}{2}
\ifx \showDOI      \undefined \def \showDOI #1{#1}\fi
\bibitem[Oak et~al\mbox{.}(2019)]%
        {one}
\bibfield{author}{\bibinfo{person}{T. Oak}, \bibinfo{person}{I. Elm}, {and}
  \bibinfo{person}{M. Yew}.} \bibinfo{year}{2019}\natexlab{}.
\newblock \showarticletitle{Recorders of the frozen edge}.
\newblock \bibinfo{journal}{\emph{J. Comb. Reeds}} \bibinfo{volume}{12}, \bibinfo{number}{3}
  (\bibinfo{year}{2019}), \bibinfo{pages}{44--70}.
\newblock
\urldef\tempurl%
\url{https://doi.org/10.55555/re_1}
\showDOI{\tempurl}
\bibitem[Elm(2021)]%
        {two}
\bibfield{author}{\bibinfo{person}{I. Elm}.} \bibinfo{year}{2021}\natexlab{}.
\newblock \bibinfo{booktitle}{\emph{One Hour of Silence}}.
\newblock \bibinfo{publisher}{Reed Press}.
\end{thebibliography}"""
IEEE = r"""\begin{thebibliography}{1}
\providecommand{\BIBforeignlanguage}[2]{{%
\language=\csname l@#1\endcsname
#2}}
\bibitem{one}
\BIBentryALTinterwordspacing
T.~Oak, I.~Elm, and M.~Yew, ``Recorders of the \BIBforeignlanguage{english}{frozen edge},''
  \emph{J. Comb. Reeds}, vol.~12, no.~3, pp. 44--70, 2019, doi: \url{10.55555/re_1}.
\BIBentrySTDinterwordspacing
\bibitem{two}
I.~Elm, \emph{One Hour of Silence}, 2nd~ed.\hskip 1em plus 0.5em minus 0.4em\relax Ely: Reed Press,
  2021.
\end{thebibliography}"""
ELSEVIER = r"""\begin{thebibliography}{1}
\bibitem{one}
\bibinfo{author}{T.~Oak}, \bibinfo{author}{I.~Elm}, \bibinfo{author}{M.~Yew},
  \bibinfo{title}{Recorders of the frozen edge}, \bibinfo{journal}{J. Comb. Reeds}
  \bibinfo{volume}{12} (\bibinfo{year}{2019}) \bibinfo{pages}{44--70}.
\newblock \href {https://doi.org/10.55555/re_1} {\path{doi:10.55555/re_1}}.
\bibitem{two}
I.~Elm, One Hour of Silence, Reed Press, Ely, 2021.
\newline\urlprefix\url{http://example.org/~elm/a_b.html}
\end{thebibliography}"""
APACITE = r"""\begin{thebibliography}{}
\bibitem [\protect \citeauthoryear {%
Oak%
\ \protect \BOthers {.}}{%
Oak%
\ \protect \BOthers {.}}{%
{\protect \APACyear {2019}}%
}]{%
one}
\APACinsertmetastar {%
one}%
\begin{APACrefauthors}%
Oak, T.%
, Elm, I.%
\BCBL {}\ \BBA {} Yew, M.%
\end{APACrefauthors}%
\unskip\
\newblock
\APACrefYearMonthDay{2019}{}{}.
\newblock
{\BBOQ}\APACrefatitle {Recorders of the frozen edge} {Recorders of the frozen edge}.{\BBCQ}
\newblock
\APACjournalVolNumPages{J. Comb. Reeds}{12}{}{44--70}.
\newblock
\begin{APACrefDOI} \doi{10.55555/re_1} \end{APACrefDOI}
\PrintBackRefs{\CurrentBib}
\bibitem [\protect \citeauthoryear {%
Elm%
}{%
Elm%
}{%
{\protect \APACyear {2021}}%
}]{%
two}
\begin{APACrefauthors}%
Elm, I.%
\end{APACrefauthors}%
\unskip\
\newblock
\APACrefYear{2021}.
\newblock
\APACrefbtitle {One Hour of Silence} {One Hour of Silence}\ (\PrintOrdinal{2}\ \BEd).
\newblock
\APACaddressPublisher{Ely}{Reed Press}.
\PrintBackRefs{\CurrentBib}
\end{thebibliography}"""
SERIES = NATBIB.replace("Silence}.", "Silence}, volume~3 of \\emph{Reeds}.")
AMSREFS = r"""\begin{bibdiv}\begin{biblist}
\bib{one}{article}{
      author={Oak, T.},
      author={Elm, I.},
      author={Yew, M.},
       title={Recorders of the frozen edge},
        date={2019},
     journal={J. Comb. Reeds},
       pages={44\ndash 70},
         doi={10.55555/re_1},
}
\bib{two}{book}{
      author={Elm, I.},
       title={One Hour of Silence},
   publisher={Reed Press},
        date={2021},
}
\end{biblist}\end{bibdiv}"""


def entries(folder: Path, formatted: str, name: str = "paper.bbl") -> tuple[Reference, ...]:
    path = folder / "paper.tex"
    path.write_text(
        r"\documentclass{article}\begin{document}Birds sing \cite{one}. Owls \cite{two}."
        r"\bibliography{gone}\end{document}"
    )
    (folder / name).write_text(formatted)
    manuscript = parse(path)
    markers = [marker for sentence in manuscript.sentences for marker in sentence.markers]
    assert [marker.references for marker in markers] == [(0,), (1,)]
    assert manuscript.unread == ()
    return manuscript.references


@pytest.mark.parametrize(
    "formatted", [NATBIB, REVTEX, ACM, IEEE, ELSEVIER, AMSREFS, APACITE, SERIES]
)
def test_a_list_of_a_style_has_its_fields(tmp_path: Path, formatted: str) -> None:
    article, book = entries(tmp_path, formatted)
    assert article.authors == ("T. Oak", "I. Elm", "M. Yew")
    assert article.title == "Recorders of the frozen edge"
    assert (article.year, article.venue) == (2019, "J. Comb. Reeds")
    assert article.doi == "10.55555/re_1"
    assert [name.replace(".", "") for name in book.authors] == ["I Elm"]
    assert (book.title, book.year) == ("One Hour of Silence", 2021)
    assert not any(sign in article.text + book.text for sign in "\\%{}")


def test_numbers_and_addresses_are_as_printed(tmp_path: Path) -> None:
    article, book = entries(tmp_path, NATBIB, "output.bbl")
    assert "12(3):44–70, 2019a." in article.text
    assert book.url == "http://example.org/~elm/a_b.html"


@pytest.mark.parametrize(
    "printed", [r"URL \url{%s}.", r"\path{%s}.", r"\href{%s}{\path{%s}}.", "URL %%\n  \\url{%s}."]
)
def test_a_percent_sign_in_an_address_begins_no_comment(tmp_path: Path, printed: str) -> None:
    address = "http://example.org/~elm/a%20b"
    text = printed.replace("%s", address).replace("%%", "%")
    source = NATBIB.replace(r"URL \url{http://example.org/~elm/a_b.html}.", text)
    _, book = entries(tmp_path, source + "\n")
    assert book.url == address


def test_a_list_of_astronomers_names_journals_and_preprints(tmp_path: Path) -> None:
    one, two = entries(
        tmp_path,
        r"""\begin{thebibliography}{}
\bibitem[{{Oak} \& {Elm}(2019)}]{one}
{Oak}, T., \& {Elm}, I. 2019, \apj, 712, 44, \dodoi{10.55555/re_1}
\bibitem[{{Yew}(2021)}]{two}
{Yew}, M., \& {Oak}, T. 2021, \mnras, 716, 30. \doarXiv{2107.07235}
\end{thebibliography}""",
    )
    assert (one.venue, one.doi, one.title) == ("ApJ", "10.55555/re_1", "")
    assert (two.venue, two.arxiv, two.authors) == ("MNRAS", "2107.07235", ("M. Yew", "T. Oak"))


def test_a_dash_repeats_the_authors(tmp_path: Path) -> None:
    _, book = entries(
        tmp_path,
        r"""\begin{thebibliography}{10}
\bibitem{one} T.~Oak and I.~Elm, \emph{Recorders of the edge}, J. Reeds \textbf{12} (2019),
 44--70. \MR{4012345}
\bibitem{two} \bysame, \emph{One hour of silence}, Reed Press, Ely, 2021.
\end{thebibliography}""",
    )
    assert book.authors == ("T. Oak", "I. Elm")


def test_a_formatted_list_beside_the_file_comes_first(tmp_path: Path) -> None:
    path = written(tmp_path, r"Birds \citep{oak2019} or \citet{elm2021}.", bib="")
    path.with_suffix(".bbl").write_text(BBL, encoding="utf-8")
    manuscript = parse(path)
    assert markers(manuscript) == [
        ("(Oak et al., 2019)", ["Recorders at the edge"], ()),
        ("Elm and Yew (2021)", ["An hour of silence"], ()),
    ]
    elm, oak = manuscript.references
    assert elm.text == (
        "Ida Elm and Max Yew. An hour of silence. In Proceedings of Listening, 2021."
    )
    assert (oak.authors, oak.year) == (("Tim Oak", "Sue Alder", "Al Birch"), 2019)


def test_numbers_and_labels_of_a_list_in_the_text_are_its_own(tmp_path: Path) -> None:
    body = r"""Birds \cite{b}. Reeds \cite{a,b}.
        \begin{thebibliography}{9}
        \bibitem{a} Ida Elm and Max Yew. An hour of silence. \emph{Listening}, 3:1--9, 2021.
        \bibitem{b} Tim Oak and Sue Alder. Recorders at the edge. Quiet Places, 2019.
        \end{thebibliography}"""
    manuscript = read(tmp_path, body, preamble="")
    assert [(text, places) for text, places, _ in markers(manuscript)] == [
        ("[2]", ["Recorders at the edge"]),
        ("[1, 2]", ["An hour of silence", "Recorders at the edge"]),
    ]
    assert [entry.label for entry in manuscript.references] == ["1", "2"]
    assert len(manuscript.sentences) == 2


@pytest.mark.parametrize(
    ("printed", "title"),
    [
        (r"{\sc I.~Elm}, {\em Quiet Hours}, Reed Press, Ely, 1988.", "Quiet Hours"),
        (r"Ida van der Elm, \emph{On reeds}, Studies of marshes (T. Oak, ed.), 2014.", "On reeds"),
        (r"I.~Elm and T.~Oak. \textit{Reeds}, 2nd ed., Reed Press, 1990.", "Reeds"),
        (r"T.~Oak {\it et al.} (Reed Group), Phys.\ Reeds {\bf 12}, 1 (2012).", ""),
        (r"T.~Oak \emph{et~al.}, Phys.\ Reeds {\bf 12}, 1 (2012).", ""),
    ],
)
def test_what_is_emphasised_behind_the_names_is_the_title(
    tmp_path: Path, printed: str, title: str
) -> None:
    other = r"\bibitem{two} I.~Elm, \emph{J. Reeds} \textbf{3}, 1 (2001).\end{thebibliography}"
    body = rf"\begin{{thebibliography}}{{2}}\bibitem{{one}} {printed} {other}"
    first, second = entries(tmp_path, body)
    assert first.title == title
    assert (second.title, second.venue) == ("", "J. Reeds")


@pytest.mark.parametrize(
    ("entry", "authors"),
    [
        (r"{Reed and Marsh Bay}. \newblock Tides. 2019.", ["Reed and Marsh Bay"]),
        (r"{{Reed and Marsh Bay}}, ``Tides,'' \emph{Bay}, 2019.", ["Reed and Marsh Bay"]),
        (r"T.~Oak and {Reed and Marsh Bay} (2019). Tides.", ["T. Oak", "Reed and Marsh Bay"]),
        (
            r"T.~Oak, {Reed and Marsh Bay}, and I.~Elm. \newblock Tides. 2019.",
            ["T. Oak", "Reed and Marsh Bay", "I. Elm"],
        ),
        (
            r"{Reed and Marsh Bay} and {Oak and Elm} (2019). T.",
            ["Reed and Marsh Bay", "Oak and Elm"],
        ),
        (r"Oak, T. {Reeds and Tides}. Bay, 2019.", []),
        (r"{Oak, T. and Elm, I.} (2019). Tides. Bay.", []),
        (r"{\sc Oak and Elm}. \newblock Tides. 2019.", []),
        (r"{{Reed and Marsh Bay}}. Tides of the north. 2019.", []),
    ],
)
def test_a_name_in_braces_is_one_author(entry: str, authors: list[str]) -> None:
    (formatted,) = read_entries(rf"\bibitem{{one}} {entry}")
    assert formatted.authors == authors


@pytest.mark.parametrize("repeated", ["a,", "{a and ", ", {a and b}"])
def test_a_very_long_list_of_names_takes_no_time(repeated: str) -> None:
    began = time.process_time()
    (formatted,) = read_entries(rf"\bibitem{{one}} {repeated * 30_000} \newblock Tides. 2019.")
    assert not formatted.authors
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    "annotation",
    [
        r"\bibAnnote{one}{See \href{https://doi.org/10.55555/other}{Oak} \bibinfo{title}{Wrong}}",
        r"\mciteSetBstMidEndSepPunct{\href{https://doi.org/10.55555/other}{x}}{}{\bibinfo{year}{1}}",
        r"\APACrefaetitle{\bibinfo{title}{Wrong}}{\bibinfo{author}{W. Rong}}",
        r"\abntrefinfo{Wrong \bibinfo{title}{Wrong}}{WRONG}{1999}",
    ],
)
def test_what_is_not_printed_says_nothing_of_the_entry(tmp_path: Path, annotation: str) -> None:
    (entry, _) = entries(
        tmp_path,
        r"""\begin{thebibliography}{2}
\bibitem{one} """
        + annotation
        + r""" \bibinfo{author}{T. Oak}. \bibinfo{title}{Recorders of the frozen edge}.
\APACjournalVolNumPages{J. Comb. Reeds}{12}{3}{44--70}, \bibinfo{year}{2019}.
\bibitem{two} I. Elm. \newblock One Hour of Silence. \newblock Reed Press, 2021.
\end{thebibliography}""",
    )
    assert (entry.title, entry.authors) == ("Recorders of the frozen edge", ("T. Oak",))
    assert (entry.year, entry.doi, entry.venue) == (2019, "", "J. Comb. Reeds")


CITEPROC = r"""
\NewDocumentCommand\citeproctext{}{}
\NewDocumentCommand\citeproc{mm}{\begingroup\def\citeproctext{#2}\cite{#1}\endgroup}
\begin{document}
\hypertarget{calls}{\section{Calls}\label{calls}}
TEXT
\section*{References}\label{references}
\protect\phantomsection\label{refs}
\begin{CSLReferences}{1}{1}
ENTRIES
\end{CSLReferences}
\end{document}
"""
_TITLES = ["One Hour of Silence", "Recorders of the Edge", "Rain on Roofs"]


def _pandoc(text: str, entries: str) -> str:
    return CITEPROC.replace("TEXT", text).replace("ENTRIES", entries)


def _author_year_entry(name: str, year: int, title: str, start: str) -> str:
    return f"{start}\n{name}. {year}. {{``{title}.''}} \\emph{{J. Reeds}}.\n"


@pytest.mark.parametrize(
    "start",
    [r"\bibitem[\citeproctext]{ref-KEY}", r"\leavevmode\vadjust pre{\hypertarget{ref-KEY}{}}%"],
)
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"So (\citeproc{ref-oak}{Oak 2019}; \citeproc{ref-elm}{Elm 2021, 3}).",
         [("Oak 2019", (1,)), ("Elm 2021, 3", (0,))]),
        (r"So says Oak (\protect\hyperlink{ref-oak}{2019}).", [("2019", (1,))]),
        ("So (Oak 2019; Elm 2021) and Oak (2019).",
         [("(Oak 2019; Elm 2021)", (1, 0)), ("Oak (2019)", (1,))]),
    ],
)  # fmt: skip
def test_citations_that_pandoc_wrote_are_read(
    tmp_path: Path, start: str, text: str, shown: list[tuple[str, tuple[int, ...]]]
) -> None:
    entries = [
        _author_year_entry("Elm, Bo", 2021, _TITLES[0], start.replace("KEY", "elm")),
        _author_year_entry("Oak, Ada", 2019, _TITLES[1], start.replace("KEY", "oak")),
    ]
    path = tmp_path / "marsh.tex"
    path.write_text("\\documentclass{article}" + _pandoc(text, "\n".join(entries)))
    manuscript = parse(path)
    assert [entry.title for entry in manuscript.references] == _TITLES[:2]
    marks = [mark for sentence in manuscript.sentences for mark in sentence.markers]
    assert [(mark.text, mark.references) for mark in marks] == shown
    assert manuscript.sections[0].title == "Calls"


def test_a_range_that_pandoc_wrote_cites_what_is_between(tmp_path: Path) -> None:
    entries = "\n".join(
        f"\\bibitem[\\citeproctext]{{ref-{at}}}\n\\CSLLeftMargin{{{{[}}{at}{{]}} }}%\n"
        f"\\CSLRightInline{{A. Oak, {{``{title},''}} \\emph{{J. Reeds}}, 2010.}}\n"
        for at, title in enumerate(_TITLES, 1)
    )
    text = r"So it is \citeproc{ref-1}{{[}1{]}}--\citeproc{ref-3}{{[}3{]}}."
    path = tmp_path / "marsh.tex"
    path.write_text("\\documentclass{article}" + _pandoc(text, entries))
    manuscript = parse(path)
    assert [entry.label for entry in manuscript.references] == ["1", "2", "3"]
    marks = [mark.references for one in manuscript.sentences for mark in one.markers]
    assert marks == [(0,), (1, 2)]
    assert [one.text for one in manuscript.sentences] == ["So it is [1]–[3]."]


@pytest.mark.parametrize(
    ("begin", "end"), [("", ""), ("\\begin{cslreferences}\n", "\\end{cslreferences}\n")]
)
def test_lists_of_older_pandoc_are_read(tmp_path: Path, begin: str, end: str) -> None:
    text = (
        "\\documentclass{article}\\begin{document}\n"
        "So (\\protect\\hyperlink{ref-oak}{Oak 2019}).\n\n\\hypertarget{refs}{}\n"
        + begin
        + _author_year_entry("Oak, Ada", 2019, _TITLES[1], "\\leavevmode\\hypertarget{ref-oak}{}%")
        + end
        + "\\end{document}\n"
    )
    path = tmp_path / "marsh.tex"
    path.write_text(text)
    manuscript = parse(path)
    assert [entry.title for entry in manuscript.references] == [_TITLES[1]]
    assert [mark.references for one in manuscript.sentences for mark in one.markers] == [(0,)]
    assert [one.text for one in manuscript.sentences] == ["So (Oak 2019)."]


def test_numbers_cite_a_list_in_the_text_not_one_that_a_style_sorts(tmp_path: Path) -> None:
    (tmp_path / "own.bib").write_text(
        "@article{oak, author={Oak, Ada}, title={Marshes at night}, year={2019}}\n"
    )
    text = "See model [1], and Oak (2019)."
    unlisted = f"{text}\\nocite{{*}}\\bibliographystyle{{plain}}\\bibliography{{own}}"
    item = "\\bibitem{oak} A. Oak. Marshes at night. J. Reeds, 2019."
    listed = f"{text}\\begin{{thebibliography}}{{1}}{item}\\end{{thebibliography}}"
    for source, expected in ((unlisted, ["Oak (2019)"]), (listed, ["[1]"])):
        path = tmp_path / "marsh.tex"
        path.write_text(f"\\documentclass{{article}}\\begin{{document}}{source}\\end{{document}}")
        manuscript = parse(path)
        marks = [mark for sentence in manuscript.sentences for mark in sentence.markers]
        assert [mark.text for mark in marks if mark.references] == expected
