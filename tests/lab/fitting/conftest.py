"""Tables and answers that are fitted to."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from tests.lab.fitting.field_files import make_field_data
from tests.lab.fitting.labelled import invented
from tools.lab.fitting.fields import FieldData


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder of labelled references in both forms, all of one style."""
    folder = tmp_path / "data" / "references"
    folder.mkdir(parents=True)
    entries = invented(200)
    sequences = "".join(
        "<sequence>" + "".join(f"<{n}>{escape(t)}</{n}>" for n, t in entry.items()) + "</sequence>"
        for entry in entries[:120]
    )
    (folder / "some.xml").write_text(f"<dataset>{sequences}</dataset>", encoding="utf-8")
    with gzip.open(folder / "more.jsonl.gz", "wt", encoding="utf-8") as file:
        for entry in entries[120:]:
            record = {
                "text": " ".join(entry.values()),
                "authors": entry["author"].rstrip("."),
                "title": entry["title"].rstrip("."),
                "year": int(entry["date"][1:5]),
                "venue": entry["journal"].rstrip(","),
                "doi": "",
            }
            file.write(json.dumps(record) + "\n")
    return folder.parent


@pytest.fixture
def field_data(tmp_path: Path) -> FieldData:
    """Twelve papers of the life sciences and three training papers that cite some of them."""
    return make_field_data(tmp_path)
