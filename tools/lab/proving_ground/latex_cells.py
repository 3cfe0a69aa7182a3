"""Cells that LaTeX typesets: classes of publishers, styles of BibTeX and biblatex.

Each is read four times: the source with its ``.bib``, the source with the formatted list alone
(as arXiv has it), and the PDF.
"""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from core.base.errors import UsageError
from tools.lab.proving_ground import article
from tools.lab.proving_ground.pandoc_cells import Cell, run_pandoc, write_body
from tools.lab.proving_ground.tools_used import has_latex, read_pdf_text, run_tool


@dataclass(frozen=True, slots=True)
class LatexStyle:
    """A class with a style of references. ``citing`` is natbib, biblatex or plain.

    ``options`` are those of the package that cites.
    """

    name: str
    document_class: str
    style: str
    citing: str = "natbib"
    options: str = ""
    preamble: str = ""


def _natbib(style: str, options: str = "") -> LatexStyle:
    return LatexStyle(f"article, {style}", "article", style, "natbib", options)


def _biblatex(style: str) -> LatexStyle:
    options = f"backend=biber,style={style}"
    return LatexStyle(f"article, biblatex {style}", "article", style, "biblatex", options)


LATEX_STYLES: tuple[LatexStyle, ...] = (
    *map(_natbib, ("plainnat", "abbrvnat", "unsrtnat", "apalike", "agsm", "chicago")),
    LatexStyle("article, numbers", "article", "unsrtnat", "natbib", "numbers,sort&compress"),
    LatexStyle("article, superscripts", "article", "unsrtnat", "natbib", "super,sort&compress"),
    *(
        LatexStyle(f"article, {style}", "article", style, "plain")
        for style in ("plain", "abbrv", "alpha", "unsrt", "ieeetr", "acm", "siam", "amsalpha")
    ),
    *map(
        _biblatex,
        ("numeric", "numeric-comp", "alphabetic", "authoryear", "authoryear-comp", "apa", "ieee",
         "nature", "science", "chem-acs", "chem-angew", "phys", "mla", "authortitle", "verbose",
         "ext-numeric", "gb7714-2015", "iso-authoryear"),
    ),
    LatexStyle("article, line numbers", "article", "plainnat", "natbib", "round",
               "\\usepackage{lineno}\\linenumbers"),
    LatexStyle("article, two columns", "article[twocolumn]", "plainnat", "natbib", "round"),
    LatexStyle("article, two columns, super", "article[twocolumn]", "unsrtnat", "natbib",
               "super,sort&compress"),
    LatexStyle("IEEEtran", "IEEEtran[journal]", "IEEEtran", "plain"),
    LatexStyle("acmart", "acmart[sigconf,nonacm]", "ACM-Reference-Format", "own"),
    LatexStyle("acmart, authors and years", "acmart[acmsmall,nonacm,authoryear]",
               "ACM-Reference-Format", "own"),
    LatexStyle("elsarticle, numbers", "elsarticle[preprint,3p]", "elsarticle-num", "own"),
    LatexStyle("elsarticle, Harvard", "elsarticle[preprint,3p,authoryear]", "elsarticle-harv",
               "own"),
    LatexStyle("REVTeX, prl", "revtex4-2[aps,prl,reprint,superscriptaddress]", "apsrev4-2", "own"),
    LatexStyle("REVTeX, rmp", "revtex4-2[aps,rmp,reprint]", "apsrmp4-2", "own"),
    LatexStyle("AASTeX", "aastex631", "aasjournal", "own"),
    LatexStyle("Springer LNCS", "llncs", "splncs04", "plain"),
    LatexStyle("AMS article", "amsart", "amsplain", "plain"),
)  # fmt: skip


def write_latex_cells(folder: Path, styles: Sequence[str], *, typeset: bool) -> Iterator[Cell]:
    """Write the article with each class and style; ``typeset`` says whether LaTeX runs."""
    for style in LATEX_STYLES:
        if not styles or style.name in styles:
            yield from _write_style(folder, style, typeset=typeset and has_latex())


