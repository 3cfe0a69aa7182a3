"""PubMed's citation format."""

from __future__ import annotations

from pathlib import Path

from core.formats import nbib
from core.formats.registry import get_format
from tests import wording

TEXT = """
PMID- 27169098
IS  - 2277-9175 (Electronic)
VI  - 5
IP  - 2
DP  - 2016 Jan 3
TI  - Proteomics: A new perspective
      for cancer.
PG  - 67-9
LID - 10.4103/2277-9175.180636 [doi]
AB  - Some things will be
      described.
FAU - Shruthi, Basavaradhya Sahukar
AU  - Shruthi BS
CN  - The Data Group
FED - Doe, Jo
JT  - Advanced biomedical research
TA  - Adv Biomed Res
OT  - Biomarkers
OT  - neoplasia
PT  - Journal Article
AID - 10.4103/2277-9175.180636 [doi]
AID - ABR-5-67 [pii]

PMID- 2
AU  - Brinch Hansen P
AU  - WHO
TI  - Monitors
DP  - 1973
PT  - Book

PMID- 3
AU  - Nobody N
"""


def test_a_record_keeps_everything(tmp_path: Path) -> None:
    path = tmp_path / "a.nbib"
    path.write_text(TEXT, encoding="utf-8")
    first, second, third = get_format("nbib").read_entries(path)
    record = first.record
    assert record is not None
    assert first.location == "line 2 (PMID 27169098)"
    assert record.title == "Proteomics: A new perspective for cancer"
    assert record.abstract == "Some things will be described."
    assert record.authors == ("Basavaradhya Sahukar Shruthi", "The Data Group")
    assert (record.year, record.doi) == (2016, "10.4103/2277-9175.180636")
    assert record.venue == "Advanced biomedical research"
    assert record.keywords == ("Biomarkers", "neoplasia")
    extra = record.extra
    assert (extra["PMID"], extra["volume"], extra["issue"], extra["page"]) == (
        *("27169098", "5", "2"),
        "67–69",
    )
    assert (extra["aid"], extra["issued"]) == ("ABR-5-67 [pii]", "2016-01-03")
    assert extra["editor"] == ["Jo Doe"]
    assert second.record is not None
    assert second.record.authors == ("P. Brinch Hansen", "WHO")
    assert second.record.extra["type"] == "book"
    assert third.location == "line 32 (PMID 3)"
    assert third.record is not None
    assert third.record.title == "Nobody"


def test_a_record_whose_number_is_lost_does_not_run_into_the_one_before() -> None:
    one, lost, two = nbib.parse("PMID- 1\nTI  - One\n\nPMIX 2\nTI  - Two\n")
    assert (one.record is not None, lost.location, two.record is not None) == (True, "line 4", True)
    entries = nbib.parse("TI  - One\n\nOWN - NLM\nTI  - Two\n")
    assert [entry.record.title for entry in entries if entry.record] == ["One", "Two"]


def test_a_text_without_records_says_so() -> None:
    (entry,) = nbib.parse("dear all\n")
    assert entry.problem == wording.fill(wording.LINES_OUTSIDE_RECORDS)
    assert list(nbib.parse(" \n")) == []
