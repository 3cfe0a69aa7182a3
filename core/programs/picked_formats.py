r"""Citations that a person picked, written in the formats of Better BibTeX for Zotero.

A citation names a paper and what stands around it: ``\autocite[see][p. 5]{key}``. Formats, options
and their names are those that editors send; see the documentation of Better BibTeX.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.base.errors import UsageError
from core.base.library_records import PickedCitation
from core.base.records import Paper, PaperNumber
from core.base.settings import load_citation_style
from core.formats import csl, latex
from core.formats.cite import cite_command

if TYPE_CHECKING:
    from core.services.papers import Papers

LOCATORS: Mapping[str, str] = {
    "page": "p.",
    "chapter": "ch.",
    "section": "sec.",
    "paragraph": "para.",
    "figure": "fig.",
    "table": "tab.",
    "line": "l.",
    "verse": "v.",
    "volume": "vol.",
    "part": "pt.",
    "note": "n.",
    "book": "bk.",
    "column": "col.",
    "folio": "fol.",
    "issue": "no.",
    "opus": "op.",
    "sub verbo": "s.v.",
}
"""The kinds of locators of CSL, each with its abbreviation."""

_COMMAND = re.compile(r"[A-Za-z]{1,40}\*?")
_CITES = re.compile(r"[A-Za-z]{0,20}cite[A-Za-z]{0,20}")
_LATEX = {"latex": "cite", "natbib": "cite", "biblatex": "autocite"}
_STARRED = frozenset(("cite", "autocite", "parencite"))
_FILES = {
    "bib": "biblatex",
    "biblatex": "biblatex",
    "bibtex": "bibtex",
    "json": "csl",
    "csljson": "csl",
    "hayagriva": "hayagriva",
    "ris": "ris",
    "f895aa0d-f28e-47fe-b247-2ea77c6ed583": "biblatex",
    "ca65189f-8815-4afe-8c8b-8c7c15f0edca": "bibtex",
    "f4b52ab0-f878-4556-85a0-c7aeedd09dfc": "csl",
    "8a2f0d30-0b73-4f2c-8b5b-7c1a9e3f2d4e": "hayagriva",
    "9cb70025-a888-4a29-a210-93ec52da40d4": "bibtex",
    "b6e39b57-8942-4d11-8259-342c46ce395f": "biblatex",
    "bc03b4fe-436d-4a1f-ba59-de4d2d7a63f7": "csl",
    "32d59d2d-b65a-4da4-b0a3-bdd3cfb979e7": "ris",
}
"""Formats by the names and numbers of Zotero's translators, small letters, without “better”."""
_ITEMS = frozenset(("jzon", "bibtexjson", "36a3b0b5-bad0-4a04-b79b-441c7cef77db"))
"""The translator that writes items of Zotero as JSON."""
FORMATS = (
    "latex, biblatex, natbib, cite, citep, citet, pandoc, org, typst, mmd, playground, "
    "asciidoctor-bibtex, jekyll, jupyter, citationLinks, scannable-cite, formatted-citation, "
    "formatted-bibliography, translate, json, pick"
)


@dataclass(frozen=True, slots=True)
class _Cited:
    """A citation with the key it is written by."""

    citation: PickedCitation
    key: str
    paper: Paper

    def short_locator(self, *, pages: str = "p.") -> str:
        """Return the locator with its abbreviation, "" if there is none."""
        locator = self.citation.locator.strip()
        label = pages if self.citation.label == "page" else LOCATORS.get(self.citation.label, "")
        return f"{label} {locator}".strip() if locator else ""


Writer = Callable[[Sequence[PickedCitation]], str]


