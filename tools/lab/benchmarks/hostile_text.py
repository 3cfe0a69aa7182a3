"""Text made to be slow to read: processor seconds for each kind, and for more and more of it.

    python -m tools.lab.benchmarks.hostile_text [--chars 20000] [--seconds 30] [READER...]

READER is a manuscript's (latex, markdown, typst, word, odt), a format of references, or "pasted",
text of any kind from the clipboard. Each kind is read at three sizes, each twice the one before: it
is linear where the last takes about four times the first. What takes more than six times, and a
fifth of a second, is printed, as is each kind that takes more than a second at the largest size.
"""

from __future__ import annotations

import argparse
import json
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path

from docx import Document

from core.base.errors import EngineError
from core.formats.registry import get_format
from core.library.imports.pasting import parse_entries
from core.manuscript.sources import read_manuscript
from tests.core.manuscript.odt.test_document import odt

_SIGNS = (
    *("{", "}", "[", "]", "(", ")", "$", "%", "\\", "&", "~", "<", ">", '"', "#", "@", "-", "–"),
    *(" ", "\n", "\n\n", "\t \n", "a ", "a. ", "A. B. ", "1,", "1-", "1999-", "et al. ", "Jr., "),
    *("[1] ", "[1,2", "(Roe, 2001) ", "(Roe 2001; ", "Roe (2001", "10.1000/", "http://a", "arXiv:"),
)
_TEX = (
    *(
        "\\begin{",
        "\\begin{a}",
        "\\end{a}",
        "\\(",
        "\\[",
        "$x$ ",
        "\\cite{",
        "\\cite{a}",
        "\\cite[",
    ),
    *(
        "\\cite{a,b,",
        "\\emph{",
        "\\section{",
        "\\newcommand{\\x}{\\x\\x}\\x ",
        "\\verb|",
        "\\item ",
    ),
    *("\\footnote{", "\\bibitem{", "\\if", "\\iffalse ", "\\href{a}{", "\\caption{", "{\\", "\\'"),
)
_MARKDOWN = (
    *("[@a ", "@a ", "[@a1 @a1 ", " @a1[", "@{a", "`r ", "`{", "^[", "[^1]", "\n[^1]: \n \n", "!["),
    *(
        "$$ ",
        "$$",
        "\\begin{a}",
        "\\begin{a}\n",
        "<!-- ",
        "```\n",
        "::: \n",
        "- @a\n",
        "| a ",
        "> ",
        "*",
        "_a ",
    ),
)
_TYPST = (
    *("@a[", "#a[", "#a(", "#{", "#let a=", "/* ", " // a", "#cite(<", "#bibliography("),
    *("#show: x(", "#figure[", "#footnote[@a ", "= ", "<a", "*"),
)
_BIBTEX = (
    *("@article{", "@article{a,", "@article{a, title = {", "@string{a = ", "@comment{", "a = {"),
    *(
        ' # "a"',
        "title = {A}, ",
        "\\cite{a}",
        "{\\'e}",
        "\\'{",
        "{{",
        "}}",
        " and ",
        "Roe, Ann and ",
    ),
    *("Roe,,", "\\textit{", "$a$", "\\&", "%\n", "@"),
)
_TAGGED = (
    "TY  - JOUR\n",
    "AU  - Roe, Ann\n",
    "ER  - \n",
    "\nTI  - ",
    "PMID- 1\n",
    "      a\n",
    "%A a\n",
)
_XML = ("<record>", "<title>", "</title>", "<style>", "<a b='", "&lt;", "<!--", "<![CDATA[", "&a;")
_MANUSCRIPTS = {
    "latex": ".tex",
    "markdown": ".md",
    "typst": ".typ",
    "word": ".docx",
    "odt": ".odt",
}
_TITLED = {
    "bibtex": "@article{{a,\n title = {{{}}},\n author = {{Ann Roe}}}}\n",
    "biblatex": "@article{{a,\n title = {{A}},\n author = {{{}}}}}\n",
    "ris": "TY  - JOUR\nTI  - {}\nAU  - Roe, Ann\nER  - \n",
    "endnote": "%0 Journal Article\n%T {}\n%A Roe, Ann\n",
    "nbib": "PMID- 1\nTI  - {}\nFAU - Roe, Ann\n",
    "endnote-xml": "<xml><records><record><title>{}</title></record></records></xml>",
    "jsonl": '{{"title": "{}", "authors": []}}\n',
}
"""A file of one record, whose title or authors are to be filled in."""
_CSL = ("title", "note", "page", "number", "DOI", "URL", "issued", "keyword", "container-title")
_RDF = (
    *("<rdf:li>", "<dc:title>", "<bib:Journal>", "<dcterms:isPartOf>", "<z:Collection>"),
    *("<bib:Article><z:itemType>book</z:itemType>", "<foaf:Person>", "&lt;", "<!--"),
)
_RDF_HEAD = (
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
    'xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:bib="http://purl.org/net/biblio#" '
    'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:dc="http://purl.org/dc/elements/1.1/" '
    'xmlns:foaf="http://xmlns.com/foaf/0.1/">'
)
_SLOW, _TELLING, _STEEP = 1.0, 0.2, 6.0
_Kind = tuple[str, Callable[[int], str]]


class _TooSlow(Exception):
    pass


