"""Mutated reference files: what crashes a reader, what is lost without a word, what is kept.

    python -m tools.lab.benchmarks.import_fuzz [--records 20000] [--seconds 110] [--seed 1]

Each round takes a file of some records, damages one record in one of its fields (or, every fourth
time, any bytes of the file), reads it, and counts

- crashes: anything raised but an ``EngineError``;
- silent drops: fewer entries than an independent count finds record starts;
- kept: of the records that were not touched, the share read with the same title.

Files are made of records this script invents; with ``COCITE_DATA`` the files of its folder
``libraries`` are damaged as well (any bytes, since their fields are not ours).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from core.base.errors import EngineError
from core.formats import detect
from core.formats.decoding import decode
from core.formats.registry import get_format, parsed

BITS = (
    *("{", "}", '"', "@", "\\", "$", ",", "\n", "\n\n", "#", "=", "[", "]", "<", ">", "&", "%0 "),
    *("</", "]]>", "&a;", "ER  - ", "TY  - ", "PMID- 1", "\x00", "\u2028", "é", "𝒳", "{" * 60),
)
WORDS = ("walks", "graphs", "the", "of", "census", "tulips", "olives", "deep", "models", "query")
FILE_RECORDS = 8


@dataclass(frozen=True)
class Layout:
    """How a kind of file is written and counted. ``joins`` are what stands around the records."""

    kind: str
    record: Callable[[int, random.Random], list[str]]
    start: re.Pattern[str]
    head: str = ""
    between: str = "\n"
    tail: str = ""


def title_of(number: int, draw: random.Random) -> str:
    return f"Paper {number} on {' '.join(draw.choices(WORDS, k=4))}"


def bibtex(number: int, draw: random.Random) -> list[str]:
    return [
        f"@article{{k{number},\n",
        f"  title = {{{title_of(number, draw)}}},\n",
        '  author = {Roe, Ann and {The Group} and M{\\"u}ller, J.},\n',
        f"  year = {1990 + number % 30}, journal = jot # {{Two}},\n",
        "  keywords = {a, {b, c}}, abstract = {Some \\emph{words} and $x^2$.},\n",
        "  doi = {10.1234/abc." + str(number) + "}\n}\n",
    ]


def ris(number: int, draw: random.Random) -> list[str]:
    return [
        "TY  - JOUR\n",
        f"TI  - {title_of(number, draw)}\n",
        "AU  - Roe, Ann\n",
        "AU  - Müller, J.\n",
        f"PY  - {1990 + number % 30}\n",
        "AB  - Some words\n  that go on\n",
        f"DO  - 10.1234/abc.{number}\n",
        "KW  - one\n",
        "ER  - \n",
    ]


def csl(number: int, draw: random.Random) -> list[str]:
    item = {
        "id": f"k{number}",
        "type": "article-journal",
        "title": title_of(number, draw),
        "author": [{"family": "Roe", "given": "Ann"}],
        "issued": {"date-parts": [[1990 + number % 30]]},
        "DOI": f"10.1234/abc.{number}",
        "abstract": 'Some "words" – and more.',
    }
    return [f"{part}\n" for part in json.dumps(item, ensure_ascii=False, indent=1).split("\n")]


def xml(number: int, draw: random.Random) -> list[str]:
    return [
        "<record><ref-type name='Journal Article'>17</ref-type>\n",
        "<contributors><authors><author>Roe, Ann</author></authors></contributors>\n",
        f"<titles><title><style>{title_of(number, draw)}</style></title></titles>\n",
        f"<dates><year>{1990 + number % 30}</year></dates>\n",
        "<abstract>Some &lt;words&gt; &amp; more.</abstract>\n",
        f"<electronic-resource-num>10.1234/abc.{number}</electronic-resource-num>\n",
        "</record>\n",
    ]


def nbib(number: int, draw: random.Random) -> list[str]:
    return [
        f"PMID- {number}\n",
        f"TI  - {title_of(number, draw)}\n",
        "FAU - Roe, Ann\n",
        f"DP  - {1990 + number % 30}\n",
        "AB  - Some words\n      that go on.\n",
        f"LID - 10.1234/abc.{number} [doi]\n",
        "OT  - one\n",
    ]


def enw(number: int, draw: random.Random) -> list[str]:
    return [
        "%0 Journal Article\n",
        f"%T {title_of(number, draw)}\n",
        "%A Roe, Ann\n",
        f"%D {1990 + number % 30}\n",
        "%X Some words\nthat go on.\n",
        f"%R 10.1234/abc.{number}\n",
    ]


LAYOUTS = (
    Layout(
        "bibtex",
        bibtex,
        re.compile(r"^@(?!comment|string|preamble)\w+ *[{(]", re.I | re.M),
        head="@string{jot = {Journal of }}\n",
    ),
    Layout("ris", ris, re.compile(r"^TY  - ", re.M)),
    Layout("csl", csl, re.compile(r'^\{\n "id": ', re.M), head="[", between=",\n", tail="]"),
    Layout(
        "endnote-xml",
        xml,
        re.compile(r"<record(?=[\s>/])"),
        head="<?xml version='1.0' encoding='UTF-8'?><xml><records>\n",
        tail="</records></xml>\n",
    ),
    Layout("nbib", nbib, re.compile(r"^PMID- ", re.M)),
    Layout("endnote", enw, re.compile(r"^%0 ", re.M)),
)


def mutated(text: str, draw: random.Random) -> str:
    """Return a text with something put in, taken out, doubled or replaced."""
    place = draw.randrange(len(text) + 1)
    before, after = text[:place], text[place:]
    pieces = (
        before + draw.choice(BITS) + after,
        before + after[draw.randint(1, 12) :],
        before + after[:12] + after,
        before + draw.choice(BITS) + after[1:],
        "".join(draw.sample(text, len(text))),
    )
    return draw.choice(pieces)


def read(kind: str, path: Path, counts: Counter[str]) -> tuple[int, list[str]]:
    """Return how many entries were told of, and the titles of those that were read."""
    try:
        entries = list(get_format(kind).read_entries(path))
    except EngineError:
        counts["refused as a whole"] += 1
        return -1, []
    except Exception:  # noqa: BLE001 - this is what is looked for
        counts["crashes"] += 1
        print(f"--- {kind}\n{path.read_bytes()[:3000]!r}\n{traceback.format_exc()}")
        return -1, []
    for entry in entries:
        if (entry.record is None) != bool(entry.problem) or not entry.location:
            counts["crashes"] += 1
            print(f"--- {kind}: neither read nor refused: {entry}")
    return len(entries), [entry.record.title for entry in entries if entry.record]


def invented(layout: Layout, path: Path, draw: random.Random, counts: Counter[str]) -> None:
    """Damage one field of one record of a file that is made up, and count."""
    start = draw.randrange(10_000)
    records = [layout.record(start + n, random.Random(start + n)) for n in range(FILE_RECORDS)]
    titles = [title_of(start + n, random.Random(start + n)) for n in range(FILE_RECORDS)]
    hit = draw.randrange(FILE_RECORDS)
    field = draw.randrange(len(records[hit]))
    records[hit][field] = mutated(records[hit][field], draw)
    text = layout.head + layout.between.join("".join(parts) for parts in records) + layout.tail
    path.write_text(text, encoding="utf-8", errors="replace", newline="")
    told, found = read(layout.kind, path, counts)
    counts["records"] += 1
    counts[f"{layout.kind}: records"] += 1
    missing = len(layout.start.findall(decode(path.read_bytes()))) - told
    if told >= 0 and missing > 0:
        counts["silent drops"] += missing
        counts[f"{layout.kind}: silent drops"] += missing
    kept = set(found)
    others = [title for place, title in enumerate(titles) if place != hit]
    counts["others"] += len(others)
    counts[f"{layout.kind}: others"] += len(others)
    share = sum(title in kept for title in others)
    counts["others kept"] += share
    counts[f"{layout.kind}: others kept"] += share
    counts[f"{layout.kind}: files with at least 80 % of the others"] += share >= 0.8 * len(others)


def untouched(layout: Layout, path: Path, counts: Counter[str]) -> None:
    """Read what nobody damaged."""
    records = ["".join(layout.record(n, random.Random(n))) for n in range(200)]
    path.write_text(
        layout.head + layout.between.join(records) + layout.tail, encoding="utf-8", newline=""
    )
    _, found = read(layout.kind, path, counts)
    counts["unmutated"] += 200
    counts["unmutated accepted"] += len(found)


def foreign_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of ``$COCITE_DATA/libraries`` that are small enough to be read often."""
    folder = Path(os.environ.get("COCITE_DATA", "")) / "libraries"
    for path in sorted(folder.iterdir()) if os.environ.get("COCITE_DATA") else []:
        kind = detect.detect_kind(path)
        if kind in {each.name for each in parsed()} and path.stat().st_size < 30_000:
            yield kind, path.read_bytes()


