"""What the details of a paper say, as HTML. Text of a record is never read as markup."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from core.base import items
from core.base.library_records import CitedWith, FullText, FullTextPassage, PaperFile
from core.base.messages import Message
from core.base.notices import Notice, standing
from core.base.records import CitingContext, Group, Paper
from desktop.language.field_names import field_name, type_name
from desktop.language.wording import figure, in_language, quoted, translate
from desktop.papers.paper_query import Details
from desktop.ui.theme import colors

CONTEXTS_SHOWN = 6
_PASSAGES, _LONGEST_PASSAGE = 3, 600


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
    untitled = translate("PaperDetails", "(no title)")
    nobody = translate("PaperDetails", "no authors known")
    nowhere = translate("PaperDetails", "no venue or year")
    none = translate("PaperDetails", "None in the library.")
    people = escape(", ".join(paper.authors)) or ("" if paper.signers else _muted(nobody))
    parts = [
        f"<h2>{escape(paper.title) or untitled}</h2>",
        f"<p>{people}</p>" if people else "",  # editors are named below
        f"<p>{_muted(escape(where(paper)) or nowhere)}</p>",
        *_notices(details.notices),
        *_passages(details.passages),
        _heading(translate("PaperDetails", "Abstract"), "edit:abstract" if editable else ""),
        f"<p>{escape(paper.abstract) or _muted(none)}</p>",
        *_files(details, editable=editable),
        *_contexts(details.contexts, limit=len(details.contexts) if all_contexts else None),
        *_format_cocited(details.cited_with),
        _heading(translate("PaperDetails", "About this record"), "edit:" if editable else ""),
        _facts(details),
    ]
    return "".join(parts)


def byline(paper: Paper) -> str:
    """Return authors, venue and year in one line."""
    return "  ·  ".join(filter(None, (", ".join(paper.authors[:6]), where(paper))))


def brief(paper: Paper, why_no_pdf: str | None) -> str:
    """Return the abstract and what else the record says; ``None`` where a PDF can be shown."""
    none = translate("PaperDetails", "None in the library.")
    missing = why_no_pdf or translate("PaperDetails", "This paper has no PDF.")
    labelled_values = [
        (translate("PaperDetails", "Authors"), ", ".join(paper.authors)),
        (translate("PaperDetails", "DOI"), paper.doi),
        (translate("PaperDetails", "Keywords"), ", ".join(paper.keywords)),
        (translate("PaperDetails", "Key"), paper.citation_key),
        (translate("PaperDetails", "Other keys"), ", ".join(paper.aliases)),
    ]
    return "".join(
        (
            "" if why_no_pdf is None else f"<p>{_muted(escape(missing))}</p>",
            _heading(translate("PaperDetails", "Abstract")),
            f"<p>{escape(paper.abstract) or _muted(none)}</p>",
            *(
                f"<p>{_muted(name)} &nbsp;{escape(value)}</p>"
                for name, value in labelled_values
                if value
            ),
        )
    )


def _muted(html: str) -> str:
    return f'<span class="muted">{html}</span>'


def _heading(text: str, edit: str = "") -> str:
    word = translate("PaperDetails", "Edit")
    link = f' &nbsp;<a href="{edit}">{word}</a>' if edit else ""
    return f"<h3>{text}<small>{link}</small></h3>"


def _facts(details: Details) -> str:
    paper = details.paper
    cited = translate("PaperDetails", "cited by {0}, cites {1} in this library")
    rows = [
        (
            translate("PaperDetails", "Citations"),
            cited.format(figure(details.cited_by), figure(details.cites)),
        ),
        *((name, escape(text)) for name, text in facts(paper)),
        (translate("PaperDetails", "Key"), escape(paper.citation_key)),
        (translate("PaperDetails", "Other keys"), escape(", ".join(paper.aliases))),
        (
            translate("PaperDetails", "DOI"),
            _link(f"https://doi.org/{paper.doi}", paper.doi) if paper.doi else "",
        ),
        (
            translate("PaperDetails", "arXiv"),
            _link(f"https://arxiv.org/abs/{paper.arxiv}", paper.arxiv),
        ),
        (translate("PaperDetails", "Link"), _link(paper.url, paper.url)),
        (translate("PaperDetails", "Id"), escape(", ".join(paper.ids))),
        (translate("PaperDetails", "Keywords"), escape(", ".join(paper.keywords))),
        (translate("PaperDetails", "Collections"), _names(details.collections)),
        (translate("PaperDetails", "Tags"), _names(details.tags)),
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


def notice_title(notice: Notice) -> str:
    """Return what a notice says of a paper, in two words or so."""
    return {
        "retracted": translate("PaperDetails", "Retracted"),
        "concern": translate("PaperDetails", "Expression of concern"),
        "corrected": translate("PaperDetails", "Corrected"),
        "reinstated": translate("PaperDetails", "Reinstated"),
    }[notice.kind]


def _notices(notices: tuple[Notice, ...]) -> Iterable[str]:
    """Yield what was published about a paper later; what it stands under now is set off."""
    valid = standing(notices)
    for notice in sorted(notices, key=lambda candidate: candidate != valid):
        look = "bad" if notice == valid else "muted"
        address = f"https://doi.org/{notice.doi}" if notice.doi else ""
        link = _link(address, translate("PaperDetails", "Read the notice")) if address else ""
        yield f'<p><span class="{look}"><b>{notice_title(notice)}</b> '
        yield f"({escape(in_language(notice.about()))})</span> {link}</p>"


def _passages(passages: tuple[FullTextPassage, ...]) -> Iterable[str]:
    if passages:
        yield _heading(translate("PaperDetails", "Found in its full text"))
    for position, passage in enumerate(passages[:_PASSAGES]):
        text = " ".join(passage.text.split())
        short_text = (
            text if len(text) <= _LONGEST_PASSAGE else text[:_LONGEST_PASSAGE].rstrip() + "…"
        )
        section = passage.section
        section_text = in_language(section) if isinstance(section, Message) else section
        where = [escape(section_text)] if section_text else []
        if passage.page >= 0:
            page = translate("PaperDetails", "page {0}").format(escape(passage.page_name))
            where.append(f'<a href="passage:{position}">{page}</a>')
        yield f'<p class="quote">{quoted(escape(short_text))}<br>{_muted(" · ".join(where))}</p>'
    if len(passages) > _PASSAGES:
        more = translate("PaperDetails", "and {0} more passages").format(len(passages) - _PASSAGES)
        yield f"<p>{_muted(more)}</p>"


def _files(details: Details, *, editable: bool) -> Iterable[str]:
    files: tuple[PaperFile, ...] = details.files
    if files or editable:
        yield _heading(translate("PaperDetails", "Files"))
    states = {text.path: text for text in details.full_texts}
    show, remove = translate("PaperDetails", "Show in folder"), translate("PaperDetails", "Remove")
    for position, file in enumerate(files):
        actions = [f'<a href="show:{position}">{show}</a>']
        if editable:
            actions.append(f'<a href="remove:{position}">{remove}</a>')
        yield f'<p><a href="open:{position}">{escape(file.path.name)}</a>'
        yield f"{_state(states.get(file.path))}<br><small>{' · '.join(actions)}</small></p>"
    if editable:
        add = translate("PaperDetails", "Add a PDF…")
        yield f'<p><a href="add:">{add}</a></p>'


def _state(text: FullText | None) -> str:
    """Return how far the reading of a file is."""
    if text is None:
        return ""
    reason = escape(in_language(text.reason))
    words = {
        "read": translate("PaperDetails", "Full text: indexed"),
        "waiting": translate("PaperDetails", "Full text: waiting to be indexed"),
        "failed": translate("PaperDetails", "Full text: could not be indexed. {0}").format(reason),
        "set aside": translate("PaperDetails", "Full text: set aside. {0}").format(reason),
    }
    trouble = text.state in ("failed", "set aside")
    retry = translate("PaperDetails", "Try again")
    again = f' <a href="retry:{text.paper}">{retry}</a>' if trouble else ""
    return f'<br><span class="{"bad" if trouble else "muted"}">{words[text.state]}</span>{again}'


def _contexts(
    contexts: tuple[tuple[CitingContext, Paper | None], ...], *, limit: int | None
) -> Iterable[str]:
    if contexts:
        yield _heading(translate("PaperDetails", "Cited by your papers as"))
    for context, citing in contexts[: limit or CONTEXTS_SHOWN]:
        source = _paper_link(citing) if citing is not None else ""
        section = f" · {escape(context.section)}" if context.section else ""
        yield f'<p class="quote">{quoted(_marked(context))}<br>{_muted(source + section)}</p>'
    if limit is None and len(contexts) > CONTEXTS_SHOWN:
        more = translate("PaperDetails", "Show all {0}").format(len(contexts))
        yield f'<p><a href="more:">{more}</a></p>'


def _marked(context: CitingContext) -> str:
    """Return a citing sentence with its citation markers set off."""
    parts, last = [], 0
    for start, end in context.markers:
        parts.append(escape(context.text[last:start]))
        parts.append(f'<span class="marker">{escape(context.text[start:end])}</span>')
        last = end
    return "".join([*parts, escape(context.text[last:])])


def _format_cocited(beside: tuple[CitedWith, ...]) -> Iterable[str]:
    if beside:
        yield _heading(translate("PaperDetails", "Usually cited with"))
    for cocited_paper in beside:
        times = [
            _times(
                cocited_paper.papers,
                translate("PaperDetails", "by 1 paper"),
                translate("PaperDetails", "by {0} papers"),
            )
        ]
        times.append(
            _times(
                cocited_paper.sentences,
                translate("PaperDetails", "in 1 sentence"),
                translate("PaperDetails", "in {0} sentences"),
            )
        )
        times_text = ", ".join(filter(None, times))
        yield f'<p class="quote">{_paper_link(cocited_paper.paper)}<br>{_muted(times_text)}</p>'


def _times(count: int, once: str, often: str) -> str:
    return often.format(figure(count)) if count > 1 else once if count else ""


def _paper_link(paper: Paper) -> str:
    year = f", {paper.year}" if paper.year else ""
    return f'<a href="paper:{paper.number}">{escape(paper.title)}</a>{year}'


_NUMBERED = ("report", "patent", "standard", "article-journal")
_IN_THE_LINE = frozenset(
    (
        *("volume", "issue", "page", "publisher", "publisher-place", "edition", "issued"),
        *("event-title", "event-place", "collection-title", "collection-number", "genre"),
    )
)


def where(paper: Paper) -> str:
    """Return venue, volume, pages, publisher and date, as far as they are known."""
    extra = paper.extra
    date = items.get_publication_date(paper)
    edited = "; ".join(items.get_people(extra, "editor"))
    series = _joined(" ", _text(paper, "collection-title"), _text(paper, "collection-number"))
    parts = [
        _text(paper, "genre") if "genre" in items.FIELDS[items.get_item_type(paper)] else "",
        _in_venue(paper),
        translate("Where", "edited by {0}").format(edited) if edited else "",
        _text(paper, "event-title") if _text(paper, "event-title") != paper.venue else "",
        _text(paper, "event-place"),
        translate("Where", "edition {0}").format(edition)
        if (edition := _text(paper, "edition"))
        else "",
        series,
        _joined(": ", _text(paper, "publisher-place"), _text(paper, "publisher")),
        "" if date in paper.venue.split() else date,
    ]
    return ", ".join(filter(None, parts))


def facts(paper: Paper) -> list[tuple[str, str]]:
    """Return the type and the fields that the line leaves out: name and text."""
    kind = items.get_item_type(paper)
    field_names = [name for name in items.FIELDS[kind] if name in paper.extra]
    field_names += sorted(
        name for name in paper.extra if name in items.VARIABLES and name not in field_names
    )
    field_names = [name for name in field_names if name not in _IN_THE_LINE and name != "editor"]
    if kind in _NUMBERED and "page" not in paper.extra:  # told in the line
        field_names = [name for name in field_names if name != "number"]
    rows = [(field_name(name, kind), _text(paper, name)) for name in field_names]
    return [(translate("PaperDetails", "Type"), type_name(kind)), *rows]


def _in_venue(paper: Paper) -> str:
    """Return the venue with volume, issue and pages; an article number is in place of pages."""
    volume, issue, pages = (_text(paper, name) for name in ("volume", "issue", "page"))
    number = _text(paper, "number") if items.get_item_type(paper) in _NUMBERED else ""
    numbers = (
        f"{volume}({issue})" if volume and issue else volume or (f"({issue})" if issue else "")
    )
    head = _joined(" ", paper.venue, numbers)
    return _joined(": " if numbers else ", ", head, pages or number)


def _text(paper: Paper, name: str) -> str:
    return " ".join(items.get_field_text(paper.extra, name).split())


def _joined(between: str, *parts: str) -> str:
    return between.join(filter(None, parts))
