"""How well manuscripts are read: ``python tools/lab/benchmarks/parse_accuracy.py [-v]``.

Title, authors and abstract on PMLR, title and reference list on JOSE (truth: Crossref). Prints a
table; with ``-v`` also every miss.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pymupdf

from core.base.errors import PdfError
from core.base.records import Manuscript, Reference
from core.manuscript.reader import GuardedReader

DATA = Path(os.environ.get("COCITE_DATA", Path(__file__).parents[3].parent / "shared" / "data"))


@dataclass
class Score:
    """Hits out of tries, and what missed."""

    hits: float = 0.0
    tries: int = 0
    misses: list[str] = field(default_factory=list)

    def count(self, hit: float, what: str) -> None:
        self.hits += hit
        self.tries += 1
        if hit < 1.0:
            self.misses.append(what)

    @property
    def share(self) -> float:
        return self.hits / self.tries if self.tries else float("nan")


def key(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).lower()
    return "".join(char for char in plain if char.isalnum())


def short_name(name: str) -> str:
    """Return first letter and last word: middle names come and go between sources."""
    words = name.split()
    return key(words[0])[:1] + key(words[-1]) if words else ""


def token_f1(found: str, true: str) -> float:
    left, right = (Counter(re.findall(r"\w+", text.lower())) for text in (found, true))
    shared = sum((left & right).values())
    if not shared:
        return 0.0
    precision, recall = shared / sum(left.values()), shared / sum(right.values())
    return 2 * precision * recall / (precision + recall)


def measure_pmlr(read: Callable[[Path], Manuscript], scores: dict[str, Score]) -> None:
    folder = DATA / "pdfs" / "pmlr"
    for line in (folder / "meta.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        found = read(folder / truth["file"])
        name = truth["file"]
        same = key(found.title) == key(truth["title"])
        scores["title, PMLR"].count(same, f"{name}: {found.title!r} for {truth['title']!r}")
        f1 = token_f1(found.abstract, truth["abstract"])
        scores["abstract token F1, PMLR"].count(f1, f"{name}: {f1:.2f} {found.abstract[-80:]!r}")
        names = [short_name(author) for author in found.authors]
        same = names == [short_name(author) for author in truth["authors"]]
        scores["authors, PMLR"].count(same, f"{name}: {found.authors} for {truth['authors']}")
        scores["year, PMLR"].count(found.year == truth["year"], f"{name}: {found.year}")


def crossref(path: Path) -> tuple[str, list[str], list[dict[str, str]]]:
    root = ET.parse(path).getroot()
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    article = root.find(".//journal_article")
    assert article is not None
    title = article.findtext("titles/title", "")
    people = [
        f"{person.findtext('given_name', '')} {person.findtext('surname', '')}"
        for person in article.findall("contributors/person_name")
    ]
    entries = [
        {child.tag: child.text or "" for child in citation} for citation in article.iter("citation")
    ]
    return " ".join(title.split()), people, entries


def measure_jose(read: Callable[[Path], Manuscript], scores: dict[str, Score]) -> None:
    for path in sorted((DATA / "pdfs" / "jose-dev").glob("*.pdf")):
        title, people, entries = crossref(path.with_suffix(".crossref.xml"))
        found = read(path)
        name = path.stem
        same = key(found.title) == key(title)
        scores["title, JOSE"].count(same, f"{name}: {found.title!r} for {title!r}")
        same = [short_name(who) for who in found.authors] == [short_name(who) for who in people]
        scores["authors, JOSE"].count(same, f"{name}: {found.authors} for {people}")
        near = abs(len(found.references) - len(entries)) <= 1
        counts = f"{name}: {len(found.references)} for {len(entries)}"
        scores["number of references within 1, JOSE"].count(near, counts)
        for entry in entries:
            measure_entry(entry, found.references, scores, name)


def measure_entry(
    entry: dict[str, str], references: Sequence[Reference], scores: dict[str, Score], name: str
) -> None:
    title = key(entry.get("article_title") or entry.get("volume_title", ""))
    doi = entry.get("doi", "").lower().strip()
    match = next(
        (
            reference
            for reference in references
            if (doi and reference.doi == doi) or (len(title) > 8 and title in key(reference.text))
        ),
        None,
    )
    if not title and not doi:
        return
    scores["entry recall, JOSE"].count(match is not None, f"{name}: {entry}")
    if match is None:
        return
    if title:
        same = key(match.title) == title
        scores["entry title, JOSE"].count(same, f"{match.title!r} in {match.text!r}")
    if doi:
        scores["entry DOI, JOSE"].count(match.doi == doi, f"{match.doi!r} for {doi!r}")
    if entry.get("cYear", "").isdigit():
        same = match.year == int(entry["cYear"])
        scores["entry year, JOSE"].count(same, f"{match.year} in {match.text!r}")
    if entry.get("author"):
        first = key(match.authors[0]) if match.authors else ""
        same = key(entry["author"]) in first
        scores["entry first author, JOSE"].count(same, f"{match.authors} in {match.text!r}")


def measure_acl(read: Callable[[Path], Manuscript], scores: dict[str, Score]) -> None:
    """Titles where the PDF states one, and the running text where GROBID's output is at hand."""
    folder = DATA / "pdfs" / "acl"
    for path in sorted(folder.glob("*.pdf")):
        found = read(path)
        with pymupdf.open(path) as document:
            stated = document.metadata["title"]
        if stated:
            same = key(found.title) == key(stated)
            scores["title, ACL"].count(same, f"{path.stem}: {found.title!r}")
        if not path.with_suffix(".json").exists():
            continue
        parse = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))["pdf_parse"]
        parts = [*parse["abstract"], *parse["body_text"], *parse.get("back_matter", ())]
        theirs = " ".join(part["text"] for part in parts)
        f1 = token_f1(" ".join(sentence.text for sentence in found.sentences), theirs)
        scores["text token F1 with S2ORC, ACL (no truth)"].count(f1, f"{path.stem}: {f1:.3f}")


