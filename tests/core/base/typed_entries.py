"""Entries of BibTeX as people type them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.base.records import Paper, PaperNumber, PaperRecord
from core.formats import bibtex
from core.formats.registry import get_format

TYPED = r"""@string{jq = {Journal of Quays}}
@string{jqs = jq # { (Suppl.)}}
@String{never = "Not used"}
@preamble{"\newcommand{\noop}[1]{}"}
@preamble{"Nothing is defined here"}
@Article{lind:2001,
  Author = {Lind, Per and Moe, {\'E}va},
  TITLE = {{Wikipedia} and {{English}} quays: an {R\^{}3} view of {\'E}tude},
  journal = jqs,
  year = 2001,
  month = mar,
  url = "https://example.org/a%20b",
  note = {\emph{see} \url{https://example.org} \noop{x}},
  empty = {},
  pages = {1--9},
  file = {:lind.pdf:PDF},
  Custom-Field = {kept % as it is}
}

@inproceedings{sand2004, author={Sand, Eva}, title={A {MURAX}-like quay}, crossref={moe2004}}
@proceedings{moe2004, title="Proceedings of {Quays}", year=2004, editor={Moe, Ole}}
"""


def read(text: str, number: int = 1) -> list[Paper]:
    """Return the papers of a bibliography, as a library holds them."""
    papers = []
    for entry in bibtex.parse(text, "typed.bib"):
        assert entry.record is not None, entry.problem
        papers.append(held(entry.record, number + len(papers)))
    return papers


def held(record: PaperRecord, number: int = 1, **changes: object) -> Paper:
    values: dict[str, Any] = {  # Any: values of fields
        name: getattr(record, name) for name in PaperRecord.__dataclass_fields__
    }
    key = str(record.extra.get("citation_key", f"made{number}"))
    return Paper(
        **values | {"number": PaperNumber(number), "ids": ()} | {"citation_key": key} | changes
    )


def written(papers: list[Paper], kind: str = "bibtex") -> str:
    return get_format(kind).write(papers)


def fields_of(text: str) -> Mapping[str, str]:
    """Return the lines of a written entry by the name of their field."""
    pairs = (
        line.strip().rstrip(",").split(" = ", 1) for line in text.splitlines() if " = " in line
    )
    return {pair[0]: pair[1] for pair in pairs}
