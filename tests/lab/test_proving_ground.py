"""A small cut of the proving ground: cells that must be read whole, and the checks themselves."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from core.base.records import Manuscript, Marker
from core.manuscript.sources import read_manuscript
from tools.lab.proving_ground import article
from tools.lab.proving_ground.checking import check
from tools.lab.proving_ground.command import judge, write_cells
from tools.lab.proving_ground.latex_cells import write_latex_cells
from tools.lab.proving_ground.pandoc_cells import Cell
from tools.lab.proving_ground.tools_used import find_pandoc
from tools.lab.proving_ground.typst_cells import write_typst_cells

_STYLES = ("ieee", "plos", "apa", "chicago-author-date", "deutsche-sprache", "annual-reviews")
_LATEX = ("article, plainnat", "article, biblatex apa", "elsarticle, numbers")

pytestmark = [
    pytest.mark.skipif(not find_pandoc(), reason="Pandoc is not installed"),
]


@pytest.mark.parametrize("style", _STYLES)
def test_word_and_writer_are_read_whole(tmp_path: Path, style: str) -> None:
    cells = list(write_cells(tmp_path, frozenset({"docx", "odt"}), [style]))
    assert [cell.kind for cell in cells] == ["Word", "Writer"]
    for cell in cells:
        verdict = judge(cell)
        assert verdict.is_whole, (cell.kind, verdict.problem, dict(verdict.faults))


@pytest.mark.parametrize("style", _LATEX)
def test_latex_sources_are_read_whole(tmp_path: Path, style: str) -> None:
    _write_works(tmp_path)
    (cell,) = write_latex_cells(tmp_path, (style,), typeset=False)
    verdict = judge(cell)
    assert verdict.is_whole, (verdict.problem, dict(verdict.faults))


def test_typst_sources_are_read_whole(tmp_path: Path) -> None:
    _write_works(tmp_path)
    (cell,) = write_typst_cells(tmp_path, ("ieee",), typeset=False)
    verdict = judge(cell)
    assert verdict.is_whole, (verdict.problem, dict(verdict.faults))


@pytest.mark.skipif(find_spec("typst") is None, reason="Typst is not installed")
def test_a_print_of_typst_is_read_whole(tmp_path: Path) -> None:
    _write_works(tmp_path)
    cells = list(write_typst_cells(tmp_path, ("ieee",), typeset=True))
    for cell in cells[1:]:
        assert judge(cell).is_whole, dict(judge(cell).faults)


# --- the checks ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cell(tmp_path_factory: pytest.TempPathFactory) -> Cell:
    folder = tmp_path_factory.mktemp("cell")
    _write_works(folder)
    (written,) = write_latex_cells(folder, ("article, plainnat",), typeset=False)
    return written


@pytest.fixture(scope="module")
def manuscript(cell: Cell) -> Manuscript:
    return read_manuscript(cell.path, max_pages=10)


def test_a_lost_citation_is_noticed(cell: Cell, manuscript: Manuscript) -> None:
    at = next(at for at, one in enumerate(manuscript.sentences) if one.markers)
    sentences = list(manuscript.sentences)
    sentences[at] = replace(sentences[at], markers=())
    faults = check(cell, replace(manuscript, sentences=tuple(sentences))).faults
    assert list(faults) == ["citations"]
    assert "ramsey2005" in faults["citations"][0]


def test_a_citation_that_is_none_is_noticed(cell: Cell, manuscript: Manuscript) -> None:
    at = next(at for at, one in enumerate(manuscript.sentences) if not one.markers)
    sentences = list(manuscript.sentences)
    end = len(sentences[at].text)
    sentences[at] = replace(sentences[at], markers=(Marker(end - 1, end, ".", (0,)),))
    faults = check(cell, replace(manuscript, sentences=tuple(sentences))).faults
    assert list(faults) == ["invented"]


def test_entries_that_are_lost_cut_or_made_up_are_noticed(
    cell: Cell, manuscript: Manuscript
) -> None:
    first, second, *rest = manuscript.references
    changed = [replace(first, title="Heat", year=1900, authors=("Ann Oak",)), *rest]
    changed.append(replace(second, index=second.index, title="", text="A note.", authors=()))
    faults = check(cell, replace(manuscript, references=tuple(changed))).faults
    assert {"list", "list titles", "list years", "list authors"} <= set(faults)


def test_a_title_that_the_list_prints_not_is_no_fault_where_it_is_right(
    cell: Cell, manuscript: Manuscript
) -> None:
    first, *rest = manuscript.references
    unprinted = replace(first, text=first.text.replace(first.title, ""))
    right = replace(manuscript, references=(unprinted, *rest))
    wrong = replace(manuscript, references=(replace(unprinted, title="Harbour Press"), *rest))
    assert check(cell, right).is_whole
    assert check(cell, wrong).faults["list titles"]


def test_title_authors_abstract_headings_and_text_are_compared(
    cell: Cell, manuscript: Manuscript
) -> None:
    other = replace(
        manuscript,
        title="Warm pools",
        authors=manuscript.authors[1:],
        abstract=manuscript.abstract[:-20],
        sections=manuscript.sections[:-1],
        sentences=manuscript.sentences[:-4],
    )
    faults = check(cell, other).faults
    assert {"title", "authors", "abstract", "headings", "text"} <= set(faults)


def test_the_article_holds_what_it_says() -> None:
    words, cites = article.list_words_and_cites()
    cited = {key for cite in cites for key in cite.keys}
    assert len(article.WORKS) == 40
    assert {article.IN_TABLE, article.UNCITED} == set(article.KEYS) - cited
    assert sum(len(cite.keys) for cite in cites) >= 75
    assert len(words) > 700


def _write_works(folder: Path) -> None:
    (folder / "works.json").write_text(json.dumps(article.WORKS), encoding="utf-8")


def test_a_cell_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "broken.docx"
    path.write_bytes(b"PK\x03\x04 nothing")
    verdict = judge(Cell("Word", "ieee", path))
    assert verdict.problem
    assert not verdict.is_whole
