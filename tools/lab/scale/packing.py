"""A corpus as arrays of tokens, for ``running``.

OUT gets ``texts.npz`` (papers, citing sentences of training papers with what they cite, and the
development queries), ``words.npz`` (the first papers of each by BM25), ``ids.json`` and
``weights.safetensors``, the base in half precision. Every citing sentence whose cited papers are
known is there, also where only titles are known; those of some papers are marked as held out.
Development queries are asked, never learned from: CORPUS/queries holds them in
``neurips-dev.jsonl.gz``, and the papers that may answer in ``dev-pool.txt``.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import click
import numpy as np
from numpy.typing import NDArray
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer

from core.base.errors import ModelError
from core.evaluation.queries import Query, read_queries
from core.models.manifest import TOKENIZER, WEIGHTS
from core.models.shelf import BASE, Shelf
from core.recommend.context import Passage
from tools.lab.scale.arrays import (
    CLS,
    DOT,
    SEP,
    TEXTS_FILE,
    WORDS_FILE,
    Ints,
    Pack,
    ragged,
)
from training.corpus.corpus import Corpus
from training.sampling.bm25 import Bm25
from training.sampling.draws import generator

_MOST = {"title": 64, "abstract": 192}
"""Tokens that are kept of a paper's texts, a little more than ``running`` reads."""
_MOST_OF_QUESTION = {"sentence": 100, "before": 80, "after": 80, "title": 48, "abstract": 192}
_OTHERS, _HELD_OUT = 24_000, 40
_DEPTH = 60
"""Papers that BM25 finds for a question."""
_PREFIX = "bert."
"""What the names of weights begin with where the model was saved with a head."""
_SPECIAL = {"[CLS]": CLS, "[SEP]": SEP, ".": DOT}


@dataclass(frozen=True, slots=True)
class Asked:
    """A citing sentence as a question; papers are the corpus's numbers.

    ``cited`` are the papers it cites, ``earlier`` those that its manuscript cites before it and it
    does not, ``known_papers`` all that the manuscript cites, ``itself`` the manuscript, -1 if
    unknown.
    """

    passage: Passage
    cited: tuple[int, ...]
    earlier: tuple[int, ...]
    known_papers: tuple[int, ...]
    itself: int
    held_out: bool


def training_questions(corpus: Corpus, held_out: int) -> list[Asked]:
    """Return every citing sentence of the training papers, paper by paper.

    Held out are those of so many papers that OpenReview does not have: the development queries are
    of its papers, and these show whether others gain too. They are drawn by checksums of their ids.
    """
    by_paper: defaultdict[int, list[tuple[Passage, tuple[int, ...]]]] = defaultdict(list)
    for context in corpus.contexts("train"):
        by_paper[context.citing].append((corpus.passage(context), context.cited))
    other_papers = [paper for paper in by_paper if not corpus.ids[paper].startswith("or:")]
    # A draw that must stay the same, no secret.
    other_papers.sort(key=lambda paper: hashlib.sha1(corpus.ids[paper].encode()).hexdigest())
    left_out, cites = set(other_papers[:held_out]), corpus.cites()
    questions = []
    for paper, sentences in by_paper.items():
        known_papers = tuple(cites[[paper], :].indices.tolist())
        seen_papers: set[int] = set()
        for passage, cited in sentences:
            earlier = tuple(sorted(seen_papers - set(cited)))
            questions.append(Asked(passage, cited, earlier, known_papers, paper, paper in left_out))
            seen_papers.update(cited)
    return questions


def development_questions(corpus: Corpus, queries: Iterable[Query]) -> list[Asked]:
    """Return the development queries, all held out; papers that the corpus lacks are left out."""

    def numbers(ids: Iterable[str]) -> tuple[int, ...]:
        return tuple(sorted(n for n in map(corpus.number, ids) if n is not None))

    def make_question(query: Query) -> Asked:
        cited, earlier = set(query.relevant), query.already_cited - set(query.relevant)
        itself = corpus.number(query.self_id or "")
        return Asked(
            query.passage,
            numbers(cited),
            numbers(earlier),
            (),
            -1 if itself is None else itself,
            held_out=True,
        )

    return [make_question(query) for query in queries]


class Tokens:
    """Texts as tokens of the base, special ones left out."""

    def __init__(self, home: Path) -> None:
        """Open the tokenizer of a model folder.

        Raises:
            ModelError: it is of another vocabulary than BERT's, uncased.
        """
        self._tokenizer = Tokenizer.from_file(str(home / TOKENIZER))
        if any(self._tokenizer.token_to_id(token) != of for token, of in _SPECIAL.items()):
            raise ModelError(
                "The model in “{folder}” does not have the vocabulary of BERT, uncased.",
                folder=home,
                remedy="Choose another base.",
            )
        self._tokenizer.no_truncation()
        self._tokenizer.no_padding()

    def packed(self, name: str, texts: Sequence[str], most: int) -> Pack:
        """Return the first tokens of all texts, as ``ragged`` does."""
        rows: list[list[int]] = []
        for start in range(0, len(texts), 4_096):
            some = list(texts[start : start + 4_096])
            encodings = self._tokenizer.encode_batch(some, add_special_tokens=False)
            rows += [encoding.ids[:most] for encoding in encodings]
        return ragged(name, rows, np.uint16)


