"""Reading plain words at once must give what pylatexenc gives letter by letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pylatexenc.latexwalker import LatexWalker  # type: ignore[import-untyped]

from core.manuscript.latex.text import WordsWalker, _context
from tests.core.manuscript.tex import NUMERIC, markers, read, texts

PIECES = (
    "reeds",
    "été",
    "10.1000/x",
    " ",
    "  ",
    "\n",
    "\n\n",
    "~",
    "--",
    "``",
    "''",
    "?`",
    "!`",
    "?",
    "!",
    "-",
    "'",
    "(x)",
    '=+|"@',
    "\t",
    "[",
    "]",
    "*",
    "%a note\n",
    "{",
    "}",
    "$",
    "_",
    "^2",
    "&",
    "\\cite[p. 3]{Rees}",
    "\\frac12",
    "\\section*{Reeds}",
    "\\item ",
    "\\emph ab",
    "\\'e",
    "\\begin{quote}",
    "\\end{quote}",
    "\\verb|a b|",
    "\\\\",
)


@given(st.lists(st.sampled_from(PIECES), max_size=30))
def test_words_read_at_once_give_the_nodes_of_single_letters(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert told(WordsWalker, text) == told(LatexWalker, text)


def test_an_argument_without_braces_is_one_letter() -> None:
    ((_, whole, arguments),) = told(WordsWalker, "\\frac12")
    assert whole == "\\frac12"
    assert [each[1] for each in arguments] == ["1", "2"]


def told(walker: type[LatexWalker], text: str) -> list[tuple[Any, ...]]:
    """Return what the nodes of a text are, with those inside them."""
    parsed = walker(text, latex_context=_context(), tolerant_parsing=True)
    return list(_told(parsed.get_latex_nodes()[0]))


def _told(nodes: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    for node in nodes:
        if node is not None:
            arguments = getattr(node, "nodeargd", None)
            inner = [*(getattr(node, "nodelist", None) or ())]
            inner += (arguments.argnlist or ()) if arguments is not None else ()
            yield type(node).__name__, node.latex_verbatim(), list(_told(inner))


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


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"A {\color[rgb]{1,0,0} red} and \textcolor[HTML]{FF0000}{warm} pool.",
         "A red and warm pool."),
        (r"See \href[page=2]{https://a.example}{the page} of sand.", "See the page of sand."),
        (r"Say \foreignlanguage[date]{french}{le sable} and \textgerman[spelling=old]{Sand} here.",
         "Say le sable and Sand here."),
        (r"A \fcolorbox[rgb]{1,0,0}[gray]{.5}{frame} of sand.\pagecolor[rgb]{1,1,1}",
         "A frame of sand."),
        (r"\begin{otherlanguage*}[variant=swiss]{german}Der Sand ist nass.\end{otherlanguage*}",
         "Der Sand ist nass."),
        (r"\begin{german}[variant=swiss]Der Sand ist kalt.\end{german}", "Der Sand ist kalt."),
        (r"\begin{adjustwidth}{1cm}{2cm}The sand is wide.\end{adjustwidth}", "The sand is wide."),
    ],
)  # fmt: skip
def test_what_colours_languages_and_widths_are_told_is_no_text(
    tmp_path: Path, source: str, text: str
) -> None:
    assert texts(read(tmp_path, "\\section{Introduction}\n" + source)) == [text]


def test_a_bracket_of_one_group_takes_nothing_behind_it(tmp_path: Path) -> None:
    source = "\\section{One}\nThe $-i\\braket{a|b}$ of $x$ is $\\braket{c}{d} = 1$ here."
    assert texts(read(tmp_path, source)) == ["The -i⟨a|b⟩ of x is ⟨c|d⟩ = 1 here."]