def _write_style(folder: Path, style: LatexStyle, *, typeset: bool) -> Iterator[Cell]:
    name = re.sub(r"\W+", "-", style.name)
    place = folder / f"latex-{name}"
    place.mkdir(exist_ok=True)
    dialect = "biblatex" if style.citing == "biblatex" else "bibtex"
    works = folder / "works.json"
    entries = run_pandoc(["-f", "csljson", "-t", dialect, works])
    (place / "works.bib").write_text(_write_accents(entries), encoding="utf-8")
    source = place / "article.tex"
    source.write_text(_write_source(style), encoding="utf-8")
    yield Cell("LaTeX, .bib", style.name, source)
    if not typeset:
        return
    try:
        _typeset(place, style)
    except UsageError as error:
        click.echo(str(error), err=True)
        return
    lists = place.parent / f"bbl-{name}"
    lists.mkdir(exist_ok=True)
    for file in ("article.tex", "article.bbl"):
        shutil.copy(place / file, lists / file)
    listed = style.name not in ("article, biblatex verbose",)
    plain = read_pdf_text(place / "article.pdf")
    formatted = re.sub(r"\\[A-Za-z]+", " ", (place / "article.bbl").read_text("utf-8", "replace"))
    yield Cell("LaTeX, .bbl", style.name, lists / "article.tex", formatted, listed)
    yield Cell("LaTeX, PDF", style.name, place / "article.pdf", plain, listed)


def _typeset(place: Path, style: LatexStyle) -> None:
    """Run LaTeX and what makes the list.

    Raises:
        UsageError: there is no PDF.
    """
    latex = ["pdflatex", "-interaction=nonstopmode", "article.tex"]
    run_tool(latex, place, may_fail=True)
    lister = ["biber" if style.citing == "biblatex" else "bibtex", "article"]
    # REVTeX puts the footnotes into the list: what they cite is known only then
    for command in (lister, latex, lister, latex, latex):
        run_tool(command, place, may_fail=True)
    if not (place / "article.pdf").exists() or not (place / "article.bbl").exists():
        log = (place / "article.log").read_text("utf-8", "replace")
        problems = re.findall(r"^! .*(?:\n.*){2}", log, re.MULTILINE)
        raise UsageError(f"LaTeX failed on {style.name}: {problems[:2]}")


# --- the source ----------------------------------------------------------------------------------

_CITED_KEYS = re.compile(r"[a-z]+\d{4}[a-z]?")
_PACKAGES = "\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n"


def _write_source(style: LatexStyle) -> str:
    options = re.search(r"\[(.*)\]", style.document_class)
    document_class = style.document_class.partition("[")[0]
    head = f"\\documentclass{options[0] if options else ''}{{{document_class}}}\n{_PACKAGES}"
    if style.citing == "natbib":
        head += f"\\usepackage[{style.options}]{{natbib}}\n"
    if style.citing == "biblatex":
        head += f"\\usepackage[{style.options}]{{biblatex}}\n\\addbibresource{{works.bib}}\n"
    head += "\\usepackage{booktabs}\n\\usepackage{hyperref}\n" if document_class != "acmart" else ""
    head += style.preamble + "\n"
    return (
        f"{head}{_write_front(document_class)}\n{_write_text(style)}\n"
        f"\\nocite{{{article.UNCITED}}}\n{_write_list(style)}\\end{{document}}\n"
    )


def _write_list(style: LatexStyle) -> str:
    if style.citing == "biblatex":
        return "\\printbibliography\n"
    return f"\\bibliographystyle{{{style.style}}}\n\\bibliography{{works}}\n"


def _write_text(style: LatexStyle) -> str:
    dialect = "biblatex" if style.citing == "biblatex" else "natbib"
    markdown = write_body(with_names=False)
    table = article.write_table()
    markdown = markdown.replace(table, "TABLEHERE\n")
    text = run_pandoc(["-f", "markdown", "-t", "latex", f"--{dialect}"], markdown)
    text = text.replace("TABLEHERE", _write_table(dialect))
    return _with_plain_cites(text) if style.citing == "plain" else text