class CitationWriter:
    """Writes citations in the formats of Better BibTeX, each with its options."""

    def __init__(self, papers: Papers, to_items: Callable[[Sequence[Paper]], object]) -> None:
        """Take what looks papers up, and what makes items of Zotero of them."""
        self._papers, self._to_items = papers, to_items

    def get_writer(self, options: Mapping[str, str]) -> Writer:
        """Return what writes citations in the format that the options name.

        Raises:
            UsageError: there is no such format, or not with such options.
        """
        name = options.get("format") or "latex"
        document = Path(options["file"]).absolute() if options.get("file") else None
        if name in _LATEX or _CITES.fullmatch(name):
            command = options.get("command") or _LATEX.get(name, name)
            if _COMMAND.fullmatch(command) is None:
                raise UsageError(
                    "“{command}” is not a LaTeX command.",
                    command=command[:80],
                    remedy="Write its name without the backslash.",
                )
            write = _write_biblatex if name == "biblatex" else _write_natbib
            return lambda citations: write(self._keyed(citations, document), command)
        if name in _SOURCES:
            return lambda citations: _SOURCES[name](self._keyed(citations, document), options)
        writers: dict[str, Writer] = {
            "formatted-citation": lambda citations: self._format_citation(citations, options),
            "formatted-bibliography": lambda citations: self._format_references(citations, options),
            "json": lambda citations: self._write_json(citations, document, with_items=True),
            "pick": lambda citations: self._write_json(citations, document, with_items=False),
        }
        if name == "translate":
            writers["translate"] = self._get_translator(options.get("translator", "biblatex"))
        if name not in writers:
            raise UsageError(
                "The citation format “{format}” is not supported.",
                format=name[:80],
                remedy="Supported formats: {formats}.",
                formats=FORMATS,
            )
        return writers[name]

    def translate(self, papers: Sequence[PaperNumber], translator: str) -> str:
        """Return papers as the text of a file, in the format of a translator of Zotero.

        Raises:
            UsageError: there is no such format.
        """
        return self._get_translator(translator)([PickedCitation(paper) for paper in papers])

    def _get_translator(self, translator: str) -> Writer:
        label = re.sub(r"\s|better", "", translator.lower())
        if label in _ITEMS:
            return lambda citations: json.dumps(
                {"config": {}, "items": self._to_items(self._get_papers(citations))},
                ensure_ascii=False,
            )
        if label not in _FILES:
            raise UsageError(
                "The translator “{translator}” is not supported.",
                translator=translator[:80],
                remedy="Supported translators: {translators}.",
                translators="BibLaTeX, BibTeX, CSL JSON, BetterBibTeX JSON, Hayagriva, RIS",
            )
        kind = _FILES[label]
        if kind == "csl":
            return lambda citations: _write_csl(self._get_papers(citations))
        return lambda citations: self._papers.export(
            [citation.paper for citation in citations], kind
        )

    def _get_papers(self, citations: Sequence[PickedCitation]) -> list[Paper]:
        return self._papers.get_many([citation.paper for citation in citations])

    def _keyed(self, citations: Sequence[PickedCitation], document: Path | None) -> list[_Cited]:
        papers = {paper.number: paper for paper in self._get_papers(citations)}
        citations = [citation for citation in citations if citation.paper in papers]
        numbers = [citation.paper for citation in citations]
        keys = self._papers.citation_keys(numbers, document)
        return [
            _Cited(citation, key, papers[citation.paper])
            for citation, key in zip(citations, keys, strict=True)
        ]

    def _format_citation(
        self, citations: Sequence[PickedCitation], options: Mapping[str, str]
    ) -> str:
        from core.formats.bibliography import Cite, formatted_text  # the styles take a while

        cites = [
            Cite(
                position,
                citation.prefix,
                citation.suffix,
                citation.locator,
                citation.label,
                citation.suppress_author,
            )
            for position, citation in enumerate(citations)
        ]
        works = self._get_papers(citations)
        style = require_style(options.get("style", ""))
        (text,) = formatted_text(works, [cites], style, with_references=False).citations
        return text if options.get("contentType") == "html" else remove_tags(text)

    def _format_references(
        self, citations: Sequence[PickedCitation], options: Mapping[str, str]
    ) -> str:
        kind = "html" if options.get("contentType") == "html" else "text"
        numbers = [citation.paper for citation in citations]
        return self._papers.export(numbers, kind, require_style(options.get("style", "")))

    def _write_json(
        self, citations: Sequence[PickedCitation], document: Path | None, *, with_items: bool
    ) -> str:
        cited = self._keyed(citations, document)
        zotero_items = self._to_items([one.paper for one in cited])
        assert isinstance(zotero_items, list)
        values = [
            {
                "id": one.paper.number,
                "locator": one.citation.locator,
                "suppressAuthor": one.citation.suppress_author,
                "prefix": one.citation.prefix,
                "suffix": one.citation.suffix,
                "label": one.citation.label if one.citation.locator else "",
                "citationKey": one.key,
                "uri": item["uri"],
                "itemType": item["itemType"],
                "title": one.paper.title,
                **({"item": item} if with_items else {}),
            }
            for one, item in zip(cited, zotero_items, strict=True)
        ]
        return json.dumps(values, ensure_ascii=False)


