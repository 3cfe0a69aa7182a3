from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from safetensors.torch import load_file
from tokenizers import Tokenizer

from core.base.errors import ModelError
from core.evaluation.queries import Query, read_queries
from core.models.shelf import Shelf
from tests.lab.scale.conftest import HELD_OUT
from tests.tiny_corpus import DEV, TEST
from tools.lab.scale.arrays import WORDS_FILE, Pack, Rows, read_pack
from tools.lab.scale.packing import Tokens, main
from training.corpus.corpus import Corpus
from training.sampling.bm25 import Bm25


@pytest.fixture(scope="module")
def ids(pack: Path) -> list[str]:
    found: list[str] = json.loads((pack / "ids.json").read_text("utf-8"))["papers"]
    return found


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    found = Tokenizer.from_file(str(Shelf(Path()).get("minilm").folder / "tokenizer.json"))
    found.no_truncation()
    found.no_padding()
    return found


@pytest.fixture(scope="module")
def queries(asking: Path) -> list[Query]:
    return read_queries(asking / "queries" / "neurips-dev.jsonl.gz")


def tokens_of(tokenizer: Tokenizer, text: str, most: int) -> list[int]:
    found: list[int] = tokenizer.encode(text, add_special_tokens=False).ids[:most]
    return found


def named(packed: Pack, name: str, ids: list[str]) -> list[set[str]]:
    return [{ids[paper] for paper in row} for row in Rows(packed, name)]


def test_each_citing_sentence_of_training_papers_is_a_question(
    packed: Pack, corpus: Corpus, ids: list[str], tokenizer: Tokenizer
) -> None:
    contexts = corpus.contexts("train")
    assert len(contexts) > 200
    sentences = Counter(
        tuple(tokens_of(tokenizer, corpus.sentence(each), 100)) for each in contexts
    )
    assert Counter(tuple(row.tolist()) for row in Rows(packed, "train_sentence")) == sentences
    cited = Counter(frozenset(corpus.ids[n] for n in each.cited) for each in contexts)
    assert Counter(map(frozenset, named(packed, "train_cited", ids))) == cited


def test_a_question_knows_what_its_manuscript_cites_before_and_anywhere(
    packed: Pack, corpus: Corpus, ids: list[str]
) -> None:
    cited, earlier, known = (
        named(packed, f"train_{name}", ids) for name in ("cited", "earlier", "known")
    )
    cites = corpus.cites()
    papers = list(dict.fromkeys(each.citing for each in corpus.contexts("train")))
    manuscripts = packed["train_manuscript"]
    assert sorted(set(manuscripts.tolist())) == list(range(len(papers)))
    for manuscript, paper in enumerate(papers):
        seen: set[str] = set()
        for row in np.flatnonzero(manuscripts == manuscript):
            assert earlier[row] == seen - cited[row]
            assert known[row] == {corpus.ids[n] for n in cites[[paper], :].indices} & set(ids)
            seen |= cited[row]
    assert any(earlier)


def test_nothing_of_held_out_papers_is_learned_from(packed: Pack, ids: list[str]) -> None:
    held = packed["train_held_out"]
    assert len(set(packed["train_manuscript"][held].tolist())) == HELD_OUT
    assert not set(packed["train_manuscript"][held]) & set(packed["train_manuscript"][~held])
    pool = {ids[row] for row in packed["train_pool"]}
    assert not pool & {*DEV, *TEST}


def test_development_queries_are_all_held_out_and_keep_their_papers(
    packed: Pack, queries: list[Query], ids: list[str], tokenizer: Tokenizer
) -> None:
    assert packed["dev_held_out"].all()
    assert len(packed["dev_held_out"]) == len(queries)
    cited, earlier = named(packed, "dev_cited", ids), named(packed, "dev_earlier", ids)
    itself, before = named(packed, "dev_itself", ids), Rows(packed, "dev_before")
    for row, query in enumerate(queries):
        assert cited[row] == set(query.relevant)
        assert earlier[row] == query.already_cited - set(query.relevant)
        assert itself[row] == {query.self_id} & set(ids)
        passage = query.passage
        assert before[row].tolist() == tokens_of(tokenizer, " ".join(passage.before[-1:]), 80)
    assert any(itself)
    assert not all(itself)


def test_papers_are_packed_with_title_and_abstract(
    packed: Pack, corpus: Corpus, ids: list[str], tokenizer: Tokenizer
) -> None:
    titles, abstracts = Rows(packed, "title"), Rows(packed, "abstract")
    assert len(titles) == len(abstracts) == len(ids)
    for row, name in enumerate(ids):
        number = corpus.number(name)
        assert number is not None
        assert titles[row].tolist() == tokens_of(tokenizer, corpus.title(number), 64)
        assert abstracts[row].tolist() == tokens_of(tokenizer, corpus.abstract(number), 192)


@pytest.mark.parametrize("split", ["train", "dev"])
def test_the_first_papers_by_words_are_bm25s(
    split: str, pack: Path, packed: Pack, corpus: Corpus, ids: list[str], tokenizer: Tokenizer
) -> None:
    words = read_pack(pack / WORDS_FILE)[split]
    pool = [corpus.number(ids[row]) for row in packed[f"{split}_pool"]]
    bm25 = Bm25([" ".join(corpus.text(n)) for n in pool if n is not None])
    assert words.shape == (len(packed[f"{split}_manuscript"]), min(60, len(pool) - 1))
    positions = {row: at for at, row in enumerate(packed[f"{split}_pool"].tolist())}
    titles, sentences = Rows(packed, f"{split}_title"), Rows(packed, f"{split}_sentence")
    itself = Rows(packed, f"{split}_itself")
    for row in range(0, len(words), 20):
        title = titles[packed[f"{split}_manuscript"][row]]
        text = ". ".join(tokenizer.decode(part.tolist()) for part in (title, sentences[row]))
        scores = bm25.scores(text)
        own = [positions[each] for each in itself[row] if each in positions]
        scores[own] = -1
        assert scores[words[row]] == pytest.approx(np.sort(scores)[::-1][: words.shape[1]])
        assert not set(own) & set(words[row].tolist())


def test_weights_come_in_half_precision_by_plain_names(pack: Path) -> None:
    written = load_file(pack / "weights.safetensors")
    base = load_file(Shelf(Path()).get("minilm").folder / "model.safetensors")
    base = {name.removeprefix("bert."): rows for name, rows in base.items()}
    floats = {name: rows for name, rows in base.items() if rows.is_floating_point()}
    assert written.keys() == floats.keys()
    assert all(written[name].equal(rows.half()) for name, rows in floats.items())


def test_a_base_of_another_vocabulary_is_refused(tiny_base: Path) -> None:
    with pytest.raises(ModelError, match="vocabulary of BERT"):
        Tokens(tiny_base)


def test_the_command_says_what_it_writes() -> None:
    shown = CliRunner().invoke(main, ["--help"])
    assert "CORPUS OUT" in shown.output
    assert "--held-out" in shown.output
