from __future__ import annotations

import hashlib
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
from tests.lab.scale.conftest import HELD_OUT, OTHER
from tests.tiny_corpus import DEV, TEST
from tools.lab.scale.arrays import WEIGHTS_FILE, Pack, Rows, read_pack
from tools.lab.scale.eight_bits import unpacked_weights
from tools.lab.scale.network import WORDS
from tools.lab.scale.packing import Tokens, find_words, is_held_out, main
from training.corpus.corpus import Corpus


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
        known_ids = {corpus.ids[n] for n in cites[[paper], :].indices}
        assert known[manuscript] == known_ids & set(ids)
        seen: set[str] = set()
        for row in np.flatnonzero(manuscripts == manuscript):
            assert earlier[row] == seen - cited[row]
            seen |= cited[row]
    assert any(earlier)


def test_nothing_of_held_out_papers_is_learned_from(
    packed: Pack, corpus: Corpus, ids: list[str]
) -> None:
    held = packed["train_held_out"]
    papers = list(dict.fromkeys(each.citing for each in corpus.contexts("train")))
    for row, manuscript in enumerate(packed["train_manuscript"].tolist()):
        digest = hashlib.sha1(corpus.ids[papers[manuscript]].encode()).digest()
        assert held[row] == (digest[0] < HELD_OUT)
    assert 0.3 < held.mean() < 0.6
    pool = {ids[row] for row in packed["train_pool"]}
    assert not pool & {*DEV, *TEST}


def test_one_citing_paper_in_six_is_held_out() -> None:
    assert 0.13 < np.mean([is_held_out(f"x:{at}") for at in range(2_000)]) < 0.19


def test_the_second_field_has_its_own_questions_and_papers(packed: Pack, ids: list[str]) -> None:
    cited = [[int(ids[row][2:]) for row in entry] for entry in Rows(packed, "train_cited")]
    assert packed["train_other"].tolist() == [entry[0] >= OTHER for entry in cited]
    pools = {name: {ids[row] for row in packed[f"{name}_pool"]} for name in ("other", "other_dev")}
    others = [each for each, of in zip(cited, packed["train_other"], strict=True) if of]
    assert pools["other"] == {f"p:{number}" for entry in others for number in entry}
    assert pools["other_dev"] == {f"p:{number}" for number in range(OTHER, 60)}
    assert 0 < len(packed["other_dev_held_out"]) < len(packed["dev_held_out"])


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
        assert before[row].tolist() == tokens_of(tokenizer, " ".join(passage.before[-1:]), 60)
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
        title = tokens_of(tokenizer, corpus.title(number), 64)
        assert titles[row].tolist() == title
        room = 125 - len(title)
        assert abstracts[row].tolist() == tokens_of(tokenizer, corpus.abstract(number), room)


def test_weights_come_in_few_bits_by_plain_names(pack: Path, packed: Pack) -> None:
    written = unpacked_weights(read_pack(pack / WEIGHTS_FILE))
    base = load_file(Shelf(Path()).get("minilm").folder / "model.safetensors")
    floats = {
        name.removeprefix("bert."): rows.numpy()
        for name, rows in base.items()
        if rows.is_floating_point()
    }
    assert written.keys() == floats.keys()
    read_words = find_words(packed, len(floats[WORDS]))
    assert 100 < read_words.sum() < 1_000
    assert not written[WORDS][~read_words].any()
    floats[WORDS], written[WORDS] = floats[WORDS][read_words], written[WORDS][read_words]
    for name, rows in floats.items():
        if rows.ndim == 2:
            cosine = (rows * written[name]).sum() / np.linalg.norm(rows)
            assert cosine / np.linalg.norm(written[name]) > 0.99
        else:
            assert np.array_equal(written[name], rows)


def test_a_base_of_another_vocabulary_is_refused(tiny_base: Path) -> None:
    with pytest.raises(ModelError, match="vocabulary of BERT"):
        Tokens(tiny_base)


def test_the_command_says_what_it_writes() -> None:
    shown = CliRunner().invoke(main, ["--help"])
    assert "CORPUS OUT" in shown.output
    assert "--other PAPERS QUERIES" in shown.output
