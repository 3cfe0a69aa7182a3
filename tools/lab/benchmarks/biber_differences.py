"""Which entries of BibTeX files are read otherwise than by biber and by BibTeX.

    python -m tools.lab.benchmarks.biber_differences FOLDER_OR_FILE… [--show 5] [--all]

Needs ``biber`` and, for its part, ``bibtex`` (Debian: ``biber texlive-binaries``). Compares which
keys there are, the names of people part by part, the years, and the fields that entries inherit
(``crossref``, ``xdata``). An entry that biber refuses is left out of the file until biber reads the
rest. Each difference is of a kind; those of ``EXPLAINED`` are meant to be, the others are to be
mended. The exit status is 1 if one is left that is not explained.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree as ET

from core.base import items
from core.base.records import PaperRecord
from core.formats import bibtex, decoding, latex, names
from core.formats.bibtex_data import RawEntry
from core.formats.bibtex_syntax import NOT_WORKS, parse
from core.formats.fields import MONTHS
from core.formats.jabref import parse_groups
from core.formats.name_lists import SUFFIX, is_organisation, split_people

EXPLAINED = {
    "names: several in one": "one name of the file holds several, between semicolons or commas",
    "names: organisation": "an organisation without braces, which has no given name",
    "names: Chinese, Japanese, Korean": "the family name stands first, without a comma",
    "names: suffix": "“Jr.” or “III” is no part of a given or family name",
    "names: prefix in the given name": "“De la” written as part of the given name stays there",
    "names: and others": "“et al.” stands for “and others”",
    "names: broken": "biber and BibTeX read a name with too many commas or an empty part otherwise",
    "inherited: its own": "address, abstract, DOI and notes of a book are none of its chapters'",
    "inherited: not by biber": "a field that biber's data model does not have, or does not pass on",
    "year: biber reads none": "a year in words or with a remark, which biber drops",
    "key: refused": "biber refuses the entry, we read it or say why not",
    "key: a second one": "a key that occurs again: biber and BibTeX drop the entry, we number it",
    "key: refused by us": "we name the entry and why; biber or BibTeX reads a part of it",
    "names: BibTeX alone": "biber reads the name as we do; BibTeX parts it at hyphens and bytes",
    "key: commented out": "an entry behind “%”, which BibTeX alone does not know as a comment",
    "names: of BibLaTeX": "forms of names, and inherited ones, that BibTeX does not know",
    "year: a decade, or beyond 9999": "“199X” is sorted as 1990; years of geology stay a text",
}

_NAMESPACE = "{http://biblatex-biber.sourceforge.net/biblatexml}"
_ERROR_LINE = re.compile(r"ERROR - BibTeX subsystem: .*?, line (\d+),")
_ERROR_KEY = re.compile(r"(?:ERROR - .*|WARN - .*skipping )entry '([^']+)'")
_ALIASES = {
    "address": "location",
    "archiveprefix": "eprinttype",
    "primaryclass": "eprintclass",
    "annote": "annotation",
    "school": "institution",
    "journal": "journaltitle",
    "key": "sortkey",
    "pdf": "file",
}
_NOT_PASSED_ON = frozenset(("crossref", "xref", "xdata", "ids", "options", "keywords", "file"))
_OWN = frozenset(("doi", "url", "eprint", "abstract", "pages", "note", "annotation", "urldate"))
_MOST_RUNS = 100
_LINE_COMMENT = re.compile(r"^[ \t]*@\s*comment\b(?!\s*[{(])", re.M | re.I)
"""What biber takes for an error, and BibTeX for a remark."""
_COMMENTED = re.compile(r"^[ \t]*%.*?@\s*\w+\s*[{(]\s*([^,\s]*)", re.M)
_OWN_TITLES = frozenset(("title", "subtitle"))
_ONLY_BIBLATEX = re.compile(r"(?:xdata|family|given|useprefix|nosort\w*|unique\w*|id)=")
_SIGNS = {ord("~"): " ", ord("{"): "", ord("}"): "", 0x200D: ""}
_PEOPLE = ("author", "editor", "translator", "bookauthor")


_Parts = tuple[str, str, str]
"""Given name, family name with its prefix, suffix."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one program says of an entry."""

    people: Mapping[str, tuple[_Parts, ...]] = field(default_factory=dict)
    """By role: given name, family name with its prefix, suffix."""
    others: frozenset[str] = frozenset()
    year: str = ""
    fields: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between our reading of an entry and that of another program."""

    kind: str
    file: str
    key: str
    ours: str
    theirs: str


def main() -> int:
    """Compare files, print the differences by kind, and return 1 if one is not explained."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path, nargs="+")
    parser.add_argument("--show", type=int, default=5, help="differences printed of each kind")
    parser.add_argument("--all", action="store_true", help="print those that are explained too")
    chosen = parser.parse_args()
    differences: dict[str, list[Difference]] = defaultdict(list)
    counts: Counter[str] = Counter()
    for file in _list_files(chosen.sources):
        for difference in compare_file(file, counts):
            differences[difference.kind].append(difference)
    print(dict(counts))
    unexplained = 0
    for kind, group in sorted(differences.items()):
        unexplained += len(group) * (kind not in EXPLAINED)
        print(f"\n{kind}: {len(group)}   {EXPLAINED.get(kind, '*** not explained ***')}")
        if kind not in EXPLAINED or chosen.all:
            for one in group[: chosen.show]:
                print(f"  {one.file} {one.key}\n    ours   {one.ours}\n    theirs {one.theirs}")
    print(f"\n{unexplained} not explained")
    return int(unexplained > 0)


