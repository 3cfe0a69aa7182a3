"""Whether the recommended training helps, or hurts, in libraries as small as most people's.

``python -m tools.lab.benchmarks.training_small_libraries OUT [--libraries 20] [--preset queries]``

A library is cut out of the training papers: 50 full texts of one field (those that share most
citations with one drawn by chance) and the 250 papers that they cite most. The recipe is trained
on it as a person would, with what an export holds out. Then the model and the one that comes with
Cocite are asked sentences of other papers that cite the library's, "title. sentence", among all
papers of the library. Only training papers that the shipped model was never shown ask or are cut
(``tools.lab.fitting.left_out``); development papers are not touched.

A row a library: recall@10 of the shipped and of the trained model, the difference with its 95 %
interval over the papers that ask, and what the training said before its first step. Runs lie in
OUT, so a benchmark that was stopped goes on.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.wire import EVENTS, Started, Warned, tail
from core.formats.corpus import held_out_share
from core.models.encoder import Encoder
from core.models.loading import open_encoder
from core.models.manifest import read_manifest
from core.models.shelf import default_model
from tools.lab.benchmarks.data import data_folder
from tools.lab.fitting.left_out import is_left_out
from training.base.registry import recipe_named
from training.corpus.corpus import CitingSentence, Corpus
from training.judging.evaluation import cosines, judge
from training.judging.significance import paired_difference
from training.runs.folder import MODEL
from training.runs.running import TrainingOrder, run
from training.sampling.draws import generator
from training.sampling.questions import FORMS, Questions

FULLTEXTS, CITED = 50, 250
"""Of a library."""
_LEAST_CITED = 3
"""Papers with an abstract that a full text cites, or it says too little of its field."""

_Json = dict[str, Any]


@dataclass(frozen=True)
class SmallLibrary:
    """What a library holds, by number; ``asked`` are sentences of other papers that cite it."""

    number: int
    fulltexts: tuple[int, ...]
    cited: tuple[int, ...]
    asked: tuple[CitingSentence, ...]

    @property
    def papers(self) -> NDArray[np.int64]:
        """All papers, numbers rising."""
        return np.unique(np.array((*self.fulltexts, *self.cited), np.int64))


class Cutter:
    """Cuts libraries out of a large corpus."""

    def __init__(self, corpus: Corpus, data: Path) -> None:
        self._corpus, self._data = corpus, data
        self._said: defaultdict[int, list[CitingSentence]] = defaultdict(list)
        for context in corpus.contexts():
            if is_left_out(corpus.ids[context.citing]):
                self._said[context.citing].append(context)
        self._cites = {citing: self._cited(said) for citing, said in self._said.items()}
        self._citing = sorted(
            citing for citing, cited in self._cites.items() if len(cited) >= _LEAST_CITED
        )

    def library(self, number: int) -> SmallLibrary:
        """Return the library of a number: a function of it alone."""
        random = generator(number, 0, 0, "small library")
        first = self._cites[self._citing[int(random.integers(len(self._citing)))]]
        near = {
            citing: len(self._cites[citing] & first) / len(self._cites[citing] | first) ** 0.5
            for citing in self._citing
        }
        order = random.permutation(self._citing).tolist()
        fulltexts = sorted(order, key=lambda citing: -near[citing])[:FULLTEXTS]
        counts = Counter(paper for citing in fulltexts for paper in sorted(self._cites[citing]))
        cited = [paper for paper, _ in counts.most_common(CITED)]
        asked = [
            each
            for citing in self._citing
            if citing not in fulltexts
            for each in self._said[citing]
            if set(each.cited) & set(cited)
        ]
        return SmallLibrary(number, tuple(fulltexts), tuple(cited), tuple(asked))

    def write(self, library: SmallLibrary, folder: Path) -> None:
        """Write a library as a corpus folder, as an export of it would be."""
        if (folder / "splits.json").is_file():
            return
        folder.mkdir(parents=True, exist_ok=True)
        corpus = self._corpus
        papers = (
            {
                "id": corpus.ids[paper],
                "title": corpus.title(paper),
                "abstract": corpus.abstract(paper),
            }
            for paper in library.papers.tolist()
        )
        _write(folder / "papers.jsonl.gz", papers)
        known = {corpus.ids[paper] for paper in library.papers.tolist()}
        texts = (
            _only_citing(self._fulltexts[corpus.ids[paper]], known) for paper in library.fulltexts
        )
        _write(folder / "fulltexts.jsonl.gz", texts)
        citing = {corpus.ids[paper] for paper in library.fulltexts}
        dev = held_out_share(citing)
        splits = {"train": sorted(citing - dev), "dev": sorted(dev), "test": []}
        (folder / "splits.json").write_text(json.dumps(splits), encoding="utf-8")

    @cached_property
    def _fulltexts(self) -> Mapping[str, _Json]:
        wanted = {self._corpus.ids[citing] for citing in self._citing}
        found = {}
        for path in sorted((self._data / "fulltexts").glob("*-train*.jsonl.gz")):
            with gzip.open(path, "rt", encoding="utf-8") as lines:
                for line in lines:
                    text = json.loads(line)
                    if text["id"] in wanted:
                        found[text["id"]] = text
        return found

    def _cited(self, said: Iterable[CitingSentence]) -> set[int]:
        return {paper for each in said for paper in each.cited if self._corpus.trainable[paper]}


@dataclass(frozen=True)
class Exam:
    """Asks models the sentences that cite a library's papers.

    ``rows`` keeps the papers' rows by the fingerprint of the models that give the same.
    """

    corpus: Corpus
    library: SmallLibrary
    rows: dict[str, NDArray[np.float16]] = field(default_factory=dict)

    @cached_property
    def questions(self) -> Questions:
        """One question a sentence; right are the library's papers that it cites."""
        corpus, asked, held = self.corpus, self.library.asked, set(self.library.papers.tolist())
        names = [f"{corpus.ids[each.citing]}#{each.position}" for each in asked]
        return Questions(
            ids=tuple(names),
            texts=tuple(FORMS["title sentence"](corpus.passage(each)) for each in asked),
            relevant=tuple(
                tuple(corpus.ids[paper] for paper in each.cited if paper in held) for each in asked
            ),
            own=tuple(each.citing for each in asked),
            pool=self.library.papers,
            names=corpus.ids,
        )

    def recall(self, encoder: Encoder) -> NDArray[np.float64]:
        """Return the mean recall@10 of each paper that asks, in the order of their numbers."""
        key = encoder.manifest.fingerprint
        if key not in self.rows:
            papers = [self.corpus.text(int(paper)) for paper in self.questions.pool]
            self.rows[key] = encoder.encode_papers(papers)
        asked = encoder.encode_queries(self.questions.texts)
        found = judge(self.questions, cosines(asked, self.rows[key]))
        by_paper: defaultdict[int, list[float]] = defaultdict(list)
        for name, own in zip(self.questions.ids, self.questions.own, strict=True):
            by_paper[own].append(found[name]["recall@10"])
        return np.array([np.mean(by_paper[own]) for own in sorted(by_paper)])


