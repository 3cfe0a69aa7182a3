"""Papers deleted for good."""

from __future__ import annotations

from core.base.records import PaperNumber
from core.library.library import Library
from tests.core.library.adding import add, paper, statuses


def test_what_is_deleted_for_good_leaves_only_its_number(library: Library) -> None:
    add(library, paper("Olives", id="x:1"), paper("Tulips"))
    library.papers.trash([PaperNumber(1)])
    library.papers.purge([PaperNumber(1), PaperNumber(2)])
    assert library.papers.numbers() == [2]
    assert library.papers.changes(3, 9) == [(1, 4, False)]
    assert library.papers.resolve("x:1") is None
    assert statuses(add(library, paper("Olives", id="x:1"))) == ["added"]
    assert library.papers.numbers() == [2, 3]
    assert library.verify().sound