def _list_files(sources: Iterable[Path]) -> Iterator[Path]:
    for source in sources:
        yield from sorted(source.rglob("*.bib")) if source.is_dir() else [source]


def compare_file(file: Path, counts: Counter[str]) -> Iterator[Difference]:
    """Yield how a file is read otherwise than by biber and BibTeX."""
    text = decoding.decode(file.read_bytes()).replace("\r\n", "\n").replace("\r", "\n")
    every_entry = parse(text, file.name)
    entries = [entry for entry in every_entry if entry.type not in NOT_WORKS]
    lenders = {entry.key for entry in every_entry if entry.type in NOT_WORKS}
    readings = dict(_read_entries(text, entries))
    counts["files"] += 1
    counts["entries"] += len(entries)
    with tempfile.TemporaryDirectory() as folder:
        by_biber, refused = ask_biber(text, Path(folder))
        by_bibtex = ask_bibtex(text, Path(folder))
    counts["read by biber"] += len(by_biber)
    counts["read by BibTeX"] += len(by_bibtex)
    for program, theirs in (("biber", by_biber), ("BibTeX", by_bibtex)):
        read = {key: reading for key, reading in theirs.items() if key not in lenders}
        keys = refused | set(_COMMENTED.findall(text)) | lenders
        yield from _compare(program, file.name, entries, readings, read, by_biber, keys)


# --- our reading ------------------------------------------------------------------------------


def _read_entries(text: str, entries: Sequence[RawEntry]) -> Iterator[tuple[str, Reading]]:
    groups = parse_groups(text)
    for raw in entries:
        inherited = {name for name, typed in raw.typed if typed.inherited}
        fields = frozenset(_ALIASES.get(name, name) for name in raw.fields)
        entry = bibtex.read_entry(raw, groups)
        if entry.record is not None:
            yield raw.key, _describe(entry.record, fields | {f"+{name}" for name in inherited})
        else:
            yield raw.key, Reading(fields=fields)


def _describe(record: PaperRecord, fields: frozenset[str]) -> Reading:
    families = names.get_family_names(record.extra)
    people = {"author": record.authors}
    for role in _PEOPLE[1:]:
        variable = {"bookauthor": "container-author"}.get(role, role)
        people[role] = items.get_people(record.extra, variable)
    parts = {
        role: tuple(_list_parts(names.split_name(person, families)) for person in group)
        for role, group in people.items()
    }
    others = frozenset(role for role in _PEOPLE if record.extra.get(f"{role}_and_others"))
    return Reading(parts, others, "" if record.year is None else str(record.year), fields)


def _list_parts(name: names.Name) -> _Parts:
    return _plain(name.given_name), _plain(name.family), _plain(name.suffix)


def _plain(text: str) -> str:
    text = latex.decode(text).replace("ı\u0301", "í").translate(_SIGNS)
    return " ".join(unicodedata.normalize("NFC", text).split())


# --- biber and BibTeX -------------------------------------------------------------------------


