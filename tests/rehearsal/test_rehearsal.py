"""The program in use for a while, as a process of its own with its real children."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.rehearsal.rehearsal import Rehearsal

SHORT = 20


def test_citing_sentences_of_imported_papers_are_encoded_also_after_an_edit_and_a_new_start(
    tmp_path: Path,
) -> None:
    journey = (
        *("import_folder", "retitle", "close_program"),
        *("read_details", "retitle", "close_program", "read_details"),
    )
    rehearsal = Rehearsal(tmp_path, seed=1, script=journey, settles=1)
    rehearsal.play(0, len(journey))
    assert not rehearsal.findings, rehearsal.told()
    assert rehearsal.lives == 3
    assert [rehearsal.actions[name] for name in ("import_folder", "retitle")] == [1, 2]
    contexts, encoded = counts(tmp_path / "library" / "library.db")
    assert contexts > 0
    assert encoded == contexts


def test_a_person_may_do_anything_in_any_order(tmp_path: Path) -> None:
    rehearsal = Rehearsal(tmp_path, seed=20, tiny_model=True)
    rehearsal.play(0, SHORT)
    assert not rehearsal.findings, rehearsal.told()
    assert sum(rehearsal.actions.values()) == SHORT


@pytest.mark.data
def test_a_person_may_do_anything_with_papers_of_others(tmp_path: Path, data_dir: Path) -> None:
    papers = str(data_dir / "pdfs" / "jose-dev")
    rehearsal = Rehearsal(tmp_path, seed=21, library=papers, tiny_model=True)
    rehearsal.play(0, SHORT)
    assert not rehearsal.findings, rehearsal.told()


def counts(database: Path) -> tuple[int, int]:
    """Return how many citing sentences there are, and how many of them have a vector."""
    with closing(sqlite3.connect(database)) as rows:
        (contexts,) = rows.execute("SELECT count(*) FROM contexts").fetchone()
        (encoded,) = rows.execute("SELECT count(*) FROM context_embeddings").fetchone()
    return contexts, encoded
