"""Papers to which their source gives no title."""

from __future__ import annotations

import pytest

from core.base.items import INCOMPLETE, MADE_UP, stated_title
from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import bibtex_writer
from tests.core.formats.entry_readers import BibtexRecordReader


def stored(read_bibtex_record: PaperRecord) -> Paper:
    """Return a record as a paper of a library."""
    values = {name: getattr(read_bibtex_record, name) for name in PaperRecord.__dataclass_fields__}
    return Paper(number=PaperNumber(1), ids=("cocite:1",), citation_key="a", **values)


@pytest.mark.parametrize(
    ("entry", "title"),
    [
        (
            "@article{a, author={Roe, A. and Doe, B.}, journal={W}, volume=1, pages=3, year=1999}",
            "Roe, Doe 1999, W 1, 3",
        ),
        (
            "@inbook{a, author={Roe, A.}, booktitle={Walks}, chapter={Peat}, year={2001}}",
            "Roe 2001, Walks, Peat",
        ),
        (
            "@article{a, author={Roe, A. and Doe, B. and Moe, C. and Lo, D.}, journal={W}}",
            "Roe et al., W",
        ),
        ("@proceedings{a, editor={Roe, Ann}, year={2001}}", "Roe 2001"),
        ("@techreport{a, institution={Fen Board}, number={7}, year={2001}}", "2001, Fen Board 7"),
        ("@misc{a, doi={10.55555/x.1}}", "10.55555/x.1"),
    ],
)
def test_an_entry_without_a_title_is_kept_under_a_made_up_one(
    read_bibtex_record: BibtexRecordReader, entry: str, title: str
) -> None:
    paper = read_bibtex_record(entry)
    assert paper.title == title
    assert paper.extra[INCOMPLETE] == MADE_UP
    assert stated_title(paper) == ""
    written = bibtex_writer.write([stored(paper)])
    assert "title = " not in written.replace("booktitle = ", "")
    again = read_bibtex_record(written)
    assert (again.title, again.authors, again.venue) == (title, paper.authors, paper.venue)