def ask_biber(text: str, folder: Path) -> tuple[dict[str, Reading], set[str]]:
    """Return what biber reads, and the keys of entries that it refuses."""
    source, target = folder / "given.bib", folder / "read.xml"
    lines = _LINE_COMMENT.sub("", text).split("\n")
    refused: set[str] = set()
    command = ["biber", "--tool", "--nodieonerror", "--output-resolve"]
    command += ["--output-format=biblatexml", "--output-file", str(target), str(source)]
    for _ in range(_MOST_RUNS):
        source.write_text("\n".join(lines), "utf-8")
        target.unlink(missing_ok=True)
        answer = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=1800
        )
        refused |= set(_ERROR_KEY.findall(answer.stdout))
        error = _ERROR_LINE.search(answer.stdout)  # later ones come of the first
        cut_key = _cut_entry(lines, int(error[1])) if error else None
        if cut_key is None:
            break
        refused.add(cut_key)
    if not target.exists():
        print(answer.stdout[-400:], file=sys.stderr)
        return {}, refused
    try:
        return dict(_read_biblatexml(target)), refused
    except ET.ParseError:  # keys with signs that XML does not have
        return {}, refused


def _cut_entry(lines: list[str], number: int) -> str | None:
    """Empty the lines of the entry around a line, and return its key, ``None`` if there is none."""
    starts = [at for at, line in enumerate(lines) if re.match(r"\s*@\s*\w+\s*[{(]", line)]
    before = [at for at in starts if at < number]
    if len(before) > 1 and before[-1] == number - 1 and not lines[number - 1].startswith("@"):
        before.pop()
    if not before:
        return None
    end = next((at for at in starts if at > before[-1]), len(lines))
    key = re.match(r"\s*@\s*\w+\s*[{(]\s*([^,\s]*)", lines[before[-1]])
    lines[before[-1] : end] = [""] * (end - before[-1])
    return key[1] if key else ""


def _read_biblatexml(path: Path) -> Iterator[tuple[str, Reading]]:
    for entry in ET.parse(path).getroot():
        people: dict[str, tuple[_Parts, ...]] = {}
        others, fields, year = set[str](), set[str](), ""
        for element in entry:
            name = element.tag.removeprefix(_NAMESPACE)
            kind = element.get("type", "")
            if name == "names":
                people[kind] = tuple(_read_name(one) for one in element)
                others |= {kind} if element.get("morenames") else set()
                name = kind
            elif name == "date":
                text = "".join(element.itertext()).strip()
                if not kind:
                    found_year = re.match(r"-?\d+", text)
                    year = str(int(found_year[0])) if found_year else ""
                name = f"{kind}date"
            fields.add(name)
        yield entry.get("id", ""), Reading(people, frozenset(others), year, frozenset(fields))


def _read_name(element: ET.Element) -> _Parts:
    parts: dict[str, str] = defaultdict(str)
    for part in element:
        texts = [_plain(text) for text in part.itertext()]
        parts[part.get("type", "")] = " ".join(text for text in texts if text)
    family = f"{parts['prefix']} {parts['family']}".strip()
    return parts["given"], family, parts["suffix"]


_BIBTEX_FIELDS = re.findall(
    r"\w+",
    "address author booktitle chapter doi edition editor eprint howpublished institution isbn issn "
    "journal keywords month note number organization pages publisher school series title type url "
    "volume year translator bookauthor journaltitle date location eventtitle subtitle",
)
_STYLE = """ENTRY { %s } {} {}
INTEGERS { n m }
STRINGS { s }
FUNCTION {people} {
  's := #1 'n := s num.names$ 'm :=
  { m #1 + n > }
  { "N" write$ newline$
    "G" s n "{ff}" format.name$ * write$ newline$
    "V" s n "{vv}" format.name$ * write$ newline$
    "L" s n "{ll}" format.name$ * write$ newline$
    "J" s n "{jj}" format.name$ * write$ newline$
    n #1 + 'n := } while$ }
FUNCTION {tell} { "E" cite$ * write$ newline$
%s}
FUNCTION {default.type} { tell }
%s
READ
ITERATE {call.type$}
"""


