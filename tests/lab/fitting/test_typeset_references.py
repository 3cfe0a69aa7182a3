"""Entries that Pandoc typesets, with the label of each word."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any

import pytest

from core.manuscript.references.entry_fields import LabelledEntry
from tests.lab.fitting.made_up import SOURCES
from tools.lab.fitting.typeset_references import (
    find_styles,
    is_kept_away,
    typeset_entries,
    typeset_works,
)
from tools.lab.proving_ground.pandoc_cells import STYLES
from tools.lab.proving_ground.tools_used import find_pandoc

pytestmark = pytest.mark.skipif(not find_pandoc(), reason="Pandoc is not installed")
CHAPTER: dict[str, Any] = {
    "id": "w0",
    "type": "chapter",
    "title": "What a pot hears",
    "author": [{"family": "Ander", "given": "Petra"}, {"family": "Holt", "given": "Rolf"}],
    "editor": [{"family": "Lund", "given": "Ulla"}],
    "container-title": "The book of *clay*",
    "publisher": "Harbour Press",
    "publisher-place": "Lowport",
    "issued": {"date-parts": [[2011]]},
    "page": "12-19",
    "volume": "7",
}


class _Plain(random.Random):
    """No entry is worn; the language is English."""

    def random(self) -> float:
        return 0.9

    def choice(self, seq: Any) -> Any:  # noqa: ANN401 - as the base class
        return seq[0]


def _typeset(style: str, item: dict[str, Any]) -> LabelledEntry:
    path = next(path for path in _ALL if path.stem == style)
    return next(typeset_entries(path, [item], _Plain()))


_ALL = [*find_styles(), *find_styles(kept_away=True)]


def _runs(entry: LabelledEntry) -> list[tuple[str, str]]:
    pairs = zip(entry.labels, entry.words, strict=True)
    return [
        (label, " ".join(word.text for _, word in run))
        for label, run in groupby(pairs, key=lambda pair: pair[0])
    ]


def test_each_word_has_the_label_of_the_field_that_it_prints() -> None:
    assert _runs(_typeset("european-journal-of-soil-science", CHAPTER)) == [
        ("author", "Ander P Holt R"),
        ("date", "2011"),
        ("title", "What a pot hears"),
        ("venue", "In The book of clay"),
        ("editor", "ed Lund U"),
        ("pages", "pp 12 19"),
        ("publisher", "Harbour Press"),
        ("location", "Lowport"),
    ]


def test_names_and_year_before_an_entry_are_its_number() -> None:
    runs = _runs(_typeset("offa", CHAPTER))
    assert runs[:3] == [
        ("number", "Ander Holt 2011"),
        ("author", "P Ander R Holt"),
        ("title", "What a pot hears"),
    ]


def test_no_style_of_the_proving_ground_and_none_kept_away_is_learned_from() -> None:
    styles = {path.stem for path in find_styles()}
    assert len(styles) > 1000
    assert not styles & {*STYLES, *filter(is_kept_away, styles)}
    assert 100 < len(find_styles(kept_away=True)) < len(styles) / 4


def test_worn_entries_keep_a_label_for_each_word() -> None:
    entries = list(typeset_works(SOURCES, find_styles()[:2], random.Random(5), 60))
    assert len(entries) > 100
    assert any("- " in entry.text for entry in entries)
    for entry in entries:
        assert len(entry.labels) == len(entry.words)
        assert all(entry.labels)
