"""Fit and judge ``core.recommend.coverage``: how far a library holds what a text needs.

``python -m tools.lab.fitting.coverage --library LIB --off OTHER --data DATA --table FILE``

Asks one citing sentence of each development manuscript, whether its papers are known or not, in
several situations: with the references that the library has, with some of them taken out of it, as
a bare text, in a library of some hundred papers, and in OTHER, an indexed library of another field.
Fits on the manuscripts whose sha1(id) is even; prints for the odd ones of each situation the
calibration error of the first 20 new papers and the share of right ones among the strong and the
plausible, before and after, and writes ``resources/ranking/coverage.json``. ``--others`` are
full texts of another field, which are only judged. What was asked is kept in the table.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from core.base.files import data_folder
from core.base.records import PLAUSIBLE, STRONG, PaperNumber
from core.models.shelf import Shelf
from core.recommend.bare import bare
from core.recommend.context import Passage
from core.recommend.coverage import FACTS, Coverage, Presence, nearness
from core.recommend.engine import Engine
from core.recommend.question import Question
from core.workspace import Workspace
from tools.lab.fitting.queries import even
from training.sampling.draws import generator

_TARGET = Path(__file__).parents[3] / "resources" / "ranking" / FACTS
_ANSWERS = 20
_BINS = 10
_SMALL = 800
_STEEPNESS = 20.0
"""Log-odds for a nearness of one. Left free it becomes a step, at the questions learned from."""
_KEPT = {"all references": 1.0, "a third": 0.3, "a tenth": 0.1, "none": 0.0}
"""What share of the references known there stays in the library."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One question with the first new papers: their chances in a library that holds all, (n,)."""

    situation: str
    manuscript: str
    coverage: Coverage
    nearness: float
    chances: NDArray[np.float64]
    right: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Citing:
    """A citing sentence of a manuscript, with the ids of what it cites and of the whole list."""

    manuscript: str
    passage: Passage
    cites: tuple[str, ...]
    before: frozenset[str]
    known_papers: tuple[str, ...]
    entries: int


@click.command(help=__doc__)
@click.option("--library", "folder", type=click.Path(path_type=Path), required=True)
@click.option("--off", type=click.Path(path_type=Path), required=True)
@click.option("--data", type=click.Path(path_type=Path), required=True)
@click.option("--table", type=click.Path(path_type=Path), required=True)
@click.option("--others", type=click.Path(path_type=Path), help="Full texts of another field.")
@click.option("--model", default="", help="The encoder; else the one in use.")
def main(folder: Path, data: Path, table: Path, **options: Any) -> None:  # noqa: ANN401 - click's own
    """Ask unless it was done, fit, measure, write."""
    if not table.exists():
        sentences = list(citing_sentences(data / "fulltexts" / "neurips-dev.jsonl.gz"))
        pool = (data / "queries" / "dev-pool.txt").read_text("utf-8").split()
        other = list(citing_sentences(options["others"]))[::4] if options["others"] else []
        with _open(folder, options["model"]) as workspace:
            all_answers = list(_in_field(workspace, sentences, pool))
            all_answers += _other_field(workspace, other)
        with _open(options["off"], "") as workspace:
            all_answers += _off_topic(workspace, sentences)
        save(all_answers, table)
    stored_answers = load(table)
    presence = fitted([answer for answer in stored_answers if _learned(answer)])
    print(presence)
    report([answer for answer in stored_answers if not even(answer.manuscript)], presence)
    facts = {name: round(value, 3) for name, value in asdict(presence).items()}
    _TARGET.write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def _open(folder: Path, model: str) -> closing[Workspace]:
    workspace = Workspace(folder, Shelf(data_folder() / "models"), write=False)
    workspace.indexing.load_model(name=model, in_process=True)
    return closing(workspace)


# --- asking -----------------------------------------------------------------------------------


