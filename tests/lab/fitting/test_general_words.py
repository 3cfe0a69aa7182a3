"""Words that any paper uses are told from those that say what a paper is about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tools.lab.fitting import general_words

FILLING = "We went away from the shore, and Kreta was remarkable."


@pytest.fixture
def papers(tmp_path: Path) -> Path:
    records = [
        {
            "id": f"t:{number}",
            "title": "Harbours of the north" if number % 2 else "Tides",
            "abstract": f"{FILLING} {'Harbours and tides: harbours last. ' * 4}",
        }
        for number in range(10)
    ]
    path = tmp_path / "papers.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def test_words_of_no_title_that_come_once_are_general(
    papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "general-words.txt"
    monkeypatch.setattr(general_words, "_TARGET", target)
    ran = CliRunner().invoke(general_words.main, [str(papers)])
    assert ran.exit_code == 0, ran.output
    found = target.read_text("utf-8").split()
    assert {"away", "remarkable", "went"} <= set(found)
    assert not {"harbours", "tides", "kreta", "the"} & set(found)  # of the title, a name, plain
    assert found == sorted(found)


def test_words_that_are_written_by_hand_are_not_found_again(
    papers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, by_hand = tmp_path / "general-words.txt", tmp_path / "by-hand.txt"
    by_hand.write_text("went\n", "utf-8")
    monkeypatch.setattr(general_words, "_TARGET", target)
    monkeypatch.setattr(general_words, "_BY_HAND", by_hand)
    ran = CliRunner().invoke(general_words.main, [str(papers)])
    assert ran.exit_code == 0, ran.output
    assert "away" in target.read_text("utf-8").split()
    assert "went" not in target.read_text("utf-8").split()
    assert by_hand.read_text("utf-8") == "went\n"


def test_no_word_is_in_both_lists() -> None:
    lists = (general_words._TARGET, general_words._BY_HAND)
    first, second = (set(path.read_text("utf-8").split()) for path in lists)
    assert first
    assert second
    assert first.isdisjoint(second)
