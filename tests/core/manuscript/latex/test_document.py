"""LaTeX manuscripts: structure, citations and references."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.latex.document import parse
from core.manuscript.text.extractor import LATEX_EXTRACTOR
from tests.core.manuscript.latex.latex_samples import ELM, OAK
from tests.core.manuscript.tex import markers, read, texts

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


# --- citations ----------------------------------------------------------------------------------


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


# --- titles and abstracts of other classes ------------------------------------------------------


@pytest.mark.parametrize(
    ("preamble", "body"),
    [
        (r"\titulo{Birds of the \emph{salt} marsh}", ""),
        (r"\thesistitle{Birds of the \emph{salt} marsh}", ""),
        (r"\Titel[Birds]{Birds of the \emph{salt} marsh}", ""),
        (r"\newcommand{\ttitle}{Birds of the \emph{salt} marsh}", ""),
        (r"\newcommand{\titulo}{Doctor}\def\tituloTesis{Birds of the salt marsh}", ""),
        (r"\hypersetup{colorlinks, pdftitle={Birds of the salt marsh}}", ""),
        (r"\thesissetup{author = {Ana Reed}, title = {Birds of the salt marsh}}", ""),
        (
            r"\newcommand{\subtitulo}{A study of reeds}",
            (
                r"\begin{titlepage}{\Huge University of the Coast}\par{\huge\bf Birds of the \\"
                r" salt marsh \par}{\Large A doctoral thesis of Ana Reed}\end{titlepage}"
            ),
        ),
    ],
)
def test_a_title_is_found_however_its_class_calls_it(
    tmp_path: Path, preamble: str, body: str
) -> None:
    manuscript = read(
        tmp_path, rf"{body}\chapter{{One}} {{\Huge Not this one here}}.", preamble=preamble
    )
    assert manuscript.title == "Birds of the salt marsh"


def test_letters_in_the_text_and_other_titles_give_no_title(tmp_path: Path) -> None:
    preamble = r"\runningtitle{Birds of the marsh}\newcommand{\pagetitle}{All that we found}"
    body = r"\section{One} {\Huge These words are large} and these are not."
    assert read(tmp_path, body, preamble=preamble).title == ""


PORTUGUESE = "O que nos dizemos das aves e dos rios no ano em que os vimos como mais do que sal."
ENGLISH = "This is what we say of the birds and of the rivers that we saw in the marsh."


def test_abstracts_in_two_languages_have_a_heading_each_and_the_english_one_counts(
    tmp_path: Path,
) -> None:
    body = (
        rf"\begin{{resumo}}[Resumo] {PORTUGUESE}\end{{resumo}}"
        rf"\begin{{resumo}}[Abstract]\begin{{otherlanguage*}}{{english}}{ENGLISH}"
        r"\end{otherlanguage*}\end{resumo} \section{One} Reeds bend."
    )
    manuscript = read(tmp_path, body)
    assert [section.title for section in manuscript.sections] == ["Resumo", "Abstract", "One"]
    assert manuscript.abstract == ENGLISH
    assert texts(manuscript) == [PORTUGUESE, ENGLISH, "Reeds bend."]


@pytest.mark.parametrize(
    "abstract",
    [
        rf"\abstract{{{ENGLISH}}}",
        rf"\abstracteng{{{ENGLISH}}}",
        rf"\abstract[Summary]{{{ENGLISH}}}",
        rf"\section*{{Abstract}}\begin{{abstract}}{ENGLISH}\end{{abstract}}",
        rf"\begin{{thesisabstract}}{ENGLISH}\end{{thesisabstract}}",
        (
            r"\begin{abstract}This is what we say\end{abstract}\begin{abstract}of the birds and of"
            r" the rivers that we saw in the marsh.\end{abstract}"
        ),
    ],
)
def test_an_abstract_stands_once_below_one_heading(tmp_path: Path, abstract: str) -> None:
    manuscript = read(tmp_path, rf"{abstract} \section{{One}} Reeds bend.")
    assert [section.title for section in manuscript.sections] == ["Abstract", "One"]
    assert manuscript.abstract == ENGLISH
    assert texts(manuscript).count("Reeds bend.") == 1
    assert sum(len(text) for text in texts(manuscript)) <= len(f"{ENGLISH}Reeds bend.")


# --- notes that are typed -----------------------------------------------------------------------

NOTES = r"""
The harbour is old.\footnote{Jane Smith, \emph{Harbours of the North} (London: Reed
Press, 1999), 12.} It grew.\footnote{Ibid., 14.} Ships sank.\footnote{See Ida Elm, `Ships
and Sand', \emph{Journal of Ports} 4 (2003), 7--9; Smith, \emph{Harbours}, 20.} So it
was.\endnote{Elm, op. cit., p. 8.}
We thank Ann.\footnote{She kept the lamp in all of those years.}
"""


def read_alone(folder: Path, text: str) -> Manuscript:
    path = folder / "harbour.tex"
    path.write_text(f"\\documentclass{{book}}\n\\begin{{document}}\n{text}\n\\end{{document}}\n")
    return parse(path)


def test_notes_that_are_typed_cite_in_full_in_short_and_by_ibid(tmp_path: Path) -> None:
    manuscript = read_alone(tmp_path, NOTES)
    assert [entry.title for entry in manuscript.references] == [
        "Ships and Sand", "Harbours of the North",
    ]  # fmt: skip
    assert [entry.key for entry in manuscript.references] == ["", ""]
    cited = [[mark.references for mark in one.markers] for one in manuscript.sentences]
    assert cited == [[(1,)], [(1,)], [(0, 1)], [(0,)], []]
    assert texts(manuscript)[2] == "Ships sank (Elm, 2003; Smith, 1999)."


def test_notes_that_are_typed_name_works_of_a_typed_list_by_their_titles(tmp_path: Path) -> None:
    text = (
        r"\chapter{One} Ships sank.\footnote{Elm, \emph{Ships and Sand}, 7.}"
        "\n\\chapter*{Bibliography}\nElm, Ida. \\emph{Ships and Sand}. London: Reed, 2003.\n\n"
        "Smith, Jane. \\emph{Harbours of the North}. London: Reed Press, 1999.\n"
    )
    manuscript = read_alone(tmp_path, text)
    titles = ["Ships and Sand", "Harbours of the North"]
    assert [entry.title for entry in manuscript.references] == titles
    assert texts(manuscript) == ["Ships sank (Elm, 2003)."]


# --- lists of references that are typed -----------------------------------------------------------

WALKS = r"\section{Walks} Walking is old (Oak, 2010; Elm \& Ash, 2012). Maple (1999) walked."
OAK_2010 = r"Oak, J. (2010). Walks of the north. \textit{Journal of Walks}, 3, 1--9."
ELM_2012 = r"Elm, A., \& Ash, B. (2012). Walks of the south. \emph{Journal of Walks}, 5, 10--19."
MAPLE_1999 = r"Maple, C. (1999). \emph{The long walk}. Ely: Reed Press."
ENTRIES = (OAK_2010, ELM_2012, MAPLE_1999)


@pytest.mark.parametrize(
    "listed",
    [
        "\\section*{References}\n" + "\n\n".join(ENTRIES),
        "\\chapter*{Bibliografia}\\small\n" + "\\\\\n".join(ENTRIES),
        "\\section{References}\\label{refs}\\parindent=0pt\n"
        + "\n".join(rf"\noindent\hangindent=1.5em\hangafter=1 {one}\par" for one in ENTRIES),
        "\\section*{Literatur}\\begin{itemize}[leftmargin=*]\n"
        + "\n".join(rf"\item {one}" for one in ENTRIES)
        + "\n\\end{itemize}\n\\begin{figure}\\caption{A walk}\\end{figure}\nThe walk ended.",
        "\\begin{center}\n\\textbf{References}\n\\end{center}\n" + "\n\n".join(ENTRIES),
        "\\section*{References}\\subsection*{Articles}\n"
        + "\n\n".join(ENTRIES[:2])
        + "\n\\subsection*{Books}\n"
        + MAPLE_1999,
    ],
)
def test_a_list_of_references_that_is_typed_is_the_list(tmp_path: Path, listed: str) -> None:
    manuscript = read_alone(tmp_path, f"{WALKS}\n{listed}")
    assert [one.title for one in manuscript.references] == [
        "Walks of the north", "Walks of the south", "The long walk",
    ]  # fmt: skip
    cited = [[mark.references for mark in one.markers] for one in manuscript.sentences]
    assert cited[:2] == [[(0, 1)], [(2,)]]
    assert texts(manuscript)[2:] == (["The walk ended."] if "figure" in listed else [])
    assert not manuscript.unread


def test_a_table_may_cite_what_is_typed(tmp_path: Path) -> None:
    table = "\\begin{tabular}{ll} Reeds & used by Maple (1999) \\end{tabular}"
    listed = "\\section*{References}\n" + "\n\n".join(ENTRIES)
    walks = r"\section{Walks} Walking is old (Oak, 2010)."
    manuscript = read_alone(tmp_path, f"{walks}\n\n{table}\n\n{listed}")
    assert manuscript.perhaps_cited == (2,)


@pytest.mark.parametrize(
    "listed",
    [
        "\\begin{enumerate}\n" + "\n".join(rf"\item {one}" for one in ENTRIES) + "\\end{enumerate}",
        "\n".join(f"[{number}] {one}" for number, one in enumerate(ENTRIES, start=1)),
        "\\begin{description}\n"
        + "\n".join(rf"\item[{{[{n}]}}] {one}" for n, one in enumerate(ENTRIES, start=1))
        + "\\end{description}",
    ],
)
def test_numbers_cite_a_typed_list_by_its_labels(tmp_path: Path, listed: str) -> None:
    text = "\\section{Walks} Walking is old [2]. It is long [1, 3].\n\\section*{References}\n"
    manuscript = read_alone(tmp_path, f"{text}{listed}")
    assert [one.label for one in manuscript.references] == ["1", "2", "3"]
    cited = [[mark.references for mark in one.markers] for one in manuscript.sentences]
    assert cited == [[(1,)], [(0, 2)]]


def test_raised_numbers_cite_a_typed_list(tmp_path: Path) -> None:
    text = (
        r"\section{Walks} Walking is old.\textsuperscript{1,2} It is long$^{3}$ here."
        r" A field has 5 m$^{2}$ or 10$^{3}$ reeds. Some stop [2]."
        "\n\\section*{References}\n"
        "\\begin{enumerate}\n" + "\n".join(rf"\item {one}" for one in ENTRIES) + "\\end{enumerate}"
    )
    manuscript = read_alone(tmp_path, text)
    cited = [[mark.references for mark in one.markers] for one in manuscript.sentences]
    assert cited == [[(0, 1)], [(2,)], [], [(1,)]]
    assert {one.key for one in manuscript.references} == {""}


def test_a_list_typed_beside_commands_is_listed_behind_what_they_cite(tmp_path: Path) -> None:
    text = (
        r"\section{Walks} Birds sing \citep{oak2019}. Maple (1999) walked, and Ivy et al. (2001)."
        "\n\\section*{References}\n" + "\n\n".join((ELM_2012, MAPLE_1999)) + "\n"
    )
    manuscript = read(tmp_path, text)
    assert [(one.key, one.title) for one in manuscript.references] == [
        ("oak2019", "Recorders at the Edge"), ("", "Walks of the south"), ("", "The long walk"),
    ]  # fmt: skip
    assert [(mark[1], mark[2]) for mark in markers(manuscript)] == [
        (["Recorders at the Edge"], ()),
        (["The long walk"], ()),
        ([], ("Ivy et al., 2001",)),
    ]
    assert len(manuscript.sentences) == 2
    assert not manuscript.unread


def test_what_tables_and_captions_name_may_be_cited(tmp_path: Path) -> None:
    text = (
        r"\section{Walks} Birds sing \cite{a}. The bound of Elm holds."
        r"\begin{table}\caption{Steps, after Maple (1999)}\end{table}"
        r"\begin{thebibliography}{9}"
        + "".join(rf"\bibitem{{{key}}} {one} " for key, one in zip("abc", ENTRIES, strict=True))
        + r"\end{thebibliography}"
    )
    assert read_alone(tmp_path, text).perhaps_cited == (2,)


def test_text_below_a_heading_of_references_stays_text(tmp_path: Path) -> None:
    text = (
        "\\section{Walks} Walking is old.\n\\section{References}\n"
        "A reference points from one object to another, and it may dangle.\n\n"
        "The compiler checks since 2015 that each of them lives long enough.\n\n"
        "Nothing else is said about it in this chapter of the manual.\n"
    )
    manuscript = read_alone(tmp_path, text)
    assert not manuscript.references
    assert len(manuscript.sentences) == 4


def test_lengths_that_are_set_are_no_text(tmp_path: Path) -> None:
    text = (
        r"\section{Walks} \parindent=0pt \parskip 3pt plus 1pt \looseness=-1 Walks are good."
        r" \baselineskip=1.2\baselineskip They\hskip 1em last 3.5 hours\penalty10000 ."
    )
    manuscript = read_alone(tmp_path, text)
    assert texts(manuscript) == ["Walks are good.", "They last 3.5 hours."]


def test_typed_notes_cite_nothing_where_commands_cite(tmp_path: Path) -> None:
    manuscript = read(tmp_path, rf"{NOTES} Birds sing \citep{{oak2019}}.")
    assert [entry.key for entry in manuscript.references] == ["oak2019"]
    assert markers(manuscript)[0][0] == "(Oak et al., 2019)"


# --- numbers in Pandoc's LaTeX that have no link ------------------------------------------------


def csl_document(folder: Path, text: str) -> Manuscript:
    entries = "".join(
        f"\\bibitem[\\citeproctext]{{ref-{key}}}\n"
        f"\\CSLLeftMargin{{{number}. }}%\n"
        f"\\CSLRightInline{{{name}, A. {title}. Reeds 3, (2019).}}\n\n"
        for number, (key, name, title) in enumerate(
            [("oak", "Oak", "Recorders at the edge"), ("elm", "Elm", "An hour of silence"),
             ("ash", "Ash", "Water birds at night")], start=1)
    )  # fmt: skip
    listed = (
        f"\\protect\\phantomsection\\label{{refs}}\n\\begin{{CSLReferences}}{{0}}{{0}}\n{entries}"
    )
    return read_alone(folder, f"{text}\n\\section{{References}}\n{listed}\\end{{CSLReferences}}")


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        (r"Birds sing\textsuperscript{1--3} on 5 m\textsuperscript{2}.", [(0, 1, 2)]),
        (r"Birds sing\textsuperscript{2,3}.\textsuperscript{1}", [(1, 2), (0,)]),
        ("Birds sing (1, 2). They rest (3).", [(0, 1), (2,)]),
        ("Birds (1) sing and rest in (2019).", []),
        (r"It has 10\textsuperscript{1} parts and an area of 3 km\textsuperscript{2}.", []),
    ],
)
def test_numbers_without_links_cite_if_they_cite_most_of_the_list(
    tmp_path: Path, text: str, cited: list[tuple[int, ...]]
) -> None:
    manuscript = csl_document(tmp_path, text)
    assert len(manuscript.references) == 3
    found = [mark.references for one in manuscript.sentences for mark in one.markers]
    assert found == cited


def test_each_paper_of_a_collection_has_its_own_abstract(tmp_path: Path) -> None:
    papers = "".join(
        f"\\section{{{title}}}\\begin{{abstract}}We ask how the {title} are in the wind."
        "\\end{abstract} They sing in it."
        for title in ("Reeds", "Birds")
    )
    manuscript = read(tmp_path, papers)
    assert [one.title for one in manuscript.sections] == ["Reeds", "Abstract", "Birds", "Abstract"]
    assert manuscript.abstract == "We ask how the Reeds are in the wind."


@pytest.mark.parametrize(
    "line",
    ["Submitted in partial fulfilment of all requirements", "Dear editors and reviewers,"],
)
def test_large_letters_alone_make_no_title(tmp_path: Path, line: str) -> None:
    path = tmp_path / "reeds.tex"
    path.write_text(
        "\\documentclass{article}\\begin{document}{\\Large "
        f"{line}}}\n\n\\section{{Reeds}} They sing.\\end{{document}}"
    )
    assert parse(path).title != line


def test_thousands_of_abstracts_without_an_end_take_no_time(tmp_path: Path) -> None:
    path = tmp_path / "marsh.tex"
    before = "\\begin{abstract} Words.\n" * 20_000
    path.write_text(f"{before}\\begin{{document}} Birds sing.\\end{{document}}")
    began = time.process_time()
    assert texts(parse(path)) == ["Birds sing."]
    assert time.process_time() - began < 10


def test_labels_that_bookdown_gives_formulas_are_no_part_of_them(tmp_path: Path) -> None:
    text = "It is\n\\begin{equation}\n  y = x + 1 (\\#eq:one)\n\\end{equation}\nand goes on."
    assert texts(read_alone(tmp_path, text)) == ["It is y = x + 1 and goes on."]
