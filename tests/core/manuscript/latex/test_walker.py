"""Reading plain words at once must give what pylatexenc gives letter by letter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pylatexenc.latexwalker import LatexWalker  # type: ignore[import-untyped]

from core.manuscript.latex.text import WordsWalker, _context

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
