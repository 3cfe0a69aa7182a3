"""Fit the labeller of reference entries: ``python -m training.references DATA``.

Learns from the labelled entries in ``DATA/references``, from entries of the training full texts
whose title the catalogue knows, and from made-up ones. What a source leaves unlabelled is filled
in by weights that were fitted to the others first. Entries whose hash says so are held out; the
figures printed are theirs. Writes ``resources/references/labeller.crfsuite``: weights, no text.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import click

from core.manuscript.entries import cut_entry, find_doi, find_year
from core.manuscript.labeller import Example, Labeller, fit
from core.manuscript.names import split_names
from core.manuscript.tokens import words_of
from training.reference_styles import rendered

TARGET = Path(__file__).parents[1] / "resources" / "references" / "labeller.crfsuite"
FOLDS, HELD_OUT = 10, 0
FIGURES = ("title", "authors", "families", "year", "venue", "doi")
_NAMES = {
    "author": "author", "title": "title", "date": "date", "pages": "pages", "volume": "volume",
    "container-title": "venue", "journal": "venue", "booktitle": "venue",
    "collection-title": "series", "editor": "editor", "translator": "editor", "director": "editor",
    "producer": "editor", "publisher": "publisher", "source": "publisher", "location": "location",
    "doi": "doi", "url": "url", "citation-number": "number",
}  # fmt: skip
_INSTEAD = {"author": "editor", "title": "note", "venue": "note", "date": "note"}
"""What an unlabelled word is where the source would have labelled it, had it been that."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A labelled entry, and what is in each field as its source has it."""

    example: Example
    source: str
    fields: Mapping[str, str]


@click.command(help=__doc__)
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--target", type=click.Path(path_type=Path), default=TARGET, show_default=False)
@click.option("--fold", default=HELD_OUT, help="The part to measure on; the held-out one is 0.")
@click.option("--algorithm", default="ap", type=click.Choice(["ap", "lbfgs"]))
@click.option("--rounds", default=12, help="Passes over the examples.")
def main(data: Path, target: Path, fold: int, algorithm: str, rounds: int) -> None:
    """Train, write, measure on the part that was held out."""
    labelled = list(read_labelled(data / "references"))
    measured = [entry for entry in labelled if fold_of(entry.example.text) == fold]
    apart = {key(entry.example.text) for entry in labelled if is_apart(entry.example.text, fold)}
    usable = [e.example for e in labelled if e.example.words and key(e.example.text) not in apart]
    linked = [example for example in read_linked(data) if key(example.text) not in apart]
    whole = [example for example in usable if all(example.labels)]
    whole += rendered(read_records(data / "papers"), seed=17)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder, "first")
        fit(whole, first, **_settings("ap", 6))
        labeller = Labeller(first.read_bytes())
    train = whole + list(completed(linked, labeller, ("venue", "date")))
    partly = [example for example in usable if not all(example.labels)]
    train += completed(partly, labeller, ("date",))
    random.Random(17).shuffle(train)
    fit(train, target, **_settings(algorithm, rounds))
    click.echo(f"entries: {len(train)} train, {len(measured)} held out")
    for line in table(measured, Labeller(target.read_bytes())):
        click.echo(line)


def _settings(algorithm: str, rounds: int) -> dict[str, Any]:
    given = {"algorithm": algorithm, "max_iterations": rounds, "feature.minfreq": 4}
    return given | ({"c1": 0.25, "c2": 0.01} if algorithm == "lbfgs" else {})


def fold_of(text: str) -> int:
    """Return which tenth of the entries one belongs to."""
    return int(hashlib.sha1(text.encode()).hexdigest(), 16) % FOLDS


def is_apart(text: str, fold: int) -> bool:
    """Say whether an entry is not to be trained on."""
    return fold_of(text) in (HELD_OUT, fold)


def key(text: str) -> str:
    """Return letters and digits alone, for comparing."""
    return "".join(char for char in text.casefold() if char.isalnum())


# --- reading ------------------------------------------------------------------------------------


def read_labelled(folder: Path) -> Iterator[Entry]:
    """Yield the entries of a folder of labelled references."""
    for path in sorted(folder.glob("*.xml")):
        for sequence in ET.parse(path).getroot():
            entry = _read_sequence(sequence, path.stem)
            if entry:
                yield entry
    for path in sorted(folder.glob("*.jsonl.gz")):
        yield from (_read_line(record, path.name) for record in _json_lines(path))


