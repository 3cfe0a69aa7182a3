"""Pairs of texts as tokens."""

from __future__ import annotations

from pathlib import Path

import pytest
from transformers import PreTrainedTokenizerBase

from core.base.errors import ModelError
from core.models.pair_reader import PairReader
from core.models.reranker import load_tokenizer
from tests import wording


@pytest.fixture(scope="module")
def tokenizer(folder: Path) -> PreTrainedTokenizerBase:
    return load_tokenizer(folder)


def test_each_text_is_cut_at_its_own_share(tokenizer: PreTrainedTokenizerBase) -> None:
    reader = PairReader.of(tokenizer, query_tokens=6, max_tokens=14)
    long = "soils graphs citation soils graphs citation soils graphs citation"
    both, short_query, short_paper = reader.tokenize_pairs(
        [(long, long), ("soils", long), (long, "soils")]
    )
    words = [tokenizer.convert_ids_to_tokens(row.ids) for row in (both, short_query, short_paper)]
    query = ["[CLS]", "soils", "graphs", "citation", "soils", "[SEP]"]
    paper = ["soils", "graphs", "citation", "soils", "graphs", "citation", "soils", "[SEP]"]
    assert words[0] == query + paper
    assert both.types == [0] * 6 + [1] * 8
    assert words[1] == ["[CLS]", "soils", "[SEP]", *paper]
    assert words[2] == [*query, "soils", "[SEP]"]


def test_a_pair_that_fits_is_read_as_the_tokenizer_itself_would(
    tokenizer: PreTrainedTokenizerBase,
) -> None:
    reader = PairReader.of(tokenizer, query_tokens=20, max_tokens=60)
    pairs = [("graphs, of soils", "citation of x"), ("", "soils")]
    for row, pair in zip(reader.tokenize_pairs(pairs), pairs, strict=True):
        expected = tokenizer(*pair, return_token_type_ids=True)
        assert row.ids == expected["input_ids"]
        assert row.types == expected["token_type_ids"]


def test_padding_goes_to_the_longest_row_and_is_masked(tokenizer: PreTrainedTokenizerBase) -> None:
    reader = PairReader.of(tokenizer, query_tokens=20, max_tokens=60)
    tokens = reader.padded(reader.tokenize_pairs([("soils", "soils soils"), ("soils", "soils")]))
    assert tokens["attention_mask"].tolist() == [[1] * 6, [1] * 5 + [0]]
    assert tokens["input_ids"][1, -1] == tokenizer.pad_token_id


@pytest.mark.parametrize(("query", "both"), [(2, 60), (59, 60), (60, 60), (512, 60)])
def test_shares_that_leave_a_text_nothing_are_refused(
    tokenizer: PreTrainedTokenizerBase, query: int, both: int
) -> None:
    with pytest.raises(ModelError, match=wording.pattern("core.models.pair_reader:__init__")):
        PairReader.of(tokenizer, query_tokens=query, max_tokens=both)
