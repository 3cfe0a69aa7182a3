"""Numbers of pages as they are printed, where a PDF says them."""

from __future__ import annotations

from pathlib import Path

import pymupdf
import pytest

from core.manuscript.sources import read_manuscript
from core.manuscript.text.serial import from_json, to_json

TEXT = "Birds sing in the reeds at dawn. Reeds do not sing at all. It ends here in the evening."


def written(folder: Path, labels: list[dict[str, object]]) -> Path:
    document = pymupdf.open()
    for _ in range(4):
        page = document.new_page()
        page.insert_textbox(pymupdf.Rect(72, 72, 500, 700), TEXT)
    if labels:
        document.set_page_labels(labels)
    document.save(folder / "marsh.pdf")
    return folder / "marsh.pdf"


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        ([], ["1", "2", "3", "4"]),
        ([{"startpage": 0, "style": "D", "firstpagenum": 1}], ["1", "2", "3", "4"]),
        ([{"startpage": 0, "style": "D", "firstpagenum": 1234}], ["1234", "1235", "1236", "1237"]),
        ([{"startpage": 0, "style": "r", "firstpagenum": 10}, {"startpage": 2, "style": "D"}],
         ["x", "xi", "1", "2"]),
        ([{"startpage": 0, "style": "D", "prefix": "S"}], ["S1", "S2", "S3", "S4"]),
    ],
)  # fmt: skip
def test_pages_have_their_printed_names(
    tmp_path: Path, labels: list[dict[str, object]], names: list[str]
) -> None:
    manuscript = read_manuscript(written(tmp_path, labels), max_pages=9)
    assert [manuscript.page_name(page) for page in range(4)] == names
    assert from_json(to_json(manuscript)) == manuscript
