"""Documents that cite an entry by one of its ``ids``, as biber allows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from core.base.records import Manuscript
from core.manuscript.latex import document
from core.manuscript.markup import markdown, typst
from tests.core.library.keys.aliases import BIB

LATEX = r"""\documentclass{article}\usepackage{biblatex}\addbibresource{refs.bib}
\begin{document}
Reeds sing \cite{marsh-old}. They rest \cite{marsh2011,fen-old}. All is %s.
\printbibliography
\end{document}
"""
MARKDOWN = """---
bibliography: refs.bib
---
Reeds sing [@marsh-old]. They rest [@marsh2011; @fen-old].
"""
TYPST = 'Reeds sing @marsh-old. They rest @marsh2011 @fen-old.\n#bibliography("refs.bib")\n'


@pytest.mark.parametrize(
    ("name", "text", "parse"),
    [
        ("draft.tex", LATEX % "still", document.parse),
        ("draft.md", MARKDOWN, markdown.parse),
        ("draft.typ", TYPST, typst.parse),
    ],
)
def test_a_citation_by_an_alias_leads_to_its_entry(
    tmp_path: Path, name: str, text: str, parse: Callable[[Path], Manuscript]
) -> None:
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    (tmp_path / name).write_text(text, encoding="utf-8")
    manuscript = parse(tmp_path / name)
    assert [reference.key for reference in manuscript.references] == ["marsh2011", "fen2012"]
    cited = [marker for sentence in manuscript.sentences for marker in sentence.markers]
    assert {number for marker in cited for number in marker.references} == {0, 1}
    assert cited[0].references == (0,)
    assert not any(marker.unresolved for marker in cited)


def test_everything_is_listed_once_where_all_entries_are_cited(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    (tmp_path / "draft.tex").write_text(LATEX % r"here\nocite{*}", encoding="utf-8")
    manuscript = document.parse(tmp_path / "draft.tex")
    assert [reference.key for reference in manuscript.references] == ["marsh2011", "fen2012"]


def test_a_key_that_another_entry_has_is_no_alias(tmp_path: Path) -> None:
    (tmp_path / "refs.bib").write_text(BIB.replace("fen-old", "marsh2011"), encoding="utf-8")
    text = r"Reeds sing \cite{marsh2011}.\bibliography{refs}"
    (tmp_path / "draft.tex").write_text(text, encoding="utf-8")
    manuscript = document.parse(tmp_path / "draft.tex")
    assert [reference.title for reference in manuscript.references] == ["Reeds by night"]


def test_the_list_of_biber_names_aliases(tmp_path: Path) -> None:
    listed = r"""
\entry{marsh2011}{article}{}\name{author}{1}{}{{{}{family={Marsh},given={Bo}}}}
\field{title}{Reeds by night}\field{year}{2011}\endentry
\keyalias{marsh-old}{marsh2011}
"""
    (tmp_path / "draft.bbl").write_text(listed, encoding="utf-8")
    (tmp_path / "draft.tex").write_text(LATEX % "still", encoding="utf-8")
    manuscript = document.parse(tmp_path / "draft.tex")
    first, second = (sentence.markers[0] for sentence in manuscript.sentences[:2])
    assert (first.references, first.unresolved) == ((0,), ())
    assert second.unresolved == ("fen-old",)
