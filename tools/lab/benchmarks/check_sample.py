"""Compare the facts of the sample library with the catalogue of the development data.

Run by hand: ``python -m tools.lab.benchmarks.check_sample``. It looks in COCITE_DATA, else
../shared/data. A sample paper is compared with every record of the same normalised title; a fact
agrees if one of them says the same. Links are compared with the catalogue's edges wherever both
papers are in it. Both may be right when they disagree: a preprint and its publication differ.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[3]
LIBRARY = CHECKOUT / "resources" / "sample" / "library"
Record = dict[str, Any]


def key_of(text: str) -> str:
    """Return the letters and digits of ``text`` alone."""
    plain = unicodedata.normalize("NFKD", text).lower()
    return "".join(letter for letter in plain if letter.isalnum() and letter.isascii())


def family_names(record: Record) -> list[str]:
    return [key_of(author.split()[-1]) for author in record["authors"]]


def read_lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from lines


def catalogue(data: Path, titles: Iterable[str]) -> dict[str, list[Record]]:
    """Return the catalogue's records of the given normalised titles."""
    wanted, found = set(titles), defaultdict(list)
    for path in sorted((data / "papers").glob("*.jsonl.gz")):
        for line in read_lines(path):
            record = json.loads(line)
            if (key := key_of(record["title"])) in wanted:
                found[key].append(record)
    return found


def compare(paper: Record, others: list[Record]) -> dict[str, bool]:
    """Return for each fact that the catalogue states whether one record agrees."""
    verdict = {
        "title, letter case included": any(paper["title"] == other["title"] for other in others),
        "authors as spelt": any(paper["authors"] == other["authors"] for other in others),
        "family names in order": any(family_names(paper) == family_names(o) for o in others),
        "year": any(paper["year"] == other["year"] for other in others),
    }
    real = [other["doi"].lower() for other in others if _is_real(other["doi"])]
    if paper["doi"] and real:
        verdict["doi"] = paper["doi"].lower() in real
    acl = [other["id"] for other in others if other["id"].startswith("acl:")]
    if paper["id"].startswith("acl:") and acl:
        verdict["anthology id"] = paper["id"] in acl
    return verdict


def _is_real(doi: str) -> bool:
    return bool(doi) and not doi.startswith("10.5555/")


def report_facts(papers: list[Record], found: dict[str, list[Record]]) -> None:
    agree, disagree = Counter[str](), Counter[str]()
    for paper in papers:
        others = found.get(key_of(paper["title"]), [])
        if not others:
            continue
        for fact, same in compare(paper, others).items():
            (agree if same else disagree)[fact] += 1
            if not same and fact != "title, letter case included":
                print(f"  {fact} differs: {paper['id']} {paper['title'][:60]}")
                for other in others:
                    names = ", ".join(other["authors"][:8])
                    print(f"    {other['id']}: {other['year']} {other['doi'] or '-'} {names}")
    missing = [paper for paper in papers if key_of(paper["title"]) not in found]
    print(f"{len(papers)} papers, {len(papers) - len(missing)} of them in the catalogue by title")
    for fact in agree | disagree:
        print(f"  {fact}: {agree[fact]} agree, {disagree[fact]} disagree")
    print(f"not in the catalogue ({len(missing)}):")
    for paper in missing:
        print(f"  {paper['id']}  {paper['title'][:70]}")


def aliases(data: Path, papers: list[Record], found: dict[str, list[Record]]) -> dict[str, str]:
    """Return the sample's id by each id the catalogue has for the paper."""
    ours = {
        other["id"]: paper["id"]
        for paper in papers
        for other in found.get(key_of(paper["title"]), ())
    }
    for line in read_lines(data / "papers" / "same-title.tsv.gz"):
        alias, kept = line.split()[:2]
        if kept in ours:
            ours.setdefault(alias, ours[kept])
    return ours


def report_edges(data: Path, ours: dict[str, str]) -> None:
    lines = (LIBRARY / "edges.tsv").read_text(encoding="utf-8").splitlines()
    links = {tuple(line.split("\t")) for line in lines}
    known = set()
    for path in sorted((data / "edges").glob("*.tsv.gz")):
        for line in read_lines(path):
            citing, cited = line.rstrip("\n").split("\t")[:2]
            if citing in ours and cited in ours:
                known.add((ours[citing], ours[cited]))
    print(f"{len(links)} links; the catalogue has {len(known)} between papers of the sample:")
    print(f"  {len(known & links)} are in the sample, {len(known - links)} are not")
    for citing, cited in sorted(known - links):
        print(f"    {citing} -> {cited}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = os.environ.get("COCITE_DATA") or CHECKOUT.parent / "shared" / "data"
    parser.add_argument("--data", type=Path, default=default)
    data = Path(parser.parse_args().data)
    text = (LIBRARY / "papers.jsonl").read_text(encoding="utf-8")
    papers = [json.loads(line) for line in text.splitlines()]
    found = catalogue(data, (key_of(paper["title"]) for paper in papers))
    report_facts(papers, found)
    report_edges(data, aliases(data, papers, found))


if __name__ == "__main__":
    main()