def packed_questions(
    split: str, questions: Sequence[Asked], tokens: Tokens, rows: dict[int, int]
) -> Pack:
    """Return the texts of questions as tokens, and their papers by the rows of the pack."""
    passages = [entry.passage for entry in questions]
    manuscripts = {(passage.title, passage.abstract): passage for passage in passages}
    number = {key: at for at, key in enumerate(manuscripts)}
    texts = {
        "sentence": [passage.sentence for passage in passages],
        "before": [" ".join(passage.before[-1:]) for passage in passages],
        "after": [" ".join(passage.after[:1]) for passage in passages],
        "title": [title for title, _ in manuscripts],
        "abstract": [abstract for _, abstract in manuscripts],
    }
    papers: dict[str, list[tuple[int, ...]]] = {
        "cited": [entry.cited for entry in questions],
        "earlier": [entry.earlier for entry in questions],
        "known": [entry.known_papers for entry in questions],
        "itself": [(entry.itself,) for entry in questions],
    }
    pack = {
        f"{split}_manuscript": np.array([number[p.title, p.abstract] for p in passages], np.int32),
        f"{split}_held_out": np.array([entry.held_out for entry in questions], np.bool_),
    }
    for name, of in texts.items():
        pack |= tokens.packed(f"{split}_{name}", of, _MOST_OF_QUESTION[name])
    for name, lists in papers.items():
        known_rows = [[rows[paper] for paper in entry if paper in rows] for entry in lists]
        pack |= ragged(f"{split}_{name}", known_rows, np.int32)
    return pack


def first_by_words(bm25: Bm25, pool: Ints, questions: Sequence[Asked]) -> NDArray[np.int32]:
    """Return the first papers for title and sentence: (questions, depth) positions in the pool.

    The manuscript itself comes last.
    """
    positions = {paper: at for at, paper in enumerate(pool.tolist())}
    depth = min(_DEPTH, len(pool) - 1)
    best_papers = np.zeros((len(questions), depth), np.int32)
    for row, question in enumerate(questions):
        scores = bm25.scores(f"{question.passage.title}. {question.passage.sentence}")
        if question.itself in positions:
            scores[positions[question.itself]] = -1.0
        best = np.argpartition(-scores, depth)[:depth]
        best_papers[row] = best[np.argsort(-scores[best], kind="stable")]
        if row % 5_000 == 0:
            print(f"words: {row} of {len(questions)}", flush=True)
    return best_papers


def training_pool(
    corpus: Corpus, questions: Iterable[Asked], without: Ints, other_count: int
) -> NDArray[np.int64]:
    """Return the papers that questions cite, and others with abstract drawn by a fixed seed."""
    cited = np.unique(
        np.array([paper for question in questions for paper in question.cited], np.int64)
    )
    free = np.setdiff1d(np.flatnonzero(corpus.trainable), np.concatenate([cited, without]))
    draws = generator(0, 0, 0, "scale")
    drawn_papers = draws.choice(free, min(other_count, len(free)), replace=False)
    return np.union1d(cited, drawn_papers).astype(np.int64)


def write_weights(home: Path, path: Path) -> None:
    """Write a model's weights in half precision, by names without ``bert.`` before them."""
    weights = {
        name.removeprefix(_PREFIX): rows.half().contiguous()
        for name, rows in load_file(home / WEIGHTS).items()
        if rows.is_floating_point()
    }
    save_file(weights, path)


def _write(path: Path, pack: Pack) -> None:
    np.savez_compressed(path, **cast("dict[str, Any]", pack))  # Any: its own options are booleans


@click.command(help=__doc__)
@click.argument("data", metavar="CORPUS", type=click.Path(exists=True, path_type=Path))
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--base", default=BASE, show_default=True, help="Model whose weights are trained.")
@click.option(
    "--others",
    default=_OTHERS,
    show_default=True,
    help="Papers to be found beside those that training papers cite.",
)
@click.option(
    "--held-out",
    default=_HELD_OUT,
    show_default=True,
    help="Training papers not of OpenReview whose sentences are held out.",
)
def main(data: Path, out: Path, base: str, others: int, held_out: int) -> None:
    """Choose the papers, tokenise, search by words, write."""
    corpus, home = Corpus.open(data), Shelf(Path()).get(base).folder
    queries = read_queries(data / "queries" / "neurips-dev.jsonl.gz")
    questions_by_split = {
        "train": training_questions(corpus, held_out),
        "dev": development_questions(corpus, queries),
    }
    dev_ids = (data / "queries" / "dev-pool.txt").read_text("utf-8").split()
    dev_pool = np.unique([n for n in map(corpus.number, dev_ids) if n is not None])
    pools = {
        "train": training_pool(corpus, questions_by_split["train"], dev_pool, others),
        "dev": dev_pool,
    }
    papers = np.union1d(pools["train"], pools["dev"])
    rows = {paper: row for row, paper in enumerate(papers.tolist())}
    for split, questions in questions_by_split.items():
        print(f"{split}: {len(questions)} questions, {len(pools[split])} papers", flush=True)
    tokens, numbers = Tokens(home), papers.tolist()
    pack = {
        **tokens.packed("title", [corpus.title(n) for n in numbers], _MOST["title"]),
        **tokens.packed("abstract", [corpus.abstract(n) for n in numbers], _MOST["abstract"]),
    }
    words = {}
    for split, questions in questions_by_split.items():
        pool = pools[split]
        pack |= packed_questions(split, questions, tokens, rows)
        pack[f"{split}_pool"] = np.searchsorted(papers, pool).astype(np.int32)
        bm25 = Bm25([" ".join(corpus.text(n)) for n in pool.tolist()])
        words[split] = first_by_words(bm25, pool, questions)
    out.mkdir(parents=True, exist_ok=True)
    _write(out / TEXTS_FILE, pack)
    _write(out / WORDS_FILE, words)
    names = {"papers": [corpus.ids[n] for n in numbers], "dev": [query.id for query in queries]}
    (out / "ids.json").write_text(json.dumps(names), encoding="utf-8")
    write_weights(home, out / "weights.safetensors")


if __name__ == "__main__":
    main()
