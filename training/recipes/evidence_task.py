"""The task of the evidence recipe: to tell a cited paper's nearest passages from others."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from core.base.errors import UsageError
from core.base.files import replace_text
from core.base.messages import Message
from core.base.records import Manuscript, PaperNumber, Sentence
from core.manuscript.text.sentences import split_quickly
from core.models.manifest import Start
from core.recommend.evidence import RELATED, Claim, PaperText, find_passages, prepare_text
from training.base.recipe import Preparation
from training.base.tasks import Batch
from training.corpus.corpus import CitingSentence, Corpus
from training.corpus.splits import Split
from training.models.rerank_model import CrossEncoder, load_cross_encoder_base
from training.recipes.evidence import EvidenceSettings
from training.recipes.reranker_task import (
    LISTS,
    RerankExample,
    RerankList,
    fitted,
    load_or_fit_start,
)
from training.sampling.bm25 import NOTHING
from training.sampling.draws import generator
from training.sampling.pairs import RerankCandidates

logger = logging.getLogger(__name__)

_CO_CITED = 3
"""Papers cited beside the one that is meant, of which passages are taken."""
_TEXTS_KEPT = 200


@dataclass(frozen=True, slots=True)
class PassageList:
    """A citing sentence, and passages: title and text of each, and which are the nearest."""

    claim: str
    passages: tuple[tuple[str, str], ...]
    near: tuple[bool, ...]


class EvidenceTask(RerankList):
    """A citing sentence with its passages is an example; those of a sentence are compared."""

    metric = "mrr"

    def __init__(
        self,
        settings: EvidenceSettings,
        model: CrossEncoder,
        train: Sequence[PassageList],
        dev: Sequence[PassageList],
    ) -> None:
        """Take what was prepared."""
        self._settings, self._train, self._dev = settings, train, dev
        self.model = model

    def __len__(self) -> int:
        return len(self._train)

    def example(self, epoch: int, index: int) -> RerankExample:  # noqa: ARG002 - the same lists
        """Return a citing sentence with all its passages."""
        one = self._train[index]
        texts = tuple(self.model.paper_text(*passage) for passage in one.passages)
        return RerankExample(one.claim, texts, one.near, (0.0,) * len(texts))

    def batch(self, examples: Sequence[RerankExample]) -> Batch:
        """Put each citing sentence's passages into a row of slots."""
        return self.fill_slots(examples, self._settings.near + self._settings.far)

    def cost(self, index: int) -> int:
        """Return about how many tokens the pairs have."""
        one = self._train[index]
        lengths = (len(title) + len(text) for title, text in one.passages)
        return sum((len(one.claim) + length) // 4 for length in lengths)

    def evaluate(self) -> dict[str, float]:
        """Return the mean reciprocal rank of the first of the nearest passages, held out."""
        ranks = []
        for one in self._dev:
            order = np.argsort(-self.model.score(one.claim, one.passages), kind="stable")
            ranks.append(1 + min(at for at, row in enumerate(order.tolist()) if one.near[row]))
        return {"mrr": float(np.mean([1 / rank for rank in ranks]))} if ranks else {}

    def save(self, folder: Path) -> None:
        """Write the model."""
        name = self._settings.name or f"evidence-{self.model.base.name}"
        self.model.save(folder, name=name, recipe="evidence")


def make(corpus: Corpus, settings: EvidenceSettings, preparation: Preparation) -> EvidenceTask:
    """Return the task, with the passages of training and dev sentences.

    Raises:
        UsageError: no citing sentence has a passage near it.
    """
    model = load_cross_encoder_base(
        settings.base,
        query_tokens=settings.query_tokens,
        max_tokens=settings.max_tokens,
        seed=settings.seed,
    )
    preparation.folder.mkdir(parents=True, exist_ok=True)
    train = list_passages(corpus, "train", settings, settings.limit, preparation)
    dev = list_passages(corpus, "dev", settings, settings.dev_queries, preparation)
    if not train:
        raise UsageError(
            "No citing sentence of the corpus has a passage near it in the paper that it cites.",
            remedy="Use a corpus with the full texts of papers that cite one another.",
        )
    logger.info("%d citing sentences to train on, %d held out", len(train), len(dev))
    if model.base.kind != "reranker":
        model.to(preparation.device)
        path = preparation.folder / "start.json"
        model.set_start(load_or_fit_start(path, lambda: _fit_start(model, train[:LISTS])))
    model.restrict(settings)
    return EvidenceTask(settings, model, train, dev)


def list_passages(
    corpus: Corpus,
    split: Split,
    settings: EvidenceSettings,
    limit: int,
    preparation: Preparation,
) -> list[PassageList]:
    """Return the passages of citing sentences, those drawn by the seed; 0 means all.

    They are kept in the stage's folder, also those of a call that was stopped.
    """
    purpose, job = f"evidence {split}", preparation.job
    contexts = corpus.contexts(split)
    order = generator(settings.seed, 0, 0, f"{purpose} order").permutation(len(contexts)).tolist()
    texts = _Texts(corpus)
    path = preparation.folder / f"passages-{split}.json"
    key: dict[str, object] = {
        "corpus": corpus.fingerprint,
        **{name: getattr(settings, name) for name in ("seed", "near", "far")},
    }
    first_position, lists = _load_lists(path, key)
    position = first_position
    try:
        while position < len(order) and not (limit and len(lists) >= limit):
            job.check()
            steps = (len(lists), limit) if limit else (position, len(order))
            job.report(*steps, Message("Choosing passages to learn from"))
            draw = generator(settings.seed, 0, order[position], purpose)
            own = list(_passages(corpus, contexts[order[position]], texts, settings, draw))
            lists.extend(own)
            position += 1
    finally:
        if position > first_position:
            values = {"key": key, "position": position, "lists": [asdict(one) for one in lists]}
            replace_text(path, json.dumps(values))
    return lists[:limit] if limit else lists


def _load_lists(path: Path, key: dict[str, object]) -> tuple[int, list[PassageList]]:
    """Return of how many citing sentences the file holds the lists, and these; 0 without one."""
    try:
        stored = json.loads(path.read_bytes())
        if stored["key"] == key:
            return stored["position"], [
                PassageList(
                    one["claim"],
                    tuple((title, text) for title, text in one["passages"]),
                    tuple(one["near"]),
                )
                for one in stored["lists"]
            ]
    except (OSError, ValueError, KeyError):
        pass  # not there, or of an earlier version
    return 0, []


class _Texts:
    """The papers of a corpus, prepared as those of a library are."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self.prepare = lru_cache(_TEXTS_KEPT)(self._prepare)

    def _prepare(self, paper: int) -> PaperText:
        sentences = tuple(
            Sentence(at, None, 0, text, ()) for at, text in enumerate(self._corpus.sentences(paper))
        )
        title = self._corpus.title(paper)
        full_text = Manuscript(title=title, sentences=sentences) if sentences else None
        abstract = split_quickly(self._corpus.abstract(paper))
        return prepare_text(PaperNumber(paper), title, abstract, full_text)


def _passages(
    corpus: Corpus,
    context: CitingSentence,
    texts: _Texts,
    settings: EvidenceSettings,
    draw: np.random.Generator,
) -> Iterator[PassageList]:
    """Yield a list for each paper that a sentence cites and that says something near it."""
    claim = Claim(corpus.sentence(context))
    for paper in context.cited:
        if paper in context.refused:
            continue
        text = texts.prepare(paper)
        nearest = find_passages(claim, text, None)
        right = [one for one in nearest[: settings.near] if one.score >= RELATED]
        if not right:
            continue
        beside = _co_cited(corpus, context.citing, paper, draw)
        wrong = [
            (text_beside.title, one.text)
            for text_beside in map(texts.prepare, beside)
            for one in find_passages(claim, text_beside, None)[:1]
        ]
        rest = [
            index
            for index in text.indices
            if not any(text.sentences[index].text in one.text for one in nearest)
        ]
        room = settings.far - len(wrong)
        chosen = draw.permutation(len(rest))[: max(room, 0)].tolist()
        wrong += [(text.title, text.sentences[rest[at]].text) for at in chosen]
        wrong = wrong[: settings.far]
        if wrong:
            passages = [*((text.title, one.text) for one in right), *wrong]
            is_near = (True,) * len(right) + (False,) * len(wrong)
            yield PassageList(claim.text, tuple(passages), is_near)


def _co_cited(corpus: Corpus, citing: int, paper: int, draw: np.random.Generator) -> Sequence[int]:
    """Return other papers that the citing paper cites, a few, drawn."""
    cited = corpus.cites()[[citing]].indices.tolist()
    neighbours = [one for one in cited if one != paper and corpus.trainable[one]]
    order = draw.permutation(len(neighbours)).tolist()
    return [neighbours[at] for at in order[:_CO_CITED]]


def _fit_start(model: CrossEncoder, lists: Sequence[PassageList]) -> Start:
    """Return how much the likeness of sentence and passage is worth before the training."""
    width = max(len(one.passages) for one in lists)
    rows = np.full((len(lists), width), NOTHING, np.int32)
    is_near = np.zeros(rows.shape, np.bool_)
    for at, one in enumerate(lists):
        rows[at, : len(one.passages)] = range(len(one.passages))
        is_near[at, : len(one.near)] = one.near
    pairs = [(one.claim, model.paper_text(*passage)) for one in lists for passage in one.passages]
    likeness = np.zeros(rows.shape)
    likeness[rows != NOTHING] = model.cosines(pairs)
    empty = np.zeros(len(lists), np.int32)
    candidates = RerankCandidates(empty, empty, rows, is_near)
    return fitted(likeness, candidates, np.zeros(width), share=candidates.share_cited)
