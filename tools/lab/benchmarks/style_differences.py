"""Which references differ from those of Pandoc's citeproc, in each of the styles that ship.

    python -m tools.lab.benchmarks.style_differences FOLDER_OR_FILE… [--entries 500] [--seed 1]
        [--styles apa mla] [--show 5]

Draws entries from BibTeX files, formats them all in one list with our processor and with Pandoc
(``pypandoc-binary``), and compares the text of each reference and the order of the list. White
space and the label or number before a reference are left out. Prints the share that differs, and
some pairs of each style.
"""

from __future__ import annotations

import argparse
import html
import json
import random
import re
import subprocess
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pypandoc

from core.base.items import stated_title
from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import bibliography, csl
from core.formats.registry import get_format
from core.formats.styles.processor import Processor, write_plain

OTHER = "other"
AGAINST_THE_SPECIFICATION = {
    "label": "“editors” of NLM and AMA is set before the names (“In, editorsRoe A”), although no"
    " cs:name follows it: “The position of cs:label relative to cs:name determines the order of"
    " the name and label in the rendered text.”",
    "hyphen": "initials keep the hyphen in styles that want none: “Specifies whether compound"
    " given names (e.g. 'Jean-Luc') should be initialized with a hyphen ('J.-L.', value 'true',"
    " default) or without ('J. L.', value 'false').”",
    "plural": "the label of one number with words is in the plural: “Content is considered plural"
    " when it contains multiple numbers.”",
    "groups": "a group or macro of words alone is left out (“[Online].” of IEEE, “and.” of ISO"
    " 690): “a non-empty nested cs:group is treated as a non-empty variable”",
    "words": "“vs.” and “toward” have capitals: “stop words are lowercased, unless they are"
    " the first or last word in the string, or follow a colon”",
    "first": "“e12” is not capitalized: “capitalizes the first character of the first word, if"
    " the word is lowercase”",
    "pages": "letters before a last page are left out where pages are to be in full: “Abbreviated"
    " page ranges are expanded to their non-abbreviated form.”",
    "names": "more names are shown than tell works apart, also of editors: “until no more cites"
    " in the set can be disambiguated by adding names”",
    "sign": "“et al.” stays behind “———”, which “replaces the entire name list (including"
    ' punctuation and terms like "et al" and "and")”',
    "letter": "works without a date have no letter (DIN 1505): “This final disambiguation method"
    " is always successful.”",
}
"""Kinds in which Pandoc contradicts CSL 1.0.2, each with the sentence of the specification."""
ON_PURPOSE = {
    "initials": "Chinese, Japanese and Korean names have no initials: 김철수, not 김철수.",
    "others": "“others” as the last name is et al., which Pandoc knows in BibTeX only",
    "open": "a range without an end stays as it is: 100–, not 100–100",
}
"""Kinds that the specification leaves open, and in which we differ on purpose."""
KINDS = {
    **AGAINST_THE_SPECIFICATION,
    **ON_PURPOSE,
    "order": "other letters behind the year, as signs in titles do not count in our order",
    "date": "a date in words, which Pandoc leaves out",
    "zeros": "zeros before a number: no. 02",
    "marks": "quotation marks and primes; Pandoc takes 4′,5′ for quotations",
    "case": "capitals",
    OTHER: "to be looked at",
}
_LANGUAGES = {
    "american": "en-US",
    "british": "en-GB",
    "english": "en",
    "ukenglish": "en-GB",
    "usenglish": "en-US",
    "german": "de",
    "ngerman": "de",
    "deutsch": "de",
    "french": "fr",
    "spanish": "es",
    "italian": "it",
    "portuguese": "pt",
    "dutch": "nl",
    "norsk": "nb",
    "russian": "ru",
    "chinese": "zh",
    "japanese": "ja",
    "korean": "ko",
    "latin": "la",
}
"""Names of languages in BibLaTeX and their codes, which alone CSL knows."""
_DATE_WORDS = re.compile(
    r"n\.d\.|o\.J\.|\(?nodate\)?|\W*(?:Accessed:?|cited)?[\d/]{6,8}\W*"
    r"|\W*(?:\(?[\d./–-]*(?:January|February|March|April|May|June|July|August|September|October"
    r"|November|December|Spring|Summer|Autumn|Winter|[A-Z][a-z]{2}\.?)?,?[\d./-]*"
    r"(?:1[5-9]|20)\d\d\)?)\W*|\W+"
)
_YEAR_LETTER = re.compile(r"(?<=\d{4})[a-z](?![a-z])|(?<=n\.d\.)-?[a-z](?![a-z])")
_SINGULAR = re.compile(r"(?<![A-Za-z])(?:[Pp]p?|[Nn]os?|[Vv]ols?|[Ii]ssues?)\.?(?=[A-Z\d])")
_DIV = re.compile(
    r'<div id="ref-([^"]*)" class="csl-entry"[^>]*>\s*(.*?)\s*</div>\n?(?=<div id|</div)', re.S
)
_LABEL = re.compile(r'<(?:div|span) class="csl-left-margin">.*?</(?:div|span)>', re.S)
_TAG = re.compile(r"<[^>]+>")
_NUMBER = re.compile(r"^(?:\[\d+\]|\(\d+\)|\d+\.?)\s*")
_LEAST_FIELDS = 3


