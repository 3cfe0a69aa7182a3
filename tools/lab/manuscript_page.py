"""``python -m tools.lab page``: a manuscript as one web page, to check by eye how it was read.

The page needs nothing but itself: no scripts, no pictures, no network. It follows the light or
dark look that the reader's system asks for.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from html import escape
from itertools import groupby
from pathlib import Path

import click

from core.base.errors import UsageError
from core.base.findings import Finding
from core.base.records import (
    Manuscript,
    Marker,
    Reference,
    Section,
    Sentence,
)
from core.commands.reading import Reading, read_manuscript
from core.recommend.gaps import gap_sentences
from core.recommend.unread import judge_reading, part_text

_NUMBER = re.compile(r"\d+")
_LIST_TITLE = re.compile(r"references|bibliography|literature cited", re.IGNORECASE)
_WEB = re.compile(r"https?://\S+", re.IGNORECASE)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


STYLE = Path(__file__).with_name("manuscript.css")
_PATH = click.Path(path_type=Path)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageContent(Reading):
    """What a page shows of a manuscript.

    ``gaps`` are the sentences that need a citation and have none; ``unread`` says which parts were
    not read.
    """

    gaps: Sequence[int] = ()
    unread: Sequence[str] = ()


@click.command("page")
@click.argument("manuscript", type=_PATH)
@click.option("--library", type=_PATH, help="Library in which references are looked up.")
@click.option("--recognise", is_flag=True, help="Recognise the text of scanned pages (slow).")
@click.option("--output", "-o", type=_PATH, help="File for the page; else it is printed.")
def command(manuscript: Path, library: Path | None, recognise: bool, output: Path | None) -> None:
    """Write a web page that shows how MANUSCRIPT was read."""
    reading = read_manuscript(manuscript, library, recognise=recognise)
    write_page(output, html_page(page_content(reading)))


def page_content(reading: Reading) -> PageContent:
    """Add what only the page shows to what was read."""
    return PageContent(
        **{part.name: getattr(reading, part.name) for part in fields(reading)},
        gaps=gap_sentences(reading.manuscript, reading.chances),
        unread=[part_text(part) for part in judge_reading(reading.manuscript).parts],
    )


def write_page(path: Path | None, page: str) -> None:
    """Write a web page to a file, or print it."""
    stored = page.encode("utf-8", "xmlcharrefreplace")
    if path is None:
        click.echo(stored, nl=False)
        return
    try:
        path.write_bytes(stored)
    except OSError as error:
        raise UsageError(f"“{path}” cannot be written: {error.strerror}.") from error


def html_page(reading: PageContent) -> str:
    """Return the page."""
    title = escape(reading.manuscript.title or "(no title found)")
    style = STYLE.read_text("utf-8")
    parts = [
        _front(reading, title),
        _unread(reading.unread),
        _findings(reading.findings),
        *_text(reading),
        *_references(reading),
    ]
    body = "\n".join(part for part in parts if part)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n{_outline(reading)}\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


# --- title, authors and abstract ----------------------------------------------------------------


def _front(reading: PageContent, title: str) -> str:
    manuscript = reading.manuscript
    ids = [f"DOI {manuscript.doi}" if manuscript.doi else ""]
    ids += [f"arXiv {manuscript.arxiv}" if manuscript.arxiv else ""]
    told = [str(manuscript.year or ""), *ids, ", ".join(manuscript.keywords)]
    lines = [
        f"<h1>{title}</h1>",
        _paragraph("authors", escape(", ".join(manuscript.authors))),
        _paragraph("quiet", escape(" · ".join(part for part in told if part))),
        _paragraph("counts", _counts(reading)),
        _legend(),
    ]
    if manuscript.abstract and not _is_in_text(manuscript):
        lines.append(f'<section class="abstract"><h2>Abstract</h2>'
                     f"<p>{escape(manuscript.abstract)}</p></section>")  # fmt: skip
    return "<header>\n" + "\n".join(line for line in lines if line) + "\n</header>"


def _counts(reading: PageContent) -> str:
    manuscript = reading.manuscript
    cited = sum(bool(sentence.markers) for sentence in manuscript.sentences)
    parts = [
        f"{len(manuscript.sentences)} sentences",
        f"{cited} with citations",
        f"{len(reading.gaps)} that need one and have none",
        f"{len(manuscript.references)} references",
    ]
    if reading.links:
        parts.append(f"{len(reading.links)} in your library")
    return " · ".join(parts)


def _legend() -> str:
    return (
        '<p class="legend"><span class="gap">needs a citation</span> '
        '<span class="cited">cites</span> <a class="marker" href="#references">[1]</a> marker '
        '<span class="lost">[9]</span> leads nowhere</p>'
    )


def _is_in_text(manuscript: Manuscript) -> bool:
    """Whether the abstract's sentences stand in the running text as well."""
    return any(
        len(sentence.text) > 20 and sentence.text in manuscript.abstract
        for sentence in manuscript.sentences
    )


