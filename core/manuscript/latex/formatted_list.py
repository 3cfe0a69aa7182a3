r"""Entries of a list that BibTeX formatted: ``\bibitem`` of the usual styles, ``\bib`` of amsrefs.

Styles wrap what they print in commands of their own. Here each becomes what it prints, and fields
that a style names (``\bibinfo{year}{2020}``) are kept apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from core.formats import bibtex, latex
from core.formats.entries import Entry
from core.formats.fields import extract_year
from core.formats.journals import expand_macros
from core.manuscript.latex.macros import parse_group, parse_option
from core.manuscript.references.author_names import split_names

BLOCK = "\\newblock"
REPEATED_AUTHORS = "———"

_ITEM = re.compile(r"\\bibitem(?![A-Za-z])")
_CITEPROC_LIST = re.compile(
    r"\\begin\{(?:CSLReferences\}\{\d\}\{\d|cslreferences)\}%?(?P<inside>.*?)"
    r"\\end\{(?:CSLR|cslr)eferences\}"
    r"|(?<=\\hypertarget\{refs\}\{\})\s*(?P<old>\\leavevmode\\hypertarget\{ref-.*?)"
    r"(?=\\end\{document\}|\\(?:sub)*section|\\hypertarget\{(?!ref-)|\Z)",
    re.S,
)
_CITEPROC_ITEM = re.compile(
    r"(?:\\bibitem\[\\citeproctext\]\{ref-(?P<key>[^{}]+)\}"
    r"|\\leavevmode\s*(?:\\vadjust\s*pre\s*)?\{?\\hypertarget\{ref-(?P<target>[^{}]+)\}\{\}\}?%?)"
    r"\s*(?:\\CSLLeftMargin\{(?P<label>(?:[^{}]|\{[^{}]*\})*)\}%?\s*\\CSLRightInline)?"
)
_CITEPROC_LINK = re.compile(r"(?:\\protect\s*)?\\(?:hyperlink|citeproc)\{ref-(?=[^{}]+\}\{)")
_HARVARD_ITEM = re.compile(
    r"\\harvarditem\s*(?:\[(?P<short>[^\[\]]*)\])?\s*\{(?P<names>(?:[^{}]|\{[^{}]*\})*)\}\s*"
    r"\{(?P<year>(?:[^{}]|\{[^{}]*\})*)\}\s*(?=\{)"
)
"""An entry of the package harvard: "\\harvarditem[Oak]{Oak \\harvardand\\ Elm}{2001}{key}"."""
_RULE = re.compile(
    r"(?:\\leavevmode\s*)?(?:\\vrule\s+height\s*[\d.]+\s*[a-z]{2}(?:\s*(?:depth|width)\s*-?[\d.]+\s*[a-z]{2})+"
    r"|\\rule\s*(?:\[[^\[\]]*\])?\{[^{}]*\}\{[^{}]*\}"
    r"|\\hbox\s+to\s*[\d.]+\s*[a-z]{2}\s*\{\\hrulefill\s*\}(?:\\thinspace)?)"
)
"""A line that is drawn in the place of authors."""
_EMPHASISED = re.compile(
    r"\\(?P<name>emph|textit|textsl|BibEmph)\s*(?=\{)|\{(?=(?P<switch>\\(?:em|it|sl|itshape)(?![A-Za-z])))"
)
_PERSON = (
    r"(?:(?:[^\W\d_a-zß-ÿ][\w’'-]*\.?|van|von|der|den|de|di|da|la|le|[A-Z]\.)(?:\s|(?<=\.)-?)){1,4}"
    r"[^\W\d_a-zß-ÿ][\w’'-]+"
)
_NAMES_ALONE = re.compile(rf"{_PERSON}(?:(?:,?\sand\s|,\s){_PERSON})*[,:.]?")
"""Names before a title, given names or initials first."""
_OTHERS = re.compile(r"[\s{\\]*(?:(?:em|it|sl|itshape)\s+)?et(?:\s|~|\\ )*al\b")
_VOLUME_BEHIND = re.compile(
    r"[\s,~}\\/]*(?:textbf|bf(?:series)?\b|\{\\bf|vol\b|(?!(?:1[6-9]|20)\d\d\b)\d+\b)",
    re.IGNORECASE,
)
"""What stands behind the name of a journal, not behind a title."""
_NAME_IN_BRACES = re.compile(
    r"(?:\A|(?<=\sand)|(?<=~and)|(?<=,)(?=[^{}]*\{[^{}]*\}+,?[\s~]+and[\s~]))(?P<gap>[\s~]*)"
    r"\{+(?P<name>[^{}\\,]+\sand\s[^{}\\,]+)\}+(?=\s*(?:[,.:;(\[]|and\s|\Z))"
)
"""A name that BibTeX was told not to part: "{Reed and Marsh Institute}"."""
_BEHIND_NAMES = re.compile(
    r"\\newblock|``|“|\\(?:emph|textit|textsl|textbf|enquote)(?![A-Za-z])|\{\\(?:em|it|sl|bf)(?![A-Za-z])"
    r"|\(?(?:1[6-9]|20)\d\d"
)
"""What stands behind the names of an entry at the earliest."""
_AMS_ENTRY = re.compile(r"\\bib\s*\{(?P<key>[^{}]+)\}\s*\{(?P<kind>\w+)\}\s*(?=\{)")
_COMMENT = re.compile(
    r"(?P<address>\\(?:[bl]?url|path|nolinkurl|href|doi|showURL)\s*\{[^{}\n]*\})"
    r"|(?<!\\)%.*\n?[ \t]*"
)
"""A comment, or an address, in which a percent sign begins none."""
_TEMPORARY = re.compile(r"\\urldef\s*\{?\s*\\(?P<name>[A-Za-z]+)\s*\}?\s*\\url\s*(?=\{)")
_SIZES = re.compile(r"\\[hv]skip\b[^\\]*(?:\\relax)?|\\penalty\s*-?\d+\s?|\\relax(?![A-Za-z])")
_COMMAND = re.compile(r"\\(?P<name>[A-Za-z]+(?:@[A-Za-z]+)*)\*?")
_NO_TEXT_NAMES = """
    BibitemOpen BIBentryALTinterwordspacing BIBentrySTDinterwordspacing BIBdecl bibitemStop EOS
    mciteBstWouldAddEndPuncttrue mciteBstWouldAddEndPunctfalse unskip newline BibEmph protect
    """
_APACITE_WORDS = """
    BBA=& BBN=and BCBT=, BBOQ= BBCQ= BEd=Ed. BEds=Eds. BED=Ed. BEDS=Eds. BIn=In BPG=p. BPGS=pp.
    BCHAP=chap. BVOL=Vol. BVOLS=Vols. BNUM=No.
    """
_NO_TEXT = {
    **dict.fromkeys(_NO_TEXT_NAMES.split(), " "),
    "bysame": REPEATED_AUTHORS,
    "urlprefix": "URL ",
    "harvardand": "and",
    **dict(word.split("=") for word in _APACITE_WORDS.split()),
    "harvardyearleft": "(",
    "harvardyearright": ")",
}
"""What commands without arguments print."""
_SKIPPED_GROUPS = {"BibitemShut": 1, "bibAnnoteFile": 1, "bibAnnote": 2, "showISBNx": 1,
                   "showISBNxiii": 1, "showISSN": 1, "MR": 1, "showLCCN": 1, "showCODEN": 1,
                   "APACinsertmetastar": 1, "PrintBackRefs": 1, "APACrefaetitle": 2,
                   "mciteSetBstMidEndSepPunct": 3, "href@noop": 1, "bibitemNoStop": 0,
                   "abntrefinfo": 3}  # fmt: skip
_LAST_GROUP = {"href": 2, "Eprint": 2, "bibfield": 2, "bibinfo": 2, "BIBforeignlanguage": 2,
               "foreignlanguage": 2, "MRhref": 2, "Doi": 2, "selectlanguage": 1, "translation": 1,
               "showarticletitle": 1, "shownote": 1, "bibnamefont": 1, "bibfnamefont": 1,
               "citenamefont": 1, "natexlab": 1, "enquote": 1, "showURL": 1,
               "textsuperscript": 1, "BibitemText": 1, "APACyear": 1,
               **dict.fromkeys(("APACrefatitle", "APACrefbtitle"), 2)}  # fmt: skip
_WRITTEN = {"APACrefYearMonthDay": (3, "({})"), "APACrefYear": (1, "({})"),
            "APACjournalVolNumPages": (4, "{}, {}({}), {}"), "APACaddressPublisher": (2, "{}: {}"),
            "APACaddressPublisherEqAuth": (2, "{}: {}"), "APACbVolEdTR": (2, "{}({})"),
            "APACrefnote": (1, "({})"), "APAChowpublished": (1, "{}"),
            "APACaddressInstitution": (2, "{}: {}"),
            "APACtypeAddressSchool": (3, "{}, {}, {}")}  # fmt: skip
"""What commands of apacite print, with how many groups."""
_WRITTEN |= {name: (count, "") for name, count in _SKIPPED_GROUPS.items()}
_NOTED = {"APACjournalVolNumPages": ("journal", "volume", "number", "pages")}
"""The fields that the groups of a command are."""
_BEFORE_IDS = {"dodoi": "doi:", "doi": "doi:", "showDOI": "doi:", "doarXiv": "arXiv:",
               "showeprint": "arXiv:", "eprint": "arXiv:", "arxiv": "arXiv:", "doeprint": "",
               "url": "", "nolinkurl": "", "path": ""}  # fmt: skip
_TIE = "\ue000"
"""Stands for the tilde of an address, which is no space."""
_DOI_ADDRESS = re.compile(r"(?:https?://)?(?:dx\.)?doi\.org/(?P<doi>10\.\S+)", re.IGNORECASE)
_PREFIXED = re.compile(r"(?:doi|arXiv):\s*(?=(?:doi|arXiv):|https?://)", re.IGNORECASE)
_EMPTY = re.compile(r"\(\)|,\s*(?=,|\Z)|(?<=,)\s*\Z")
_SPACE_BEFORE_STOP = re.compile(r"\s+(?=[,.;:)\]])|(?<=[(\[])\s+")


@dataclass(slots=True)
class FormattedEntry:
    """An entry as it is printed, in blocks, and what its style says of it.

    ``fields`` go by the names of BibTeX, ``doi`` is that of a link that is not printed.
    """

    key: str
    label: str
    blocks: tuple[str, ...]
    fields: dict[str, str] = field(default_factory=dict)
    authors: list[str] = field(default_factory=list)
    doi: str = ""

    @property
    def text(self) -> str:
        """The entry on one line."""
        return " ".join(block for block in self.blocks if block)


def rewrite_citeproc(text: str) -> str:
    r"""Return LaTeX that Pandoc's processor of citations wrote, as if LaTeX formatted the list.

    Its citations, printed as they are, become ``\printedcite{key}{printed}``.
    """
    if not _CITEPROC_LIST.search(text):
        return text
    text = _CITEPROC_LINK.sub(r"\\printedcite{", text)
    return _CITEPROC_LIST.sub(_rewrite_citeproc_list, text)


def _rewrite_citeproc_list(match: re.Match[str]) -> str:
    items = _CITEPROC_ITEM.sub(_rewrite_citeproc_item, match["inside"] or match["old"])
    return f"\\begin{{thebibliography}}{{9}}{items}\\end{{thebibliography}}"


def _rewrite_citeproc_item(match: re.Match[str]) -> str:
    label = latex.decode(match["label"] or "").strip(" .[]()")
    option = f"[{label}]" if label else ""
    return f"\\bibitem{option}{{{match['key'] or match['target']}}} "


def read_entries(text: str) -> Iterator[FormattedEntry]:
    """Yield the entries of ``thebibliography``."""
    text = _HARVARD_ITEM.sub(_as_bibitem, text)
    starts = [match.end() for match in _ITEM.finditer(text)]
    ends = [*(match.start() for match in _ITEM.finditer(text)), len(text)][1:]
    for start, end in zip(starts, ends, strict=True):
        body = _COMMENT.sub(lambda match: match["address"] or "", text[start:end])
        option = parse_option(body, 0)
        key = parse_group(body, option[1] if option else 0)
        if key is None:
            continue
        entry = FormattedEntry(key[0].strip(), option[0] if option else "", ())
        body = _without_temporary_urls(expand_macros(body[key[1] :], short=True))
        body = _RULE.sub(REPEATED_AUTHORS, body)
        body = _SIZES.sub(_size, body)
        printed = _Printing(entry).print_commands(body)
        _note_emphasised_title(entry, body)
        _note_name_in_braces(entry, body)
        entry.blocks = tuple(_plain(block) for block in printed.split(BLOCK))
        if entry.text:
            yield entry


def _note_emphasised_title(entry: FormattedEntry, body: str) -> None:
    """Note what is emphasised right behind the names as the title, where nothing else is one."""
    emphasised = (one for one in _EMPHASISED.finditer(body) if not _OTHERS.match(body, one.end()))
    match = next(emphasised, None)
    group = parse_group(body, match.end() if match["name"] else match.start()) if match else None
    if match is None or group is None or "title" in entry.fields or BLOCK in body[: match.start()]:
        return
    names = _plain(_Printing(FormattedEntry("", "", ())).print_commands(body[: match.start()]))
    title = group[0] if match["name"] else group[0][len(match["switch"]) :]
    if _NAMES_ALONE.fullmatch(names) and not _VOLUME_BEHIND.match(body, group[1]):
        entry.fields["title"] = _plain(title).strip(" ,.")


def _note_name_in_braces(entry: FormattedEntry, body: str) -> None:
    """Note the authors where one of them is in braces, since "and" parts that name no more."""
    behind = _BEHIND_NAMES.search(body)
    if behind is None or behind.start() > _MOST_NAMES or entry.authors:
        return
    names = _Printing(FormattedEntry("", "", ())).print_commands(body[: behind.start()]).strip()
    whole = [" ".join(match["name"].split()) for match in _NAME_IN_BRACES.finditer(names)]
    if not 0 < len(whole) <= len(_STAND_INS):
        return
    numbers = iter(_STAND_INS)
    apart = _plain(_NAME_IN_BRACES.sub(lambda match: f"{match['gap']}{next(numbers)}", names))
    stand_ins = dict(zip(_STAND_INS, whole, strict=False))
    parted = split_names(apart.strip(" ,.:;([")).names
    if stand_ins.keys() <= set(parted):  # or one is run together with what stands beside it
        entry.authors = [_plain(stand_ins.get(name, name)) for name in parted]


_STAND_INS = tuple(f"Braced{letter}" for letter in "abcdefgh")
"""What stands for names in braces while those around them are told apart."""
_MOST_NAMES = 1_500
"""Characters of a list of names; a longer one takes too long to look through."""


def _as_bibitem(match: re.Match[str]) -> str:
    """Return an entry of harvard as natbib writes it: names and year are its label."""
    names = re.sub(r"\\harvardand\s*\\?", "and", match["short"] or match["names"])
    year = re.sub(r"[{}\s]|\\[a-z]+", "", match["year"])
    return f"\\bibitem[{{{names}({year})}}]"


def read_ams_entries(text: str) -> Iterator[Entry]:
    r"""Yield the entries that amsrefs writes: ``\bib{key}{article}{author={…}, …}``."""
    entries = []
    for match in _AMS_ENTRY.finditer(text):
        fields = parse_group(text, match.end())
        if fields is None:
            continue
        lines = [_AMS_PERSON.sub("", fields[0]).strip().rstrip(",")]
        for name in ("author", "editor"):
            people = [
                person["person"].strip()
                for person in _AMS_PERSON.finditer(fields[0])
                if person["name"] == name
            ]
            lines += [f"{name}={{{' and '.join(people)}}}"] if people else []
        kind = match["kind"] if match["kind"] in _AMS_KINDS else "misc"
        entries.append(f"@{kind}{{{match['key'].strip()},\n" + ",\n".join(lines) + "\n}")
    plain_entries = "\n\n".join(entries).replace("\\ndash", "--")
    yield from bibtex.parse(plain_entries, "bbl") if entries else ()


_AMS_PERSON = re.compile(
    r"(?<![\w])(?P<name>author|editor)\s*=\s*\{(?P<person>(?:[^{}]|\{[^{}]*\})*)\}\s*,?"
)
_AMS_KINDS = frozenset(("article", "book", "inproceedings", "incollection", "thesis", "report"))


def _size(match: re.Match[str]) -> str:
    return " " if match[0].startswith(("\\hskip", "\\vskip")) else ""


def _without_temporary_urls(text: str) -> str:
    r"""Return an entry with the addresses that ``\urldef\tempurl`` keeps where they are used."""
    while (match := _TEMPORARY.search(text)) is not None:
        address = parse_group(text, match.end())
        if address is None:
            return text
        use = re.compile(rf"\\{match['name']}(?![A-Za-z])")
        first, *rest = use.split(text[address[1] :], maxsplit=1)
        text = text[: match.start()] + "".join([first, *(address[0] + part for part in rest)])
    return text


def _plain(block: str) -> str:
    line = latex.decode(block.strip().strip("%")).replace(_TIE, "~")
    return _SPACE_BEFORE_STOP.sub("", _PREFIXED.sub("", line)).strip()


@dataclass(slots=True)
class _Printing:
    """Replaces the commands of styles by what they print, and notes the fields they name."""

    entry: FormattedEntry
    part: str = ""
    """The part of the entry that ``bibfield`` names, such as its authors."""

    def print_commands(self, text: str) -> str:
        """Return the text with each known command written out."""
        pieces, at = [], 0
        while (match := _COMMAND.search(text, at)) is not None:
            pieces.append(text[at : match.start()])
            printed, at = self._print(match["name"], text, match.end())
            pieces.append(match[0] if printed is None else printed)
            if printed is None and text[at : at + 1] == "\\":
                pieces.append(" ")  # or what comes next would be part of its name
        return "".join([*pieces, text[at:]])

    def _print(self, name: str, text: str, at: int) -> tuple[str | None, int]:
        if name in _BEFORE_IDS:
            return self._print_id(name, text, at)
        if name in _WRITTEN:
            return self._write(name, text, at)
        count = _LAST_GROUP.get(name)
        groups, end = _read_groups(text, at, count or 0)
        if count is None or len(groups) < count:
            return _NO_TEXT.get(name), at
        return self._print_groups(name, groups), end

    def _print_groups(self, name: str, groups: list[str]) -> str:
        outer = self.part
        if name == "bibfield":
            self.part = groups[0].strip()
        printed = self.print_commands(groups[-1])
        self.part = outer
        if name in ("bibinfo", "showarticletitle", "APACrefatitle", "APACrefbtitle"):
            self._note(groups[0].strip() if name == "bibinfo" else "title", printed)
        elif name == "href" and (address := _DOI_ADDRESS.match(groups[0].strip())):
            self.entry.doi = self.entry.doi or address["doi"].replace("\\", "")
        return f"“{printed}”" if name == "enquote" else printed

    def _write(self, name: str, text: str, at: int) -> tuple[str, int]:
        """Return groups in a form, without the signs around those that are empty."""
        count, form = _WRITTEN[name]
        groups, end = _read_groups(text, at, count)
        if not form:  # what is not printed says nothing of the entry
            return "", end
        values = [self.print_commands(group).strip() for group in groups]
        values += [""] * (count - len(values))
        for field_name, value in zip(_NOTED.get(name, ()), values, strict=False):
            self._note(field_name, value)
        return _EMPTY.sub("", form.format(*values)).strip(" ,:"), end

    def _print_id(self, name: str, text: str, at: int) -> tuple[str | None, int]:
        option = parse_option(text, at)
        group = parse_group(text, option[1] if option else at)
        if group is None:
            return None, at
        address = self.print_commands(group[0]).strip()
        doi = _DOI_ADDRESS.match(address)
        if doi and name != "url":
            address = doi["doi"]
        kind = option[0].casefold() if option else "arxiv"
        prefix = _BEFORE_IDS[name] if kind in ("arxiv", "") or name != "eprint" else f"{kind}:"
        if re.match(r"(?:doi|arxiv)\s*:|https?:", address, re.IGNORECASE):
            prefix = ""
        safe_address = address.replace("~", _TIE).replace("\\_", "_").replace("_", "\\_")
        return f"{prefix}{safe_address}", group[1]

    def _note(self, name: str, printed: str) -> None:
        value = _plain(printed).strip(" ,.")
        if name == "person" or (name == "author" and value):
            is_author = name == "author" or self.part == "author"
            if is_author or (self.part == "editor" and not self.entry.authors):
                self.entry.authors.append(_turn_name(_plain(printed).strip(" ,")))
        elif value:
            self.entry.fields.setdefault(name, value)


def _turn_name(name: str) -> str:
    """Return "Aas, O." as "O. Aas"."""
    family, comma, first_names = name.partition(",")
    return f"{first_names.strip()} {family.strip()}" if comma and first_names.strip() else name


def _read_groups(text: str, at: int, count: int) -> tuple[list[str], int]:
    groups: list[str] = []
    while len(groups) < count and (group := parse_group(text, at)) is not None:
        groups.append(group[0])
        at = group[1]
    return groups, at


def stated_title(fields: dict[str, str]) -> str:
    """Return the title among the fields of an entry; a book may have that of its volume alone."""
    return fields.get("title") or fields.get("booktitle", "")


def stated_venue(fields: dict[str, str]) -> str:
    """Return the journal or book in which an entry appeared."""
    return fields.get("journal") or (fields.get("booktitle", "") if "title" in fields else "")


def stated_year(fields: dict[str, str]) -> int | None:
    """Return the year among the fields of an entry."""
    return extract_year(fields.get("year", ""), fields.get("date", ""))
