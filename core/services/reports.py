"""A page for co-authors: what to cite where, what lacks a citation, what to correct.

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

from core.base.findings import Finding
from core.base.messages import Message
from core.base.phrases import ENGLISH, Phrases
from core.base.records import OpenManuscript, Paper, PaperNumber, Reference, Sentence, ToCite
from core.library.library import Library
from core.recommend.audit import audit
from core.recommend.unread import judge_reading, part_text

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_MOST_AUTHORS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ManuscriptReport:
    """What the page tells.

    ``chosen`` are the sentences with papers to cite; ``gaps`` are positions of sentences that need
    a citation, of which those in ``chosen`` are left out; ``findings`` are those of the audit.
    ``phrases`` say it in a language.
    """

    opened: OpenManuscript
    chosen: Sequence[ToCite]
    gaps: Sequence[int]
    findings: Sequence[Finding]
    made_on: date
    phrases: Phrases = ENGLISH

    def say(self, phrase: Message) -> str:
        """Return a phrase in the report's language."""
        return self.phrases.say(phrase)


class ManuscriptReports:
    """Makes the page from what a library knows of a manuscript."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def html(
        self,
        opened: OpenManuscript,
        chosen: Sequence[ToCite],
        gaps: Sequence[int],
        phrases: Phrases = ENGLISH,
    ) -> str:
        """Return the page; see ``ManuscriptReport`` for what is asked."""
        all_findings = audit(opened.manuscript, opened.links, self._library.papers)
        findings = [finding for finding in all_findings if finding.is_to_mend]
        today = datetime.now().astimezone().date()
        return report_page(
            ManuscriptReport(
                opened=opened,
                chosen=chosen,
                gaps=gaps,
                findings=findings,
                made_on=today,
                phrases=phrases,
            )
        )


def report_page(report: ManuscriptReport) -> str:
    """Return the page as HTML5."""
    title = escape(report.opened.manuscript.title or _name(report))
    body = "\n".join(
        (
            _front(report, title),
            _not_read(report),
            _to_cite(report),
            _missing(report),
            _mend(report),
            _added(report),
        )
    )
    page_title = report.say(Message("Citations for {title}", title=title))
    return html_page(page_title, body, report.phrases)


def html_page(title: str, body: str, phrases: Phrases, *, wide: bool = False) -> str:
    """Return a whole page of HTML5 that needs no other file; ``title`` and ``body`` are escaped."""
    style = (importlib.resources.files("resources") / "html" / "report.css").read_text("utf-8")
    main = '<main class="wide">' if wide else "<main>"
    language = escape(phrases.language)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{main}\n{body}\n</main>\n</body>\n</html>\n"
    )


def still_missing(report: ManuscriptReport) -> list[Sentence]:
    """Return the sentences that need a citation and have no paper chosen, in reading order."""
    done_sentences = {row.index for row in report.chosen}
    sentences = report.opened.manuscript.sentences
    return [sentences[index] for index in sorted(set(report.gaps) - done_sentences)]


def new_papers(report: ManuscriptReport) -> list[Paper]:
    """Return the chosen papers that are not in the reference list yet, each once, by author."""
    listed = _entries(report.opened)
    papers = {paper.number: paper for row in report.chosen for paper in row.papers}
    fresh = [paper for number, paper in papers.items() if number not in listed]
    return sorted(fresh, key=lambda p: (_surname(p).casefold(), p.year or 0, p.title.casefold()))


# --- the parts of a report ----------------------------------------------------------------------


def _front(report: ManuscriptReport, title: str) -> str:
    manuscript = report.opened.manuscript
    papers = {paper.number for row in report.chosen for paper in row.papers}
    counts = (
        (
            "#cite",
            len(report.chosen),
            Message("sentence with papers to cite"),
            Message("sentences with papers to cite"),
        ),
        (
            "#new",
            len(new_papers(report)),
            Message("new entry for the list"),
            Message("new entries for the list"),
        ),
        (
            "#missing",
            len(still_missing(report)),
            Message("sentence without a citation"),
            Message("sentences without a citation"),
        ),
        (
            "#mend",
            len(report.findings),
            Message("reference to correct"),
            Message("references to correct"),
        ),
    )
    number = report.phrases.number
    count_items = "".join(
        f'<li><a href="{to}"><b>{number(count)}</b> {report.say(one if count == 1 else many)}'
        "</a></li>"
        for to, count, one, many in counts
    )
    author_names = escape(", ".join(manuscript.authors))
    authors = f"<p class='authors'>{author_names}</p>\n" if author_names else ""
    count = number(len(papers))
    chosen = report.say(Message("{count} papers chosen", count=count))
    if len(papers) == 1:
        chosen = report.say(Message("{count} paper chosen", count=count))
    day = report.phrases.day(report.made_on)
    origin_text = report.say(Message("written by Cocite on {day}", day=day))
    kicker = report.say(Message("Citations to add and to correct"))
    return (
        f"<header>\n<p class='kicker'>{kicker}</p>\n"
        f"<h1>{title}</h1>\n{authors}<p class='quiet'>{chosen} · {origin_text}</p>\n"
        f"<ul class='counts'>{count_items}</ul>\n</header>"
    )


def _not_read(report: ManuscriptReport) -> str:
    """Return what was not read of the manuscript, before anything that is concluded from it."""
    verdict = judge_reading(report.opened.manuscript)
    if not verdict.text:
        return ""
    listed = ""
    if len(verdict.parts) > 1:
        rows = "".join(
            f"<li>{escape(report.phrases.say(part_text(part)))}</li>" for part in verdict.parts
        )
        listed = f"<ul class='findings'>{rows}</ul>"
    title = escape(report.say(Message("Not read")))
    summary = escape(report.phrases.say(verdict.text))
    return f'<section id="unread">\n<h2>{title}</h2>\n<p>{summary}</p>{listed}\n</section>'


def _to_cite(report: ManuscriptReport) -> str:
    entries = _entries(report.opened)
    rows = [
        _sentence(report, row.index, row.text)
        + "<ul class='papers'>"
        + "".join(
            f"<li>{_paper(report, paper, entries.get(paper.number))}</li>" for paper in row.papers
        )
        + "</ul></article>"
        for row in report.chosen
    ]
    return _section(report, "cite", Message("To cite"), rows, Message("No paper was chosen yet."))


def _missing(report: ManuscriptReport) -> str:
    rows = [
        _sentence(report, sentence.index, sentence.text) + "</article>"
        for sentence in still_missing(report)
    ]
    nothing = Message("Every sentence that seems to need a citation has one.")
    if not report.opened.manuscript.sentences:
        nothing = Message("No sentence was found in the text.")
    elif judge_reading(report.opened.manuscript).loses_text:
        nothing = Message("Every sentence that was read and seems to need a citation has one.")
    return _section(report, "missing", Message("Still without a citation"), rows, nothing)


def _mend(report: ManuscriptReport) -> str:
    manuscript = report.opened.manuscript
    rows = [f"<li>{_finding(report, finding)}</li>" for finding in report.findings]
    listed = [f"<ul class='findings'>{''.join(rows)}</ul>"] if rows else []
    nothing = Message("No reference list was found, so it could not be checked.")
    if manuscript.references:
        nothing = Message(
            "Every citation leads to an entry, every entry is cited, and none is listed twice."
        )
    return _section(report, "mend", Message("References to correct"), listed, nothing)


def _added(report: ManuscriptReport) -> str:
    rows = [f"<li>{_paper(report, paper, None)}</li>" for paper in new_papers(report)]
    listed = [f"<ul class='papers'>{''.join(rows)}</ul>"] if rows else []
    title = Message("New entries for the reference list")
    nothing = Message("Every chosen paper is in the list already.")
    return _section(report, "new", title, listed, nothing)


def _section(
    report: ManuscriptReport, name: str, title: Message, parts: Iterable[str], nothing: Message
) -> str:
    body = "\n".join(parts) or f"<p class='quiet'>{report.say(nothing)}</p>"
    return f'<section id="{name}">\n<h2>{report.say(title)}</h2>\n{body}\n</section>'


def _sentence(report: ManuscriptReport, index: int | None, text: str) -> str:
    """Return the beginning of an article: where a sentence stands, and the sentence."""
    location = report.say(Message("No longer in the manuscript"))
    if index is not None:
        location = _location(report, index)
    return (
        f"<article><p class='place'>{escape(location)}</p><blockquote>{escape(text)}</blockquote>\n"
    )


def _location(report: ManuscriptReport, index: int) -> str:
    return " · ".join(_location_parts(report, report.opened.manuscript.sentences[index]))


def _location_parts(report: ManuscriptReport, sentence: Sentence) -> Iterator[str]:
    if sentence.section is not None:
        section = report.opened.manuscript.sections[sentence.section]
        yield f"{section.number} {section.title}".strip()
    if sentence.rects:
        yield report.say(
            Message("page {page}", page=report.opened.manuscript.page_name(sentence.page))
        )
    if sentence.markers:
        cited = " ".join(marker.text for marker in sentence.markers)
        yield report.say(Message("cites {markers}", markers=cited))


def _paper(report: ManuscriptReport, paper: Paper, entry: Reference | None) -> str:
    details = ". ".join(part for part in (_authors(report, paper), _venue(paper)) if part)
    list_mark = ""
    if entry is not None:
        listed = Message("in the list")
        if entry.label:
            listed = Message("listed as {label}", label=f"[{entry.label}]")
        list_mark = f" <span class='known'>{escape(report.say(listed))}</span>"
    key = f" <code>{escape(paper.citation_key)}</code>" if paper.citation_key else ""
    line = escape(details) + _doi(paper.doi) + key + list_mark
    return f"<cite>{escape(paper.title)}</cite><br>{line}"


def _finding(report: ManuscriptReport, finding: Finding) -> str:
    finding_text = escape(report.phrases.say(finding.text))
    if finding.sentence is None:
        return finding_text
    location = _location(report, finding.sentence)
    return finding_text + (f" <span class='quiet'>({escape(location)})</span>" if location else "")


# --- how a report writes authors, venues and DOIs -----------------------------------------------


def _authors(report: ManuscriptReport, paper: Paper) -> str:
    names = paper.signers
    if len(names) > _MOST_AUTHORS:
        first = ", ".join(names[: _MOST_AUTHORS - 1])
        other_count = len(names) - _MOST_AUTHORS + 1
        return report.say(Message("{authors} and {count} others", authors=first, count=other_count))
    return ", ".join(names)


def _venue(paper: Paper) -> str:
    year = str(paper.year or "")
    year_text = "" if year in paper.venue else year  # many a venue is called “JCDL 2010”
    return ", ".join(part for part in (paper.venue, year_text) if part)


def _doi(doi: str) -> str:
    if not doi:
        return ""
    address = escape(f"https://doi.org/{quote(doi, safe='/')}", quote=True)
    return f'. <a href="{address}" rel="noreferrer">doi:{escape(doi)}</a>'


def _entries(opened: OpenManuscript) -> Mapping[PaperNumber, Reference]:
    """Return the entry that each paper of the list has."""
    references = opened.manuscript.references
    return {link.paper: references[index] for index, link in opened.links.items()}


def _surname(paper: Paper) -> str:
    return next(iter(paper.cited_authors), "")


def _name(report: ManuscriptReport) -> str:
    path = report.opened.path
    return path.name if path is not None else report.say(Message("a passage"))