def _unread(parts: Sequence[str]) -> str:
    listed = "\n".join(f"<li>{escape(part)}</li>" for part in parts)
    if not listed:
        return ""
    return f'<section class="findings" id="unread"><h2>Not read</h2>\n<ul>{listed}</ul></section>'


def _findings(findings: Sequence[Finding]) -> str:
    listed = "\n".join(
        f"<li>{_finding(finding)}</li>" for finding in findings if finding.is_to_mend
    )
    if not listed:
        return ""
    return f'<section class="findings" id="findings"><h2>To mend</h2>\n<ul>{listed}</ul></section>'


def _finding(finding: Finding) -> str:
    if finding.reference is not None:
        target = f"#r{finding.reference}"
    elif finding.sentence is not None:
        target = f"#s{finding.sentence}"
    else:
        return escape(finding.text)
    return f'<a href="{target}">{escape(finding.text)}</a>'


def _outline(reading: PageContent) -> str:
    manuscript = reading.manuscript
    gaps: defaultdict[int | None, int] = defaultdict(int)
    for index in reading.gaps:
        gaps[manuscript.sentences[index].section] += 1
    items = [
        f'<li class="level{min(section.level, 4)}"><a href="#h{position}">{_heading(section)}</a>'
        f"{_badge(gaps[position])}</li>"
        for position, section in enumerate(manuscript.sections)
        if not _LIST_TITLE.fullmatch(section.title)
    ]
    items.append(
        f'<li class="level1"><a href="#references">References</a> '
        f'<span class="quiet">{len(manuscript.references)}</span></li>'
    )
    return f'<nav aria-label="Sections"><ol>{"".join(items)}</ol></nav>'


def _badge(gaps: int) -> str:
    if not gaps:
        return ""
    what = "sentence needs" if gaps == 1 else "sentences need"
    return f' <span class="badge" title="{gaps} {what} a citation">{gaps}</span>'


# --- headings and paragraphs --------------------------------------------------------------------


def _text(reading: PageContent) -> Iterator[str]:
    """Yield headings and paragraphs in reading order, each page's number where it begins."""
    manuscript = reading.manuscript
    gaps = frozenset(reading.gaps)
    headings = iter(enumerate(manuscript.sections))
    shown, page = -1, -1
    for (section, _), sentences in groupby(manuscript.sentences, _paragraph_key):
        while section is not None and shown < section:
            shown, heading = next(headings)
            yield _section(shown, heading)
        pieces = []
        for sentence in sentences:
            if sentence.page != page and sentence.rects:
                page = sentence.page
                pieces.append(f'<span class="page" title="page {page + 1}">{page + 1}</span>')
            pieces.append(_sentence(reading, sentence, is_gap=sentence.index in gaps))
        yield f"<p>{' '.join(pieces)}</p>"
    for index, heading in headings:
        yield _section(index, heading)


def _paragraph_key(sentence: Sentence) -> tuple[int | None, int]:
    return sentence.section, sentence.paragraph


def _section(index: int, section: Section) -> str:
    if _LIST_TITLE.fullmatch(section.title):  # the list has a heading of its own
        return ""
    level = min(section.level + 1, 6)
    kind = "" if section.kind == "other" else f' <span class="kind">{section.kind}</span>'
    return f'<h{level} id="h{index}">{_heading(section)}{kind}</h{level}>'


def _heading(section: Section) -> str:
    return escape(f"{section.number} {section.title}".strip())


def _sentence(reading: PageContent, sentence: Sentence, *, is_gap: bool) -> str:
    pieces, end = [], 0
    for marker in sorted(sentence.markers, key=lambda each: each.start):
        if marker.start >= end:
            pieces.append(escape(sentence.text[end : marker.start]))
            pieces.append(_marker(reading.manuscript.references, marker))
            end = marker.end
    pieces.append(escape(sentence.text[end:]))
    chance = reading.chances[sentence.index] if reading.chances else 0.0
    kind = "gap" if is_gap else "cited" if sentence.markers else ""
    told = f' class="{kind}"' if kind else ""
    told += f' title="{chance:.0%} likely to need a citation"' if reading.chances else ""
    return f'<span id="s{sentence.index}"{told}>{"".join(pieces)}</span>'