def measure_rescience(read: Callable[[Path], Manuscript], scores: dict[str, Score]) -> None:
    for path in sorted((DATA / "pdfs" / "rescience").glob("*.pdf")):
        text = path.with_suffix(".yaml").read_text(encoding="utf-8")
        match = re.search(r"^title:\s*(.+(?:\n[ \t]+\S.*)*)", text, re.MULTILINE)
        assert match is not None
        title = " ".join(match[1].split()).strip("\"'")
        found = read(path)
        same = key(found.title) == key(title)
        scores["title, ReScience"].count(same, f"{path.stem}: {found.title!r} for {title!r}")


def read_all(reader: GuardedReader, failures: list[str]) -> Iterator[tuple[Path, Manuscript]]:
    for path in sorted((DATA / "pdfs").glob("*/*.pdf")):
        try:
            yield path, reader.read_manuscript(path)
        except PdfError as error:
            failures.append(f"{path.name}: {error}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    failures: list[str] = []

    class Scores(dict[str, Score]):
        def __missing__(self, name: str) -> Score:
            self[name] = Score()
            return self[name]

    scores = Scores()
    with GuardedReader() as reader:
        known = dict(read_all(reader, failures))
    measure_pmlr(known.__getitem__, scores)
    measure_jose(known.__getitem__, scores)
    measure_acl(known.__getitem__, scores)
    measure_rescience(known.__getitem__, scores)
    for name, score in scores.items():
        print(f"{name:40} {score.share:6.3f}  of {score.tries}")
        if options.verbose:
            print(*(f"    {miss}" for miss in score.misses), sep="\n")
    print(f"{'read without failure':40} {len(known)} of {len(known) + len(failures)}")
    print(*failures, sep="\n")


if __name__ == "__main__":
    main()