def ask_bibtex(text: str, folder: Path) -> dict[str, Reading]:
    """Return what BibTeX reads."""
    told = []
    for name in _BIBTEX_FIELDS:
        told.append(f'{name} empty$ {{ }} {{ "F{name}" write$ newline$ }} if$\n')
        if name in _PEOPLE:
            told.append(f"{name} empty$ {{ }} {{ {name} people }} if$\n")
    told.append('year empty$ { } { "Y" year * write$ newline$ } if$\n')
    types = "article book booklet conference inbook incollection inproceedings manual mastersthesis"
    types += " misc phdthesis proceedings techreport unpublished"
    style = _STYLE % (
        " ".join(_BIBTEX_FIELDS),
        "".join(told),
        "\n".join(f"FUNCTION {{{name}}} {{ tell }}" for name in types.split()),
    )
    (folder / "tell.bst").write_text(style, "utf-8")
    (folder / "source.bib").write_text(_with_months(text), "utf-8")
    (folder / "a.aux").write_text("\\citation{*}\n\\bibdata{source}\n\\bibstyle{tell}\n", "utf-8")
    subprocess.run(
        ["bibtex", "-min-crossrefs=9999", "a"],
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=600,
    )
    output = folder / "a.bbl"
    return dict(_read_told(output.read_text("utf-8", "replace"))) if output.exists() else {}


def _with_months(text: str) -> str:
    months = (name[:3].lower() for name in MONTHS)
    return "".join(f"@string{{{month} = {{{month}}}}}\n" for month in months) + text


def _read_told(text: str) -> Iterator[tuple[str, Reading]]:
    lines = re.sub(r"\n  +", " ", text.replace("%\n", "")).split("\n")
    for block in "\n".join(["", *lines]).split("\nE")[1:]:
        key, *told = block.split("\n")
        people: dict[str, list[list[str]]] = defaultdict(list)
        fields, role, year = set[str](), "", ""
        for line in told:
            sign, value = line[:1], line[1:]
            if sign == "F":
                fields.add(_ALIASES.get(value, value))
                role = value
            elif sign == "N":
                people[role].append([])
            elif sign in set("GVLJ") and people[role]:
                people[role][-1].append(_plain(value))
            elif sign == "Y":
                year = value
        parts = {
            role: tuple((g, f"{v} {f}".strip(), j) for g, v, f, j in group if f != "others")
            for role, group in people.items()
        }
        others = {role for role, group in people.items() if group[-1][2] == "others"}
        yield key, Reading(parts, frozenset(others), year, frozenset(fields))


# --- comparing --------------------------------------------------------------------------------


def _compare(  # noqa: PLR0917 - what is compared, and what it is compared with
    program: str,
    file: str,
    entries: Sequence[RawEntry],
    readings: Mapping[str, Reading],
    theirs: Mapping[str, Reading],
    by_biber: Mapping[str, Reading],
    marked: set[str],
) -> Iterator[Difference]:
    """Yield the differences; ``marked`` are keys of entries refused, commented out, or lent."""
    counts = Counter(entry.written_key or entry.key for entry in entries)
    their_keys = {key.lower() for key in theirs}
    our_keys = {key.lower() for key in counts}
    for key in theirs:
        if key.lower() not in our_keys:
            kind = "key: commented out" if key in marked else "key: not read"
            yield Difference(kind, file, key, "", program)
    for raw in entries if theirs else ():
        key = raw.written_key or raw.key
        if kind := _key_kind(raw, counts[key], their_keys, marked, program):
            yield Difference(kind, file, key, raw.problem or raw.key, program)
        elif key in theirs and not raw.problem and counts[key] == 1:
            yield from _compare_people(
                *(program, file, raw, readings[raw.key], theirs[key]),
                by_biber.get(key) if program == "BibTeX" else None,
            )
            yield from _compare_fields(program, file, raw, readings[raw.key], theirs[key])
            if program == "biber":
                yield from _compare_years(file, raw, readings[raw.key], theirs[key])


def _key_kind(
    raw: RawEntry, count: int, their_keys: set[str], refused: set[str], program: str
) -> str:
    key = raw.written_key or raw.key
    is_theirs = key.lower() in their_keys
    if raw.problem:
        return "key: refused by us" if is_theirs and key not in refused else ""
    if count > 1:
        return "key: a second one" if raw.key != key else ""
    if is_theirs or program == "BibTeX":  # which stops within a damaged entry
        return ""
    return "key: refused" if key in refused else "key: not in biber's"


