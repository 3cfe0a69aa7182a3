"""Fit the labeller of reference entries: ``python -m tools.lab.fitting.references DATA``.

Learns from the labelled entries in ``DATA/references``, from entries of the training full texts
whose title the catalogue knows, and from made-up ones: in the styles of computer science, and
typeset by Pandoc in the styles of hundreds of journals. What a source leaves unlabelled is filled
in by weights that were fitted to the others first. Entries whose hash says so are held out; the
figures printed are theirs. Writes ``resources/references/labeller.crfsuite``: weights, no text.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import click

from core.manuscript.references.author_names import split_names
from core.manuscript.references.entry_fields import (
    LabelledEntry,
    Labeller,
    cut_entry,
    find_doi,
    find_year,
    fit,
)
from core.manuscript.references.tokens import split_words
from tools.lab.fitting.labelled_references import Entry, json_lines, read_labelled
from tools.lab.fitting.made_up_works import collect_sources
from tools.lab.fitting.reference_styles import rendered
from tools.lab.fitting.typeset_references import find_styles, typeset_works

TARGET = Path(__file__).parents[3] / "resources" / "references" / "labeller.crfsuite"
HELD_OUT = 0
FIGURES = ("title", "authors", "families", "year", "venue", "doi")
WORDS = ("title", "author", "date", "venue")
_SETTINGS = {"c1": 0.25, "c2": 0.05, "feature.minfreq": 3}
"""The penalty on absolute weights leaves out most of them: smaller, and better than without."""
_PAPERS = {"acl.jsonl.gz": 40, "paperlists.jsonl.gz": 60, "acm.jsonl.gz": 60, "bio.jsonl.gz": 8}
"""The papers whose records are typeset: of each so many the first."""
_WORKS = 42
"""Works in each citation style."""
_INSTEAD = {"author": "editor", "title": "note", "venue": "note", "date": "note"}
"""What an unlabelled word is where the source would have labelled it, had it been that."""


@click.command(help=__doc__)
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--target", type=click.Path(path_type=Path), default=TARGET, show_default=False)
@click.option("--fold", default=HELD_OUT, help="The part to measure on; the held-out one is 0.")
@click.option("--rounds", default=60, help="Steps of the optimiser.")
@click.option("--styles", default=330, help="Citation styles to typeset entries in.")
def main(data: Path, target: Path, fold: int, rounds: int, styles: int) -> None:
    """Train, write, measure on the part that was held out."""
    labelled = list(read_labelled(data / "references"))
    measured = [entry for entry in labelled if entry.fold == fold]
    apart = {key(entry.example.text) for entry in labelled if entry.fold in (HELD_OUT, fold)}
    usable = [e.example for e in labelled if e.example.words and key(e.example.text) not in apart]
    linked = [example for example in read_linked(data) if key(example.text) not in apart]
    whole = [example for example in usable if all(example.labels)]
    whole += rendered(read_records(data / "papers"), seed=17)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        first = Path(folder, "first")
        fit(whole, first, "ap", max_iterations=6)
        labeller = Labeller(first.read_bytes())
    train = whole + list(completed(linked, labeller, ("venue", "date")))
    partly = [example for example in usable if not all(example.labels)]
    train += completed(partly, labeller, ("date",))
    complete = [entry for entry in labelled if key(entry.example.text) not in apart]
    train += typeset(data / "papers", [e for e in complete if all(e.example.labels)], styles)
    random.Random(17).shuffle(train)
    fit(train, target, "lbfgs", max_iterations=rounds, **_SETTINGS)
    click.echo(f"entries: {len(train)} train, {len(measured)} held out")
    for line in table(measured, Labeller(target.read_bytes())):
        click.echo(line)


def key(text: str) -> str:
    """Return letters and digits alone, for comparing."""
    return "".join(char for char in text.casefold() if char.isalnum())


# --- examples from other sources ----------------------------------------------------------------


def read_records(folder: Path, every: int = 60) -> Iterator[dict[str, Any]]:
    """Yield each so many-th record of the papers of computational linguistics and learning."""
    for name in ("acl.jsonl.gz", "paperlists.jsonl.gz"):
        if (folder / name).exists():
            yield from islice(json_lines(folder / name), None, None, every)


def typeset(folder: Path, entries: Iterable[Entry], styles: int) -> list[LabelledEntry]:
    """Return made-up entries in so many citation styles; none of the proving ground's."""
    papers = [
        record
        for name, every in _PAPERS.items()
        if (folder / name).exists()
        for record in islice(json_lines(folder / name), None, None, every)
    ]
    chance = random.Random(17)
    found = find_styles() if styles else []
    chance.shuffle(found)
    sources = collect_sources(papers, entries)
    typeset_examples = typeset_works(sources, found[:styles], chance, _WORKS)
    return [example for example in typeset_examples if len(example.words) > 2]


