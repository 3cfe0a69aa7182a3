"""Formats that Pandoc reads for us."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.errors import FormatError
from core.manuscript.sources import read_manuscript
from core.manuscript.text import pandoc
from tests import wording
from tests.core.manuscript.markup.other_formats import ELM, OAK, written
from tests.core.manuscript.tex import markers

ORG = """#+title: Marsh
#+bibliography: refs.bib
* Songs
Birds sing [cite:see @oak2019;@elm2021 p. 3]. Old style cite:elm2021.
"""
RST = """Marsh
=====

Birds sing :cite:`oak2019,elm2021`. Others :cite:`elm2021`.

.. bibliography:: refs.bib
"""


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
@pytest.mark.parametrize(("name", "text"), [("marsh.org", ORG), ("marsh.rst", RST)])
def test_pandoc_keeps_citations(tmp_path: Path, name: str, text: str) -> None:
    path = written(tmp_path, name, text)
    cited = [titles for _, titles, _ in markers(read_manuscript(path, max_pages=9))]
    assert cited == [[OAK, ELM], [ELM]]
    tree = json.loads(pandoc.convert(path, path.suffix[1:], "json"))
    assert len(_find_citations(tree)) == 3


def _find_citations(value: object) -> list[object]:
    """Return the citations in Pandoc's own tree."""
    if isinstance(value, dict):
        own = value["c"][0] if value.get("t") == "Cite" else []
        return [*own, *(cite for part in value.values() for cite in _find_citations(part))]
    return (
        [cite for part in value for cite in _find_citations(part)]
        if isinstance(value, list)
        else []
    )


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
def test_citations_of_restructuredtext_itself_lead_to_its_entries(tmp_path: Path) -> None:
    text = (
        "Birds\n=====\n\nBirds sing [Oak2019]_. Reeds do not [Elm2021]_, nor walls [Oak2019]_.\n\n"
        "References\n----------\n\n.. [Oak2019] Oak, T. (2019). Songs of the reeds. Marshes, 3.\n"
        ".. [Elm2021] Elm, I. (2021). Quiet walls.\n   Reed Press.\n"
    )
    manuscript = read_manuscript(written(tmp_path, "marsh.rst", text), max_pages=9)
    cited = [(shown, titles) for shown, titles, _ in markers(manuscript)]
    assert cited == [
        ("[Oak2019]", ["Songs of the reeds"]),
        ("[Elm2021]", ["Quiet walls"]),
        ("[Oak2019]", ["Songs of the reeds"]),
    ]


def test_without_pandoc_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc, "find_pandoc", lambda: None)
    with pytest.raises(
        FormatError, match=wording.pattern("core.manuscript.text.pandoc:convert installed")
    ):
        read_manuscript(written(tmp_path, "marsh.org", ORG), max_pages=9)


@pytest.mark.skipif(pandoc.find_pandoc() is None, reason="without Pandoc")
def test_pandoc_reads_no_other_file(tmp_path: Path) -> None:
    (tmp_path / "secret.org").write_text("The treasure is under the pier.")
    path = written(tmp_path, "marsh.org", f'{ORG}\n#+include: "{tmp_path}/secret.org"\n')
    assert b"treasure" not in pandoc.convert(path, "org", "markdown")