@click.command(help=__doc__)
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--libraries", default=20, show_default=True, help="How many to cut.")
@click.option("--first", default=0, show_default=True, help="Number of the first one.")
@click.option("--preset", default="queries", show_default=True, help="Of the recipe cocite.")
@click.option("--set", "given", multiple=True, help="name=value, for every library.")
def main(out: Path, libraries: int, first: int, preset: str, given: tuple[str, ...]) -> None:
    """Cut, train, judge, print."""
    data = data_folder()
    corpus = Corpus.open(data)
    cutter, shipped = Cutter(corpus, data), default_model()
    before = open_encoder(shipped.folder, shipped.manifest)
    print("| library | sentences | asked | papers | shipped | trained | difference | said before |")
    print("|---" * 8, end="|\n", flush=True)
    for number in range(first, first + libraries):
        library = cutter.library(number)
        cutter.write(library, out / "corpora" / str(number))
        folder = out / (preset + "".join(f",{each}" for each in given)).replace("/", "-")
        said = _train(out / "corpora" / str(number), folder / str(number), preset, given)
        exam = Exam(corpus, library)
        old = exam.recall(before)
        new = old
        if (folder / str(number) / MODEL).is_dir():
            manifest = read_manifest(folder / str(number) / MODEL)
            new = exam.recall(open_encoder(folder / str(number) / MODEL, manifest))
        examples = _examples(folder / str(number))
        print(_row(library, examples, old, new, said), flush=True)


def _train(corpus: Path, folder: Path, preset: str, given: Sequence[str]) -> str:
    """Train on a library unless that was done; return what was said before the first step."""
    if not (folder / MODEL).is_dir():
        begun = (folder / "config.json").is_file()
        recipe = recipe_named("cocite")
        order = TrainingOrder(
            recipe, corpus, folder, preset=preset, assignments=given, resume=begun
        )
        try:
            run(order)
        except UsageError as error:
            return f"refused: {error}"
    return " ".join(_said_before(folder)) or "nothing"


def _said_before(folder: Path) -> Iterator[str]:
    for event in tail(folder / EVENTS)[0]:
        if isinstance(event, Started):
            return
        if isinstance(event, Warned):
            yield event.message


def _examples(folder: Path) -> int:
    started = [each for each in tail(folder / EVENTS)[0] if isinstance(each, Started)]
    return started[0].examples if started else 0


def _row(
    library: SmallLibrary,
    examples: int,
    old: NDArray[np.float64],
    new: NDArray[np.float64],
    said: str,
) -> str:
    found = paired_difference(old, new)
    difference = f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]"
    if found.high < 0:
        difference = f"**{difference}**"
    cells = (
        str(library.number),
        str(examples),
        str(len(library.asked)),
        str(len(old)),
        f"{old.mean():.3f}",
        f"{new.mean():.3f}",
        difference,
        said,
    )
    return f"| {' | '.join(cells)} |"


def _only_citing(text: _Json, known: set[str]) -> _Json:
    """Return a full text that knows of no paper outside the library."""
    for section in text["sections"]:
        for paragraph in section["paragraphs"]:
            for sentence in paragraph:
                sentence["cites"] = [each for each in sentence["cites"] if each in known]
    references = [
        {**each, "id": each["id"] if each["id"] in known else None} for each in text["references"]
    ]
    return {**text, "references": references}


def _write(path: Path, records: Iterable[_Json]) -> None:
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


if __name__ == "__main__":
    sys.exit(main())
