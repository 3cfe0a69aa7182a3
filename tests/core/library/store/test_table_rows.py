"""What a person who browses sees and changes: rows, places, saved searches, edits, a recovery."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.base.records import Manuscript, PaperNumber, Sentence
from core.library.library import Library
from core.library.store.notes import NoteStore
from core.library.store.table_rows import table_rows
from core.manuscript.text.extractor import EXTRACTOR
from tests.core.library.store.row_samples import ONE, THREE, TWO


def test_a_row_says_what_hangs_on_a_paper(filled: Library) -> None:
    filled.citations.add_citations([(TWO, ONE), (THREE, ONE)], "test")
    NoteStore(filled.database).set(ONE, "Read.")
    filled.embeddings.put("model", [ONE, TWO], np.zeros((2, 4), np.float16))
    text = Manuscript(title="Olives", sentences=(Sentence(0, None, 0, "Green.", ()),))
    for number in (ONE, TWO):
        filled.papers.attach_file(number, Path(f"/{number}.pdf"), f"{number:064}")
    filled.fulltexts.store(f"{ONE:064}", text, {}, settled=True)
    filled.papers.trash([THREE])
    one, two = table_rows(filled.database, [ONE, TWO, PaperNumber(9)], model="model")
    assert (one.cited_by, one.has_note, one.has_vector, one.text) == (1, True, True, "read")
    assert (two.cited_by, two.has_note, two.text) == (0, False, "waiting")
    assert not table_rows(filled.database, [ONE], model="another")[0].has_vector
    filled.fulltexts.note_failure(f"{TWO:064}", "failed", "it holds only images")
    (two,) = table_rows(filled.database, [TWO], model="model")
    assert (two.text, two.text_problem) == ("failed", "it holds only images")
    assert EXTRACTOR
