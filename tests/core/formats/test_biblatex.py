"""BibLaTeX as it is written: types, fields, dates and eprints."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.formats import biblatex
from core.formats.registry import get_format
from tests.core.formats.written_papers import paper


@pytest.mark.parametrize(
    ("extra", "date"),
    [
        ({}, "2020"),
        ({"issued": "2020-03"}, "2020-03"),
        ({"issued": "2020-03-05"}, "2020-03-05"),
        ({"issued": "Spring 2020"}, "2020-21"),
        ({"issued": "circa 2020"}, "2020~"),
        ({"issued": "2020?"}, "2020?"),
        ({"issued": "2020–2022"}, "2020/2022"),
        ({"issued": "2020-03-05/2020-03-07"}, "2020-03-05/2020-03-07"),
        ({"issued": "1999-01-01"}, "2020"),
    ],
)
def test_a_date_says_all_that_is_known(extra: dict[str, str], date: str) -> None:
    written = biblatex.write([paper(year=2020, extra=extra)])
    assert f"date = {{{date}}}" in written
    assert "year" not in written


@pytest.mark.parametrize(
    ("kind", "genre", "named", "said"),
    [
        ("thesis", "PhD thesis", "thesis", "type = {phdthesis}"),
        ("thesis", "Master’s thesis", "thesis", "type = {mathesis}"),
        ("thesis", "Dissertation", "thesis", "type = {Dissertation}"),
        ("report", "", "report", "type = {techreport}"),
        ("paper-conference", "", "inproceedings", "booktitle = {Walks}"),
        ("dataset", "", "dataset", "Weighing"),
        ("article-journal", "", "article", "journaltitle = {Walks}"),
    ],
)
def test_entries_have_the_types_and_fields_of_biblatex(
    kind: str, genre: str, named: str, said: str
) -> None:
    extra = {"type": kind, "publisher-place": "Graz"} | ({"genre": genre} if genre else {})
    written = biblatex.write([paper(venue="Walks", extra=extra)])
    assert written.startswith(f"@{named}{{Smith2020,")
    assert said in written
    assert "location = {Graz}" in written


def test_what_came_by_crossref_is_written_out(tmp_path: Path) -> None:
    source = (
        "@inproceedings{a, title={A}, crossref={p}}\n"
        "@proceedings{p, title={Proc. of Walks}, year=2001, publisher={Press}}\n"
    )
    (tmp_path / "a.bib").write_text(source)
    first = next(iter(get_format("bibtex").read_entries(tmp_path / "a.bib"))).record
    assert first is not None
    written = biblatex.write([paper("A", venue=first.venue, year=first.year, extra=first.extra)])
    assert "booktitle = {Proc. of Walks}" in written
    assert "publisher = {Press}" in written
    assert "crossref" not in written


def test_an_arxiv_id_is_an_eprint() -> None:
    written = biblatex.write([paper(arxiv="2001.00001", extra={"primaryclass": "cs.CL"})])
    for line in ("eprint = {2001.00001}", "eprinttype = {arxiv}", "eprintclass = {cs.CL}"):
        assert line in written