def _marker(references: Sequence[Reference], marker: Marker) -> str:
    """Return a marker that leads to its entries: each number to its own, other text to the first.

    A marker without entry leads nowhere and looks like it.
    """
    if not marker.references:
        title = "not in the reference list"
        return f'<span class="lost" title="{title}">{escape(marker.text)}</span>'
    labels = {references[index].label: index for index in marker.references}
    numbers = list(_NUMBER.finditer(marker.text))
    known = [found for found in numbers if found[0] in labels]
    if len(marker.references) < 2 or not known:
        return _link(marker.text, marker.references[0], references)
    pieces, end = [], 0
    for found in numbers:
        pieces.append(escape(marker.text[end : found.start()]))
        index = labels.get(found[0])
        lost = f'<span class="lost">{found[0]}</span>'
        pieces.append(lost if index is None else _link(found[0], index, references))
        end = found.end()
    return "".join([*pieces, escape(marker.text[end:])])


def _link(text: str, index: int, references: Sequence[Reference]) -> str:
    title = escape(references[index].text[:200], quote=True)
    return f'<a class="marker" href="#r{index}" title="{title}">{escape(text)}</a>'


# --- entries of the reference list --------------------------------------------------------------


def _references(reading: PageContent) -> Iterator[str]:
    citing: defaultdict[int, list[Sentence]] = defaultdict(list)
    for sentence in reading.manuscript.sentences:
        for index in dict.fromkeys(p for marker in sentence.markers for p in marker.references):
            citing[index].append(sentence)
    beside = reading.manuscript.cited_beside
    wrong: defaultdict[int, list[str]] = defaultdict(list)
    for finding in reading.findings:
        for named in (finding.reference, finding.other):
            if named is not None:
                wrong[named].append(finding.text)
    yield '<h2 id="references">References</h2>\n<ol class="entries">'
    for entry in reading.manuscript.references:
        yield "\n".join(
            part
            for part in (
                f'<li id="r{entry.index}">',
                _paragraph("label", escape(entry.label or str(entry.index + 1))),
                _paragraph("raw", escape(entry.text)),
                _fields(entry),
                _library(reading, entry.index),
                *(_paragraph("fault", escape(text)) for text in wrong[entry.index]),
                _back(citing[entry.index], beside=entry.index in beside),
                "</li>",
            )
            if part
        )
    yield "</ol>"


def _fields(entry: Reference) -> str:
    doi = f"https://doi.org/{entry.doi}" if entry.doi else ""
    arxiv = f"https://arxiv.org/abs/{entry.arxiv}" if entry.arxiv else ""
    fields = (
        ("authors", escape("; ".join(entry.authors))),
        ("title", escape(entry.title)),
        ("year", escape(str(entry.year or ""))),
        ("venue", escape(entry.venue)),
        ("DOI", _web(doi, entry.doi)),
        ("arXiv", _web(arxiv, entry.arxiv)),
        ("URL", _web(entry.url, entry.url)),
    )
    told = "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in fields if value)
    return f"<dl>{told}</dl>" if told else ""


def _web(address: str, text: str) -> str:
    """Return a link to a web address; whatever else a PDF calls an address is only shown."""
    if not _WEB.fullmatch(address):
        return escape(text)
    return f'<a href="{escape(address, quote=True)}" rel="noreferrer">{escape(text)}</a>'


def _library(reading: PageContent, index: int) -> str:
    link = reading.links.get(index)
    paper = reading.papers.get(link.paper) if link is not None else None
    if link is None or paper is None:
        return ""
    sure = "linked by hand" if link.by_hand else f"{link.confidence:.0%} sure"
    year = f" ({paper.year})" if paper.year else ""
    return _paragraph("owned", f"In your library: {escape(paper.title)}{year} · {sure}")


def _back(sentences: Sequence[Sentence], *, beside: bool) -> str:
    if not sentences:
        said = "cited in a table, caption or footnote" if beside else "never cited in the text"
        return _paragraph("back", said)
    links = [
        f'<a href="#s{sentence.index}" title="{escape(sentence.text[:200], quote=True)}">'
        f"p. {sentence.page + 1}</a>"
        for sentence in sentences
    ]
    return _paragraph("back", "cited on " + ", ".join(links))


def _paragraph(kind: str, content: str) -> str:
    return f'<p class="{kind}">{content}</p>' if content else ""