def damaged(kind: str, data: bytes, path: Path, draw: random.Random, counts: Counter[str]) -> None:
    """Damage any bytes of a file and read it."""
    raw = bytearray(data)
    for _ in range(draw.randint(1, 4)):
        place = draw.randrange(len(raw) + 1)
        if draw.random() < 0.5:
            raw[place : place + draw.randint(0, 9)] = draw.choice(BITS).encode("utf-8")
        else:
            raw[place : place + 1] = bytes([draw.randrange(256)])
    path.write_bytes(raw)
    read(kind, path, counts)
    counts["records"] += 1
    counts["bytes of real files damaged"] += 1


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--records", type=int, default=20_000)
    arguments.add_argument("--seconds", type=float, default=110)
    arguments.add_argument("--seed", type=int, default=1)
    asked = arguments.parse_args()
    draw = random.Random(asked.seed)
    counts: Counter[str] = Counter()
    until = time.process_time() + asked.seconds
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        for layout in LAYOUTS:
            untouched(layout, path, counts)
        files = list(foreign_files())
        while counts["records"] < asked.records and time.process_time() < until:
            if files and draw.random() < 0.25:
                damaged(*draw.choice(files), path, draw, counts)
            else:
                invented(draw.choice(LAYOUTS), path, draw, counts)
    for name in sorted(counts):
        print(f"{counts[name]:>9,}  {name}")
    print(f"{counts['unmutated accepted'] / counts['unmutated']:>9.2%}  unmutated accepted")
    print(f"{counts['others kept'] / counts['others']:>9.2%}  others kept")


if __name__ == "__main__":
    main()
