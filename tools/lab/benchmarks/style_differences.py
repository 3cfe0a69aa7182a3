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
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pypandoc

from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import bibliography, csl
from core.formats.registry import get_format
from core.formats.styles.processor import Processor, write_plain

OTHER = "other"
KINDS = {
    "label": "“editors” of NLM and AMA, which Pandoc sets before the names: “In, editorsRoe A”",
    "date": "a date in words, which Pandoc leaves out",
    "marks": "quotation marks and primes; Pandoc takes 4′,5′ for quotations",
    "case": "title case of works in “English” (not “en”), and of “vs.” and “la”",
    OTHER: "to be looked at",
}
_PANDOC_LABEL = re.compile(r"(?:, |\b)(?:editors?|translators?|eds?\.?)(?=[A-Z])")
_DATE_WORDS = re.compile(
    r"n\.d\.|o\.J\.|\[no date\]|\b[\d./-]*(?:1[5-9]|20)\d\d\b|[\d/]{8}|[A-Z][a-z]+"
)
_DIV = re.compile(
    r'<div id="ref-([^"]*)" class="csl-entry"[^>]*>\s*(.*?)\s*</div>\n?(?=<div id|</div)', re.S
)
_LABEL = re.compile(r'<(?:div|span) class="csl-left-margin">.*?</(?:div|span)>', re.S)
_TAG = re.compile(r"<[^>]+>")
_NUMBER = re.compile(r"^(?:\[\d+\]|\(\d+\)|\d+\.?|\[[^\]]*\])\s*")
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
    items = [bibliography._item(item) for item in csl.convert_papers_to_items(papers)]
    total = different = 0
    counts: Counter[str] = Counter()
    for style in chosen.styles:
        ours, theirs = format_with_ours(items, style), format_with_pandoc(items, style)
        pairs = [(ours[key], theirs[key], key) for key in ours if key in theirs]
        differing = [pair for pair in pairs if _letters(pair[0]) != _letters(pair[1])]
        moved = len(set(_list_moved(list(ours), [key for key in theirs if key in ours])))
        total, different = total + len(pairs), different + len(differing)
        kinds = Counter(_tell_kind(one, other) for one, other, _ in differing)
        counts += kinds
        print(f"\n{style}: {len(differing)} of {len(pairs)} differ, {moved} stand elsewhere")
        print(f"  {dict(kinds)}")
        differing.sort(key=lambda pair: _tell_kind(pair[0], pair[1]) != OTHER)
        for one, other, key in differing[: chosen.show]:
            print(f"  {key}\n    ours   {one}\n    pandoc {other}")
        for key in _list_moved(list(ours), [key for key in theirs if key in ours])[: chosen.show]:
            print(f"  elsewhere {ours[key][:90]}")
    print(f"\n{different} of {total} differ: {different / max(1, total):.2%}")
    for kind, count in counts.most_common():
        print(f"{count:6} {kind}: {KINDS[kind]}")


def draw_records(sources: Iterable[Path], count: int, seed: int) -> list[PaperRecord]:
    """Return entries of files, drawn at random, each with a title and some fields."""
    files = [
        file
        for source in sources
        for file in (sorted(source.rglob("*.bib")) if source.is_dir() else [source])
    ]
    bibtex = get_format("bibtex")
    records: dict[str, PaperRecord] = {}
    for file in files:
        for entry in bibtex.parse(file.read_text("utf-8", "replace"), file.name):
            if entry.record is not None and len(entry.record.extra) >= _LEAST_FIELDS:
                records.setdefault(entry.record.title.casefold(), entry.record)
    drawn = list(records.values())
    random.Random(seed).shuffle(drawn)
    return drawn[:count]


def _number(record: PaperRecord, at: int) -> Paper:
    values = {name: getattr(record, name) for name in PaperRecord.__dataclass_fields__}
    return Paper(**values, number=PaperNumber(at), ids=(), citation_key=f"work{at}")


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


def _tell_kind(ours: str, theirs: str) -> str:
    one, other = _letters(ours), _letters(theirs)
    bare, other_bare = (re.sub(r"[\"'“”‘’.,′″]", "", text) for text in (one, other))
    rest, other_rest = (re.sub(_DATE_WORDS, "", text) for text in (ours, theirs))
    signs = {
        "label": bool(_PANDOC_LABEL.search(theirs)) and not _PANDOC_LABEL.search(ours),
        "marks": bare == other_bare,
        "case": bare.casefold() == other_bare.casefold(),
        "date": "n.d." in theirs and _letters(rest) == _letters(other_rest),
    }
    return next((kind for kind, applies in signs.items() if applies), OTHER)


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