def _write_csl(papers: Sequence[Paper]) -> str:
    """Return papers as CSL-JSON that says the citation key of each, as Better BibTeX does."""
    csl_items = csl.convert_papers_to_items(papers)
    keyed_items = [item | {"citation-key": item["id"]} for item in csl_items]
    return json.dumps(keyed_items, ensure_ascii=False, indent=2) + "\n"


def require_style(identifier: str) -> str:
    """Return the style of a name or an address of Zotero; without one that of the settings.

    Raises:
        UsageError: the style is not at hand.
    """
    from core.formats.bibliography import find_style

    style = find_style(identifier) if identifier else load_citation_style()
    if not style:
        raise UsageError(
            "There is no citation style “{style}”.",
            style=identifier[:80],
            remedy="Use the name of a style in the style repository of Zotero, such as apa.",
        )
    return style


def remove_tags(html: str) -> str:
    """Return formatted HTML as plain text."""
    text = re.sub(r"<[^<>]*>", "", html)
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")):
        text = text.replace(entity, character)
    return text


# --- formats of texts ---------------------------------------------------------------------------


def _write_natbib(cited: Sequence[_Cited], command: str) -> str:
    suppressed = {one.citation.suppress_author for one in cited}
    bare = [replace(one.citation, suppress_author=False).is_plain for one in cited]
    if all(bare) and len(suppressed) == 1:
        name = "citeyear" if True in suppressed else command
        return f"\\{name}{{{','.join(one.key for one in cited)}}}"
    return "".join(
        f"\\{'citeyear' if one.citation.suppress_author else command}{_surround(one)}"
        for one in cited
    )


def _write_biblatex(cited: Sequence[_Cited], command: str) -> str:
    if len(cited) == 1:
        star = "*" if cited[0].citation.suppress_author and command in _STARRED else ""
        return f"\\{command}{star}{_surround(cited[0])}"
    if all(replace(one.citation, suppress_author=False).is_plain for one in cited):
        return f"\\{command}{{{','.join(one.key for one in cited)}}}"
    plural = command if command.endswith("s") else f"{command}s"
    return f"\\{plural}{''.join(map(_surround, cited))}"


def _surround(one: _Cited) -> str:
    """Return the optional arguments of a LaTeX command and the key."""
    notes = [one.short_locator(pages=""), one.citation.suffix.strip()]
    after = ", ".join(latex.encode(note) for note in notes if note)
    before = latex.encode(one.citation.prefix.strip())
    arguments = f"[{_grouped(before)}]" if before else ""
    if after or before:
        arguments += f"[{_grouped(after)}]"
    return f"{arguments}{{{one.key}}}"


def _grouped(note: str) -> str:
    return f"{{{note}}}" if "[" in note or "]" in note else note


def _write_pandoc(cited: Sequence[_Cited], options: Mapping[str, str]) -> str:
    text = "; ".join(map(_pandoc_citation, cited))
    return f"[{text}]" if options.get("brackets") else text


def _pandoc_citation(one: _Cited) -> str:
    citation = one.citation
    prefix = f"{citation.prefix.strip()} " if citation.prefix.strip() else ""
    key = cite_command([one.key], "pandoc").removeprefix("[").removesuffix("]")
    text = f"{prefix}{'-' if citation.suppress_author else ''}{key}"
    if locator := one.short_locator():
        simple = re.fullmatch(r"\S+ [\w.,–-]+", locator)
        text += f", {locator}" if simple else f", {{{locator}}}"
    if suffix := citation.suffix.strip():
        text += f"{'' if suffix[0] in ',;.' else ' '}{suffix}"
    return text


def _write_org(cited: Sequence[_Cited], _options: Mapping[str, str]) -> str:
    variant = "/na" if cited and all(one.citation.suppress_author for one in cited) else ""
    parts = [
        " ".join(
            filter(
                None,
                (
                    one.citation.prefix.strip(),
                    f"@{one.key}",
                    one.short_locator(),
                    one.citation.suffix.strip(),
                ),
            )
        )
        for one in cited
    ]
    return f"[cite{variant}:{';'.join(part.replace(';', ',') for part in parts)}]"


