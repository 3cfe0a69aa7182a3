"""Whether the recommended training helps, or hurts, in libraries as small as most people's.

``python -m tools.lab.benchmarks.training_small_libraries OUT [--field computing] [--papers 300]``

A library is cut out of the training papers: full texts of one field (those that share most
citations with one drawn by chance), and five times as many papers, those that they cite most. The
recipe is trained on it as a person would, with what an export holds out. Then the model and the
one that it began with are asked sentences of other papers that cite the library's, "title.
sentence", among all papers of the library. Development papers are not touched.

``--field`` says from where: ``computing``, of which only papers ask or are cut that an encoder was
never shown that left them out (``tools.lab.fitting.left_out``; name it by ``--base``), or ``life
sciences``, of which ``cocite-small`` was shown nothing and most records have only a title. With
``--titles`` cited papers lose their abstracts.

A row a library: recall@10 of the base and of the trained model, the difference with its 95 %
interval over the papers that ask, and what the training said before its first step. The last row
is of all libraries together. Runs lie in OUT, so a benchmark that was stopped goes on.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

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

_FULLTEXTS = 6
"""One in six papers of a library has its full text, and cites the others."""
_LEAST_CITED = 3
"""Papers that a full text cites, or it says too little of its field."""
Field = Literal["computing", "life sciences"]
_LIFE = "pmc:"
"""What the ids of citing papers of the life sciences begin with."""
_ASKED = 600
"""Sentences that a library is asked at most."""

_Json = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """From which field libraries are cut, how many papers they hold, and what is known of these.

    Of cited papers ``titles`` leaves only the title.
    """

    field: Field = "computing"
    papers: int = 300
    titles: bool = False

    def __str__(self) -> str:
        """Return a name for a folder."""
        return f"{self.field}-{self.papers}".replace(" ", "-") + "-titles" * self.titles


@dataclass(frozen=True)
class SmallLibrary:
    """What a library holds, by number; ``asked`` are sentences of other papers that cite it."""

    number: int
    fulltexts: tuple[int, ...]
    cited: tuple[int, ...]
    asked: tuple[CitingSentence, ...]
    titles: bool = False

    @property
    def papers(self) -> NDArray[np.int64]:
        """All papers, numbers rising."""
        return np.unique(np.array((*self.fulltexts, *self.cited), np.int64))

    def text(self, corpus: Corpus, paper: int) -> tuple[str, str]:
        """Return title and abstract of a paper as the library has them."""
        title, abstract = corpus.text(paper)
        return title, "" if self.titles and paper not in self.fulltexts else abstract


class Cutter:
    """Cuts libraries out of a large corpus."""

    def __init__(self, corpus: Corpus, data: Path, kind: Kind = Kind()) -> None:
        self._corpus, self._data, self._kind = corpus, data, kind
        self._said: defaultdict[int, list[CitingSentence]] = defaultdict(list)
        for context in corpus.contexts():
            if self._may_ask(corpus.ids[context.citing]):
                self._said[context.citing].append(context)
        self._cites = {citing: self._cited(said) for citing, said in self._said.items()}
        self._citing = sorted(
            citing for citing, cited in self._cites.items() if len(cited) >= _LEAST_CITED
        )

    def _may_ask(self, paper: str) -> bool:
        if self._kind.field == "life sciences":
            return paper.startswith(_LIFE)
        return not paper.startswith(_LIFE) and is_left_out(paper)

    def library(self, number: int) -> SmallLibrary:
        """Return the library of a number: a function of it alone."""
        random = generator(number, 0, 0, "small library")
        first = self._cites[self._citing[int(random.integers(len(self._citing)))]]
        near = {
            citing: len(self._cites[citing] & first) / len(self._cites[citing] | first) ** 0.5
            for citing in self._citing
        }
        order = random.permutation(self._citing).tolist()
        count = round(self._kind.papers / _FULLTEXTS)
        fulltexts = sorted(order, key=lambda citing: -near[citing])[:count]
        counts = Counter(paper for citing in fulltexts for paper in sorted(self._cites[citing]))
        cited = [paper for paper, _ in counts.most_common(self._kind.papers - count)]
        asked = [
            each
            for citing in self._citing
            if citing not in fulltexts
            for each in self._said[citing]
            if set(each.cited) & set(cited)
        ]
        kept = np.sort(random.permutation(len(asked))[:_ASKED])
        asked = [asked[index] for index in kept]
        titles = self._kind.titles
        return SmallLibrary(number, tuple(fulltexts), tuple(cited), tuple(asked), titles)

    def write(self, library: SmallLibrary, folder: Path) -> None:
        """Write a library as a corpus folder, as an export of it would be."""
        if (folder / "splits.json").is_file():
            return
        folder.mkdir(parents=True, exist_ok=True)
        corpus = self._corpus
        texts_by_id = {
            corpus.ids[paper]: library.text(corpus, paper) for paper in library.papers.tolist()
        }
        papers = (
            {"id": paper_id, "title": title, "abstract": abstract}
            for paper_id, (title, abstract) in texts_by_id.items()
        )
        _write(folder / "papers.jsonl.gz", papers)
        texts = (
            _only_citing(self._fulltexts[corpus.ids[paper]], set(texts_by_id))
            for paper in library.fulltexts
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
        has_text = self._corpus.trainable | (self._kind.field == "life sciences")
        return {paper for each in said for paper in each.cited if has_text[paper]}


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
        by_paper: defaultdict[int, list[float]] = defaultdict(list)
        for own, score in zip(self.questions.own, self.scores(encoder), strict=True):
            by_paper[own].append(score)
        return np.array([np.mean(by_paper[own]) for own in sorted(by_paper)])

    def scores(self, encoder: Encoder) -> list[float]:
        """Return the recall@10 of each question."""
        key = encoder.manifest.fingerprint
        if key not in self.rows:
            papers = [self.library.text(self.corpus, int(paper)) for paper in self.questions.pool]
            self.rows[key] = encoder.encode_papers(papers)
        asked = encoder.encode_queries(self.questions.texts)
        found = judge(self.questions, cosines(asked, self.rows[key]))
        return [found[name]["recall@10"] for name in self.questions.ids]


@click.command(help=__doc__)
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--field", type=click.Choice(get_args(Field)), default=Kind.field, show_default=True)
@click.option("--papers", default=Kind.papers, show_default=True, help="Of a library.")
@click.option("--titles", is_flag=True, help="Leave out the abstracts of cited papers.")
@click.option("--libraries", default=20, show_default=True, help="How many to cut.")
@click.option("--first", default=0, show_default=True, help="Number of the first one.")
@click.option("--preset", default="queries", show_default=True, help="Of the recipe cocite.")
@click.option("--base", type=click.Path(path_type=Path), help="Folder; else cocite-small.")
@click.option("--set", "given", multiple=True, help="name=value, for every library.")
def main(out: Path, libraries: int, first: int, **options: Any) -> None:  # noqa: ANN401 - of click
    """Cut, train, judge, print."""
    data, preset = data_folder(), options["preset"]
    kind = Kind(options["field"], options["papers"], options["titles"])
    base = options["base"] or default_model().folder
    corpus, given = Corpus.open(data), (f"base={base}", *options["given"])
    if kind.titles or kind.field == "life sciences":
        given = ("titles_only=true", *given)
    cutter, before = Cutter(corpus, data, kind), open_encoder(base, read_manifest(base))
    print(f"{kind}, {preset} {' '.join(options['given'])}\n")
    print("| library | sentences | asked | papers | base | trained | difference | said before |")
    print("|---" * 8, end="|\n", flush=True)
    answers = []
    for number in range(first, first + libraries):
        library = cutter.library(number)
        if not library.asked:
            raise UsageError("All papers that could ask are in the library.", remedy="Cut fewer.")
        place = out / "corpora" / str(kind) / str(number)
        cutter.write(library, place)
        run_name = "".join((preset, *(f",{each}" for each in options["given"]))).replace("/", "-")
        folder = out / run_name / str(kind) / str(number)
        said = _train(place, folder, preset, given)
        answer = _answer(folder, Exam(corpus, library), before)
        answers.append(answer)
        print(_row([answer], str(number), _examples(folder), said), flush=True)
    print(_row(answers, "all", 0, ""), flush=True)


@dataclass(frozen=True)
class Answer:
    """The recall of each question before and after a training, and the paper that asked."""

    own: list[int]
    before: list[float]
    after: list[float]


def _answer(folder: Path, exam: Exam, before: Encoder) -> Answer:
    """Ask both models; what they answered is kept beside the run."""
    path = folder.with_suffix(".json")
    if not path.is_file():
        old = exam.scores(before)
        new = old
        if (folder / MODEL).is_dir():
            new = exam.scores(open_encoder(folder / MODEL, read_manifest(folder / MODEL)))
        answer = Answer(list(exam.questions.own), old, new)
        path.write_text(json.dumps(asdict(answer)), encoding="utf-8")
    return Answer(**json.loads(path.read_text("utf-8")))


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


def _row(answers: Sequence[Answer], name: str, examples: int, said: str) -> str:
    own = [paper for answer in answers for paper in answer.own]
    old, new = (
        [score for answer in answers for score in getattr(answer, when)]
        for when in ("before", "after")
    )
    found = paired_difference(old, new, papers=own)
    difference = f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]"
    if found.high < 0:
        difference = f"**{difference}**"
    cells = (
        name,
        str(examples or ""),
        str(len(own)),
        str(found.papers),
        f"{np.mean(old):.3f}",
        f"{np.mean(new):.3f}",
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
