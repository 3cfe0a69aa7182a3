"""LaTeX is read whole, or what was not read is named: percent signs, verbatim, broken places."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.manuscript.latex.cleaning import mend
from tests import wording
from tests.core.manuscript.tex import read, texts

BEHIND = "Birds sing here."


@pytest.mark.parametrize(
    "inside",
    [
        r"See \href{https://example.org/a%20b}{the map}.",
        r"See \href[pdfnewwindow]{https://example.org/a%20b}{the map}.",
        r"See \url{https://example.org/{a}%20b}.",
        r"See \url|https://example.org/a%20b|.",
        r"See \nolinkurl{https://example.org/a%b}.",
        r"See \path{C:%TEMP%}.",
        r"See \doi{10.55555/a%2Fb}.",
        r"See \verb|100%|.",
        r"See \verb*+100%+.",
        r"See \lstinline|a % b|.",
        r"See \lstinline[language=C]{a % b}.",
        r"See \mintinline{c}{a % b}.",
        "\\begin{verbatim}\n% \\section{No}\n{\n\\end{verbatim}",
        '\\begin{lstlisting}[language=C]\nprintf("%d {");\n\\end{lstlisting} It works.',
        "\\begin{minted}{c}\na %= {b;\n\\end{minted}",
        "\\begin{filecontents*}{x.txt}\n}} % $\n\\end{filecontents*}",
    ],
)
def test_a_percent_sign_in_addresses_and_code_is_no_comment(tmp_path: Path, inside: str) -> None:
    manuscript = read(tmp_path, f"{inside} % a comment {{\n\nBirds sing \\cite{{oak2019}}.")
    assert texts(manuscript)[-1].startswith("Birds sing")
    assert [marker.references for marker in manuscript.sentences[-1].markers] == [(0,)]
    assert "comment" not in " ".join(texts(manuscript))
    assert manuscript.unread == ()


def test_own_commands_for_code_and_addresses_are_learnt(tmp_path: Path) -> None:
    preamble = (
        "\\lstnewenvironment{program}{}{}\\DefineVerbatimEnvironment{Out}{Verbatim}{}"
        "\\newminted{rust}{}\\DeclareUrlCommand\\file{}\\MakeShortVerb{\\|}"
    )
    body = (
        "\\begin{program}\n{ %\n\\end{program}\n\\begin{Out}\n} %\n\\end{Out}\n"
        "\\begin{rustcode}\n{{ $\n\\end{rustcode}\nIt is |5 %| of \\file{a%b}.\n\nBirds sing."
    )
    manuscript = read(tmp_path, body, preamble=preamble)
    assert texts(manuscript) == ["It is 5 % of a%b.", "Birds sing."]
    assert manuscript.unread == ()


def test_text_behind_verbatim_on_the_same_line_is_read(tmp_path: Path) -> None:
    body = "Water \\begin{comment} gone \\end{comment} flows.\n\\begin{verbatim} x\n"
    assert texts(read(tmp_path, f"{body}\\end{{verbatim}} On.")) == ["Water flows.", "On."]


def test_a_comment_before_an_empty_line_ends_the_paragraph(tmp_path: Path) -> None:
    manuscript = read(tmp_path, "Water flows. % note\n\nBirds sing.")
    assert [one.paragraph for one in manuscript.sentences] == [0, 1]


@pytest.mark.parametrize(
    ("broken", "what"),
    [
        ("\\begin{table}\n\\begin{tabular}{l} cell \\\\ \\end{tabular}", "\\begin{table}"),
        ("\\begin{verbatim}\nx = 1", "\\begin{verbatim}"),
        ("\\begin{itemize} \\item Reeds grow.", "\\begin{itemize}"),
        ("\\begin{equation} a = b", "\\begin{equation}"),
        ("Reeds \\emph{grow slowly.", "\\emph{grow slowly."),
        ("Reeds grow.\\footnote{As all know.", "\\footnote{As all know."),
        ("\\section{Reeds", "\\section{Reeds"),
        ("Reeds {\\bf grow.", "{\\bf grow."),
        ("The price is $5 a piece.", "$"),
        ("Let \\(x be small.", "\\("),
        ("Let \\[x = 1", "\\["),
        ("\\begin{figure}\\caption{Reeds", "\\begin{figure}"),
        ("\\iffalse Reeds grow.", "\\iffalse"),
        ("\\iffalse Reeds \\else grow.", "\\iffalse"),
        ("\\iftrue Reeds grow.", "\\iftrue"),
        ("The code is \\verb|x = 1.", "\\verb|"),
        ("The code is \\lstinline!x = 1.", "\\lstinline!"),
    ],
)
def test_what_follows_something_unclosed_is_read_and_it_is_named(
    tmp_path: Path, broken: str, what: str
) -> None:
    follows = (
        "\\section{Second}\n" + BEHIND + " \\cite{oak2019} And \\emph{more} of it, at $a$.\n\n"
        "\\begin{table}\\caption{A}\\begin{tabular}{l} 1 \\end{tabular}\\end{table}\n\nThe end."
    )
    manuscript = read(tmp_path, f"Water flows.\n\n{broken}\n\n{follows}")
    found = texts(manuscript)
    assert found[0] == "Water flows."
    assert found[-1] == "The end."
    assert any(BEHIND[:-1] in text for text in found)
    assert "Second" in [section.title for section in manuscript.sections]
    assert [marker.references for one in manuscript.sentences for marker in one.markers] == [(0,)]
    faults = [part for part in manuscript.unread if part.kind == "construct"]
    (fault,) = [part for part in faults if "caption" not in str(part.text)]
    assert what in str(fault.text)
    assert (fault.file, fault.line) == ("marsh.tex", 6)


@pytest.mark.parametrize("opened", ["\\section{Reeds", "Reeds grow.\\footnote{As all know."])
def test_a_title_or_note_without_an_end_takes_no_line_below(tmp_path: Path, opened: str) -> None:
    manuscript = read(tmp_path, f"{opened}\nBirds sing \\cite{{oak2019}}.\n\nIt ends.")
    assert texts(manuscript)[-2:] == ["Birds sing Oak et al. (2019).", "It ends."]
    assert any(
        "Reeds" in str(part.text) or "As all" in str(part.text) for part in manuscript.unread
    )


def test_a_flag_without_an_end_is_named(tmp_path: Path) -> None:
    body = "\\newif\\ifdraft\n\nWater flows.\n\n\\ifdraft Reeds grow.\n\nBirds sing."
    manuscript = read(tmp_path, body)
    assert texts(manuscript) == ["Water flows.", "Reeds grow.", "Birds sing."]
    (part,) = manuscript.unread
    assert "\\ifdraft" in str(part.text)
    assert part.line == 8


def test_a_stray_end_loses_nothing(tmp_path: Path) -> None:
    manuscript = read(tmp_path, "Water } flows.\n\n\\end{quote} Birds \\] sing.\n\n} It ends.")
    assert texts(manuscript) == ["Water flows.", "Birds sing.", "It ends."]


@pytest.mark.parametrize(
    "text",
    [
        r"a {b} \begin{x} $c$ \(d\) \[e\] $$f$$ \end{x} \{ \$ \\[2mm] $g_{\text{if $h$}}$",
        "{\\small\n\n\\section{A} b\n\n}",
        "$a$$b$ \\begin{align*} x &= y \\\\ \\end{align*}",
        "\\item[{[a]}] \\left[ 0, 1 \\right) \\verb",
    ],
)
def test_what_is_whole_stays_as_it_is(text: str) -> None:
    assert mend(text, {"x"}) == (text, [])


def test_an_article_within_as_pdf_is_named(tmp_path: Path) -> None:
    (tmp_path / "paper.pdf").write_bytes(b"%PDF-1.4")
    (part,) = read(tmp_path, "Birds sing. \\includepdf[pages=-]{paper.pdf}").unread
    assert str(part.text) == wording.fill(wording.NOT_A_LATEX_FILE, file="paper.pdf")


def test_includes_are_followed_in_every_form(tmp_path: Path) -> None:
    names = ["one", "Two", "three", "four", "five", "six"]
    (tmp_path / "Parts").mkdir()
    for name in names:
        (tmp_path / "Parts" / f"{name}.tex").write_text(f"The file {name} is read.")
    preamble = (
        "\\newcommand{\\chap}[1]{\\input{Parts/#1}}\\def\\folder{Parts}"
        "\\makeatletter\\def\\input@path{{./}{Parts/}}\\makeatother"
    )
    body = (
        "\\chap{one}\n\n\\input{parts/two}\n\n\\input{\\folder/three}\n\n\\input four \n\n"
        "\\subimport*{Parts}{five}\n\n\\IfFileExists{Parts/six}{\\input{Parts/six.tex}}{}"
    )
    manuscript = read(tmp_path, body, preamble=preamble)
    assert texts(manuscript) == [f"The file {name} is read." for name in names]
    assert manuscript.unread == ()


def test_what_is_never_shown_ends_at_its_own_end(tmp_path: Path) -> None:
    body = (
        "Water flows. \\iffalse gone \\ifx a b \\fi gone \\else Reeds grow. \\fi Birds sing.\n\n"
        "$a \\iff b$. \\iffalse\n\\input{missing}\n\\fi\nIt ends."
    )
    manuscript = read(tmp_path, body)
    assert " ".join(texts(manuscript)).count("gone") == 0
    assert texts(manuscript)[:3] == ["Water flows.", "Reeds grow.", "Birds sing."]
    assert texts(manuscript)[-1] == "It ends."
    assert manuscript.unread == ()


def test_a_table_that_holds_a_heading_is_read(tmp_path: Path) -> None:
    body = "Water flows.\n\n\\begin{titlepage}\\section*{Abstract} Birds sing.\\end{titlepage}"
    assert texts(read(tmp_path, body)) == ["Water flows.", "Birds sing."]


def test_a_command_that_may_cite_is_named(tmp_path: Path) -> None:
    body = "Birds sing \\zcite[3]{unlisted}. Again \\cite{oak2019}. \\citestyle{x}"
    manuscript = read(tmp_path, body)
    (part,) = manuscript.unread
    assert part.kind == "citation"
    assert "\\zcite[3]{unlisted}" in str(part.text)
    assert part.line == 4


@pytest.mark.parametrize(
    ("preamble", "typed", "shown"),
    [
        (
            r"\newcommand{\Net}{Reed{\small NET}\xspace}",
            r"We ran \Net{} there.",
            "We ran ReedNET there.",
        ),
        (
            r"\newcommand{\Cpp}{C\textls[-40]{++}\xspace}",
            r"We wrote \Cpp code.",
            "We wrote C++ code.",
        ),
        ("", r"\lettrine[lines=3, loversize=0.1]{B}{irds} sing.", "Birds sing."),
        ("", r"\lettrine{B}{irds} {\em all} sing.", "Birds all sing."),
        ("", r"\selectlanguage{british}Birds sing.", "Birds sing."),
        ("", r"Birds \fbox{all} sing.", "Birds all sing."),
        ("", r"\DeclareFontShape{OT1}{reed}{m}{n}{<5><6>reed8}{}Birds sing.", "Birds sing."),
        ("", r"\@ifundefined{reed.read}{\@namedef{reed.read}{}}{}Birds sing.", "Birds sing."),
    ],
)
def test_commands_of_layout_and_code_leave_no_trace(
    tmp_path: Path, preamble: str, typed: str, shown: str
) -> None:
    manuscript = read(tmp_path, typed, preamble=preamble)
    assert texts(manuscript) == [shown]
    assert manuscript.unread == ()


def test_both_branches_of_a_toggle_are_sentences(tmp_path: Path) -> None:
    body = r"\iftoggle{long}{Birds sing at dawn.}{Birds sing.} Reeds do not."
    assert texts(read(tmp_path, body)) == ["Birds sing at dawn.", "Birds sing.", "Reeds do not."]


def test_programs_between_sentences_are_no_text(tmp_path: Path) -> None:
    program = r"\makeatletter\ifreed@x 12pt\else\reed@y{cmtex8}\fi\makeatother"
    manuscript = read(tmp_path, f"Birds sing. {program} Reeds do not.")
    assert texts(manuscript) == ["Birds sing.", "Reeds do not."]
    assert manuscript.unread == ()


def test_running_text_is_kept_where_a_program_was_not_ended_in_time(tmp_path: Path) -> None:
    body = (
        "\\makeatletter Birds sing in the reeds \\cite{oak2019}. \\makeatother Reeds do not.\n\n"
        "\\makeatletter We listened to all of the birds that sang in the reeds at dawn."
        " \\makeatother It was early."
    )
    joined = " ".join(texts(read(tmp_path, body)))
    assert "Birds sing in the reeds" in joined
    assert "We listened to all of the birds that sang in the reeds at dawn." in joined


def test_files_that_a_command_names_are_followed(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "one.tex").write_text("Reeds do not.", encoding="utf-8")
    manuscript = read(
        tmp_path,
        r"Birds sing. \input{\where{one}} \input{\where{two}}",
        preamble=r"\newcommand{\where}[1]{parts/#1}",
    )
    assert texts(manuscript) == ["Birds sing.", "Reeds do not."]
    (missing,) = manuscript.unread
    assert "parts/two" in str(missing.text)


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


def test_what_is_cited_behind_an_unclosed_verb_is_shown_as_a_citation(tmp_path: Path) -> None:
    manuscript = read(tmp_path, "Use \\verb|sand as in \\citet{oak2019}.\n\nClay is \\emph{light}.")
    assert not [text for text in texts(manuscript) if "\\" in text]
    assert "\\verb|" in str(manuscript.unread)
    assert manuscript.sentences[0].markers[0].references == (0,)
