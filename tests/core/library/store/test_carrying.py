"""Which sentence an earlier one became."""

from __future__ import annotations

from core.library.store.manuscripts import successors

OLD = "the harbour froze in the middle of a mild winter"
TYPO = "the harbour froze in the midle of a mild winter"
LONGER = "the harbour froze in the very middle of a mild winter"
OTHER = "nobody had expected so much snow"


def test_a_mended_typo_and_an_added_word_leave_a_sentence_what_it_was() -> None:
    assert successors([OTHER, TYPO], [OTHER, OLD], {TYPO}) == {TYPO: OLD}
    assert successors([OTHER, OLD], [OTHER, LONGER], {OLD}) == {OLD: LONGER}


def test_a_sentence_that_stands_or_is_gone_has_no_successor() -> None:
    assert successors([OLD, OTHER], [OLD, TYPO], {OLD}) == {}
    assert successors([OLD], [OTHER], {OLD}) == {}


def test_a_like_sentence_far_away_or_one_that_stood_before_is_another_one() -> None:
    filling = [f"filling number {word}" for word in "abcdefghij"]
    assert successors([OLD, *filling], [*filling, TYPO], {OLD}) == {}
    assert successors([OLD, TYPO], [TYPO], {OLD}) == {}


def test_two_equally_like_sentences_are_none() -> None:
    two = ["walks along the northern shore in may a", "walks along the northern shore in may b"]
    assert successors(["walks along the northern shore in may c"], two, {
        "walks along the northern shore in may c"
    }) == {}  # fmt: skip


def test_no_successor_is_given_out_twice() -> None:
    assert successors([TYPO, LONGER], [OLD], {TYPO, LONGER}) == {TYPO: OLD}
