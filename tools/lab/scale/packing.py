"""A corpus as arrays of tokens, for ``running``.

OUT gets ``texts.npz.xz`` (papers, citing sentences of training papers with what they cite, and
queries to choose by), ``ids.json`` and ``weights.npz.xz``, the base in fewer bits. Every citing
sentence whose cited papers are known is there, also where only titles are known. Those of one
citing paper in six are marked as held out, by checksums of their ids: on them an order can be
fitted that has to judge the encoder by sentences it has not learned.

The development queries are asked, never learned from: CORPUS/queries holds them in
``neurips-dev.jsonl.gz``, and the papers that may answer in ``dev-pool.txt``. ``--other`` names a
second field: the file of its papers, and its queries. Each field is learned and searched by itself.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file
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
    WEIGHTS_FILE,
    Ints,
    Pack,
    ragged,
    write_pack,
)
from tools.lab.scale.eight_bits import packed_weights
from tools.lab.scale.network import WORDS
from training.corpus.corpus import Corpus
from training.sampling.draws import generator

_MOST = {"title": 64, "abstract": 126}
"""Tokens that are kept of a paper's texts; with its title, an abstract has as many at most."""
_MOST_OF_QUESTION = {"sentence": 100, "before": 60, "after": 60, "title": 48, "abstract": 110}
_OTHERS = 8_000
_HELD_OUT = 40
"""Of 256: the citing papers whose checksum begins with a smaller byte are held out."""
PREFIX = "bert."
"""What the names of weights begin with where the model was saved with a head."""
_PLACES = 16
"""Of the base's matrices on each side of 0: five bits."""
_SPECIAL = {"[CLS]": CLS, "[SEP]": SEP, ".": DOT}


@dataclass(frozen=True, slots=True)
class Asked:
    """A citing sentence as a question; papers are the corpus's numbers.

    ``cited`` are the papers it cites, ``earlier`` those that its manuscript cites before it and it
    does not, ``known_papers`` all that the manuscript cites, ``itself`` the manuscript, -1 if
    unknown. ``other`` tells whether it is of the second field.
    """

    passage: Passage
    cited: tuple[int, ...]
    earlier: tuple[int, ...]
    known_papers: tuple[int, ...]
    itself: int
    held_out: bool
    other: bool = False


def is_held_out(paper_id: str) -> bool:
    """Tell whether nothing is learned from what that paper cites."""
    # A draw that must stay the same, no secret.
    return hashlib.sha1(paper_id.encode()).digest()[0] < _HELD_OUT


def training_questions(corpus: Corpus, other_papers: frozenset[int]) -> list[Asked]:
    """Return every citing sentence of the training papers, paper by paper.

    One is of the second field if what it cites is among ``other_papers``.
    """
    by_paper: defaultdict[int, list[tuple[Passage, tuple[int, ...]]]] = defaultdict(list)
    for context in corpus.contexts("train"):
        by_paper[context.citing].append((corpus.passage(context), context.cited))
    cites = corpus.cites()
    questions = []
    for paper, sentences in by_paper.items():
        known_papers = tuple(cites[[paper], :].indices.tolist())
        held_out, seen_papers = is_held_out(corpus.ids[paper]), set[int]()
        for passage, cited in sentences:
            earlier = tuple(sorted(seen_papers - set(cited)))
            other = cited[0] in other_papers
            questions.append(
                Asked(passage, cited, earlier, known_papers, paper, held_out, other=other)
            )
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

    def packed(self, name: str, texts: Sequence[str], most: int | Sequence[int]) -> Pack:
        """Return the first tokens of all texts, as ``ragged`` does; so many of all, or of each."""
        widths = [most] * len(texts) if isinstance(most, int) else most
        rows: list[list[int]] = []
        for start in range(0, len(texts), 4_096):
            some = list(texts[start : start + 4_096])
            encodings = self._tokenizer.encode_batch(some, add_special_tokens=False)
            rows += [encoding.ids for encoding in encodings]
        cut_rows = [row[:width] for row, width in zip(rows, widths, strict=True)]
        return ragged(name, cut_rows, np.uint16)