def _with_plain_cites(text: str) -> str:
    r"""Return a text whose citations are all ``\cite``; authors in the sentence are typed."""

    def join(match: re.Match[str]) -> str:
        return f"\\cite{{{','.join(_CITED_KEYS.findall(match[0]))}}}"

    def name(match: re.Match[str]) -> str:
        return f"{article.name_authors(match['key'])}~\\cite{{{match['key']}}}"

    def join_keys(match: re.Match[str]) -> str:
        return match[0].replace(", ", ",")  # BibTeX allows no space there

    text = re.sub(r"\\citetext\{(?:[^{}]|\{[^{}]*\})*\}", join, text)
    text = re.sub(r"\\citet\{(?P<key>\w+)\}", name, text)
    text = re.sub(r"\\citep\[[^\]]*\]\[\]", r"\\cite", text)
    text = re.sub(r"\\cite(?:p|yearpar)(?=[\[{])", r"\\cite", text)
    return re.sub(r"\\cite\b(?:\[[^\]]*\])*\{[^{}]*\}", join_keys, text)


def _write_accents(text: str) -> str:
    """Return a text with its accents as commands, which BibTeX needs to shorten given names."""
    accents = {"\u0301": "'", "\u0300": "`", "\u0308": '"', "\u0303": "~"}
    parts = [unicodedata.normalize("NFD", char) for char in text]
    return "".join(
        f"{{\\{accents[part[1]]}{part[0]}}}" if part[1:] in accents and part[1:] else part
        for part in parts
    )


def _write_table(dialect: str) -> str:
    cite = r"\\parencite" if dialect == "biblatex" else r"\\citep"
    rows = [
        " & ".join(re.sub(r"(?=\{\w+\d{4}\})", cite, cell) for cell in row) + r" \\"
        for row in article.TABLE
    ]
    body = "\n".join([rows[0], "\\hline", *rows[1:]])
    return (
        f"\\begin{{table}}\n\\caption{{{article.TABLE_CAPTION}}}\n"
        f"\\begin{{tabular}}{{lrrl}}\n{body}\n\\end{{tabular}}\n\\end{{table}}\n"
    )


_NAMES = [f"{given} {family}" for given, family in article.AUTHORS]
_JOINED_NAMES = " \\and ".join(_NAMES)
_ABSTRACT = f"\\begin{{abstract}}\n{article.ABSTRACT}\n\\end{{abstract}}\n"
_BEGIN = "\\begin{document}\n"
_PLACE = "Institute of Coastal Physics, University of Northgate, Northgate"


def _write_front(document_class: str) -> str:
    """Return title, authors and abstract as a class wants them."""
    title = f"\\title{{{article.TITLE}}}\n"
    fronts = {
        "IEEEtran": f"{title}\\author{{{_join_ieee()}}}\n{_BEGIN}\\maketitle\n{_ABSTRACT}",
        "acmart": _BEGIN + title + "".join(
            f"\\author{{{name}}}\n\\affiliation{{\\institution{{University of Northgate}}"
            f"\\city{{Northgate}}\\country{{Norland}}}}\n" for name in _NAMES
        ) + _ABSTRACT + "\\maketitle\n",
        "elsarticle": _BEGIN + "\\begin{frontmatter}\n" + title + "".join(
            f"\\author[a]{{{name}}}\n" for name in _NAMES
        ) + f"\\address[a]{{{_PLACE}}}\n{_ABSTRACT}\\begin{{keyword}}\nrock pools \\sep cooling "
        "\\sep tides\n\\end{keyword}\n\\end{frontmatter}\n",
        "revtex4-2": _BEGIN + title + "".join(f"\\author{{{name}}}\n" for name in _NAMES)
        + f"\\affiliation{{{_PLACE}}}\n{_ABSTRACT}\\maketitle\n",
        "aastex631": _BEGIN + title + "".join(
            f"\\author{{{name}}}\n\\affiliation{{{_PLACE}}}\n" for name in _NAMES
        ) + _ABSTRACT,
        "llncs": f"{_BEGIN}{title}\\author{{{_JOINED_NAMES}}}\n"
        f"\\institute{{{_PLACE}}}\n\\maketitle\n{_ABSTRACT}",
        "amsart": title + "".join(f"\\author{{{name}}}\n" for name in _NAMES)
        + f"{_BEGIN}{_ABSTRACT}\\maketitle\n",
    }  # fmt: skip
    plain = f"{title}\\author{{{_JOINED_NAMES}}}\n{_BEGIN}\\maketitle\n{_ABSTRACT}"
    return fronts.get(document_class, plain)


def _join_ieee() -> str:
    return (
        ", ".join(_NAMES[:-1]) + f", and {_NAMES[-1]}\\thanks{{The authors are with the {_PLACE}.}}"
    )
