"""The right side of the library: what is known of the selected paper."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QTextBrowser, QWidget

from core.records import (
    CitingContext,
    FullText,
    FullTextPassage,
    Group,
    Paper,
    PaperFile,
    PaperNumber,
)
from desktop.paper_query import Details
from desktop.theme import colors, theme

_PASSAGES, _LONGEST_PASSAGE = 3, 600


class PaperDetails(QTextBrowser):
    """A paper to read: abstract, ids, files, groups, and how other papers cite it.

    Signals:
        paper_chosen: the number of another paper whose title was clicked.
        retry_wanted: the number of a paper whose full text should be read again.
    """

    paper_chosen = Signal(int)
    retry_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Details of the paper")
        self.setOpenLinks(False)
        self.document().setDocumentMargin(16)
        self.anchorClicked.connect(self._follow)
        theme().changed.connect(self._render)
        self._details: Details | None = None
        self._selected = 0
        self.clear_details()

    def clear_details(self, selected: int = 0) -> None:
        """Show that no paper, or that several are selected."""
        self._details = None
        self._selected = selected
        self._render()

    def show_details(self, details: Details) -> None:
        """Show one paper."""
        self._details = details
        self._render()

    def _render(self) -> None:
        self.document().setDefaultStyleSheet(_style())
        if self._details is not None:
            self.setHtml(_page(self._details))
        elif self._selected > 1:
            self.setHtml(f'<p class="muted">{self._selected:,} papers are selected.</p>')
        else:
            self.setHtml('<p class="muted">Select a paper to read its abstract here.</p>')

    def _follow(self, url: QUrl) -> None:
        if url.scheme() == "paper":
            self.paper_chosen.emit(int(url.path()))
        elif url.scheme() == "retry":
            self.retry_wanted.emit(int(url.path()))
        else:
            QDesktopServices.openUrl(url)


def _style() -> str:
    tokens = colors()
    return (
        f"p {{ margin: 0 0 8px 0; }} .muted {{ color: {tokens.muted.name()}; }}"
        f" h2 {{ font-size: large; margin: 0 0 8px 0; }}"
        f" h3 {{ font-size: medium; margin: 16px 0 4px 0; }}"
        f" a {{ color: {tokens.accent.name()}; text-decoration: none; }}"
        f" .bad {{ color: {tokens.bad.name()}; }} .quote {{ margin: 0 0 8px 0; }}"
    )


def _page(details: Details) -> str:
    paper = details.paper
    year = str(paper.year or "")
    where = ", ".join(filter(None, (paper.venue, "" if year in paper.venue.split() else year)))
    parts = [
        f"<h2>{escape(paper.title) or '(no title)'}</h2>",
        f"<p>{escape(', '.join(paper.authors)) or '<span class=muted>no authors known</span>'}</p>",
        f'<p class="muted">{escape(where) or "no venue or year known"}</p>',
        *_passages(details.passages),
        _abstract(paper),
        _facts(details),
        *_files(details.files, details.full_texts),
        *_contexts(details.contexts),
    ]
    return "".join(parts)


def _abstract(paper: Paper) -> str:
    if not paper.abstract:
        return '<h3>Abstract</h3><p class="muted">None in the library.</p>'
    return f"<h3>Abstract</h3><p>{escape(paper.abstract)}</p>"


def _facts(details: Details) -> str:
    paper = details.paper
    rows = [
        ("Citations", f"cited by {details.cited_by:,}, cites {details.cites:,} in this library"),
        ("Key", escape(paper.citation_key)),
        ("DOI", _link(f"https://doi.org/{paper.doi}", paper.doi) if paper.doi else ""),
        ("arXiv", _link(f"https://arxiv.org/abs/{paper.arxiv}", paper.arxiv)),
        ("Link", _link(paper.url, paper.url)),
        ("Id", escape(", ".join(paper.ids))),
        ("Keywords", escape(", ".join(paper.keywords))),
        ("Collections", _names(details.collections)),
        ("Tags", _names(details.tags)),
    ]
    lines = "".join(
        f'<tr><td class="muted" style="padding-right: 16px">{name}</td><td>{value}</td></tr>'
        for name, value in rows
        if value
    )
    return f"<h3>About this record</h3><table>{lines}</table>"


def _names(groups: Iterable[Group]) -> str:
    return escape(", ".join(group.name for group in groups))


def _link(address: str, text: str) -> str:
    if not text or not address.startswith(("https://", "http://", "file://")):
        return escape(text)
    return f'<a href="{escape(address, quote=True)}">{escape(text)}</a>'


def _passages(passages: tuple[FullTextPassage, ...]) -> Iterable[str]:
    if passages:
        yield "<h3>Found in its full text</h3>"
    for passage in passages[:_PASSAGES]:
        text = " ".join(passage.text.split())
        shown = text if len(text) <= _LONGEST_PASSAGE else text[:_LONGEST_PASSAGE].rstrip() + "…"
        where = " · ".join(filter(None, (passage.section, f"page {passage.page + 1}")))
        yield f'<p class="quote">“{escape(shown)}”<br>'
        yield f'<span class="muted">{escape(where)}</span></p>'
    if len(passages) > _PASSAGES:
        yield f'<p class="muted">and {len(passages) - _PASSAGES} more passages</p>'


def _files(files: tuple[PaperFile, ...], texts: tuple[FullText, ...]) -> Iterable[str]:
    if files:
        yield "<h3>Files</h3>"
    states = {text.path: text for text in texts}
    for file in files:
        address = QUrl.fromLocalFile(str(file.path)).toString()
        yield f"<p>{_link(address, file.path.name)}{_state(states.get(file.path))}</p>"


def _state(text: FullText | None) -> str:
    """Return how far the reading of a file is."""
    if text is None:
        return ""
    again = f' <a href="retry:{text.paper}">Try again</a>'
    words = {
        "read": "Full text: read",
        "waiting": "Full text: waiting to be read",
        "failed": f"Full text: failed. {escape(text.reason)}",
        "set aside": f"Full text: set aside. {escape(text.reason)}",
    }
    trouble = text.state in ("failed", "set aside")
    look = "bad" if trouble else "muted"
    return f'<br><span class="{look}">{words[text.state]}</span>{again if trouble else ""}'


def _contexts(contexts: tuple[tuple[CitingContext, Paper | None], ...]) -> Iterable[str]:
    if contexts:
        yield "<h3>Cited by your papers as</h3>"
    for context, citing in contexts:
        source = _paper_link(citing) if citing is not None else ""
        section = f" · {escape(context.section)}" if context.section else ""
        yield f'<p class="quote">“{escape(context.text)}”<br>'
        yield f'<span class="muted">{source}{section}</span></p>'


def _paper_link(paper: Paper) -> str:
    number: PaperNumber = paper.number
    year = f", {paper.year}" if paper.year else ""
    return f'<a href="paper:{number}">{escape(paper.title)}</a>{year}'