def main() -> None:
    """Format entries with both, and print how many differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path, nargs="+")
    parser.add_argument("--entries", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--styles", nargs="+", default=list(bibliography.STYLES))
    parser.add_argument("--show", type=int, default=5)
    chosen = parser.parse_args()
    records = draw_records(chosen.sources, chosen.entries, chosen.seed)
    papers = [_number(record, at) for at, record in enumerate(records)]
    items = [_item(item) for item in csl.convert_papers_to_items(papers)]
    total = different = 0
    counts: Counter[tuple[str, ...]] = Counter()
    for style in chosen.styles:
        ours, theirs = format_with_ours(items, style), format_with_pandoc(items, style)
        pairs = [(ours[key], theirs[key], key) for key in ours if key in theirs]
        differing = [pair for pair in pairs if _letters(pair[0]) != _letters(pair[1])]
        moved = len(set(_list_moved(list(ours), [key for key in theirs if key in ours])))
        total, different = total + len(pairs), different + len(differing)
        kinds = Counter(tell_kinds(one, other) for one, other, _ in differing)
        counts += kinds
        print(f"\n{style}: {len(differing)} of {len(pairs)} differ, {moved} stand elsewhere")
        print(f"  {_describe(kinds)}")
        differing.sort(key=lambda pair: tell_kinds(pair[0], pair[1]) != (OTHER,))
        for one, other, key in differing[: chosen.show]:
            print(f"  {key}\n    ours   {one}\n    pandoc {other}")
        for key in _list_moved(list(ours), [key for key in theirs if key in ours])[: chosen.show]:
            print(f"  elsewhere {ours[key][:90]}")
    print(f"\n{different} of {total} differ: {different / max(1, total):.2%}")
    rest = _count_beyond(counts, AGAINST_THE_SPECIFICATION)
    print(f"{rest} of {total} where Pandoc follows the specification: {rest / max(1, total):.2%}")
    rest = _count_beyond(counts, AGAINST_THE_SPECIFICATION | ON_PURPOSE)
    print(f"{rest} of {total} without those on purpose: {rest / max(1, total):.2%}")
    single: Counter[str] = Counter()
    for kinds_of_one, count in counts.items():
        single.update(dict.fromkeys(kinds_of_one, count))
    print("A reference that differs in several kinds counts for each of them:")
    for kind, count in single.most_common():
        print(f"{count:6} {kind}: {KINDS[kind]}")


def _item(item: dict[str, Any]) -> dict[str, Any]:
    """Return a CSL item as styles get it, its language as a code, or none."""
    shown = bibliography._item(item)
    language = str(shown.pop("language", "")).lower()
    code = language if re.fullmatch(r"[a-z]{2}([-_]\w+)?", language) else _LANGUAGES.get(language)
    return {**shown, "language": code} if code else shown


def _count_beyond(counts: Counter[tuple[str, ...]], explained: Mapping[str, str]) -> int:
    """Return how many references differ in a kind that is not explained."""
    return sum(count for kinds, count in counts.items() if not explained.keys() >= set(kinds))


def _describe(counts: Counter[tuple[str, ...]]) -> str:
    return ", ".join(f"{' + '.join(kinds)} {count}" for kinds, count in counts.most_common())


def draw_records(sources: Iterable[Path], count: int, seed: int) -> list[PaperRecord]:
    """Return entries drawn from each of some files, each with a title and some fields."""
    files = [
        file
        for source in sources
        for file in (sorted(source.rglob("*.bib")) if source.is_dir() else [source])
    ]
    bibtex = get_format("bibtex")
    titles: set[str] = set()
    drawn: list[list[PaperRecord]] = []
    for file in files:
        records = []
        for entry in bibtex.parse(file.read_text("utf-8", "replace"), file.name):
            record = entry.record
            if record and stated_title(record) and len(record.extra) >= _LEAST_FIELDS:
                if record.title.casefold() not in titles:
                    records.append(record)
                titles.add(record.title.casefold())
        random.Random(seed).shuffle(records)
        drawn.append(records)
    rows = zip_longest(*drawn)  # as many of each file as there are
    return [record for row in rows for record in row if record][:count]


def _number(record: PaperRecord, at: int) -> Paper:
    values = {name: getattr(record, name) for name in PaperRecord.__dataclass_fields__}
    return Paper(**values, number=PaperNumber(at), ids=(), citation_key=f"work{at:04}")


def format_with_ours(items: Sequence[dict[str, Any]], style: str) -> dict[str, str]:
    """Return each reference by its key, in the order of the list."""
    processor = Processor(bibliography._style(style), items)
    texts = [write_plain(runs) for runs in processor.bibliography()]
    return dict(zip(processor._order, texts, strict=True))


def format_with_pandoc(items: Sequence[dict[str, Any]], style: str) -> dict[str, str]:
    """Return each reference by its key, in the order of the list."""
    with tempfile.TemporaryDirectory() as folder:
        style_file, entries = Path(folder) / "style.csl", Path(folder) / "entries.json"
        style_file.write_bytes(bibliography._read_style(style))
        entries.write_text(json.dumps(items, ensure_ascii=False), "utf-8")
        command = [pypandoc.get_pandoc_path(), str(entries), "-f", "csljson", "-t", "html"]
        answer = subprocess.run(
            [*command, "--citeproc", "--csl", str(style_file), "--wrap=none"],
            capture_output=True,
            text=True,
            check=True,
            timeout=1200,
        )
    return {key: _plain(text) for key, text in _DIV.findall(answer.stdout)}


def _plain(text: str) -> str:
    return " ".join(html.unescape(_TAG.sub("", _LABEL.sub("", text))).split())


def _letters(text: str) -> str:
    """Return what is compared: without labels, white space and forms of the same sign."""
    text = unicodedata.normalize("NFKC", _NUMBER.sub("", text.strip()))
    return re.sub(r"\s+", "", text.replace("’", "'").replace("‘", "'"))


def tell_kinds(ours: str, theirs: str) -> tuple[str, ...]:
    """Return the fewest kinds that together explain how two references differ."""
    one, other = _letters(ours), _letters(theirs)
    kinds: dict[str, Callable[[str], str]] = {
        "pages": lambda text: re.sub(r"([A-Z])(\d+–)\1", r"\1\2", text),
        "open": lambda text: re.sub(
            r"(?<=\d)([–-])(\d+)",
            lambda end: end[1] if text[: end.start()].endswith(end[2]) else end[0],
            text,
        ),
        "groups": lambda text: text.replace("[Online].", "").replace(".and.", "."),
        "words": lambda text: text.replace("vs.", "Vs.").replace("toward", "Toward"),
        "first": lambda text: re.sub(r"(?<![^\W\d_])[a-z](?=\d)", lambda e: e[0].upper(), text),
        "sign": lambda text: re.sub("^———,etal", "———", text),
        "letter": lambda text: re.sub(r",[a-z](?=[.,]|$)|(?<=[:,])[a-z],", "", text),
        "initials": lambda text: re.sub(r"(?<=[\u2e80-\ud7ff])\.", "", text),
        "order": lambda text: _YEAR_LETTER.sub("", text),
        "hyphen": lambda text: re.sub(r"(?<=[A-Z])-(?=[A-Z])", "", text),
        "plural": lambda text: _SINGULAR.sub("", text),
        "zeros": lambda text: re.sub(r"(?<!\d)0+(?=\d)", "", text),
        "others": lambda text: re.sub(r"(?i:(?:[,;]|and)?(?:etal|others)\.?)", "", text),
        "label": _drop_labels,
        "marks": lambda text: re.sub(r"[\"'“”„‘’.,′″]", "", text),
        "date": lambda text: re.sub(r"^.*?(?=\w)", "", _DATE_WORDS.sub("", text)),
        "case": str.casefold,
    }
    needed = list(kinds)
    for kind in [None, *reversed(kinds)]:  # drop each kind without which the texts are alike too
        tried = [name for name in needed if name != kind]
        changed = [one, other]
        for name in tried:
            changed = [kinds[name](text) for text in changed]
        alike = changed[0] == changed[1]
        if kind is None and not alike:
            return ("names",) if _has_more_names(one, other) else (OTHER,)
        if kind is not None and alike:
            needed = tried
    return tuple(needed)


def _drop_labels(text: str) -> str:
    bare = re.sub(r"editors?|translators?|eds?\.", "", text)
    return text if bare == text else re.sub(r"[,.:]", "", bare)


def _has_more_names(ours: str, theirs: str) -> bool:
    """Tell whether texts differ in names alone that the other has where ours has "et al."."""
    for end in re.finditer(r",?(?:etal\.?|等)", ours):
        start, rest = ours[: end.start()], ours[end.end() :].lstrip(".")
        if theirs.startswith(start) and theirs.endswith(rest):
            middle = theirs[len(start) : len(theirs) - len(rest)]
            if re.fullmatch(r"[^\W\d_][\w.’'-]*|(?:[,.;&]*[^\W\d_][\w’'-]*)*[.,]*", middle):
                return True
    return False


def _list_moved(ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """Return the keys that would have to move for both orders to be one."""
    positions = {key: at for at, key in enumerate(theirs)}
    kept: list[list[str]] = []
    ends: list[int] = []
    for key in ours:  # the longest run that rises
        at = positions[key]
        place = next((i for i, end in enumerate(ends) if end >= at), len(ends))
        run = [*(kept[place - 1] if place else []), key]
        kept[place : place + 1] = [run]
        ends[place : place + 1] = [at]
    longest = set(kept[-1]) if kept else set()
    return [key for key in ours if key not in longest]


if __name__ == "__main__":
    main()
