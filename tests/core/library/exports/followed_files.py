"""Files that follow a collection."""

from __future__ import annotations

from core.base.library_records import KeptFile
from core.base.records import PaperRecord
from core.library.exports.kept_files import KeptFiles

WALKS = PaperRecord(
    title="Walks on graphs",
    authors=("Ann Roe",),
    year=2016,
    extra={"annote": "Of mine", "volume": "3", "pages_seen": {"a": 1}},
)
ROSES = PaperRecord(title="Roses in the wild", authors=("Bo Ng",), year=2001)


def only(kept: KeptFiles) -> KeptFile:
    (found,) = kept.all()
    return found
