"""Every format in which papers are read or written, one line each in ``FORMATS``.

What file dialogs offer, what watched folders take, what ``cocite import`` and ``cocite export``
accept, what an unknown file is answered, and the table in the README are all read from here. The
module of a format is imported when one of its files is read or written, not when this module is:
the window starts without any parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from core.base.records import Paper
from core.formats.entries import Entry

_CSL_KEYS = (
    r'"(?:issued|container-title|date-parts|citation-key|items)"\s*:'
    r'|"type"\s*:\s*"(?:article|paper-|book|chapter|thesis|report|webpage|manuscript|document)'
)
_PAPER_RECORD = (
    # An object on one line; looking for the title first keeps the time linear.
    rf'\A\s*(?!\{{[^\n]*(?:{_CSL_KEYS}))\{{(?=[^\n]*"title"\s*:)[^\n]*\}}[^\S\n]*$'
)
_CROSSREF = (
    r"\A\s*[\[{](?=[\s\S]*\"(?:message-type|message-version|is-referenced-by-count"
    r"|references-count|indexed)\"\s*:)"
)
_ZOTERO_JSON = r"\A\s*[\[{](?=[\s\S]*\"itemType\"\s*:)(?=[\s\S]*\"(?:config|items|creators)\"\s*:)"
_TABLE = (
    r"\A\ufeff?(?=[^\n]*\b(?:Title|title|TI)\b)(?=[^\n]*\b(?:Authors?|authors?|AU|Year|year|DOI)\b)"
    r"[\w\"][^,;\t\n{}<>]{0,40}(?:[,;\t][^,;\t\n{}<>]{0,40}){2,}\n"
)
_CSL_JSON = (
    rf"(?!{_PAPER_RECORD})(?!{_CROSSREF})(?!{_ZOTERO_JSON})"
    rf"\A\s*(?:\[\s*[{{\]]|\{{)(?=[\s\S]*(?:{_CSL_KEYS}))"
)
_HAYAGRIVA = (
    r"\A(?:[^\S\n]*(?:#[^\n]*)?\n)*(?!references:|cff-version:)[^\s:#{\[][^:\n]*:[ \t]*\n"
    r"(?:[ \t]+[^\n]*\n){0,40}?[ \t]+type:"
)
_ENDNOTE_XML = (
    r"<(?:records>\s*<record|RECORDS>\s*<RECORD)[\s>]"
    r"|<record>\s*<(?:database|source-app|rec-number)"
)
_ZOTERO_RDF = r"<rdf:RDF\b[^>]{0,4000}http://www\.zotero\.org/namespaces/export#"


@dataclass(frozen=True, slots=True)
class Format:
    """One format. Its functions are named "module:function", of a module in this folder.

    Attributes:
        name: What commands call it.
        title: What people call it.
        endings: How the names of its files end, or whole names. Files are written with the first.
        begins: A regular expression for the text of its files, tried where the ending could be
            that of several formats; ``^`` is the beginning of any line.
        parser: Yields the entries of a text: ``(text, name)``, the name being for errors.
        reader: Yields the entries of a file that may be larger than the memory: ``(path)``.
        writer: Returns papers as the text of a file: ``(papers)``.
        styled: Whether the writer takes the name of a citation style as well.
        cited_from: Whether TeX or a word processor cites from it; offered for the list To cite.
        imported_otherwise: Whether the import reads it by means of its own.
    """

    name: str
    title: str
    endings: tuple[str, ...]
    begins: str = ""
    parser: str = ""
    reader: str = ""
    writer: str = ""
    styled: bool = False
    cited_from: bool = False
    imported_otherwise: bool = False

    @property
    def is_parsed(self) -> bool:
        """Whether its files hold entries that a module of this folder reads, packed or not."""
        return bool(self.parser or self.reader)

    @property
    def is_imported(self) -> bool:
        """Whether an import takes files of it."""
        return self.is_parsed or self.imported_otherwise

    @property
    def patterns(self) -> tuple[str, ...]:
        """The patterns of file names that a dialog looks for, those of packed files last."""
        plain = tuple(
            f"*{file_ending}" if file_ending.startswith(".") else file_ending
            for file_ending in self.endings
        )
        return (
            (*plain, *(f"{file_ending}.gz" for file_ending in plain)) if self.is_parsed else plain
        )

    def load(self) -> None:
        """Import what reads it, which the first file would do otherwise."""
        _function(self.parser or self.reader)

    def read_entries(self, path: Path) -> Iterator[Entry]:
        """Yield the entries of a file, plain or in gzip.

        Raises:
            FormatError: it cannot be opened, or is not of this format at all.
        """
        if self.reader:
            yield from _function(self.reader)(path)
            return
        from core.formats.decoding import read_text

        yield from self.parse(read_text(path), path.name)

    def parse(self, text: str, name: str) -> Iterator[Entry]:
        """Yield the entries of a text; ``name`` stands in errors for where it is from."""
        yield from _function(self.parser)(text, name)

    def write(self, papers: Iterable[Paper], style: str = "") -> str:
        """Return papers as the text of a file, formatted references in a citation style."""
        write = _function(self.writer)
        return str(write(papers, style) if self.styled else write(papers))


# In the order in which people are offered them.
FORMATS: tuple[Format, ...] = (
    Format("pdf", "PDF", (".pdf",), imported_otherwise=True),
    Format(
        "bibtex",
        "BibTeX",
        (".bib", ".bibtex"),
        r"^[ \t]*@\w+[ \t]*[{(]",
        parser="bibtex:parse",
        writer="bibtex_writer:write",
        cited_from=True,
    ),
    Format(
        "biblatex",
        "BibLaTeX",
        (".bib", ".biblatex"),
        parser="bibtex:parse",
        writer="biblatex:write",
        cited_from=True,
    ),
    Format(
        "ris",
        "RIS",
        (".ris",),
        r"^[ \t]*TY {1,2}- ?",
        parser="ris:parse",
        writer="ris:write",
        cited_from=True,
    ),
    Format(
        "csl",
        "CSL-JSON",
        (".json",),
        _CSL_JSON,
        parser="csl:parse",
        writer="csl:write",
        cited_from=True,
    ),
    Format("endnote", "EndNote", (".enw",), r"^[ \t]*%0 \S", parser="endnote:parse_tagged"),
    Format(
        "endnote-xml",
        "EndNote XML",
        (".xml",),
        _ENDNOTE_XML,
        parser="endnote:parse_xml",
        writer="xml_formats:write_endnote",
        cited_from=True,
    ),
    Format("nbib", "PubMed", (".nbib",), r"^PMID ?- ?\d", parser="nbib:parse"),
    Format(
        "pubmed-xml",
        "PubMed XML",
        (".xml",),
        r"<PubmedArticle(?:Set)?\b|<PubmedBookArticle\b",
        parser="xml_formats:parse_pubmed",
    ),
    Format(
        "wos",
        "Web of Science",
        (".ciw", "savedrecs.txt"),
        r"\A\ufeff?FN [^\n]*\n|^PT [A-Z]\s*\n",
        parser="wos:parse",
    ),
    Format(
        "crossref",
        "Crossref JSON",
        (".json",),
        rf"(?!{_PAPER_RECORD}){_CROSSREF}",
        parser="crossref:parse",
    ),
    Format(
        "zotero-json",
        "Zotero and Better BibTeX JSON",
        (".json",),
        _ZOTERO_JSON,
        parser="zotero_json:parse",
    ),
    Format(
        "mods",
        "MODS",
        (".mods", ".xml"),
        r"<(?:mods:)?mods(?:Collection)?\b[^>]{0,4000}http://www\.loc\.gov/mods/",
        parser="xml_formats:parse_mods",
        writer="xml_formats:write_mods",
    ),
    Format(
        "hayagriva",
        "Typst bibliography",
        (".yml", ".yaml"),
        _HAYAGRIVA,
        parser="yaml_formats:parse_hayagriva",
        writer="yaml_formats:write_hayagriva",
        cited_from=True,
    ),
    Format("cff", "CITATION.cff", (".cff",), r"^cff-version\s*:", parser="yaml_formats:parse_cff"),
    Format("zotero-rdf", "Zotero RDF", (".rdf",), _ZOTERO_RDF, parser="zotero_rdf:parse"),
    Format(
        "zotero", "Zotero database", ("zotero.sqlite", "zotero.sqlite.bak"), imported_otherwise=True
    ),
    Format(
        "jsonl",
        "Paper records",
        (".jsonl", ".ndjson"),
        _PAPER_RECORD,
        reader="jsonl:read",
        writer="jsonl:write",
    ),
    Format("archive", "Zip archive", (".zip",), imported_otherwise=True),
    Format(
        "csv",
        "Table",
        (".csv", ".tsv"),
        _TABLE,
        parser="spreadsheets:parse",
        writer="table:write",
    ),
    Format("word-sources", "Word sources", (".xml",), writer="xml_formats:write_word_sources"),
    Format(
        "text",
        "Formatted references",
        (".txt",),
        writer="bibliography:bibliography",
        styled=True,
    ),
    Format(
        "html",
        "Formatted references",
        (".html",),
        writer="bibliography:bibliography_html",
        styled=True,
    ),
)


def get_format(name: str) -> Format:
    """Return the format of a name."""
    return next(known_format for known_format in FORMATS if known_format.name == name)


def imported() -> list[Format]:
    """Return the formats of which an import takes files."""
    return [known_format for known_format in FORMATS if known_format.is_imported]


def parsed() -> list[Format]:
    """Return the formats whose files hold entries that are read here."""
    return [known_format for known_format in FORMATS if known_format.is_parsed]


def pasted() -> list[Format]:
    """Return the formats whose entries are recognised in a text that is pasted."""
    return [known_format for known_format in parsed() if known_format.begins]


def list_writable_formats() -> list[Format]:
    """Return the formats that papers can be written in."""
    return [known_format for known_format in FORMATS if known_format.writer]


def listed() -> str:
    """Return the formats that can be imported as a sentence names them, each with its endings."""
    *descriptions, last = (
        f"{known_format.title} ({', '.join(known_format.endings)})" for known_format in imported()
    )
    return f"{', '.join(descriptions)} and {last}"


def ending(path: Path) -> str:
    """Return the end of a file's name in small letters, for a packed file of what is in it."""
    suffix = path.suffix.lower()
    return Path(path.stem).suffix.lower() or suffix if suffix == ".gz" else suffix


def of_ending(path: Path) -> Format | None:
    """Return the format that the end of a file's name is that of, the first of several."""
    matching_format = next(
        (known_format for known_format in imported() if ending(path) in known_format.endings), None
    )
    packed = path.suffix.lower() == ".gz"
    return (
        None
        if matching_format is None or (packed and not matching_format.is_parsed)
        else matching_format
    )


def of_text(text: str) -> Format | None:
    """Return the format that a text is in, ``None`` if in none; the earliest sign decides."""
    signs = (
        (re.search(known_format.begins, text, re.M), known_format)
        for known_format in FORMATS
        if known_format.begins
    )
    matches = [(sign.start(), known_format) for sign, known_format in signs if sign]
    return min(matches, key=lambda pair: pair[0])[1] if matches else None


def _function(function_path: str) -> Callable[..., Any]:  # Any: see the attributes of Format
    module, _, function = function_path.partition(":")
    loaded_function: Callable[..., Any] = getattr(import_module(f"core.formats.{module}"), function)
    return loaded_function
