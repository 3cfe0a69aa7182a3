"""The texts that tests expect are read from the source."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import wording

PLACES = {
    name: place
    for name, place in vars(wording).items()
    if name[0].isupper() and isinstance(place, str)
}
SOURCE = '''
TITLE = "The title of the page"
class Page:
    """No text of the page."""
    def close(self, name: str) -> None:
        raise UsageError("“{name}” is open.", name=name, remedy="Close (c) the file first.")
    def sum_up(self, count: int) -> str:
        yield self.tr("%Ln paper(s) in {0}", "", count)
        yield Message("{count:,} papers, {share:.0%} of “{name}”.", count=count)
        yield Message("{name} is empty.") or Message("{name} is closed.")
'''


@pytest.fixture(autouse=True, scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a module that wording reads, beside those of the checkout."""
    folder = tmp_path_factory.mktemp("source")
    (folder / "source_of_texts.py").write_text(SOURCE, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wording, "CHECKOUT", folder)
        wording.texts_of("source_of_texts")
    return folder


@pytest.mark.parametrize("name", PLACES)
def test_each_named_text_is_in_the_source(name: str) -> None:
    assert wording.find(PLACES[name])


def test_no_text_has_two_names() -> None:
    assert len(set(PLACES.values())) == len(PLACES)


@pytest.mark.parametrize(
    ("place", "positions", "values", "text"),
    [
        ("TITLE", (), {}, "The title of the page"),
        ("Page.close", (), {"name": "a"}, "“a” is open."),
        ("close.remedy", (), {}, "Close (c) the file first."),
        ("sum_up", ("b",), {"n": 1}, "1 paper in b"),
        ("sum_up", ("b",), {"n": 1234}, "1,234 papers in b"),
        ("sum_up", (), {"count": 1234, "share": 0.5, "name": "c"}, "1,234 papers, 50% of “c”."),
        ("sum_up is~empty", (), {"name": "d"}, "d is empty."),
    ],
)
def test_a_text_is_filled_as_it_is_said(
    place: str, positions: tuple[str, ...], values: dict[str, object], text: str
) -> None:
    assert wording.fill(f"source_of_texts:{place}", *positions, **values) == text


def test_a_pattern_matches_with_the_values_given_alone() -> None:
    matched = "3 papers, 4% of “(a)”."
    assert re.fullmatch(wording.pattern("source_of_texts:sum_up share"), matched)
    assert re.fullmatch(wording.pattern("source_of_texts:sum_up share", name="(a)"), matched)
    assert not re.search(wording.pattern("source_of_texts:sum_up share", count=4), matched)
    with pytest.raises(AssertionError, match="no"):
        wording.pattern("source_of_texts:TITLE", count=4)


def test_a_stem_has_no_values() -> None:
    assert wording.stem("source_of_texts:sum_up paper(s)") == " paper"
    assert wording.stem("source_of_texts:sum_up share") == " papers, "


@pytest.mark.parametrize("place", ["source_of_texts:reopen", "source_of_texts:sum_up {name}"])
def test_no_text_or_more_than_one_is_an_error(place: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(place)):
        wording.find(place)
