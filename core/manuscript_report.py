"""A page for co-authors: which papers to cite where, what still lacks a citation, what to mend.

The page needs nothing but itself: no scripts, no pictures, no network. Everything that was read
from a file is escaped; links lead to sentences of the page and to DOIs. It prints in black on
white.
"""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from html import escape
from urllib.parse import quote

from core.library.library import Library
from core.recommend.audit import audit
from core.records import (
    Finding,
    Manuscript,
    OpenManuscript,
    Paper,
    PaperNumber,
    Reference,
    Sentence,
    ToCite,
)

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_MOST_AUTHORS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ManuscriptReport:
    """What the page tells.

    ``chosen`` are the sentences with papers to cite; ``gaps`` are positions of sentences that need
    a citation, of which those in ``chosen`` are left out; ``findings`` are those of the audit.
    """

    opened: OpenManuscript
    chosen: Sequence[ToCite]
    gaps: Sequence[int]
    findings: Sequence[Finding]
    made_on: date


class ManuscriptReports:
    """Makes the page from what a library knows of a manuscript."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def html(self, opened: OpenManuscript, chosen: Sequence[ToCite], gaps: Sequence[int]) -> str:
        """Return the page; see ``ManuscriptReport`` for what is asked."""
        findings = audit(opened.manuscript, opened.links, self._library.papers)
        today = datetime.now().astimezone().date()
        return report_page(
            ManuscriptReport(
                opened=opened, chosen=chosen, gaps=gaps, findings=findings, made_on=today
            )
        )


def report_page(report: ManuscriptReport) -> str:
    """Return the page as HTML5."""
    title = escape(report.opened.manuscript.title or _name(report.opened))
    style = (importlib.resources.files("resources") / "html" / "report.css").read_text("utf-8")
    body = "\n".join(
        (_front(report, title), _to_cite(report), _missing(report), _mend(report), _added(report))
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>Citations for {title}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def still_missing(report: ManuscriptReport) -> list[Sentence]:
    """Return the sentences that need a citation and have no paper chosen, in reading order."""
    done = {row.index for row in report.chosen}
    sentences = report.opened.manuscript.sentences
    return [sentences[index] for index in sorted(set(report.gaps) - done)]


def new_papers(report: ManuscriptReport) -> list[Paper]:
    """Return the chosen papers that are not in the reference list yet, each once, by author."""
    listed = _entries(report.opened)
    papers = {paper.number: paper for row in report.chosen for paper in row.papers}
    fresh = [paper for number, paper in papers.items() if number not in listed]
    return sorted(fresh, key=lambda p: (_surname(p).casefold(), p.year or 0, p.title.casefold()))


# --- parts --------------------------------------------------------------------------------------


def _front(report: ManuscriptReport, title: str) -> str:
    manuscript = report.opened.manuscript
    papers = {paper.number for row in report.chosen for paper in row.papers}
    counts = (
        (
            "#cite",
            len(report.chosen),
            "sentence with papers to cite",
            "sentences with papers to cite",
        ),
        ("#new", len(new_papers(report)), "new entry for the list", "new entries for the list"),
        (
            "#missing",
            len(still_missing(report)),
            "sentence still without",
            "sentences still without",
        ),
        ("#mend", len(report.findings), "reference to mend", "references to mend"),
    )
    told = "".join(
        f'<li><a href="{to}"><b>{count:,}</b> {one if count == 1 else many}</a></li>'
        for to, count, one, many in counts
    )
    named = escape(", ".join(manuscript.authors))
    authors = f"<p class='authors'>{named}</p>\n" if named else ""
    made = f"{report.made_on.day} {report.made_on:%B %Y}"
    return (
        f"<header>\n<p class='kicker'>Citations to add and to mend</p>\n<h1>{title}</h1>\n"
        f"{authors}"
        f"<p class='quiet'>{_counted(len(papers), 'paper', 'papers')} chosen · "
        f"written by Cocite on {made}</p>\n<ul class='counts'>{told}</ul>\n</header>"
    )


def _to_cite(report: ManuscriptReport) -> str:
    entries = _entries(report.opened)
    rows = [
        _sentence(report.opened.manuscript, row.index, row.text)
        + "<ul class='papers'>"
        + "".join(f"<li>{_paper(paper, entries.get(paper.number))}</li>" for paper in row.papers)
        + "</ul></article>"
        for row in report.chosen
    ]
    return _section("cite", "To cite", rows, "No paper was chosen yet.")


def _missing(report: ManuscriptReport) -> str:
    manuscript = report.opened.manuscript
    rows = [
        _sentence(manuscript, sentence.index, sentence.text) + "</article>"
        for sentence in still_missing(report)
    ]
    nothing = "Every sentence that seems to need a citation has one."
    return _section("missing", "Still without a citation", rows, nothing)


def _mend(report: ManuscriptReport) -> str:
    manuscript = report.opened.manuscript
    rows = [f"<li>{_finding(finding, manuscript)}</li>" for finding in report.findings]
    listed = [f"<ul class='findings'>{''.join(rows)}</ul>"] if rows else []
    nothing = (
        "Every citation leads to an entry, every entry is cited, and none is listed twice."
        if manuscript.references
        else "No reference list was found."
    )
    return _section("mend", "References to mend", listed, nothing)


def _added(report: ManuscriptReport) -> str:
    rows = [f"<li>{_paper(paper, None)}</li>" for paper in new_papers(report)]
    listed = [f"<ul class='papers'>{''.join(rows)}</ul>"] if rows else []
    title = "New entries for the reference list"
    return _section("new", title, listed, "Every chosen paper is in the list already.")


def _section(name: str, title: str, parts: Iterable[str], nothing: str) -> str:
    body = "\n".join(parts) or f"<p class='quiet'>{nothing}</p>"
    return f'<section id="{name}">\n<h2>{title}</h2>\n{body}\n</section>'


def _sentence(manuscript: Manuscript, index: int | None, text: str) -> str:
    """Return the beginning of an article: where a sentence stands, and the sentence."""
    place = "No longer in the manuscript"
    if index is not None:
        place = " · ".join(_place(manuscript, manuscript.sentences[index]))
    return f"<article><p class='place'>{escape(place)}</p><blockquote>{escape(text)}</blockquote>\n"


def _place(manuscript: Manuscript, sentence: Sentence) -> Iterator[str]:
    if sentence.section is not None:
        section = manuscript.sections[sentence.section]
        yield f"{section.number} {section.title}".strip()
    if sentence.rects:
        yield f"page {sentence.page + 1}"
    if sentence.markers:
        yield "cites " + " ".join(marker.text for marker in sentence.markers)


def _paper(paper: Paper, entry: Reference | None) -> str:
    told = ". ".join(part for part in (_authors(paper), _venue(paper)) if part)
    known = ""
    if entry is not None:
        label = f" as [{entry.label}]" if entry.label else ""
        known = f" <span class='known'>in the list{escape(label)}</span>"
    key = f" <code>{escape(paper.citation_key)}</code>" if paper.citation_key else ""
    line = escape(told) + _doi(paper.doi) + key + known
    return f"<cite>{escape(paper.title)}</cite><br>{line}"


def _finding(finding: Finding, manuscript: Manuscript) -> str:
    if finding.sentence is None:
        return escape(finding.text)
    place = " · ".join(_place(manuscript, manuscript.sentences[finding.sentence]))
    return escape(finding.text) + (
        f" <span class='quiet'>({escape(place)})</span>" if place else ""
    )


# --- words --------------------------------------------------------------------------------------


def _authors(paper: Paper) -> str:
    names = paper.authors
    if len(names) > _MOST_AUTHORS:
        return (
            f"{', '.join(names[: _MOST_AUTHORS - 1])} and {len(names) - _MOST_AUTHORS + 1} others"
        )
    return ", ".join(names)


def _venue(paper: Paper) -> str:
    year = str(paper.year or "")
    told = "" if year in paper.venue else year  # many a venue is called “JCDL 2010”
    return ", ".join(part for part in (paper.venue, told) if part)


def _doi(doi: str) -> str:
    if not doi:
        return ""
    address = escape(f"https://doi.org/{quote(doi, safe='/')}", quote=True)
    return f'. <a href="{address}" rel="noreferrer">doi:{escape(doi)}</a>'


def _entries(opened: OpenManuscript) -> Mapping[PaperNumber, Reference]:
    """Return the entry that each paper of the list has."""
    references = opened.manuscript.references
    return {link.paper: references[place] for place, link in opened.links.items()}


def _surname(paper: Paper) -> str:
    return paper.authors[0].split()[-1] if paper.authors and paper.authors[0].strip() else ""


def _name(opened: OpenManuscript) -> str:
    return opened.path.name if opened.path is not None else "a passage"


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"
