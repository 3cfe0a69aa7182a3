"""What the tool tip of a sentence says. Knows no Qt."""

from __future__ import annotations

from core.base.records import Paper
from desktop.language.wording import percent, translate
from desktop.manuscript.reference_words import heading, is_found
from desktop.manuscript.session import ManuscriptSession
from desktop.pages.sentence_map import Kind


def describe(session: ManuscriptSession, index: int) -> str:
    """Return what is to be said of a sentence."""
    kind, need = session.marks.kind(index), session.marks.need(index)
    if kind is Kind.CHOSEN:
        rows = [row for row in session.to_cite() if row.index == index]
        titles = _titles([paper for row in rows for paper in row.papers])
        return translate("SentenceWords", "To cite: {titles}").format(titles=titles)
    texts = {
        Kind.GAP: translate(
            "SentenceWords", "Needs a citation ({need} certain) and has none"
        ).format(need=percent(need)),
        Kind.DISMISSED: translate("SentenceWords", "Marked as not needing a citation"),
        Kind.PLAIN: translate("SentenceWords", "Select it to see what it could cite"),
    }
    if kind in texts:
        reason = session.gaps.reason(index) if kind is Kind.GAP else ""
        return f"{texts[kind]}:\n{reason}" if reason else texts[kind]
    return _cited(session, index)


def _cited(session: ManuscriptSession, index: int) -> str:
    manuscript, links = session.opened.manuscript, session.opened.links
    lines = []
    for marker in manuscript.sentences[index].markers:
        for reference in marker.references:
            entry = manuscript.references[reference]
            library_text = (
                translate("SentenceWords", "in your library")
                if is_found(links.get(reference))
                else translate("SentenceWords", "not in your library")
            )
            title = heading(entry) if entry.title else heading(entry)[:90]
            lines.append(f"{title} ({library_text})")
        lines += [
            translate("SentenceWords", "“{part}” is not in the reference list").format(part=part)
            for part in marker.unresolved
        ]
    if not lines:
        return translate("SentenceWords", "Has a citation")
    return "\n".join([translate("SentenceWords", "Cites"), *dict.fromkeys(lines)])


def _titles(papers: list[Paper]) -> str:
    return "\n".join(paper.title for paper in papers)
