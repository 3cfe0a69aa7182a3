"""Passages of full texts: found by their words, in step with the library."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.base.records import (
    Manuscript,
    PaperNumber,
    Sentence,
)
from core.library.indexes.passages import PassageIndex
from core.library.library import Library
from tests.core.library.fulltext_shelf import Shelf, read


@pytest.fixture
def index(library: Library) -> PassageIndex:
    return PassageIndex(library.folder / "passages", library.identity)


def test_passages_are_found_by_their_words_and_follow_the_library(
    library: Library, index: PassageIndex, attach: Callable[..., PaperNumber]
) -> None:
    one, other = attach("a"), attach("b")
    read(library)
    index.follow(library.fulltexts)
    assert set(index.search("chalky ground", limit=9)) == {(one, 1), (other, 1)}
    assert index.search("clay soils", limit=1)[0][1] == 2
    assert index.search("clay", limit=9, allowed=frozenset({other})) == [(other, 2)]
    assert index.search("of the", limit=9) == []
    library.papers.trash([one])
    index.follow(library.fulltexts)
    assert index.search("clay", limit=9) == [(other, 2)]
    library.papers.restore([one])
    index.follow(library.fulltexts)
    assert len(index.search("clay", limit=9)) == 2
    library.papers.merge(other, [one])
    index.follow(library.fulltexts)
    assert index.search("clay", limit=9) == [(other, 2)]


def test_an_index_that_was_deleted_is_made_anew(
    library: Library, index: PassageIndex, attach: Callable[..., PaperNumber]
) -> None:
    paper = attach("a")
    read(library)
    index.follow(library.fulltexts)
    index.clear()
    assert index.search("clay", limit=9) == []
    index.follow(library.fulltexts)
    assert PassageIndex(library.folder / "passages", library.identity).search("clay", limit=9) == [
        (paper, 2)
    ]


def test_a_reader_without_the_right_to_write_builds_passages_in_memory(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    paper = attach("a")
    read(library)
    index = PassageIndex(library.folder / "passages", library.identity, write=False)
    index.follow(library.fulltexts)
    assert index.search("clay", limit=9) == [(paper, 2)]
    assert not (library.folder / "passages").exists()


def test_a_paragraph_without_end_becomes_several_passages(
    library: Library, attach: Callable[..., PaperNumber]
) -> None:
    sentences = tuple(Sentence(n, None, 0, f"Row {n} " + "of beets " * 20, ()) for n in range(40))
    paper = attach("a")
    read(library, Shelf(a=Manuscript(title="Beets", sentences=sentences)))
    passages = library.fulltexts.passages([paper])[paper]
    assert len(passages) > 3
    assert max(len(each.text) for each in passages) <= 1_500
    assert " ".join(each.text for each in passages) == " ".join(each.text for each in sentences)


def test_passages_in_chinese_are_found_by_words_within_them(
    library: Library, index: PassageIndex, attach: Callable[..., PaperNumber]
) -> None:
    texts = ("泥炭沼泽的碳储量随水位变化。", "湿地植物群落的演替过程。")
    sentences = tuple(Sentence(n, None, 0, text, (), (), n) for n, text in enumerate(texts))
    paper = attach("a")
    read(library, Shelf(a=Manuscript(title="沼泽", sentences=sentences)))
    index.follow(library.fulltexts)
    assert index.search("水位", limit=9)[0][0] == paper
    assert index.search("演替", limit=9)[0][0] == paper
    assert index.search("冰川", limit=9) == []
