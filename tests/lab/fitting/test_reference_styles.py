"""Entries that are made up in many styles."""

from __future__ import annotations

from core.manuscript.references.entry_fields import LabelledEntry
from tools.lab.fitting.reference_styles import rendered


def test_made_up_entries_sometimes_have_the_name_of_a_system_for_a_title() -> None:
    record = {
        "title": "Potfinder: Finding pots by the sea",
        "authors": ["Petra Ander"],
        "year": 2011,
        "venue": "Meeting on Clay",
    }
    titles = [text_of(example, "title") for example in rendered([record] * 60, seed=3)]
    assert 3 < titles.count("Potfinder") < 40


def test_made_up_entries_label_what_their_record_says() -> None:
    record = {
        "title": "What a pot hears by the sea",
        "authors": ["Petra Ander", "Rolf Holt"],
        "year": 2011,
        "venue": "Proceedings of the Meeting on Clay",
    }
    examples = list(rendered([record] * 60, seed=3))
    assert len({example.text for example in examples}) > 20
    titles = [text_of(example, "title").casefold() for example in examples]
    assert titles.count("what a pot hears by the sea") > 40
    assert sum("Ander" in text_of(example, "author") for example in examples) > 40
    for example in examples:
        assert all(example.labels)
        assert "2011" in text_of(example, "date")


def text_of(example: LabelledEntry, name: str) -> str:
    pairs = zip(example.words, example.labels, strict=True)
    return " ".join(word.text for word, label in pairs if label == name)
