"""The curve of how far a library holds what is needed, learned from situations made up."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from core.recommend.coverage import Coverage, Presence
from tools.lab.fitting.coverage import (
    Asked,
    calibration_error,
    citing_sentences,
    fitted,
    load,
    report,
    save,
)

TRUE = Presence(cited=2.0, near=0.4, steepness=20.0)


def made_up(count: int = 1500) -> list[Asked]:
    """Return questions of libraries that hold what is needed as often as a known curve says."""
    draw = np.random.default_rng(0)
    asked = []
    for number in range(count):
        coverage = Coverage() if number % 3 == 0 else Coverage(int(draw.integers(0, 31)), 30)
        near = float(draw.normal(0.4, 0.15))
        chances = draw.random(10) * 0.6
        there = draw.random() < TRUE.chance(coverage, near)
        right = (draw.random(10) < chances) & there
        asked.append(Asked("made up", f"m{number}", coverage, near, chances, right))
    return asked


def test_the_curve_is_found_again() -> None:
    found = fitted(made_up())
    for coverage in (Coverage(), Coverage(0, 30), Coverage(10, 30)):
        for near in (0.2, 0.4, 0.6):
            there = TRUE.chance(coverage, near)
            assert found.chance(coverage, near) == pytest.approx(there, abs=0.12)


def test_a_table_comes_back_as_it_was_kept(tmp_path: Path) -> None:
    asked = made_up(4)
    save(asked, tmp_path / "coverage.npz")
    for kept, again in zip(asked, load(tmp_path / "coverage.npz"), strict=True):
        assert (kept.situation, kept.manuscript) == (again.situation, again.manuscript)
        assert (kept.coverage, kept.nearness) == (again.coverage, again.nearness)
        np.testing.assert_array_equal(kept.chances, again.chances)
        np.testing.assert_array_equal(kept.right, again.right)


def test_each_situation_is_reported_before_and_after(capsys: pytest.CaptureFixture[str]) -> None:
    def asked(situation: str, coverage: Coverage, right: list[bool]) -> Asked:
        chances = np.array([0.5, 0.2, 0.05])
        return Asked(situation, "m", coverage, float("nan"), chances, np.array(right))

    both = [
        asked("here", Coverage(30, 30), [True, False, False]),
        asked("not here", Coverage(0, 30), [False, False, False]),
    ]
    report(both, Presence(2.0, 0.4, 15.0))
    _, here, elsewhere = capsys.readouterr().out.splitlines()
    assert said(here) == (["1", "of", "1", "0", "of", "1"], ["1", "of", "1", "0", "of", "1"])
    assert said(elsewhere) == (["0", "of", "1", "0", "of", "1"], ["0", "of", "0", "0", "of", "0"])


def said(line: str) -> tuple[list[str], list[str]]:
    """Return the counts of a line of the report, before and after."""
    before, after = (part.split()[-6:] for part in line.split("|"))
    return before, after


def test_the_calibration_error_is_that_of_equal_parts() -> None:
    chances = np.repeat([0.1, 0.5], 50)
    right = np.zeros(100, bool)
    right[:5] = right[50:75] = True
    # Ten answers a part: the first five are right, and of the others those from 50 to 74.
    parts = [0.4, 0.1, 0.1, 0.1, 0.1, 0.5, 0.5, 0.0, 0.5, 0.5]
    assert calibration_error(chances, right) == pytest.approx(np.mean(parts))
    assert calibration_error(np.full(100, 0.5), np.arange(100) % 2 == 0) == pytest.approx(0)


def test_one_citing_sentence_of_each_full_text_is_asked(tmp_path: Path) -> None:
    def sentence(text: str, *cites: str) -> dict[str, object]:
        marker = [[text.index("["), text.index("]") + 1]] if "[" in text else []
        return {"text": text, "cites": list(cites), "n_cites": len(cites), "markers": marker}

    paragraph = [
        sentence("Fens burn.", *()),
        sentence("Bogs grow [1].", "p:1"),
        sentence("They sink."),
    ]
    references = [{"key": "1", "text": "A", "id": "p:1"}, {"key": "2", "text": "B", "id": None}]
    record = {"id": "p:9", "title": "Moors", "abstract": "On moors.", "references": references}
    sections = [{"title": "One", "paragraphs": [paragraph]}]
    without = {**record, "id": "p:8", "sections": [{"title": "", "paragraphs": [paragraph[:1]]}]}
    with gzip.open(tmp_path / "texts.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(r) + "\n" for r in ({**record, "sections": sections}, without))
    (found,) = citing_sentences(tmp_path / "texts.jsonl.gz")
    assert (found.manuscript, found.cites, found.known_papers) == ("p:9", ("p:1",), ("p:1",))
    assert (found.entries, found.before) == (2, frozenset())
    passage = found.passage
    assert (passage.before, passage.after) == (("Fens burn.",), ("They sink.",))
    assert "1" not in passage.sentence