def citing_sentences(file: Path) -> Iterator[Citing]:
    """Yield one citing sentence of each full text, drawn among all that have a marker."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            record = json.loads(line)
            sentences = [
                sentence
                for section in record["sections"]
                for paragraph in section["paragraphs"]
                for sentence in paragraph
            ]
            citing = [
                place
                for place, citing_sentence in enumerate(sentences)
                if citing_sentence["markers"]
            ]
            if citing:
                place = int(generator(0, 0, number, "coverage").choice(citing))
                yield _citing(record, sentences, place)


def _citing(
    record: Mapping[str, Any], sentences: Sequence[Mapping[str, Any]], place: int
) -> Citing:
    texts = [
        bare(sentence["text"], [tuple(m) for m in sentence["markers"]]) for sentence in sentences
    ]
    passage = Passage(
        sentence=texts[place],
        title=record["title"],
        abstract=record["abstract"],
        before=tuple(texts[:place]),
        after=tuple(texts[place + 1 : place + 2]),
    )
    return Citing(
        record["id"],
        passage,
        tuple(sentences[place]["cites"]),
        frozenset(paper for sentence in sentences[:place] for paper in sentence["cites"]),
        tuple(each["id"] for each in record["references"] if each["id"]),
        len(record["references"]),
    )


def _in_field(
    workspace: Workspace, sentences: Sequence[Citing], pool: Sequence[str]
) -> Iterator[Asked]:
    engine, papers = workspace.recommending.engine, workspace.library.papers
    every = frozenset(papers.resolve_many(pool).values())
    for number, sentence in enumerate(sentences):
        listed = frozenset(papers.resolve_many(sentence.known_papers).values()) & every
        draw = generator(0, 0, number, "kept")
        order = draw.permutation(sorted(listed)).tolist()
        other_papers = draw.permutation(sorted(every - listed)).tolist()[:_SMALL]
        for name, share in _KEPT.items():
            # Of the situations with few references each manuscript is asked one.
            if name == "all references" or number % 3 == (*_KEPT,).index(name) - 1:
                kept_papers = frozenset(order[: round(share * len(order))])
                yield _ask(engine, sentence, name, (every - listed) | kept_papers, kept_papers)
        if number % 2:
            yield _ask(engine, sentence, "bare text", every, None)
        else:
            small = frozenset(other_papers) | listed
            yield _ask(engine, sentence, "under 1,000 papers", small, listed)
            yield _ask(engine, sentence, "bare text, under 1,000 papers", small, None)


def _other_field(workspace: Workspace, sentences: Sequence[Citing]) -> Iterator[Asked]:
    engine, papers = workspace.recommending.engine, workspace.library.papers
    vectors = workspace.recommending.retriever.vectors
    numbers = [PaperNumber(n) for n in sorted(papers.numbers())]
    assert vectors is not None
    ids = papers.ids(numbers)
    theirs = [n for n in numbers if ids[n].startswith("acl:")]
    has_vectors = np.isfinite(vectors.rows(theirs)).all(axis=1)
    every = frozenset(theirs[row] for row in np.flatnonzero(has_vectors))
    for sentence in sentences:
        listed = frozenset(papers.resolve_many(sentence.known_papers).values()) & every
        yield _ask(engine, sentence, "another field", every, listed)


def _off_topic(workspace: Workspace, sentences: Sequence[Citing]) -> Iterator[Asked]:
    engine = workspace.recommending.engine
    for sentence in sentences:
        yield _ask(engine, sentence, "off topic", None, frozenset())
        yield _ask(engine, sentence, "off topic, bare text", None, None)


def _ask(
    engine: Engine,
    citing: Citing,
    situation: str,
    allowed: frozenset[PaperNumber] | None,
    linked: frozenset[PaperNumber] | None,
) -> Asked:
    """Ask with a list of which ``linked`` were found, or as a bare text."""
    papers = engine.sources.library.papers
    own = papers.resolve(citing.manuscript)
    cited = frozenset(papers.resolve_many(citing.before).values()) & (linked or frozenset())
    passage = citing.passage
    question = Question(
        passage=passage if linked is not None else Passage(sentence=passage.sentence),
        cited_elsewhere=cited,
        left_out=frozenset() if own is None else frozenset({own}),
        own=own,
    )
    ranked = engine.rank(question, allowed=allowed)
    rows = [row for row, paper in enumerate(ranked.papers) if paper not in cited][:_ANSWERS]
    relevant = frozenset(papers.resolve_many(citing.cites).values())
    return Asked(
        situation,
        citing.manuscript,
        Coverage() if linked is None else Coverage(len(linked), citing.entries),
        nearness(ranked.table),
        ranked.chances[rows],
        np.array([ranked.papers[row] in relevant for row in rows], bool),
    )


def save(answers: Sequence[Asked], file: Path) -> None:
    """Write what was asked."""
    np.savez_compressed(
        file,
        situation=np.array([answer.situation for answer in answers]),
        manuscript=np.array([answer.manuscript for answer in answers]),
        coverage=np.array(
            [(answer.coverage.linked, answer.coverage.entries) for answer in answers]
        ),
        nearness=np.array([answer.nearness for answer in answers]),
        size=np.array([len(answer.chances) for answer in answers]),
        chances=np.concatenate([answer.chances for answer in answers]),
        right=np.concatenate([answer.right for answer in answers]),
    )


def load(file: Path) -> list[Asked]:
    """Read what was asked."""
    with np.load(file) as stored:
        table = {name: stored[name] for name in stored.files}
    ends = np.cumsum(table["size"])
    return [
        Asked(
            str(table["situation"][n]),
            str(table["manuscript"][n]),
            Coverage(*map(int, table["coverage"][n])),
            float(table["nearness"][n]),
            table["chances"][end - size : end],
            table["right"][end - size : end],
        )
        for n, (end, size) in enumerate(zip(ends.tolist(), table["size"].tolist(), strict=True))
    ]


# --- fitting ----------------------------------------------------------------------------------


def _learned(answer: Asked) -> bool:
    return even(answer.manuscript) and answer.situation != "another field"


def fitted(answers: Sequence[Asked]) -> Presence:
    """Return the curve under which what was cited is least surprising."""

    def loss(values: NDArray[np.float64]) -> float:
        presence = _presence(values)
        return sum(_surprise(answer, presence) for answer in answers) / len(answers)

    best_values = minimize(loss, np.log([1.5, 0.3]), method="Nelder-Mead").x
    return _presence(best_values)


def _presence(logs: NDArray[np.float64]) -> Presence:
    cited, near = np.exp(logs).tolist()
    return Presence(cited, near, _STEEPNESS)


def _surprise(answer: Asked, presence: Presence) -> float:
    library_chance = presence.chance(answer.coverage, answer.nearness)
    chances = np.clip(library_chance * answer.chances, 1e-6, 1 - 1e-6)
    return float(-np.where(answer.right, np.log(chances), np.log1p(-chances)).sum())


# --- measuring --------------------------------------------------------------------------------


def report(answers: Sequence[Asked], presence: Presence) -> None:
    """Print how true the words are in each situation, before and after."""
    print(f"{'':32}{'questions':>10}  error, right of strong and of plausible: before | after")
    for situation in dict.fromkeys(answer.situation for answer in answers):
        chosen = [answer for answer in answers if answer.situation == situation]
        right = np.concatenate([answer.right for answer in chosen])
        before = np.concatenate([answer.chances for answer in chosen])
        library_chances = [presence.chance(answer.coverage, answer.nearness) for answer in chosen]
        after = np.concatenate(
            [share * answer.chances for share, answer in zip(library_chances, chosen, strict=True)]
        )
        words = " | ".join(_words(chances, right) for chances in (before, after))
        print(f"{situation:32}{len(chosen):10}  {words}")


def _words(chances: NDArray[np.float64], right: NDArray[np.bool_]) -> str:
    strong, plausible = chances >= STRONG, (chances >= PLAUSIBLE) & (chances < STRONG)
    parts = [f"{right[rows].sum()} of {rows.sum()}" for rows in (strong, plausible)]
    return f"{calibration_error(chances, right):.4f} {parts[0]:>10} {parts[1]:>10}"


def calibration_error(chances: NDArray[np.float64], right: NDArray[np.bool_]) -> float:
    """Return the mean difference of ten equal parts between what is said and what is cited."""
    bins = np.array_split(np.argsort(chances, kind="stable"), _BINS)
    return sum(abs(float((chances[b] - right[b]).sum())) for b in bins) / len(right)


if __name__ == "__main__":
    main()
