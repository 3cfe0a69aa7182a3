"""LaTeX manuscripts: structure, citations and references."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.manuscript.latex.document import parse
from core.manuscript.text.extractor import LATEX_EXTRACTOR
from tests.core.manuscript.tex import NATBIB, NUMERIC, markers, read, texts, written

# --- structure --------------------------------------------------------------------------------


FRONT = r"""
\title[Short]{Listening for \emph{Silence}:\\ What the Marsh Tells\thanks{Paid by nobody.}}
\author{Ada Reed\thanks{Coast} \and Bo M\"arsh\\ University of the Coast \and Cy Fen}
\date{May 2024}
\maketitle
\begin{abstract} We listen to a marsh~\citep{oak2019}. It says little. \end{abstract}
\keywords{birds, silence, reeds}
\section{Introduction}\label{sec:one}
Birds sing in Section~\ref{sec:two}.
\subsection{Reeds \& water} Reeds do not.
\subsection*{Not counted} Water does.
\section{Method}\label{sec:two} Count, as in Appendix~\ref{sec:proof}.
\paragraph{Calls.} Each call counts.
\section*{Acknowledgements} Thanks to all.
\appendix
\section{Proofs}\label{sec:proof} It follows.
\subsection{More} And follows.
"""


def test_front_matter_sections_and_paragraphs_are_read(tmp_path: Path) -> None:
    manuscript = read(tmp_path, FRONT)
    assert manuscript.title == "Listening for Silence: What the Marsh Tells"
    assert manuscript.authors == ("Ada Reed", "Bo Märsh", "Cy Fen")
    assert manuscript.year == 2024
    assert manuscript.keywords == ("birds", "silence", "reeds")
    assert manuscript.abstract == "We listen to a marsh (Oak et al., 2019). It says little."
    assert [(s.number, s.title, s.level, s.kind) for s in manuscript.sections] == [
        ("", "Abstract", 1, "abstract"),
        ("1", "Introduction", 1, "introduction"),
        ("1.1", "Reeds & water", 2, "introduction"),
        ("", "Not counted", 2, "introduction"),
        ("2", "Method", 1, "method"),
        ("", "Calls", 4, "method"),
        ("", "Acknowledgements", 1, "acknowledgements"),
        ("A", "Proofs", 1, "appendix"),
        ("A.1", "More", 2, "appendix"),
    ]
    assert [(s.section, s.paragraph, s.text) for s in manuscript.sentences] == [
        (0, 0, "We listen to a marsh (Oak et al., 2019)."),
        (0, 0, "It says little."),
        (1, 1, "Birds sing in Section 2."),
        (2, 2, "Reeds do not."),
        (3, 3, "Water does."),
        (4, 4, "Count, as in Appendix A."),
        (5, 5, "Each call counts."),
        (6, 6, "Thanks to all."),
        (7, 7, "It follows."),
        (8, 8, "And follows."),
    ]
    assert manuscript.extractor == LATEX_EXTRACTOR


@pytest.mark.parametrize(
    ("preamble", "numbers"),
    [
        pytest.param(r"\documentclass{book}", ["1", "1.1", "1.1.1", "", "A"], id="book"),
        pytest.param(
            r"\documentclass{report}\setcounter{secnumdepth}{1}",
            ["1", "1.1", "", "", "A"],
            id="depth",
        ),
    ],
)
def test_chapters_are_the_highest_level(
    tmp_path: Path, preamble: str, numbers: Sequence[str]
) -> None:
    path = tmp_path / "book.tex"
    body = (
        r"\chapter{A} a. \section{B} b. \subsection{C} c. \subsubsection{D} d. \appendix"
        r" \chapter{E} e."
    )
    path.write_text(f"{preamble}\\begin{{document}}{body}\\end{{document}}", encoding="utf-8")
    sections = parse(path).sections
    assert [section.number for section in sections] == list(numbers)
    assert [section.level for section in sections] == [1, 2, 3, 4, 1]


def test_what_stands_beside_the_text_is_left_out(tmp_path: Path) -> None:
    manuscript = read(
        tmp_path,
        r"""
        Birds sing\footnote{Loudly.}. % and this \citep{nobody}
        \begin{figure}\includegraphics[width=1cm]{a.png}\caption{A marsh.}\end{figure}
        \begin{table}\begin{tabular}{ll} one & two \\ \end{tabular}\caption{Numbers.}\end{table}
        \begin{verbatim}
        50% of \nothing here
        \end{verbatim}
        \begin{algorithm}\begin{algorithmic} \State x \end{algorithmic}\end{algorithm}
        \begin{comment}
        secret
        \end{comment}
        \iffalse hidden \fi
        \forestset{normal/.style = {for tree={child anchor=west}}}
        It costs 50\% of \verb|a_b%c| \& more.
        \begin{itemize}\item One thing. \item[Two] Another thing.\end{itemize}
        """,
    )
    assert texts(manuscript) == [
        "Birds sing.",
        "It costs 50% of a_b%c & more.",
        "One thing.",
        "Two Another thing.",
    ]
    assert [sentence.paragraph for sentence in manuscript.sentences] == [0, 0, 1, 2]


def test_a_list_in_the_line_is_part_of_its_sentence(tmp_path: Path) -> None:
    manuscript = read(
        tmp_path,
        r"""
        Four birds are heard
        \begin{enumerate*}[label={$B_\arabic*$)}, ref={{$B_\arabic*$}},
            itemjoin*={{, and of course }}]
            \item the crane\label{bird:crane}
            \item the snipe
        \end{enumerate*}
        They sing of \begin{inparaitem}[--]\item[a] peat; \item[b] sand.\end{inparaitem} It rains,
        \begin{itemize*}\item often\end{itemize*} and long.
        \begin{compactitem}[*]\item One thing.\end{compactitem}
        """,
    )
    assert texts(manuscript) == [
        "Four birds are heard (1) the crane (2) the snipe.",
        "They sing of a peat; b sand.",
        "It rains, often and long.",
        "One thing.",
    ]


def test_formulas_are_readable_text(tmp_path: Path) -> None:
    long = "+".join(f"x_{{{number}}}" for number in range(40))
    manuscript = read(
        tmp_path,
        rf"""
        Let $x_i \in \mathbb{{R}}$ and
        \begin{{equation}}\label{{eq:a}} a = \frac{{b}}{{c}}, \end{{equation}}
        where Eq.~\eqref{{eq:a}} holds. It is
        \[ {long}. \]
        Then it ends.
        """,
    )
    assert texts(manuscript) == [
        "Let x_i ∈ℝ and a = b/c, where Eq. (1) holds.",
        "It is [formula].",
        "Then it ends.",
    ]


def test_citations_in_formulas_are_markers(tmp_path: Path) -> None:
    long = "+".join(f"x_{{{number}}}" for number in range(40))
    manuscript = read(
        tmp_path,
        rf"""
        First, see \cite{{elm2021}}. It is $a = b \ \text{{by \cite[p.~3]{{oak2019}}}}$ here.

        Birds sing.$^{{\cite{{elm2021}}}}$ Nobody asks.

        \begin{{equation}} a^2 + b^2 = c^2 \quad\text{{\cite{{unknown2020}}}}, \end{{equation}}
        and in full
        \[ {long} \text{{ \cite{{oak2019}}}}. \]
        At last comes
        \begin{{align}} d &= e. \tag{{\cite{{elm2021}}}} \end{{align}}
        """,
        preamble=NUMERIC,
    )
    assert texts(manuscript) == [
        "First, see [1].",
        "It is a = b by [2, p. 3] here.",
        "Birds sing [1].",
        "Nobody asks.",
        "a^2 + b^2 = c^2 [unknown2020], and in full [formula] [2].",
        "At last comes d = e [1].",
    ]
    silence, edge = ["An Hour of Silence"], ["Recorders at the Edge"]
    assert markers(manuscript) == [
        ("[1]", silence, ()),
        ("[2, p. 3]", edge, ()),
        ("[1]", silence, ()),
        ("[unknown2020]", [], ("unknown2020",)),
        ("[2]", edge, ()),
        ("[1]", silence, ()),
    ]


def test_a_count_of_citations_is_never_read_as_text(tmp_path: Path) -> None:
    """Notes and entries that cite are the same whatever number of citations stands before them."""
    note = r"It rains.\footnote{As \cite{oak2019} says.}"
    body = r"""
        %s
        \begin{thebibliography}{9}
        \bibitem{oak2019} Tim Oak. Recorders, as in \cite{elm2021}. 2019.
        \end{thebibliography}"""
    few = read(tmp_path, body % note)
    many = read(tmp_path, body % (r"It is so \cite{oak2019}. " * 12 + note))
    assert few.references[0].text == many.references[0].text
    assert "12" not in many.references[0].text
    assert [part.characters for part in few.unread] == [part.characters for part in many.unread]
    assert few.unread


def test_commands_of_the_manuscript_are_written_out(tmp_path: Path) -> None:
    (tmp_path / "words.sty").write_text(r"\newcommand{\marsh}{salt marsh\xspace}")
    manuscript = read(
        tmp_path,
        r"""
        \def\bird#1{a \emph{#1} bird}
        The \marsh is wet. Here is \bird{small}, \pair[reed]{water}, \vague{kept}.
        As \see{oak2019} says, $\R \ne \E$.
        """,
        preamble=NATBIB
        + r"""\usepackage{words}
        \newcommand{\pair}[2][x]{#1 and #2} \newcommand\see[1]{\citet{#1}}
        \newcommand{\R}{\mathbb{R}} \DeclareMathOperator{\E}{Exp}
        \newenvironment{odd}{start}{end}""",
    )
    assert texts(manuscript) == [
        "The salt marsh is wet.",
        "Here is a small bird, reed and water, kept.",
        "As Oak et al. (2019) says, ℝ≠Exp.",
    ]


# --- citations ----------------------------------------------------------------------------------

OAK, ELM = "Recorders at the Edge", "An Hour of Silence"


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (r"\citep{oak2019}", "(Oak et al., 2019)"),
        (r"\citep*{oak2019}", "(Oak, Alder, Birch, 2019)"),
        (r"\Citep{oak2019}", "(Oak et al., 2019)"),
        (r"\citep[p.~3]{oak2019}", "(Oak et al., 2019, p. 3)"),
        (r"\citep[see][p.~3]{oak2019}", "(see Oak et al., 2019, p. 3)"),
        (r"\citep[see][]{oak2019}", "(see Oak et al., 2019)"),
        (r"\citet{oak2019}", "Oak et al. (2019)"),
        (r"\citet[p.~3]{oak2019}", "Oak et al. (2019, p. 3)"),
        (r"\cite{oak2019}", "Oak et al. (2019)"),
        (r"\textcite{oak2019}", "Oak et al. (2019)"),
        (r"\parencite{oak2019}", "(Oak et al., 2019)"),
        (r"\autocite{oak2019}", "(Oak et al., 2019)"),
        (r"\footcite{oak2019}", "(Oak et al., 2019)"),
        (r"\smartcite{oak2019}", "(Oak et al., 2019)"),
        (r"\supercite{oak2019}", "(Oak et al., 2019)"),
        (r"\citealt{oak2019}", "Oak et al. 2019"),
        (r"\citealp{oak2019}", "Oak et al., 2019"),
        (r"\citeauthor{oak2019}", "Oak et al."),
        (r"\citeyear{oak2019}", "2019"),
        (r"\citeyearpar{oak2019}", "(2019)"),
    ],
)
def test_each_command_is_shown_as_it_is_printed(tmp_path: Path, command: str, shown: str) -> None:
    manuscript = read(tmp_path, f"Birds sing {command} in reeds.")
    assert texts(manuscript) == [f"Birds sing {shown} in reeds."]
    assert markers(manuscript) == [(shown, [OAK], ())]


@pytest.mark.parametrize(
    ("preamble", "one", "two", "textual"),
    [
        (NUMERIC, "[2]", "[2, 1]", "Elm and Yew [1]"),
        (r"\usepackage[numbers]{natbib}", "[2]", "[2, 1]", "Elm and Yew [1]"),
        (r"\usepackage{natbib}\bibliographystyle{unsrt}", "[1]", "[1, 2]", "Elm and Yew [2]"),
        (r"\usepackage{biblatex}", "[2]", "[2, 1]", "Elm and Yew [1]"),
        (r"\usepackage[style=ieee]{biblatex}", "[1]", "[1, 2]", "Elm and Yew [2]"),
        (
            r"\usepackage[style=authoryear]{biblatex}",
            "Oak et al. 2019",
            "Oak et al. 2019; Elm and Yew 2021",
            "Elm and Yew (2021)",
        ),
        (r"\bibliographystyle{alpha}", "[OAB19]", "[OAB19, EY21]", "Elm and Yew [EY21]"),
        (
            r"\usepackage{acl}",
            "(Oak et al., 2019)",
            "(Oak et al., 2019; Elm and Yew, 2021)",
            "Elm and Yew (2021)",
        ),
    ],
)
def test_packages_and_styles_say_what_a_marker_shows(
    tmp_path: Path, preamble: str, one: str, two: str, textual: str
) -> None:
    body = r"Birds \cite{oak2019}. Reeds \cite{oak2019,elm2021}. Water \textcite{elm2021}."
    manuscript = read(tmp_path, body, preamble=preamble)
    assert markers(manuscript) == [
        (one, [OAK], ()),
        (two, [OAK, ELM], ()),
        (textual, [ELM], ()),
    ]


def test_several_keys_and_several_groups_are_one_marker(tmp_path: Path) -> None:
    manuscript = read(
        tmp_path,
        r"Birds \citep[see][p.~3]{oak2019,elm2021}. Reeds \parencites(see)()[1]{oak2019}{elm2021}.",
    )
    assert markers(manuscript) == [
        ("(see Oak et al., 2019; Elm and Yew, 2021, p. 3)", [OAK, ELM], ()),
        ("(see Oak et al., 2019, 1; Elm and Yew, 2021)", [OAK, ELM], ()),
    ]


def test_a_key_without_an_entry_is_unresolved(tmp_path: Path) -> None:
    manuscript = read(tmp_path, r"Birds sing \citep{oak2019,gone1999}. See \citet{gone1999}.")
    assert markers(manuscript) == [
        ("(Oak et al., 2019; gone1999)", [OAK], ("gone1999",)),
        ("(gone1999)", [], ("gone1999",)),
    ]


def test_raised_numbers_stand_before_the_stop(tmp_path: Path) -> None:
    manuscript = read(
        tmp_path,
        r"Birds sing.\citep{oak2019} Reeds do not.",
        preamble=r"\usepackage[super]{natbib}",
    )
    assert texts(manuscript) == ["Birds sing [1].", "Reeds do not."]
    assert markers(manuscript) == [("[1]", [OAK], ())]


def test_no_sentence_ends_inside_a_marker(tmp_path: Path) -> None:
    manuscript = read(tmp_path, r"Birds sing \citep[cf.\ Sect. 3. But see][p. 9. Too]{oak2019} so.")
    assert len(manuscript.sentences) == 1
    assert len(markers(manuscript)) == 1


def test_what_a_note_cites_its_sentence_cites(tmp_path: Path) -> None:
    manuscript = read(
        tmp_path,
        r"Birds sing.\footnote{Loudly, says \citet{elm2021}; others \citep[see][]{oak2019}.} So.",
    )
    shown = "(Elm and Yew, 2021; see Oak et al., 2019)"
    assert texts(manuscript) == [f"Birds sing {shown}.", "So."]
    assert markers(manuscript) == [(shown, [ELM, OAK], ())]


# --- references ---------------------------------------------------------------------------------


def test_the_list_holds_what_is_cited_wherever_that_is(tmp_path: Path) -> None:
    body = r"Birds sing \citep{oak2019}.\footnote{See \citet{elm2021}.}"
    manuscript = read(tmp_path, body)
    assert [entry.title for entry in manuscript.references] == [ELM, OAK]
    assert [entry.index for entry in manuscript.references] == [0, 1]
    oak = manuscript.references[1]
    assert oak.authors == ("Tim Oak", "Sue Alder", "Al Birch")
    assert (oak.year, oak.venue, oak.doi) == (2019, "Quiet Places", "10.1000/quiet.7")
    assert oak.text.startswith("Tim Oak, Sue Alder and Al Birch (2019). Recorders at the Edge.")
    everything = read(tmp_path, body + r"\nocite{*}")
    assert len(everything.references) == 3


def test_what_only_a_caption_cites_is_known(tmp_path: Path) -> None:
    table = r"\begin{table}\caption{Reeds of \citet{elm2021}.}\end{table}"
    manuscript = read(tmp_path, rf"Birds sing \citep{{oak2019}}. {table}\nocite{{*}}")
    titles = [manuscript.references[at].title for at in manuscript.cited_beside]
    assert titles == [ELM]


def test_what_would_look_the_same_gets_letters(tmp_path: Path) -> None:
    bib = "".join(
        f"@misc{{k{n}, title={{Part {n}}}, author={{Ida Elm}}, year=2020}}\n" for n in (1, 2)
    )
    manuscript = read(tmp_path, r"Birds \citep{k1}. Reeds \citep{k2}.", bib=bib)
    assert [text for text, _, _ in markers(manuscript)] == ["(Elm, 2020a)", "(Elm, 2020b)"]


BBL = r"""
\begin{thebibliography}{2}
\providecommand{\natexlab}[1]{#1}
\bibitem[{Elm and Yew(2021)}]{elm2021}
Ida Elm and Max Yew.
\newblock An hour of silence.
\newblock In \emph{Proceedings of Listening}, 2021.
\bibitem[Oak et~al.(2019)Oak, Alder, and Birch]{oak2019}
Tim Oak, Sue Alder, and Al Birch.
\newblock Recorders at the edge.
\newblock \emph{Quiet Places}, 7:\penalty0 1--9, 2019.
\end{thebibliography}
"""


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


def test_a_key_that_the_formatted_list_does_not_have_yet_is_taken_from_the_bib(
    tmp_path: Path,
) -> None:
    path = written(tmp_path, r"Birds \citep{oak2019,never2001}.")
    path.with_suffix(".bbl").write_text(BBL, encoding="utf-8")
    manuscript = parse(path)
    titles = [entry.title for entry in manuscript.references]
    assert titles == [ELM, OAK, "Never Mentioned"]  # fields of the .bib, order of the .bbl
    assert manuscript.references[1].doi == "10.1000/quiet.7"
    assert markers(manuscript)[0][0] == "(Oak et al., 2019; Ever, 2001)"


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


BIBER = r"""
\refsection{0}
\datalist[entry]{nty/global//global/global}
  \entry{oak2019}{article}{}
    \name{author}{2}{}{%
      {{hash=1}{%
         family={Oak},
         familyi={O\bibinitperiod},
         given={Tim\bibnamedelima B.},
         giveni={T\bibinitperiod}}}%
      {{hash=2}{%
         family={Alder},
         given={Sue},
         prefix={von}}}%
    }
    \field{journaltitle}{Quiet Places}
    \field{title}{Recorders at the Edge}
    \field{year}{2019}
    \verb{doi}
    \verb 10.1000/Quiet.7
    \endverb
  \endentry
\enddatalist
"""


def test_a_list_that_biber_wrote_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, r"Birds \cite{oak2019}.", preamble=r"\usepackage{biblatex}", bib="")
    path.with_suffix(".bbl").write_text(BIBER, encoding="utf-8")
    (entry,) = parse(path).references
    assert entry.authors == ("Tim B. Oak", "Sue von Alder")
    assert (entry.title, entry.year, entry.venue, entry.doi, entry.label) == (
        "Recorders at the Edge",
        2019,
        "Quiet Places",
        "10.1000/quiet.7",
        "1",
    )


def test_what_is_never_taken_goes_and_what_never_ends_stays(tmp_path: Path) -> None:
    manuscript = read(
        tmp_path,
        r"""
        Birds \iffalse quietly \fi
        sing.
        \iffalse
        A draft.
        \fi
        It rains \iffalse at last.
        """,
    )
    assert texts(manuscript) == ["Birds sing.", "It rains at last."]
