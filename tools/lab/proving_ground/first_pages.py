"""First pages in many designs, and what is read of them: ``proving-ground FOLDER --kind first``.

A page prints the title, the authors and the abstract of a made-up article in one of the designs;
the fields that a design prints are compared with what a reader takes from it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path

from core.base.errors import EngineError
from core.base.records import Manuscript
from core.manuscript.sources import read_manuscript
from tools.lab.proving_ground import (  # noqa: F401 - they fill DESIGNS
    front_journals,
    front_manuscripts,
    front_medicine,
    front_sciences,
)
from tools.lab.proving_ground.checking import letters_of
from tools.lab.proving_ground.front_sheets import DESIGNS, Article, Sheet, build_article

FIELDS = (
    "title", "authors", "abstract", "headings", "year", "doi", "venue", "volume", "issue", "page",
    "number",
)  # fmt: skip
_BARE_PARTS = re.compile(r"(?:Background|Methods|Results|Conclusions) (?=[A-Z])")
_LEAST_ALIKE = 0.97
_OTHER_HEADINGS = {"abstract", "summary", "resumo", "references", "keypoints", "significance"}


@dataclass(slots=True)
class FirstPage:
    """A file and what is printed on its first page."""

    design: str
    path: Path
    article: Article
    faults: dict[str, str] = field(default_factory=dict)


def write_first_pages(
    folder: Path, designs: Sequence[str] = (), rounds: int = 2
) -> list[FirstPage]:
    """Write each design, or those named, with ``rounds`` articles."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = []
    for number, name in enumerate(DESIGNS):
        for turn in range(rounds) if not designs or name in designs else ():
            article = build_article(number + 5 * turn + 1)
            path = folder / f"{name.replace(' ', '-')}-{turn}.pdf"
            sheet = Sheet(path, serif=(number + turn) % 2 == 0)
            DESIGNS[name](sheet, article)
            sheet.save()
            pages.append(FirstPage(name, path, article))
    return pages


def check_first_page(page: FirstPage) -> None:
    """Read a page and note the fields that differ, with what was read."""
    try:
        manuscript = read_manuscript(page.path, max_pages=20)
    except EngineError as error:
        page.faults["unread"] = str(error)
        return
    page.faults.update(_compare(page.article, manuscript))


def _compare(article: Article, manuscript: Manuscript) -> Iterator[tuple[str, str]]:
    if _letters(manuscript.title) != _letters(article.title):
        yield "title", manuscript.title
    if list(map(letters_of, manuscript.authors)) != list(map(letters_of, article.people.names)):
        yield "authors", "; ".join(manuscript.authors)
    whole, bare = article.abstract, _BARE_PARTS.sub("", article.abstract)
    likeness = max(_likeness(text, manuscript.abstract) for text in (whole, bare))
    if likeness < _LEAST_ALIKE:
        yield "abstract", f"{likeness:.2f} {manuscript.abstract}"
    wanted = Counter(map(letters_of, article.headings))
    sections = Counter(letters_of(section.title) for section in manuscript.sections)
    more = {name for name in sections - wanted if name not in _OTHER_HEADINGS}
    if wanted - sections or more:
        yield "headings", f"lost {sorted(wanted - sections)}, read {sorted(more)}"
    for name, value in _list_values(article):
        read = _read_value(manuscript, name)
        if letters_of(read) not in value:
            yield name, f"{read} for {value[0]}"


def _letters(text: str) -> str:
    return letters_of(re.sub(r"<[^>]*>", "", text))


def _likeness(truth: str, text: str) -> float:
    return SequenceMatcher(None, _letters(truth), _letters(text), autojunk=False).ratio()


def _list_values(article: Article) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what each printed field may be, as letters."""
    first, last = article.pages
    values = {
        "year": (str(article.year),),
        "doi": (article.doi,),
        "venue": (article.venue, article.short),
        "volume": (article.volume,),
        "issue": (article.issue,),
        "page": (f"{first}–{last}" if last else first,),
        "number": (article.number, article.number.lstrip("e")),
    }
    for name in FIELDS:
        if name in article.printed:
            yield name, tuple(map(letters_of, values[name]))


def _read_value(manuscript: Manuscript, name: str) -> str:
    if name in ("year", "doi"):
        return str(getattr(manuscript, name) or "")
    imprint = dict(manuscript.imprint)
    other = {"number": "page", "page": "number"}.get(name, "")
    return imprint.get(name, "") or imprint.get(other, "")


def print_first_pages(pages: Sequence[FirstPage]) -> Iterator[str]:
    """Yield a line for each field, then the share of whole pages."""
    wrong: dict[str, int] = defaultdict(int)
    printed: dict[str, int] = defaultdict(int)
    for page in pages:
        for name in page.faults:
            wrong[name] += 1
        for name in {*FIELDS[:4], *page.article.printed}:
            printed[name] += 1
    for name in FIELDS:
        if printed[name]:
            right = printed[name] - wrong[name]
            yield f"{name} | {right} of {printed[name]} | {right / printed[name]:.3f}"
    whole = sum(not page.faults for page in pages)
    yield f"{whole} of {len(pages)} first pages are read whole"
