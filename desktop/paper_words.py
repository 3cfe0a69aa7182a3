"""What the details of a paper say, as HTML. Text of a record is never read as markup."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from PySide6.QtCore import QCoreApplication

from core.library_records import CitedWith
from core.records import CitingContext, FullText, FullTextPassage, Group, Paper, PaperFile
from desktop.paper_query import Details
from desktop.theme import colors

CONTEXTS_SHOWN = 6
_PASSAGES, _LONGEST_PASSAGE = 3, 600


def _tr(text: str) -> str:
    return QCoreApplication.translate("PaperDetails", text)


def style() -> str:
    """Return the style sheet of the details in the theme in force."""
    tokens = colors()
    return (
        f"p {{ margin: 0 0 8px 0; }} .muted {{ color: {tokens.muted.name()}; }}"
        f" h2 {{ font-size: large; margin: 0 0 8px 0; }}"
        f" h3 {{ font-size: medium; margin: 16px 0 4px 0; }}"
        f" a {{ color: {tokens.accent.name()}; text-decoration: none; }}"
        f" .bad {{ color: {tokens.bad.name()}; }} .quote {{ margin: 0 0 8px 0; }}"
        f" .marker {{ color: {tokens.cited.name()}; font-weight: 600; }}"
    )


def page(details: Details, *, editable: bool, all_contexts: bool) -> str:
    """Return the details of one paper."""
    paper = details.paper
    parts = [
        f"<h2>{escape(paper.title) or _tr('(no title)')}</h2>",
        f"<p>{escape(', '.join(paper.authors)) or _muted(_tr('no authors known'))}</p>",
        f"<p>{_muted(escape(_where(paper)) or _tr('no venue or year known'))}</p>",
        *_passages(details.passages),
        _heading(_tr("Abstract"), "edit:abstract" if editable else ""),
        f"<p>{escape(paper.abstract) or _muted(_tr('None in the library.'))}</p>",
        *_files(details, editable=editable),
        *_contexts(details.contexts, shown=len(details.contexts) if all_contexts else None),
        *_cited_with(details.cited_with),
        _heading(_tr("About this record"), "edit:" if editable else ""),
        _facts(details),
    ]
    return "".join(parts)


def _where(paper: Paper) -> str:
    year = str(paper.year or "")
    return ", ".join(filter(None, (paper.venue, "" if year in paper.venue.split() else year)))


def _muted(html: str) -> str:
    return f'<span class="muted">{html}</span>'


def _heading(text: str, edit: str = "") -> str:
    link = f' &nbsp;<a href="{edit}">{_tr("Edit")}</a>' if edit else ""
    return f"<h3>{text}<small>{link}</small></h3>"


def _facts(details: Details) -> str:
    paper = details.paper
    cited = _tr("cited by {0}, cites {1} in this library")
    rows = [
        (_tr("Citations"), cited.format(f"{details.cited_by:,}", f"{details.cites:,}")),
        (_tr("Key"), escape(paper.citation_key)),
        (_tr("DOI"), _link(f"https://doi.org/{paper.doi}", paper.doi) if paper.doi else ""),
        (_tr("arXiv"), _link(f"https://arxiv.org/abs/{paper.arxiv}", paper.arxiv)),
        (_tr("Link"), _link(paper.url, paper.url)),
        (_tr("Id"), escape(", ".join(paper.ids))),
        (_tr("Keywords"), escape(", ".join(paper.keywords))),
        (_tr("Collections"), _names(details.collections)),
        (_tr("Tags"), _names(details.tags)),
    ]
    lines = "".join(
        f'<tr><td class="muted" style="padding-right: 16px">{name}</td><td>{value}</td></tr>'
        for name, value in rows
        if value
    )
    return f"<table>{lines}</table>"


def _names(groups: Iterable[Group]) -> str:
    return escape(", ".join(group.name for group in groups))


def _link(address: str, text: str) -> str:
    if not text or not address.startswith(("https://", "http://")):
        return escape(text)
    return f'<a href="{escape(address, quote=True)}">{escape(text)}</a>'


def _passages(passages: tuple[FullTextPassage, ...]) -> Iterable[str]:
    if passages:
        yield _heading(_tr("Found in its full text"))
    for position, passage in enumerate(passages[:_PASSAGES]):
        text = " ".join(passage.text.split())
        shown = text if len(text) <= _LONGEST_PASSAGE else text[:_LONGEST_PASSAGE].rstrip() + "…"
        section = f"{escape(passage.section)} · " if passage.section else ""
        place = _tr("page {0}").format(passage.page + 1)
        yield f'<p class="quote">“{escape(shown)}”<br>'
        yield _muted(f'{section}<a href="passage:{position}">{place}</a>') + "</p>"
    if len(passages) > _PASSAGES:
        more = _tr("and {0} more passages").format(len(passages) - _PASSAGES)
        yield f"<p>{_muted(more)}</p>"


def _files(details: Details, *, editable: bool) -> Iterable[str]:
    files: tuple[PaperFile, ...] = details.files
    if files or editable:
        yield _heading(_tr("Files"))
    states = {text.path: text for text in details.full_texts}
    for position, file in enumerate(files):
        actions = [f'<a href="show:{position}">{_tr("Show in folder")}</a>']
        if editable:
            actions.append(f'<a href="remove:{position}">{_tr("Remove")}</a>')
        yield f'<p><a href="open:{position}">{escape(file.path.name)}</a>'
        yield f"{_state(states.get(file.path))}<br><small>{' · '.join(actions)}</small></p>"
    if editable:
        yield f'<p><a href="add:">{_tr("Add a PDF…")}</a></p>'


def _state(text: FullText | None) -> str:
    """Return how far the reading of a file is."""
    if text is None:
        return ""
    words = {
        "read": _tr("Full text: read"),
        "waiting": _tr("Full text: waiting to be read"),
        "failed": _tr("Full text: failed. {0}").format(escape(text.reason)),
        "set aside": _tr("Full text: set aside. {0}").format(escape(text.reason)),
    }
    trouble = text.state in ("failed", "set aside")
    again = f' <a href="retry:{text.paper}">{_tr("Try again")}</a>' if trouble else ""
    return f'<br><span class="{"bad" if trouble else "muted"}">{words[text.state]}</span>{again}'


def _contexts(
    contexts: tuple[tuple[CitingContext, Paper | None], ...], *, shown: int | None
) -> Iterable[str]:
    if contexts:
        yield _heading(_tr("Cited by your papers as"))
    for context, citing in contexts[: shown or CONTEXTS_SHOWN]:
        source = _paper_link(citing) if citing is not None else ""
        section = f" · {escape(context.section)}" if context.section else ""
        yield f'<p class="quote">“{_marked(context)}”<br>{_muted(source + section)}</p>'
    if shown is None and len(contexts) > CONTEXTS_SHOWN:
        more = _tr("Show all {0}").format(len(contexts))
        yield f'<p><a href="more:">{more}</a></p>'


def _marked(context: CitingContext) -> str:
    """Return a citing sentence with its citation markers set off."""
    parts, last = [], 0
    for start, end in context.markers:
        parts.append(escape(context.text[last:start]))
        parts.append(f'<span class="marker">{escape(context.text[start:end])}</span>')
        last = end
    return "".join([*parts, escape(context.text[last:])])


def _cited_with(beside: tuple[CitedWith, ...]) -> Iterable[str]:
    if beside:
        yield _heading(_tr("Usually cited with"))
    for each in beside:
        times = [_times(each.papers, _tr("by 1 paper"), _tr("by {0} papers"))]
        times.append(_times(each.sentences, _tr("in 1 sentence"), _tr("in {0} sentences")))
        said = ", ".join(filter(None, times))
        yield f'<p class="quote">{_paper_link(each.paper)}<br>{_muted(said)}</p>'


def _times(count: int, once: str, often: str) -> str:
    return often.format(f"{count:,}") if count > 1 else once if count else ""


def _paper_link(paper: Paper) -> str:
    year = f", {paper.year}" if paper.year else ""
    return f'<a href="paper:{paper.number}">{escape(paper.title)}</a>{year}'