def _write_typst(cited: Sequence[_Cited], _options: Mapping[str, str]) -> str:
    if all(one.citation.is_plain for one in cited):
        return cite_command([one.key for one in cited], "typst")
    return " ".join(map(_typst_citation, cited))


def _typst_citation(one: _Cited) -> str:
    citation = one.citation
    notes = ", ".join(filter(None, (one.short_locator(), citation.suffix.strip())))
    name = re.fullmatch(r"[\w.:-]*\w", one.key)
    arguments = [f"<{one.key}>" if name else f"label({_typst_text(one.key)})"]
    arguments += [f"supplement: {_typst_text(notes)}"] if notes else []
    arguments += ['form: "year"'] if citation.suppress_author else []
    prefix = citation.prefix.strip()
    escaped = re.sub(r"([\\#$*_`<>@\[\]~])", r"\\\1", prefix)
    return f"{escaped} #cite({', '.join(arguments)})".strip()


def _typst_text(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _write_mmd(cited: Sequence[_Cited], _options: Mapping[str, str]) -> str:
    notes = [
        ", ".join(
            filter(None, (one.citation.prefix, one.short_locator(), one.citation.suffix.strip()))
        )
        for one in cited
    ]
    return "".join(
        f"[{note}][#{one.key}]" if note else f"[#{one.key}][]"
        for one, note in zip(cited, notes, strict=True)
    )


def _write_asciidoctor(cited: Sequence[_Cited], options: Mapping[str, str]) -> str:
    parts = [
        f"{one.key}({locator})" if (locator := one.short_locator(pages="")) else one.key
        for one in cited
    ]
    name = options.get("cite") or "cite"
    return f"{name if _COMMAND.fullmatch(name) else 'cite'}:[{', '.join(parts)}]"


def _write_scannable(cited: Sequence[_Cited], _options: Mapping[str, str]) -> str:
    markers = []
    for one in cited:
        label = f"{'-' if one.citation.suppress_author else ''}{_author_and_year(one.paper)}"
        parts = [
            one.citation.prefix.strip(),
            label,
            one.short_locator(),
            one.citation.suffix.strip(),
            f"zu:0:{item_key(one.paper.number)}",
        ]
        text = re.sub(" +", " ", " | ".join(part.replace("|", "/") for part in parts)).strip()
        markers.append(f"{{ {text} }}")
    return "".join(markers)


def _write_jupyter(cited: Sequence[_Cited], _options: Mapping[str, str]) -> str:
    from html import escape

    return "".join(
        f'<cite data-cite="{escape(one.key)}">({escape(_author_and_year(one.paper))})</cite>'
        for one in cited
    )


def _author_and_year(paper: Paper) -> str:
    authors = paper.cited_authors
    name = " and ".join(authors) if len(authors) < 3 else f"{authors[0]} et al."
    return ", ".join(filter(None, (name or paper.title, str(paper.year or ""))))


_SOURCES: Mapping[str, Callable[[Sequence[_Cited], Mapping[str, str]], str]] = {
    "pandoc": _write_pandoc,
    "org": _write_org,
    "typst": _write_typst,
    "mmd": _write_mmd,
    "playground": lambda cited, _: ",".join(one.key for one in cited),
    "asciidoctor-bibtex": _write_asciidoctor,
    "jekyll": lambda cited, _: "".join(f"{{% cite {one.key} %}}" for one in cited),
    "jupyter": _write_jupyter,
    "citationLinks": lambda cited, _: "\n".join(f"cites: {one.key}" for one in cited),
    "scannable-cite": _write_scannable,
}


# --- keys of Zotero's items ---------------------------------------------------------------------

_ALPHABET = "23456789ABCDEFGHIJKLMNPQRSTUVWXYZ"
_KEY_LENGTH = 8


def item_key(number: PaperNumber) -> str:
    """Return the key of eight signs that a paper has as an item of Zotero."""
    signs = ""
    remaining = int(number)
    for _ in range(_KEY_LENGTH):
        remaining, digit = divmod(remaining, len(_ALPHABET))
        signs = _ALPHABET[digit] + signs
    return signs


def paper_of_item(key: str) -> PaperNumber | None:
    """Return the paper of an item's key, ``None`` if it is not one that ``item_key`` made."""
    if len(key) != _KEY_LENGTH or any(sign not in _ALPHABET for sign in key):
        return None
    number = 0
    for sign in key:
        number = number * len(_ALPHABET) + _ALPHABET.index(sign)
    return PaperNumber(number)
