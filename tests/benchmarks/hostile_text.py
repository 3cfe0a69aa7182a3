"""Text made to be slow to read: processor seconds for each kind, and for twice as much of it.

    python -m tests.benchmarks.hostile_text [--chars 20000] [--seconds 30] [READER]

READER is latex, markdown, typst, csl or zotero-rdf. It is linear where the ratio is about 2. Ratios
of what takes under a tenth of a second say nothing and are left out.
"""

from __future__ import annotations

import argparse
import json
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from core.base.errors import EngineError
from core.formats.registry import named
from core.manuscript.sources import read

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
    *("$$ ", "<!-- ", "```\n", "::: \n", "- @a\n", "| a ", "> ", "*", "_a "),
)
_TYPST = (
    *("@a[", "#a[", "#a(", "#{", "#let a=", "/* ", " // a", "#cite(<", "#bibliography("),
    *("#show: x(", "#figure[", "#footnote[@a ", "= ", "<a", "*"),
)
_MANUSCRIPTS = {"latex": ".tex", "markdown": ".md", "typst": ".typ"}
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
_Kind = tuple[str, Callable[[int], str]]


class _TooSlow(Exception):
    pass


def main() -> None:
    """Read every kind at two sizes and print what is slow."""
    options = _options()
    for reader, kinds in _KINDS.items():
        if options.reader in (None, reader):
            for name, made in kinds():
                _report(reader, name, made, options)


def _report(
    reader: str, name: str, made: Callable[[int], str], options: argparse.Namespace
) -> None:
    once, twice = (
        _seconds(reader, made(chars), options.seconds)
        for chars in (options.chars, 2 * options.chars)
    )
    if twice > 0.1:
        told = f"{once:7.2f} s {twice:7.2f} s  × {twice / max(once, 0.01):4.1f}"
        print(f"{reader:11} {name!r:44} {told}", flush=True)


def _seconds(reader: str, text: str, most: float) -> float:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a{_MANUSCRIPTS.get(reader, '.json')}"
        path.write_text(text, encoding="utf-8")
        signal.setitimer(signal.ITIMER_REAL, most)
        started = time.process_time()
        try:
            if reader in _MANUSCRIPTS:
                read(path, max_pages=500)
            else:
                list(named(reader).read(path))
        except EngineError:
            pass
        except _TooSlow:
            return most
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        return time.process_time() - started


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
}


def _stop(*_: object) -> None:
    raise _TooSlow


def _options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("reader", nargs="?", choices=[*_KINDS])
    options.add_argument("--chars", type=int, default=20_000)
    options.add_argument("--seconds", type=float, default=30)
    return options.parse_args()


if __name__ == "__main__":
    signal.signal(signal.SIGALRM, _stop)
    main()
