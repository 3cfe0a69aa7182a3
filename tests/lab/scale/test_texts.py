from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import torch

from tests.lab.scale.packed_texts import text
from tools.lab.scale.arrays import (
    CLS,
    DOT,
    SEP,
    Ints,
    Pack,
    ragged,
)
from tools.lab.scale.texts import FORMS, PAIR_FORMS, Papers, Pool, Questions


def pack() -> Pack:
    """Three papers; two questions of one manuscript, the first without neighbours."""
    rows: dict[str, Sequence[Sequence[int]]] = {
        "title": [[11], [12, 13], [14] * 200],
        "abstract": [[21, 22], [], [23] * 300],
        "train_sentence": [[1, 2], [3] * 100],
        "train_before": [[], [4, 5]],
        "train_after": [[], [6]],
        "train_title": [[7, 8]],
        "train_abstract": [[9]],
        "train_cited": [[0], []],
        "train_earlier": [[], [0]],
        "train_known": [[0, 2]],
        "train_itself": [[], []],
    }
    found: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.int32]]] = {}
    for name, lists in rows.items():
        found |= ragged(name, lists, np.int32)
    more = {
        "train_manuscript": np.array([0, 0]),
        "train_held_out": np.array([False, False]),
        "train_other": np.array([False, False]),
        "train_pool": np.array([0, 2]),
        "dev_pool": np.array([1]),
    }
    return {**found, **more}


def test_papers_are_title_and_abstract_with_a_stop_between() -> None:
    papers = Papers(pack(), "cpu")
    assert text(papers.alone, 0) == [CLS, 11, DOT, 21, 22, SEP]
    assert text(papers.alone, 1) == [CLS, 12, 13, SEP]
    assert text(papers.in_pairs, 0) == [11, DOT, 21, 22, SEP]
    assert text(papers.titles_in_pairs, 0) == [11, SEP]
    assert text(papers.titles_alone, 0) == [CLS, 11, SEP]
    assert text(papers.titles_alone, 1) == text(papers.alone, 1)
    assert papers.with_abstract.tolist() == [True, False, True]


def test_long_texts_are_cut_and_still_end_in_sep() -> None:
    papers, questions = Papers(pack(), "cpu"), Questions(pack(), "train", "cpu")
    for padded, row, room in (
        (papers.alone, 2, 128),
        (papers.in_pairs, 2, 144),
        (papers.titles_in_pairs, 2, 144),
        (questions.in_pairs("pair"), 1, 96),
    ):
        ids = text(padded, row)
        assert len(ids) == room
        assert ids[-1] == SEP
        assert SEP not in ids[:-1]


def test_the_forms_of_a_question_hold_what_they_are_named_after() -> None:
    questions = Questions(pack(), "train", "cpu")
    sentence, title = [3] * 100, [7, 8]
    expected: dict[str, list[int]] = {
        "sentence": sentence,
        "neighbours": [4, 5, *sentence, 6],
        "title sentence": [*title, DOT, *sentence],
        "title neighbours": [*title, DOT, 4, 5, *sentence, 6],
        "title abstract": [*title, DOT, 9],
    }
    assert expected.keys() == FORMS.keys()
    for form, ids in expected.items():
        assert text(questions.alone[form], 1) == [CLS, *ids, SEP]
    assert text(questions.alone["neighbours"], 0) == [CLS, 1, 2, SEP]
    assert text(questions.in_pairs("pair"), 0) == [CLS, 7, 8, DOT, 1, 2, SEP]


@pytest.mark.parametrize("form", PAIR_FORMS)
def test_a_pair_begins_with_the_sentence_or_the_title(form: str) -> None:
    ids = text(Questions(pack(), "train", "cpu").in_pairs(form), 1)
    assert ids[1] == (7 if form in ("pair", "title sentence") else 3)


def test_a_question_without_cited_papers_is_not_learned_from() -> None:
    assert Questions(pack(), "train", "cpu").usable().tolist() == [0]


def test_pools_are_those_that_the_pack_has() -> None:
    assert set(Papers(pack(), "cpu").pools) == {"train", "dev"}
    second: Pack = {**pack(), "other_pool": np.array([2])}
    assert Papers(second, "cpu").pools["other"].rows.tolist() == [2]


def test_a_pool_knows_where_each_paper_is() -> None:
    pool = Pool.of(torch.tensor([4, 1]), 5)
    assert pool.positions.tolist() == [-1, 1, -1, -1, 0]


def test_questions_of_the_pack_are_as_long_as_their_parts(packed: Pack, train: Questions) -> None:
    lengths: Ints = packed["train_sentence_lengths"].astype(np.int64)
    assert train.alone["sentence"].lengths.tolist() == (lengths + 2).tolist()
