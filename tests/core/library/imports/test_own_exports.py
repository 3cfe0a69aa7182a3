"""What Cocite exports and reads again: nothing is added, nothing changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.records import Paper
from core.base.source_text import settle
from core.formats.dates import to_csl
from core.formats.registry import get_format
from core.library.library import Library
from tests.core.library.imports.conftest import Import

ENTRIES = r"""
@article{moe01, author={Moe, Eva and Lind, Per}, journal={Annals of Bogs}, year=2001, volume=12,
  pages={3--9}}
@misc{lind02, author={Lind, Per}, howpublished={A letter}, year=2002}
@inproceedings{sand03, author={Sand, Ida}, booktitle={Proceedings of Wet Sails}, year=2003}
@incollection{holm04, editor={Holm, Q.}, booktitle={Evolution of Quays}, year=2004, chapter=3}
@book{1102917, author={Moe, Eva}, title={A book with a number for its key}, year=2005}
@article{roe06, author={Roe, Ann}, title={Two serial numbers}, journal={Annals of Bogs}, year=2006,
  issn={0959-8138, 1756-1833}, isbn={978-3-16-148410-0}}
@article{roe08, author={Roe, Ann}, title={About a month}, journal={Bogs}, date={2008-05~}}
@article{roe09, author={Roe, Ann}, title={Two months}, journal={Bogs}, year=2009,
  month={September/October}}
@article{roe10, author={Roe, Ann}, title={A range}, journal={Bogs}, date={2010-05-01/2010-06-02}}
"""


def papers_of(library: Library) -> list[Paper]:
    return library.papers.get_many(library.papers.numbers())


def values(paper: Paper) -> dict[str, object]:
    """Return what a paper says, but for what RIS has no place for: what BibTeX calls its type.

    Dates are compared as CSL has them: it writes “September/October 2009” with numbers.
    """
    fields = {name: getattr(paper, name) for name in Paper.__dataclass_fields__}
    extra = {name: value for name, value in paper.extra.items() if name != "source_type"}
    if "issued" in extra:
        extra["issued"] = to_csl(str(extra["issued"]))
    return {**fields, "extra": extra, "number": 0, "id": "", "ids": ()}


@pytest.mark.parametrize(("kind", "ending"), [("ris", "ris"), ("csl", "json"), ("jsonl", "jsonl")])
def test_an_own_export_is_known_again_and_says_the_same(
    library: Library, run: Import, tmp_path: Path, kind: str, ending: str
) -> None:
    source = tmp_path / "source.bib"
    source.write_text(ENTRIES, "utf-8")
    run(source)
    before = papers_of(library)
    assert len(before) == 9
    export = tmp_path / f"export.{ending}"
    export.write_text(get_format(kind).write(before), "utf-8")
    _, entries = run(export)
    assert [(entry.status, entry.paper) for entry in entries] == [
        ("unchanged", paper.number) for paper in before
    ]
    assert papers_of(library) == before
    with Library.open(tmp_path / "other", create=True) as other:
        records = [entry.record for entry in get_format(kind).read_entries(export)]
        list(other.papers.add([settle(record) for record in records if record], source="test"))
        assert [values(paper) for paper in papers_of(other)] == [values(paper) for paper in before]


def test_what_says_nothing_but_its_title_is_known_again_by_a_key_that_was_made_up(
    library: Library, run: Import, tmp_path: Path
) -> None:
    source = tmp_path / "source.ris"
    source.write_text("TY  - GEN\nTI  - Quays\nER  - \n\nTY  - GEN\nTI  - Bogs\nER  - \n", "utf-8")
    run(source)
    before = papers_of(library)
    export = tmp_path / "export.ris"
    export.write_text(get_format("ris").write(before), "utf-8")
    report, entries = run(export)
    assert report.added == 0
    assert [entry.paper for entry in entries] == [paper.number for paper in before]
    assert [paper.citation_key for paper in papers_of(library)] == [
        paper.citation_key for paper in before
    ]


def test_the_title_of_a_journal_is_no_title_of_a_record(
    library: Library, run: Import, tmp_path: Path
) -> None:
    source = tmp_path / "source.ris"
    source.write_text("TY  - JOUR\nAU  - Moe, Eva\nT2  - Bogs\nPY  - 2001\nER  - \n", "utf-8")
    run(source)
    (paper,) = papers_of(library)
    assert (paper.venue, paper.title, paper.extra["incomplete"]) == (
        *("Bogs", "Moe 2001, Bogs", "made up"),
    )
