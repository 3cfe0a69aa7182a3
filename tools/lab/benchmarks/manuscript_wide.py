"""What a manuscript should cite: ``python -m tools.lab.benchmarks.manuscript_wide LIBRARY``.

Asks every sentence of the dev full texts, their markers cut out, and title with abstract, and takes
the answers together in several ways. Right is what the paper's reference list has of the library.
Prints F1@20, the harmonic mean of mean P@20 and mean R@20 (Nogueira et al., 2020), MRR and R@1000,
and the gain over title with abstract alone. The library must be indexed.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
import numpy as np

from core.base.logs import log_file
from core.base.records import (
    DEFAULT_BREADTH,
    Manuscript,
    ManuscriptNumber,
    OpenManuscript,
    PaperNumber,
    Section,
    Sentence,
)
from core.commands.printing import ConsoleJob
from core.evaluation.metrics import harmonic_mean, mean, per_query
from core.manuscript.text.section_kinds import section_kinds
from core.models.shelf import Shelf
from core.recommend.answers import TOGETHER
from core.recommend.bare import bare
from core.recommend.gaps import needs_citation
from core.recommend.manuscript_wide import FEW, OVERVIEW, Voice, combine, whole_questions
from core.recommend.question import Question
from core.workspace import Workspace
from tools.lab.benchmarks.data import data_folder

LONGEST = 1_000
DRAWS = 2_000
_ALL = 10**6
_METRICS = ("f1@20", "mrr", "recall@1000")

Pool = frozenset[PaperNumber] | None
Take = Callable[[Sequence[Voice]], list[PaperNumber]]


@dataclass(frozen=True)
class Asked:
    """A manuscript, what it cites of the library, and what was found for it, the whole last."""

    id: str
    relevant: frozenset[PaperNumber]
    voices: Sequence[Voice]
    seconds: float


@click.command(help=__doc__)
@click.argument("folder", type=click.Path(exists=True, path_type=Path))
@click.option("--data", type=click.Path(exists=True, path_type=Path), help="Development data.")
@click.option("--model", default="", help="A model's name, or its folder.")
@click.option("--manuscripts", type=int, help="Ask only so many.")
@click.option("--half", type=click.Choice(["even", "odd", "all"]), default="all")
@click.option("--depth", default=100, show_default=True, help="Papers taken of each sentence.")
@click.option("--pool", type=click.Path(exists=True, path_type=Path), help="Only these ids.")
def main(folder: Path, data: Path | None, **options: Any) -> None:  # noqa: ANN401 - click's own
    """Ask, take together in many ways, print."""
    path = (data or data_folder()) / "fulltexts" / "neurips-dev.jsonl.gz"
    records = [each for each in read(path) if options["half"] in ("all", half_of(each["id"]))]
    with (
        closing(Workspace(folder, Shelf(log_file().parent), write=False)) as workspace,
        ConsoleJob() as job,
    ):
        workspace.indexing.words(job)
        workspace.indexing.load_model(name=options["model"], in_process=True)
        pool = read_pool(workspace, options["pool"])
        asked = []
        for done, record in enumerate(records[: options["manuscripts"]]):
            job.report(done, options["manuscripts"] or len(records), "manuscripts")
            asked.append(ask(workspace, record, pool, options["depth"]))
    report([each for each in asked if each.relevant])


def read(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the records of a file of full texts."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def half_of(paper_id: str) -> str:
    """Return the half of the dev manuscripts a paper belongs to, by the hash of its id."""
    return "even" if hashlib.sha1(paper_id.encode()).digest()[-1] % 2 == 0 else "odd"


def read_pool(workspace: Workspace, path: Path | None) -> Pool:
    """Return the papers that may answer, ``None`` for all."""
    if path is None:
        return None
    ids = path.read_text("utf-8").split()
    return frozenset(workspace.library.papers.resolve_many(ids).values())


def manuscript_of(record: Mapping[str, Any]) -> Manuscript:
    """Return a full text as a manuscript that cites nothing."""
    sections = section_kinds([Section("", each["title"], 1) for each in record["sections"]])
    sentences: list[Sentence] = []
    paragraph = 0
    for section, each in enumerate(record["sections"]):
        for group in each["paragraphs"]:
            paragraph += 1
            for one in group:
                text = bare(one["text"], [(start, end) for start, end in one["markers"]])
                sentence = Sentence(len(sentences), section, 0, text, (), (), paragraph)
                sentences.append(sentence)
    return Manuscript(
        title=record["title"],
        abstract=record["abstract"],
        sections=tuple(sections),
        sentences=tuple(sentences),
    )


def ask(workspace: Workspace, record: Mapping[str, Any], pool: Pool, depth: int) -> Asked:
    """Ask for each sentence of a record and for its title and abstract."""
    papers, started = workspace.library.papers, time.perf_counter()
    itself = papers.resolve(record["id"])
    opened = OpenManuscript(
        number=ManuscriptNumber(0),
        path=None,
        manuscript=manuscript_of(record),
        self_paper=itself,
    )
    needs = needs_citation(opened.manuscript)
    questions = whole_questions(opened, (), DEFAULT_BREADTH)
    voices = [
        Voice(
            each.sentence,
            OVERVIEW if each.sentence is None else needs[each.sentence],
            ranked(workspace, each, pool)[: LONGEST if each.sentence is None else depth],
        )
        for each in warmed(workspace, questions)
    ]
    listed = [each["id"] for each in record["references"] if each["id"]]
    relevant = frozenset(papers.resolve_many(listed).values()) - {itself}
    if pool is not None:
        relevant &= pool
    seconds = time.perf_counter() - started
    return Asked(record["id"], frozenset(relevant), voices, seconds)  # type: ignore[arg-type]


def warmed(workspace: Workspace, questions: Sequence[Question]) -> Iterator[Question]:
    """Yield the questions, what some of them ask with encoded together."""
    for start in range(0, len(questions), TOGETHER):
        together = questions[start : start + TOGETHER]
        workspace.recommending.retriever.warm(
            [each.passage for each in together], breadth=DEFAULT_BREADTH
        )
        yield from together


def ranked(workspace: Workspace, question: Question, pool: Pool) -> list[tuple[PaperNumber, float]]:
    """Return the papers for a question with their chances, best first."""
    found = workspace.recommending.engine.rank(question, allowed=pool)
    return list(zip(found.papers, found.chances.tolist(), strict=True))


def ways() -> dict[str, Take]:
    """Return the ways to take what was found together, by name."""

    def overview(voices: Sequence[Voice]) -> list[PaperNumber]:
        return [paper for paper, _ in voices[-1].ranked]

    def together(few: int, weigh: Callable[[Voice], float], *, whole: bool = True) -> Take:
        def take(voices: Sequence[Voice]) -> list[PaperNumber]:
            heard = voices if whole else voices[:-1]
            weighed = [replace(each, weight=weigh(each)) for each in heard]
            return [fit.paper for fit in combine(weighed, few=few, limit=LONGEST)]

        return take

    def need(voice: Voice) -> float:
        return voice.weight

    named: dict[str, Take] = {"title and abstract alone": overview}
    for few in (1, 2, 3, 5, 10, 20, _ALL):
        named[f"best {few}" if few < _ALL else "all"] = together(few, need)
    named[f"best {FEW}, need squared"] = together(FEW, lambda each: each.weight**2)
    named[f"best {FEW}, need not weighed"] = together(FEW, lambda _: 1.0)
    named[f"best {FEW}, sentences alone"] = together(FEW, need, whole=False)
    for share in (0.5, 0.25):
        named[f"best {FEW}, title and abstract × {share}"] = together(
            FEW, lambda each, share=share: each.weight * (share if each.sentence is None else 1)
        )
    return named


def report(asked: Sequence[Asked]) -> None:
    """Print a line a way, then the gain of the way in use with its 95 % interval."""
    relevant = {each.id: [str(paper) for paper in each.relevant] for each in asked}
    sentences = np.mean([len(each.voices) - 1 for each in asked])
    seconds = np.median([each.seconds for each in asked])
    print(f"{len(asked)} manuscripts of {sentences:.0f} sentences, {seconds:.1f} s each (median)")
    print(f"{'':40}" + "".join(f"{name:>13}" for name in _METRICS))
    results = {}
    for name, take in ways().items():
        rankings = {each.id: [str(paper) for paper in take(each.voices)] for each in asked}
        results[name] = per_query(relevant, rankings)
        means = mean(results[name])
        print(f"{name:40}" + "".join(f"{means[metric]:13.4f}" for metric in _METRICS))
    before, after = results["title and abstract alone"], results[f"best {FEW}"]
    low, high = gain_interval(before, after)
    print(f"gain in F1@20 of “best {FEW}” over title and abstract: 95 % in {low:+.4f}..{high:+.4f}")


def gain_interval(
    before: Mapping[str, Mapping[str, float]], after: Mapping[str, Mapping[str, float]]
) -> tuple[float, float]:
    """Return the 95 % bootstrap interval of the gain in F1@20, manuscripts drawn anew."""
    rows = [
        np.array([[result[query][name] for name in ("p@20", "r@20")] for query in before])
        for result in (before, after)
    ]
    draw = np.random.default_rng(0)
    gains = []
    for _ in range(DRAWS):
        drawn = draw.integers(0, len(rows[0]), len(rows[0]))
        was, now = (harmonic_mean(*row[drawn].mean(axis=0)) for row in rows)
        gains.append(now - was)
    low, high = np.percentile(gains, (2.5, 97.5))
    return float(low), float(high)


if __name__ == "__main__":
    main()
