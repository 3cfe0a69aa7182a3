"""Typed words find a paper in whichever script and spelling they are typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from core.base.records import PaperRecord
from core.library.indexes.searching import Searching
from core.library.indexes.words import WordIndex
from core.library.library import Library

Find = Callable[[str], list[str]]

TITLES = {
    "quay": "基于图像的防波堤监测研究",
    "wave": "항만파고예측 모형",
    "fir": "Учёт ёлок в порту",
    "song": "Τραγούδια του λιμανιού",
    "town": "IĞDIR İli limanı",
    "acid": "β-sheets, TNFα and Al₂O₃ in H_2SO_4",
    "mail": "L’école d’été: e-mail by O'Brien",
    "sand": "Küstensand in Århus",
}


@pytest.fixture(scope="module")
def find(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Find]:
    folder = tmp_path_factory.mktemp("folding")
    with Library.open(folder / "library", create=True) as library:
        records = [PaperRecord(id=key, title=title) for key, title in TITLES.items()]
        list(library.papers.add(records, source="test"))
        words = WordIndex(folder / "words", library.identity)
        words.follow(library.papers)
        searching = Searching(library.database, library.papers, words)

        def find_ids(typed: str) -> list[str]:
            return [p.id for p in library.papers.get_many(searching.find(typed, limit=9))]

        yield find_ids


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        *((word, "quay") for word in ("图像", "防波堤", "监测", "title:监测研究", '"波堤监"')),
        *((word, "wave") for word in ("파고", "예측", "항만파고예측")),
        *((word, "fir") for word in ("учет", "елок", "ЁЛОК")),
        *((word, "song") for word in ("τραγουδια", "ΛΙΜΑΝΙΟΥ")),
        *((word, "town") for word in ("igdir", "ığdır", "limani")),
        *((word, "acid") for word in ("beta-sheets", "β-sheets", "tnf-alpha", "tnfalpha")),
        *((word, "acid") for word in ("Al2O3", "H2SO4")),
        *((word, "mail") for word in ("ecole", "lecole", "email", "e-mail", "obrien", "O’Brien")),
        *((word, "sand") for word in ("kuestensand", "Küstensand", "aarhus", "arhus")),
    ],
)
def test_a_word_is_found_in_each_of_its_spellings(find: Find, typed: str, key: str) -> None:
    assert find(typed) == [key]


@pytest.mark.parametrize("typed", ["堤像", "图防", "예항"])
def test_letters_that_do_not_stand_side_by_side_are_not_found(find: Find, typed: str) -> None:
    assert find(typed) == []