def _json_lines(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def _read_sequence(sequence: ET.Element, source: str) -> Entry | None:
    """Return an entry whose parts follow each other; a book's own title counts as a title."""
    pieces = [(element.tag, " ".join("".join(element.itertext()).split())) for element in sequence]
    pieces = [(tag, text) for tag, text in pieces if text]
    tags = [tag for tag, _ in pieces]
    if "title" not in tags and "container-title" in tags:
        tags[tags.index("container-title")] = "title"
    text = " ".join(piece for _, piece in pieces)
    words = words_of(text)
    if not words:
        return None
    ends: list[tuple[int, str]] = []
    for tag, (_, piece) in zip(tags, pieces, strict=True):
        ends.append(((ends[-1][0] + 1 if ends else 0) + len(piece), _NAMES.get(tag, "note")))
    labels = [next(name for end, name in ends if word.start < end) for word in words]
    fields = {
        name: ", ".join(
            text[start + 1 : end]
            for (start, _), (end, label) in pairwise([(-1, ""), *ends])
            if label == name
        )
        for name in ("title", "author", "venue", "date")
    }
    doi = find_doi(" ".join(piece for tag, piece in pieces if tag in ("doi", "url")))
    return Entry(Example(text, words, labels), source, fields | {"doi": doi})


def _read_line(record: Mapping[str, Any], source: str) -> Entry:
    """Return an entry that names some of its fields; the other words have no label."""
    text = record["text"]
    words = words_of(text)
    labels = [""] * len(words)
    fields = {
        "author": record["authors"] or "",
        "title": record["title"] or "",
        "venue": record["venue"] or "",
    }
    for name, value in fields.items():
        for start, end in _places(text, value):
            for at, word in enumerate(words):
                if word.start < end and word.end > start:
                    labels[at] = name
    year = str(record["year"] or "")
    for at, word in enumerate(words):
        if year and not labels[at] and year in word.text and not word.kind:
            labels[at] = "date"
            break
    fields |= {"date": year, "doi": (record["doi"] or "").lower()}
    return Entry(Example(text, words, labels), source, fields)


def _places(text: str, value: str, start: int = 0) -> list[tuple[int, int]]:
    """Return where a value stands, piece by piece where something stands in between."""
    pieces = value.split(" ")
    for count in range(len(pieces), 0, -1):
        head = " ".join(pieces[:count])
        at = text.find(head, start) if head else -1
        if at >= 0:
            end = at + len(head)
            return [(at, end), *_places(text, " ".join(pieces[count:]), end)]
    return []


def read_records(folder: Path, every: int = 60) -> Iterator[dict[str, Any]]:
    """Yield each so many-th record of the papers of computational linguistics and learning."""
    for name in ("acl.jsonl.gz", "paperlists.jsonl.gz"):
        if (folder / name).exists():
            yield from islice(_json_lines(folder / name), None, None, every)


def read_linked(data: Path, every: int = 20) -> Iterator[Example]:
    """Yield entries of the training full texts whose title is known: names before it, then it."""
    titles = {
        record["id"]: record["title"]
        for name in ("acl", "paperlists", "openreview")
        for path in (data / "papers").glob(f"{name}.jsonl.gz")
        for record in _json_lines(path)
    }
    for path in sorted((data / "fulltexts").glob("neurips-train*.jsonl.gz")):
        references = (r for paper in _json_lines(path) for r in paper["references"] if r["id"])
        for reference in islice(references, None, None, every):
            example = _with_title(reference["text"], titles.get(reference["id"], ""))
            if example:
                yield example


def _with_title(text: str, title: str) -> Example | None:
    words = words_of(text)
    wanted = [word.text.casefold() for word in words_of(title)]
    found = [word.text.casefold() for word in words]
    starts = (at for at in range(1, len(found)) if found[at : at + len(wanted)] == wanted)
    start = next(starts, None) if len(wanted) > 2 else None
    if start is None:
        return None
    labels = ["date" if re.match(r"\d", word.text) else "author" for word in words[:start]]
    labels += ["title"] * len(wanted) + [""] * (len(words) - start - len(wanted))
    return Example(text, words, labels)


def completed(
    examples: Iterable[Example], labeller: Labeller, unstated: Sequence[str]
) -> Iterator[Example]:
    """Yield the examples with the labels they lack, as a first labeller sees them.

    The fields in ``unstated`` are those besides minor ones that their source says nothing of.
    """
    for example in examples:
        guesses = labeller.label(example.text, example.words)
        labels = [
            label or (guess if guess in unstated else _INSTEAD.get(guess, guess))
            for label, guess in zip(example.labels, guesses, strict=True)
        ]
        yield replace(example, labels=labels)


# --- measuring ----------------------------------------------------------------------------------


def truth_of(entry: Entry) -> dict[str, object]:
    """Return what ought to be found in an entry, made comparable."""
    return _comparable(entry.fields, {"date": entry.fields["date"]})


def found_in(entry: Entry, labeller: Labeller) -> dict[str, object]:
    """Return what is found in an entry, made comparable."""
    parts = cut_entry(entry.example.text, labeller)
    return _comparable(parts | {"doi": find_doi(entry.example.text)}, parts)


def _comparable(fields: Mapping[str, str], dated: Mapping[str, str]) -> dict[str, object]:
    authors = fields.get("author", "")
    return {
        "title": key(fields.get("title", "")),
        "authors": key(authors),
        "families": tuple(map(key, split_names(authors).families)),
        "year": find_year(dated)[0],
        "venue": key(fields.get("venue", "")),
        "doi": fields.get("doi", ""),
    }


def f1(pairs: Sequence[tuple[object, object]]) -> tuple[float, float, float]:
    """Return precision, recall and F1 of pairs of what was found and what is true."""
    found = sum(bool(mine) for mine, _ in pairs)
    true = sum(bool(theirs) for _, theirs in pairs)
    right = sum(bool(mine) and mine == theirs for mine, theirs in pairs)
    return right / max(found, 1), right / max(true, 1), 2 * right / max(found + true, 1)


def table(entries: Sequence[Entry], labeller: Labeller) -> Iterator[str]:
    """Yield lines with precision, recall and F1 of each field, by source and over all."""
    answers = [(entry, found_in(entry, labeller), truth_of(entry)) for entry in entries]
    for source in [*sorted({entry.source for entry in entries}), "all"]:
        yield f"{source}: {sum(source in (e.source, 'all') for e in entries)} entries"
        for name in FIGURES:
            chosen = [(a[name], t[name]) for e, a, t in answers if source in (e.source, "all")]
            precision, recall, score = f1(chosen)
            yield f"  {name:10} P {precision:.3f}  R {recall:.3f}  F1 {score:.3f}"


if __name__ == "__main__":
    main()