def packed_questions(
    split: str, questions: Sequence[Asked], tokens: Tokens, rows: dict[int, int]
) -> Pack:
    """Return the texts of questions as tokens, and their papers by the rows of the pack."""
    passages = [entry.passage for entry in questions]
    manuscripts = {(entry.passage.title, entry.passage.abstract): entry for entry in questions}
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
        "known": [entry.known_papers for entry in manuscripts.values()],
        "itself": [(entry.itself,) for entry in questions],
    }
    pack = {
        f"{split}_manuscript": np.array([number[p.title, p.abstract] for p in passages], np.int32),
        f"{split}_held_out": np.array([entry.held_out for entry in questions], np.bool_),
        f"{split}_other": np.array([entry.other for entry in questions], np.bool_),
    }
    for name, of in texts.items():
        pack |= tokens.packed(f"{split}_{name}", of, _MOST_OF_QUESTION[name])
    for name, lists in papers.items():
        known_rows = [[rows[paper] for paper in entry if paper in rows] for entry in lists]
        pack |= ragged(f"{split}_{name}", known_rows, np.int32)
    return pack


def packed_papers(corpus: Corpus, papers: Sequence[int], tokens: Tokens) -> Pack:
    """Return titles and abstracts as tokens, together as many as are read of a paper."""
    titles = tokens.packed("title", [corpus.title(n) for n in papers], _MOST["title"])
    room = (_MOST["abstract"] - 1 - titles["title_lengths"]).tolist()
    return {**titles, **tokens.packed("abstract", [corpus.abstract(n) for n in papers], room)}


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


def find_words(pack: Pack, count: int) -> NDArray[np.bool_]:
    """Return which of so many words of a vocabulary the texts of a pack have, with the special."""
    read_words = np.zeros(count, np.bool_)
    read_words[[0, CLS, SEP, DOT]] = True
    for rows in pack.values():
        if rows.dtype == np.uint16:
            read_words[rows] = True
    return read_words


def write_weights(home: Path, path: Path, pack: Pack) -> None:
    """Write a model's weights by names without ``bert.`` before them; words not read are 0."""
    weights = {
        name.removeprefix(PREFIX): rows
        for name, rows in load_file(home / WEIGHTS).items()
        if rows.dtype.kind == "f"
    }
    read_words = find_words(pack, len(weights[WORDS]))
    weights[WORDS] = np.where(read_words[:, None], weights[WORDS], 0)
    write_pack(path, packed_weights(weights, _PLACES))


def _read_numbers(corpus: Corpus, names: Iterable[str]) -> NDArray[np.int64]:
    return np.unique(np.array([n for n in map(corpus.number, names) if n is not None], np.int64))


def _paper_ids(path: Path) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["id"] for line in lines]


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
    "--other",
    nargs=2,
    metavar="PAPERS QUERIES",
    type=click.Path(exists=True, path_type=Path),
    help="A second field: its papers (.jsonl.gz), and queries to choose by.",
)
def main(data: Path, out: Path, base: str, others: int, other: tuple[Path, Path] | None) -> None:
    """Choose the papers, tokenise, write."""
    corpus, home = Corpus.open(data), Shelf(Path()).get(base).folder
    other_papers = _read_numbers(corpus, _paper_ids(other[0])) if other else np.zeros(0, np.int64)
    train = training_questions(corpus, frozenset(other_papers.tolist()))
    queries = {"dev": read_queries(data / "queries" / "neurips-dev.jsonl.gz")}
    dev_ids = (data / "queries" / "dev-pool.txt").read_text("utf-8").split()
    pools = {"dev": _read_numbers(corpus, dev_ids)}
    own, of_others = ([entry for entry in train if entry.other is side] for side in (False, True))
    pools["train"] = training_pool(corpus, own, pools["dev"], others)
    if other:
        queries["other_dev"] = read_queries(other[1])
        pools["other_dev"] = other_papers
        pools["other"] = training_pool(corpus, of_others, other_papers, 0)
    questions_by_split = {
        "train": train,
        **{split: development_questions(corpus, some) for split, some in queries.items()},
    }
    papers = np.unique(np.concatenate(list(pools.values())))
    rows = {paper: row for row, paper in enumerate(papers.tolist())}
    tokens, numbers = Tokens(home), papers.tolist()
    pack = {**packed_papers(corpus, numbers, tokens)}
    for split, questions in questions_by_split.items():
        print(f"{split}: {len(questions)} questions", flush=True)
        pack |= packed_questions(split, questions, tokens, rows)
    for split, pool in pools.items():
        print(f"{split}: {len(pool)} papers", flush=True)
        pack[f"{split}_pool"] = np.searchsorted(papers, pool).astype(np.int32)
    out.mkdir(parents=True, exist_ok=True)
    write_pack(out / TEXTS_FILE, pack)
    names = {
        "papers": [corpus.ids[n] for n in numbers],
        **{split: [query.id for query in some] for split, some in queries.items()},
    }
    (out / "ids.json").write_text(json.dumps(names), encoding="utf-8")
    write_weights(home, out / WEIGHTS_FILE, pack)


if __name__ == "__main__":
    main()
