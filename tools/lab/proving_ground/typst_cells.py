"""Cells that Typst typesets: its own styles of references, in one and two columns."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tools.lab.proving_ground import article
from tools.lab.proving_ground.pandoc_cells import Cell, run_pandoc, write_body
from tools.lab.proving_ground.tools_used import find_python, read_pdf_text, run_tool

TYPST_STYLES = (
    "ieee", "apa", "chicago-author-date", "modern-language-association", "vancouver", "nature",
    "american-physics-society", "american-chemical-society", "harvard-cite-them-right",
    "springer-lecture-notes-in-computer-science", "royal-society-of-chemistry", "chicago-notes",
    "gb-7714-2015-numeric", "iso-690-author-date", "elsevier-harvard",
    "deutsche-gesellschaft-für-psychologie",
)  # fmt: skip
_EMPHASIS = re.compile(r"\\emph\{(?P<inside>(?:[^{}]|\{[^{}]*\})*)\}")
_COMPILE = "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])"


@dataclass(frozen=True, slots=True)
class _Look:
    name: str
    columns: int = 1
    numbered_lines: bool = False


_LOOKS = (_Look("1 col."), _Look("2 col.", 2), _Look("line numbers", numbered_lines=True))


def write_typst_cells(folder: Path, styles: Sequence[str], *, typeset: bool) -> Iterator[Cell]:
    """Write the article in each style; ``typeset`` says whether Typst runs."""
    bib = run_pandoc(["-f", "csljson", "-t", "biblatex", folder / "works.json"])
    bib = _EMPHASIS.sub(lambda match: match["inside"], bib)  # Typst prints the command
    (folder / "t.bib").write_text(bib, encoding="utf-8")
    text = _write_text()
    for style in styles or TYPST_STYLES:
        place = folder / f"typst-{style}"
        place.mkdir(exist_ok=True)
        shutil.copy(folder / "t.bib", place / "works.bib")
        for look in _LOOKS:
            source = place / f"{look.name.replace(' ', '')}.typ"
            source.write_text(_write_front(style, look) + text, encoding="utf-8")
            if look.columns == 1 and not look.numbered_lines:
                yield Cell("Typst source", style, source)
            if typeset and find_python("typst"):
                path = source.with_suffix(".pdf")
                run_tool([find_python("typst"), "-c", _COMPILE, source, path])
                plain = read_pdf_text(path)
                yield Cell(f"Typst PDF, {look.name}", style, path, plain, style != "chicago-notes")


def _write_text() -> str:
    markdown = write_body(with_names=False).replace(article.write_table(), "TABLEHERE\n")
    text = run_pandoc(["-f", "markdown", "-t", "typst", "--wrap=none"], markdown)
    text = text.replace("TABLEHERE", _write_table())
    return f'{text}\n#cite(<{article.UNCITED}>, form: none)\n#bibliography("works.bib")\n'


def _write_table() -> str:
    rows = [
        ", ".join("[" + re.sub(r"\{(\w+)\}", r"@\1", cell) + "]" for cell in row) + ",\n"
        for row in article.TABLE
    ]
    body = "".join(rows)
    return f"#figure(\n  table(columns: 4,\n{body}  ),\n  caption: [{article.TABLE_CAPTION}],\n)\n"


def _write_front(style: str, look: _Look) -> str:
    names = ", ".join(f"{given} {family}" for given, family in article.AUTHORS)
    columns = f", columns: {look.columns}" if look.columns > 1 else ""
    lines = '#set par.line(numbering: "1")\n' if look.numbered_lines else ""
    authors = ", ".join(f'"{given} {family}"' for given, family in article.AUTHORS)
    return (
        f'#set document(title: "{article.TITLE}", author: ({authors}))\n'
        f'#set page(paper: "a4", numbering: "1"{columns})\n#set text(size: 10pt)\n'
        f'#set par(justify: true)\n{lines}#set bibliography(style: "{style}")\n'
        '#place(top + center, float: true, scope: "parent")[\n'
        f'  #text(size: 17pt, weight: "bold")[{article.TITLE}]\n\n  {names}\n]\n\n'
        f"#heading(outlined: false, numbering: none)[Abstract]\n{article.ABSTRACT}\n\n"
    )
