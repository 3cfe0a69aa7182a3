"""The parts of the panel that need neither a trainer nor a library."""

from __future__ import annotations

from desktop.training.words import date_words, day, quality, size


def test_figures_are_said_as_people_read_them() -> None:
    assert (size(1_610_612_736), size(5 * 2**20)) == ("1.5 GB", "5 MB")
    assert quality({}, {}) == "not measured"
    assert quality({"recall@10": 0.5}, {"recall@10": 0.41}) == "50 (BM25 41)"
    assert quality({"recall@10": 0.5}, {}) == "50"
    assert (day("nonsense"), day("2026-05-02T09:10:00+00:00")[:12]) == ("", "2 May 2026, ")
    assert (date_words("2026-05-02"), date_words("")) == ("2 May 2026", "")
