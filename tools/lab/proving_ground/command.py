"""``python -m tools.lab proving-ground``: typesets the article, reads every cell, prints the table.

With ``--kind first`` alone, first pages in the designs of journals are typeset instead.

The table has a row for each kind of file and a column for each field: in how many cells it is
wrong. The folder keeps the cells, so that they can be read again after a change of a reader.

Typst and WeasyPrint are installed by hand (``pip install typst weasyprint``, if need be for another
Python that ``COCITE_TYPESETTERS`` names), as are LaTeX with biber, LibreOffice and Poppler.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import chain, groupby
from pathlib import Path

import click

from core.base.errors import EngineError
from core.manuscript.sources import read_manuscript
from tools.lab.proving_ground import article
from tools.lab.proving_ground.checking import FIELDS, Verdict, check
from tools.lab.proving_ground.first_pages import (
    check_first_page,
    print_first_pages,
    write_first_pages,
)
from tools.lab.proving_ground.latex_cells import LATEX_STYLES, write_latex_cells
from tools.lab.proving_ground.pandoc_cells import STYLES, Cell, write_pandoc_cells
from tools.lab.proving_ground.typst_cells import TYPST_STYLES, write_typst_cells

_KINDS = ("docx", "odt", "print", "office", "latex", "typst", "first")
_PRINTED = STYLES[::3]
"""The styles of which PDFs are made; all are written for Word and Writer."""
_CELLS = "cells.json"
_PAGES = 100


@click.command("proving-ground")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--style", "styles", multiple=True, help="Only this style (of any kind).")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(_KINDS), help="Only this kind.")
@click.option("--again", is_flag=True, help="Read the cells that the folder holds; typeset none.")
@click.option("--faults", type=click.Path(path_type=Path), help="File for what was misread.")
def command(
    folder: Path,
    styles: tuple[str, ...],
    kinds: tuple[str, ...],
    *,
    again: bool,
    faults: Path | None,
) -> None:
    """Typeset a made-up article in FOLDER in many ways, and check what is read of it."""
    folder.mkdir(parents=True, exist_ok=True)
    if kinds == ("first",):
        _print_first_pages(folder, styles, faults)
        return
    if again:
        cells = [cell for cell in _load_cells(folder) if not styles or cell.style in styles]
    else:
        cells = list(write_cells(folder, frozenset(kinds or _KINDS), styles))
        _store_cells(folder, cells)
    verdicts = [judge(cell) for cell in cells]
    if faults is not None:
        faults.write_text("\n".join(chain.from_iterable(map(_list_faults, verdicts))), "utf-8")
    click.echo("\n".join(print_table(verdicts)))


def _print_first_pages(folder: Path, designs: Sequence[str], faults: Path | None) -> None:
    pages = write_first_pages(folder, designs)
    for page in pages:
        check_first_page(page)
    rows = [
        f"{one.path.stem} | {name} | {text}" for one in pages for name, text in one.faults.items()
    ]
    if faults is not None:
        faults.write_text("\n".join(rows), "utf-8")
    click.echo("\n".join(print_first_pages(pages)))


def write_cells(folder: Path, kinds: frozenset[str], styles: Sequence[str] = ()) -> Iterator[Cell]:
    """Write the cells of the kinds, in all styles or some; without their programs, some less."""
    (folder / "works.json").write_text(json.dumps(article.WORKS), encoding="utf-8")
    chosen = [style for style in STYLES if not styles or style in styles]
    if kinds.isdisjoint(("docx", "odt", "print", "office")):
        chosen = []
    for style in chosen:
        printed = kinds if styles or style in _PRINTED else kinds - {"print", "office"}
        yield from write_pandoc_cells(folder, (style,), printed)
    if "latex" in kinds:
        names = tuple(one.name for one in LATEX_STYLES if not styles or one.name in styles)
        yield from write_latex_cells(folder, names, typeset=True)
    if "typst" in kinds:
        names = tuple(name for name in TYPST_STYLES if not styles or name in styles)
        yield from write_typst_cells(folder, names, typeset=True)


def judge(cell: Cell) -> Verdict:
    """Read a cell and return what was misread."""
    try:
        return check(cell, read_manuscript(cell.path, max_pages=_PAGES))
    except EngineError as error:
        return Verdict(cell, problem=str(error))


def print_table(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield the lines of the table: for each kind the cells, whole ones, and faults by field."""
    yield " | ".join(["kind", "cells", "whole", *FIELDS, "unread"])
    ordered = sorted(verdicts, key=lambda verdict: verdict.cell.kind)
    rows = [(kind, list(group)) for kind, group in groupby(ordered, lambda one: one.cell.kind)]
    for kind, group in [*rows, ("all", list(verdicts))]:
        counts = Counter(name for verdict in group for name in verdict.faults)
        whole = sum(verdict.is_whole for verdict in group)
        unread = sum(bool(verdict.problem) for verdict in group)
        figures = [len(group), whole, *(counts[name] for name in FIELDS), unread]
        yield " | ".join([kind, *map(str, figures)])
    if verdicts:
        yield f"{sum(one.is_whole for one in verdicts) / len(verdicts):.1%} of the cells are whole"


def _list_faults(verdict: Verdict) -> Iterator[str]:
    name = f"{verdict.cell.kind} | {verdict.cell.style}"
    if verdict.problem:
        yield f"{name} | unread | {verdict.problem}"
    for field, faults in verdict.faults.items():
        for fault in faults:
            yield f"{name} | {field} | {fault}"


def _store_cells(folder: Path, cells: Sequence[Cell]) -> None:
    rows = [asdict(cell) | {"path": str(cell.path)} for cell in cells]
    (folder / _CELLS).write_text(json.dumps(rows), encoding="utf-8")


def _load_cells(folder: Path) -> list[Cell]:
    rows = json.loads((folder / _CELLS).read_text(encoding="utf-8"))
    return [Cell(**{**row, "path": Path(row["path"])}) for row in rows]