def read_linked(data: Path, every: int = 20) -> Iterator[LabelledEntry]:
    """Yield entries of the training full texts whose title is known: names before it, then it."""
    titles = {
        record["id"]: record["title"]
        for name in ("acl", "paperlists", "openreview")
        for path in (data / "papers").glob(f"{name}.jsonl.gz")
        for record in json_lines(path)
    }
    for path in sorted((data / "fulltexts").glob("neurips-train*.jsonl.gz")):
        references = (r for paper in json_lines(path) for r in paper["references"] if r["id"])
        for reference in islice(references, None, None, every):
            example = _with_title(reference["text"], titles.get(reference["id"], ""))
            if example:
                yield example


def _with_title(text: str, title: str) -> LabelledEntry | None:
    words = split_words(text)
    title_words = [word.text.casefold() for word in split_words(title)]
    entry_words = [word.text.casefold() for word in words]
    starts = (
        at
        for at in range(1, len(entry_words))
        if entry_words[at : at + len(title_words)] == title_words
    )
    start = next(starts, None) if len(title_words) > 2 else None
    if start is None:
        return None
    labels = ["date" if re.match(r"\d", word.text) else "author" for word in words[:start]]
    labels += ["title"] * len(title_words) + [""] * (len(words) - start - len(title_words))
    return LabelledEntry(text, words, labels)


def completed(
    examples: Iterable[LabelledEntry], labeller: Labeller, unstated: Sequence[str]
) -> Iterator[LabelledEntry]:
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


# --- measuring the labeller ---------------------------------------------------------------------


def true_fields(entry: Entry) -> dict[str, object]:
    """Return what ought to be found in an entry, made comparable."""
    return _comparable(entry.fields, {"date": entry.fields["date"]})


def predict_fields(entry: Entry, labeller: Labeller) -> dict[str, object]:
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
    found_count = sum(bool(mine) for mine, _ in pairs)
    true = sum(bool(theirs) for _, theirs in pairs)
    right = sum(bool(mine) and mine == theirs for mine, theirs in pairs)
    return right / max(found_count, 1), right / max(true, 1), 2 * right / max(found_count + true, 1)


def table(entries: Sequence[Entry], labeller: Labeller) -> Iterator[str]:
    """Yield lines with precision, recall and F1 by source and over all.

    First of whole fields found exactly, then of single words given the right label, as published
    figures of GROBID and AnyStyle count.
    """
    answers = [(entry, predict_fields(entry, labeller), true_fields(entry)) for entry in entries]
    words = [
        (e.source, labeller.label(e.example.text, e.example.words), e.example.labels)
        for e in entries
    ]
    for source in [*sorted({entry.source for entry in entries}), "all"]:
        yield f"{source}: {sum(source in (e.source, 'all') for e in entries)} entries"
        for name in FIGURES:
            chosen = [(a[name], t[name]) for e, a, t in answers if source in (e.source, "all")]
            yield _line(name, f1(chosen))
        for name in WORDS:
            labels = [
                (mine == name, theirs == name)
                for origin, found_fields, true in words
                if source in (origin, "all")
                for mine, theirs in zip(found_fields, true, strict=True)
            ]
            yield _line(f"{name} words", f1(labels))


def _line(name: str, figures: tuple[float, float, float]) -> str:
    precision, recall, score = figures
    return f"  {name:12} P {precision:.3f}  R {recall:.3f}  F1 {score:.3f}"


if __name__ == "__main__":
    main()
