"""Links that cite: bare numbers that lead to the list."""

from __future__ import annotations

from pathlib import Path

from tests.core.manuscript.pdf.web_prints import web_print


def test_bare_numbers_that_link_to_the_list_cite(tmp_path: Path) -> None:
    manuscript = web_print(tmp_path / "linked.pdf", linked=True)
    cited = [each.markers[0].references for each in manuscript.sentences if each.markers]
    assert cited == [(0,), (1,), (2,), (3,), (4,)]
    assert web_print(tmp_path / "bare.pdf", linked=False).sentences[0].markers == ()
