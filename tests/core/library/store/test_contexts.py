"""Citing sentences one by one, and the index of their words."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from core.base.records import CitingContext, PaperNumber
from core.library.library import Library
from tests.core.library.store.context_rows import TEXTS, A, B, C, D, said, say

# --- sentences --------------------------------------------------------------------------------


def test_a_number_is_never_given_again(contexts_shelf: Library) -> None:
    before = said(contexts_shelf, A)
    say(contexts_shelf, A, TEXTS[2], "Something new [1].")
    after = said(contexts_shelf, A)
    assert not before.keys() & after.keys()
    say(contexts_shelf, A)
    say(contexts_shelf, C, "Of another paper [1].")
    assert min(said(contexts_shelf, C)) > max(after)
    assert list(after.values()) == [TEXTS[2], "Something new [1]."]


def test_a_sentence_that_is_said_again_keeps_its_vectors_and_no_other_gets_them(
    contexts_shelf: Library,
) -> None:
    vectors = np.eye(3, dtype=np.float16)
    numbers = sorted(said(contexts_shelf, A))
    for model in ("m", "n"):
        contexts_shelf.context_embeddings.put(model, numbers, vectors)
    say(contexts_shelf, C, TEXTS[0])  # another paper says it too, and says it for itself
    say(contexts_shelf, A, "Something new [1].", TEXTS[2], TEXTS[2], TEXTS[1])
    new, again, twice, last = sorted(said(contexts_shelf, A))
    kept = contexts_shelf.context_embeddings.numbers("m").tolist()
    assert last in kept
    assert len({again, twice} & set(kept)) == 1
    assert len(kept) == 2
    assert new not in kept
    assert contexts_shelf.context_embeddings.get("m", [last]).tolist() == [vectors[1].tolist()]
    assert contexts_shelf.context_embeddings.count("n") == 2
    assert contexts_shelf.verify().sound


def test_who_says_and_what_is_cited_leaves_the_trash_out(contexts_shelf: Library) -> None:
    contexts_shelf.citations.add_contexts(C, [CitingContext(text="Of two.", cited=(B, D))])
    one, (two,) = min(said(contexts_shelf, A)), said(contexts_shelf, C)
    assert contexts_shelf.contexts.find_citations([one, two, 999]) == {
        one: (A, (B,)),
        two: (C, (B, D)),
    }
    contexts_shelf.papers.trash([B])
    assert contexts_shelf.contexts.find_citations([one, two]) == {two: (C, (D,))}
    contexts_shelf.papers.trash([C])
    assert contexts_shelf.contexts.find_citations([one, two]) == {}
    assert contexts_shelf.contexts.get([one, two])[0].text == TEXTS[0]
    assert len(contexts_shelf.contexts.get([one, two])) == 1
    assert (contexts_shelf.contexts.count(), contexts_shelf.contexts.count(A)) == (3, 3)


def test_embeddings_of_sentences_follow_the_trash_and_end_with_the_sentence(
    contexts_shelf: Library,
) -> None:
    numbers = sorted(said(contexts_shelf, A))
    assert contexts_shelf.context_embeddings.missing("m", 9) == numbers
    contexts_shelf.context_embeddings.put("m", [*numbers[:2], 999], np.eye(3, dtype=np.float16))
    assert contexts_shelf.context_embeddings.missing("m", 9) == numbers[2:]
    assert contexts_shelf.context_embeddings.count("m") == 2
    contexts_shelf.papers.trash([A])
    assert contexts_shelf.context_embeddings.missing("m", 9) == []
    assert contexts_shelf.context_embeddings.numbers("m").tolist() == []
    contexts_shelf.papers.restore([A])
    assert contexts_shelf.context_embeddings.numbers("m").tolist() == numbers[:2]
    contexts_shelf.papers.trash([A])
    contexts_shelf.papers.purge([A])
    assert contexts_shelf.database.value("SELECT COUNT(*) FROM context_embeddings") == 0


# --- changes ----------------------------------------------------------------------------------


def _read_again(library: Library) -> None:
    say(library, A, "Something new [1].")


def _say_no_more(library: Library) -> None:
    library.citations.add_contexts(A, [])


def _trash(library: Library) -> None:
    library.papers.trash([A])


def _purge_what_it_cites(library: Library) -> None:
    library.papers.trash([B])
    library.papers.purge([B])


def _merge(library: Library) -> None:
    library.papers.merge(D, [A])


CHANGES: list[tuple[Callable[[Library], None], dict[PaperNumber, bool]]] = [
    (_read_again, {A: True}),
    (_say_no_more, {A: True}),
    (_trash, {A: False}),
    (_purge_what_it_cites, {A: True}),
    (_merge, {A: True, D: True}),
]


@pytest.mark.parametrize(("change", "expected"), CHANGES)
def test_each_kind_of_change_is_told(
    contexts_shelf: Library, change: Callable[[Library], None], expected: dict[PaperNumber, bool]
) -> None:
    before = contexts_shelf.contexts.revision()
    change(contexts_shelf)
    told = contexts_shelf.contexts.changes(before, 10)
    assert {each.number: each.present for each in told} == expected
    assert contexts_shelf.contexts.revision() == told[-1].revision > before


def test_what_says_nothing_is_no_change(contexts_shelf: Library) -> None:
    before = contexts_shelf.contexts.revision()
    contexts_shelf.papers.trash([C])
    contexts_shelf.papers.update(D, title="Another title")
    contexts_shelf.citations.add_citations([(C, D)], "test")
    assert contexts_shelf.contexts.revision() == before


# --- words ------------------------------------------------------------------------------------
