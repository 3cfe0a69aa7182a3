"""A manuscript in Markdown and in Typst, with its bibliography."""

from __future__ import annotations

from pathlib import Path

from core.base.records import Manuscript

BIB = """
@article{oak2010, title={Sieves and sand}, author={Oak, Jane and Elm, Wu}, year={2010},
  journal={Journal of Clay}}
@book{ash2012, title={On heavy stones}, author={Ash, Ann}, year={2012}}
@article{fir2015, title={Wet clay}, author={Fir, Bo and Yew, Li and Box, Al}, year={2015}}
"""
TYPST = """#import "@preview/charged-ieee:0.1.3": ieee
#let unused = [Not @oak2010 here.]
#set text(size: 10pt)
#show: ieee.with(
  title: [Sand in sieves],
  authors: ((name: "Jane Oak", email: "jane@oak.example"), (name: "Wu Elm")),
  abstract: [We weigh sand.],
  index-terms: ("sand", "clay"),
  bibliography: bibliography("shared.bib"),
)
// a comment with @ash2012
= Introduction <intro>
Sieves are *exact* @oak2010 @ash2012[p. 3]. #cite(<fir2015>, form: "prose") weighs clay, see @intro.
#figure(image("a.png"), caption: [A sieve @fir2015.]) <sieve>
It is wet#footnote[As in @ash2012.], see #link("https://sand.example")[the page].
It costs $n^2$ coins.

#include "more.typ"
"""


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    (folder / "shared.bib").write_text(BIB, encoding="utf-8")
    return path


def markers(manuscript: Manuscript) -> list[tuple[str, list[str], tuple[str, ...]]]:
    """Return each marker as shown, with the titles it leads to and what leads nowhere."""
    found = []
    for sentence in manuscript.sentences:
        for marker in sentence.markers:
            assert sentence.text[marker.start : marker.end] == marker.text
            titles = [manuscript.references[at].title for at in marker.references]
            found.append((marker.text, titles, marker.unresolved))
    return found