def main() -> None:
    """Read every kind at three sizes, print what is slow, and how many kinds there were."""
    options = _options()
    for reader, kinds in _KINDS.items():
        if not options.readers or reader in options.readers:
            times = [_report(reader, name, made, options) for name, made in kinds()]
            steep = sum(_is_steep(*each) for each in times)
            slowest = max(last for _, last in times)
            told = f"{len(times)} kinds, {steep} not linear, slowest {slowest:.2f} s"
            print(f"{reader}: {told}", flush=True)


def _report(
    reader: str, name: str, made: Callable[[int], str], options: argparse.Namespace
) -> tuple[float, float]:
    """Return the seconds for the smallest and the largest size; print those of what is slow."""
    sizes = [options.chars * factor for factor in (1, 2, 4)]
    first, second, last = (_seconds(reader, made(chars), options.seconds) for chars in sizes)
    if last > _SLOW or _is_steep(first, last):
        told = f"{first:6.2f} {second:6.2f} {last:6.2f} s  × {last / max(first, 0.01):4.1f}"
        print(f"  {reader:11} {name!r:44} {told}", flush=True)
    return first, last


def _is_steep(first: float, last: float) -> bool:
    return last > _TELLING and last / max(first, 0.01) > _STEEP


def _seconds(reader: str, text: str, most: float) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a{_MANUSCRIPTS.get(reader, '.json')}"
        _write(path, reader, text)
        signal.setitimer(signal.ITIMER_REAL, most)
        started = time.process_time()
        try:
            if reader in _MANUSCRIPTS:
                read_manuscript(path, max_pages=500)
            elif reader == "pasted":
                list(parse_entries(text))
            else:
                list(get_format(reader).read_entries(path))
        except EngineError:
            pass
        except _TooSlow:
            return most
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return time.process_time() - started


def _write(path: Path, reader: str, text: str) -> None:
    """Write a text as a file; each line is a paragraph in a word processor's."""
    if reader == "word":
        document = Document()
        document.add_heading("Some words", 1)
        for line in text.split("\n"):
            document.add_paragraph(line)
        document.save(str(path))
    elif reader == "odt":
        lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in text.split("\n"))
        odt(path.parent, f"<text:h text:outline-level='1'>Some words</text:h>{lines}").rename(path)
    else:
        path.write_text(text, encoding="utf-8")


def _titled(reader: str, own: tuple[str, ...]) -> Iterator[_Kind]:
    """Yield what fills a field of a record, and what fills the file."""
    for sign in (*_SIGNS, *own):
        yield sign, lambda chars, sign=sign: _repeated(sign, chars)
        kept = json.dumps(sign)[1:-1] if reader == "jsonl" else sign
        yield (
            f"field: {sign}",
            lambda chars, kept=kept: _TITLED[reader].format(_repeated(kept, chars)),
        )


def _tex() -> Iterator[_Kind]:
    head = "\\documentclass{article}\\begin{document}\\section{A}\nSome words stand here. "
    for sign in (*_SIGNS, *_TEX):
        yield sign, lambda chars, sign=sign: f"{head}{_repeated(sign, chars)}\n\\end{{document}}\n"


def _markup(own: tuple[str, ...]) -> Iterator[_Kind]:
    for sign in (*_SIGNS, *own):
        yield sign, lambda chars, sign=sign: f"Some words.\n\n{_repeated(sign, chars)}\n\nMore.\n"


def _csl() -> Iterator[_Kind]:
    for field in _CSL:
        for sign in _SIGNS:
            yield (
                f"{field}: {sign}",
                lambda chars, field=field, sign=sign: json.dumps(
                    [{"title": "A", field: _repeated(sign, chars)}]
                ),
            )


def _rdf() -> Iterator[_Kind]:
    for sign in (*_SIGNS, *_RDF):
        yield sign, lambda chars, sign=sign: f"{_RDF_HEAD}{_repeated(sign, chars)}</rdf:RDF>"


def _repeated(sign: str, chars: int) -> str:
    return sign * (chars // len(sign))


_KINDS: dict[str, Callable[[], Iterator[_Kind]]] = {
    "latex": _tex,
    "markdown": lambda: _markup(_MARKDOWN),
    "typst": lambda: _markup(_TYPST),
    "csl": _csl,
    "zotero-rdf": _rdf,
    "word": lambda: _markup(()),
    "odt": lambda: _markup(()),
    "bibtex": lambda: _titled("bibtex", _BIBTEX),
    "biblatex": lambda: _titled("biblatex", _BIBTEX),
    "ris": lambda: _titled("ris", _TAGGED),
    "endnote": lambda: _titled("endnote", _TAGGED),
    "nbib": lambda: _titled("nbib", _TAGGED),
    "endnote-xml": lambda: _titled("endnote-xml", _XML),
    "jsonl": lambda: _titled("jsonl", ()),
    "pasted": lambda: _markup((*_TEX, *_BIBTEX, *_TAGGED, *_XML, *_RDF)),
}


def _stop(*_: object) -> None:
    raise _TooSlow


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("readers", nargs="*", metavar="READER")
    options.add_argument("--chars", type=int, default=20_000)
    options.add_argument("--seconds", type=float, default=30)
    return options.parse_args()


if __name__ == "__main__":
    signal.signal(signal.SIGALRM, _stop)
    main()
