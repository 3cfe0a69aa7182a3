"""Questions made of abstracts, and what of the base they keep."""

from __future__ import annotations

import numpy as np

from tests.lab.scale.cloze_questions import TEXTS, TITLE
from tools.lab.scale.arrays import CLS, DOT, SEP, Padded
from tools.lab.scale.cloze import Cloze
from tools.lab.scale.texts import Papers


def clozes(papers: Papers, times: int = 40) -> list[tuple[int, list[int], list[int]]]:
    """Many draws: the row of a paper, the tokens of the question, and those of the paper."""
    cloze = Cloze.of(papers, np.arange(len(papers)), "cpu")
    found = []
    for _ in range(times):
        drawn = cloze.draw_clozes(9)
        sides = zip(rows_of(drawn.questions), rows_of(drawn.papers), strict=True)
        found += [(row, *pair) for row, pair in zip(drawn.rows.tolist(), sides, strict=True)]
    return found


def rows_of(texts: Padded) -> list[list[int]]:
    return [
        ids[:length].tolist() for ids, length in zip(texts.ids, texts.lengths.tolist(), strict=True)
    ]


def test_abstracts_of_two_sentences_or_more_ask_once_in_a_draw(abstracts: Papers) -> None:
    drawn = Cloze.of(abstracts, np.arange(len(abstracts)), "cpu").draw_clozes(9)
    assert sorted(drawn.rows.tolist()) == [0, 3]


def test_a_question_is_sentences_of_the_abstract_and_the_paper_mostly_lacks_them(
    abstracts: Papers,
) -> None:
    lacking = 0
    drawn = clozes(abstracts)
    for row, question, paper in drawn:
        abstract = list(TEXTS.values())[row]
        assert (question[0], question[-1], paper[0], paper[-1]) == (CLS, SEP, CLS, SEP)
        assert paper[1:4] == [*TITLE, DOT]
        asked = [each for each in question[1:-1] if each != DOT]
        assert set(asked) <= set(abstract)
        assert set(paper[4:-1]) <= set(abstract)
        lacking += not set(asked) & set(paper)
    assert 0.6 * len(drawn) < lacking < 0.95 * len(drawn)


def test_some_words_that_the_paper_has_too_are_taken_out_of_the_question(
    abstracts: Papers,
) -> None:
    shared = [
        sum(each != DOT for each in question[1:-1])
        for row, question, paper in clozes(abstracts)
        if row == 0 and len(paper) == len(TEXTS["two sentences"]) + len(TITLE) + 3
    ]
    assert shared
    assert min(shared) < 10
    assert max(shared) > 4
