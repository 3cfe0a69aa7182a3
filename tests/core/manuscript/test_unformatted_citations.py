"""Citations that EndNote or Zotero's Scannable Cite have not formatted yet."""

from __future__ import annotations

from pathlib import Path

import docx
import pytest

from core.manuscript.word.document import parse
from tests.core.manuscript.tex import markers

LISTED = ("Oak, A. (2001). Walks and weather. Reeds, 1, 2–9.",
          "Elm, B. (2002). The working shore. Reeds, 2, 3–9.",
          "Yew, C. (2003). Ropes of the marsh. Reeds, 3, 1–8.")  # fmt: skip


def written(folder: Path, text: str, *, listed: bool = True) -> Path:
    document = docx.Document()
    document.add_heading("Introduction", 1)
    document.add_paragraph(text)
    if listed:
        document.add_heading("References", 1)
        for entry in LISTED:
            document.add_paragraph(entry)
    document.save(str(folder / "marsh.docx"))
    return folder / "marsh.docx"


@pytest.mark.parametrize(
    ("citation", "titles"),
    [
        ("{Oak, 2001 #12}", ["Walks and weather"]),
        ("{Oak, 2001, #12}", ["Walks and weather"]),
        ("{Oak, 2001 #12@3;Elm, 2002 #13}", ["Walks and weather", "The working shore"]),
        ("{ | Oak, 2001 | p. 3 | |zu:123:ABC}", ["Walks and weather"]),
        ("{See | Elm, (2002) | | for more |zu:123:ABC}", ["The working shore"]),
        ("{ | Yew, Ropes of the marsh, 2003 | | |zg:12:XYZ}", ["Ropes of the marsh"]),
    ],
)
def test_it_leads_to_its_entry(tmp_path: Path, citation: str, titles: list[str]) -> None:
    manuscript = parse(written(tmp_path, f"Birds sing {citation} in the reeds."))
    assert markers(manuscript) == [(citation, titles, ())]


def test_without_a_list_it_is_a_citation_all_the_same(tmp_path: Path) -> None:
    text = "Birds sing { | Oak, 2001 | | |zu:123:ABC} in the reeds."
    ((_, titles, unresolved),) = markers(parse(written(tmp_path, text, listed=False)))
    assert (titles, unresolved) == ([], ("Oak, 2001 #zu:123:ABC",))


@pytest.mark.parametrize("text", ["{a | b | c}", "{#12}", "{x | y | z | u | v w}"])
def test_other_braces_cite_nothing(tmp_path: Path, text: str) -> None:
    assert markers(parse(written(tmp_path, f"Birds sing {text} in the reeds."))) == []