def _compare_people(
    program: str, file: str, raw: RawEntry, ours: Reading, theirs: Reading, by_biber: Reading | None
) -> Iterator[Difference]:
    for role in _PEOPLE if ours.people else ():
        one, other = ours.people.get(role, ()), theirs.people.get(role, ())
        if one == other and (role in ours.others) == (role in theirs.others):
            continue
        written = raw.fields.get(role, "")
        if program == "BibTeX" and (
            _ONLY_BIBLATEX.search(f"{other}")
            or "xdata" in raw.raw.lower()
            or (not other and role not in theirs.people and f"+{role}" in ours.fields)
        ):
            kind = "names: of BibLaTeX"
        else:
            kind = _name_kind(written, one, other)
            if kind not in EXPLAINED and by_biber and _agree(one, by_biber.people.get(role, ())):
                kind = "names: BibTeX alone"
        yield Difference(
            kind, file, raw.key, f"{_only(one, other)}", f"{program} {_only(other, one)} {written}"
        )


def _compare_years(
    file: str, raw: RawEntry, ours: Reading, theirs: Reading
) -> Iterator[Difference]:
    if not ours.people or ours.year == theirs.year:
        return
    written = {name: raw.fields[name] for name in ("year", "date") if name in raw.fields}
    kind = "year"
    if ours.year and not theirs.year:
        kind = "year: biber reads none"
    elif any(re.search(r"\dX|^Y", text) for text in written.values()):
        kind = "year: a decade, or beyond 9999"
    yield Difference(kind, file, raw.key, f"{ours.year} {written}", theirs.year)


def _compare_fields(
    program: str, file: str, raw: RawEntry, ours: Reading, theirs: Reading
) -> Iterator[Difference]:
    our_fields = {name for name in ours.fields if name[0] != "+"}
    our_fields |= {"type"} if raw.type in {"techreport", "phdthesis", "mastersthesis"} else set()
    our_fields |= {"date"} if {"year", "month"} & our_fields else set()
    our_fields |= {"annotation"} if any("+an" in name for name in our_fields) else set()
    our_fields |= {"related"} if {"relatedtype", "relatedoptions"} & our_fields else set()
    for name in sorted(theirs.fields - our_fields - _NOT_PASSED_ON):
        is_part = "crossref" in raw.fields
        kind = "inherited: missing" if is_part else "field: missing"
        if is_part and (name in _OWN or (program == "BibTeX" and name in _OWN_TITLES)):
            kind = "inherited: its own"
        yield Difference(kind, file, raw.key, "", f"{program} {name}")
    for name in sorted(our_fields - theirs.fields) if program == "biber" else ():
        if f"+{name}" in ours.fields:
            yield Difference("inherited: not by biber", file, raw.key, name, "")


def _only(one: Sequence[object], other: Sequence[object]) -> list[object]:
    return [name for name in one if name not in other]


def _name_kind(written: str, ours: Sequence[_Parts], theirs: Sequence[_Parts]) -> str:
    if len(ours) == len(theirs):
        pairs = zip(ours, theirs, strict=True)
        kinds = {_one_name_kind(one, other) for one, other in pairs if one != other}
        unexplained = sorted(kinds - set(EXPLAINED)) or sorted(kinds)
        return unexplained[0] if unexplained else "names: and others"
    if ("", "", "") in theirs:
        return "names: broken"
    if any(len(split_people(part)) > 1 for part in re.split(r"\s+and\s+", latex.decode(written))):
        return "names: several in one"
    return "names: number"


def _agree(ours: Sequence[_Parts], theirs: Sequence[_Parts]) -> bool:
    """Tell whether names are the same, but for what is meant to be otherwise."""
    return len(ours) == len(theirs) and all(
        one == other or _one_name_kind(one, other) in EXPLAINED
        for one, other in zip(ours, theirs, strict=True)
    )


def _one_name_kind(one: _Parts, other: _Parts) -> str:
    whole = " ".join(part for part in other if part)
    kinds = {
        "names: organisation": is_organisation(whole) and not one[0],
        "names: Chinese, Japanese, Korean": any("\u2e80" < letter < "\ud7ff" for letter in whole),
        "names: and others": bool(re.search(r"\bet al\b", whole)),
        "names: suffix": one[2] != other[2]
        and any(map(SUFFIX.fullmatch, re.split(r"[ ,]", whole))),
        "names: parts": _letters(one) == _letters(other),
    }
    return next((kind for kind, applies in kinds.items() if applies), "names: letters")


def _has_suffix(text: str) -> bool:
    return any(map(SUFFIX.fullmatch, re.split(r"[ ,]+", text)))


def _letters(name: _Parts) -> str:
    return "".join(sorted("".join(name).replace(" ", "").casefold()))


if __name__ == "__main__":
    raise SystemExit(main())
