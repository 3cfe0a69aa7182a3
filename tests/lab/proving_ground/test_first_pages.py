"""First pages in the designs of journals: a small cut that must be read whole, and the checks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tools.lab.proving_ground.first_pages import (
    FirstPage,
    check_first_page,
    print_first_pages,
    write_first_pages,
)
from tools.lab.proving_ground.front_sheets import DESIGNS

_WHOLE = (
    "mdpi like", "left sidebar", "to cite beside", "two boxes", "cover to cite", "revtex like",
    "authors in left column", "graphical abstract page", "repository cover", "ieee like",
    "authors below with commas", "authors above title", "open bold reports",
    "family in capitals first", "rsc like",
)  # fmt: skip
_FRONT = {"title", "authors", "abstract", "headings", "unread"}


@pytest.mark.parametrize("design", _WHOLE)
def test_title_authors_abstract_and_headings_are_read(tmp_path: Path, design: str) -> None:
    (page,) = write_first_pages(tmp_path, [design], rounds=1)
    check_first_page(page)
    assert {name: fault for name, fault in page.faults.items() if name in _FRONT} == {}


@pytest.mark.parametrize(
    "design", ["mdpi like", "two boxes", "taylor like", "letter without abstract"]
)
def test_journal_and_numbers_are_read(tmp_path: Path, design: str) -> None:
    (page,) = write_first_pages(tmp_path, [design], rounds=1)
    check_first_page(page)
    assert page.faults == {}


def test_each_design_is_written_and_counted(tmp_path: Path) -> None:
    pages = write_first_pages(tmp_path, rounds=1)
    assert [page.design for page in pages] == list(DESIGNS)
    assert len(pages) >= 40
    assert all(page.path.stat().st_size for page in pages)
    pages[0].faults["title"] = "Warm pools"
    lines = list(print_first_pages(pages))
    assert lines[0].startswith(f"title | {len(pages) - 1} of {len(pages)}")
    assert lines[-1].startswith(f"{len(pages) - 1} of {len(pages)} ")


def test_what_differs_is_noticed(tmp_path: Path) -> None:
    (page,) = write_first_pages(tmp_path, ["mdpi like"], rounds=1)
    other = replace(
        page.article, title="Warm pools", abstract="None.", headings=("Aims",), venue="Pools",
        short="P.", volume="777", doi="10.55555/none", year=1950,
    )  # fmt: skip
    changed = FirstPage(page.design, page.path, other)
    check_first_page(changed)
    assert {"title", "abstract", "headings", "venue", "volume", "doi", "year"} <= set(
        changed.faults
    )
