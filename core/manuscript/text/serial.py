"""Manuscripts as JSON: a lossless form for pipes and storage, and the public one of ``parse``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from core.base.messages import packed, unpacked
from core.base.records import (
    Link,
    Manuscript,
    Marker,
    PaperNumber,
    Rect,
    Reference,
    Section,
    Sentence,
    UnreadPart,
)

Json = dict[str, Any]  # Any: JSON values


def to_json(manuscript: Manuscript) -> Json:
    """Return the manuscript as JSON values; ``from_json`` gives back an equal one."""
    return {
        "title": manuscript.title,
        "authors": list(manuscript.authors),
        "abstract": manuscript.abstract,
        "keywords": list(manuscript.keywords),
        "year": manuscript.year,
        "doi": manuscript.doi,
        "arxiv": manuscript.arxiv,
        "sections": [_section(section) for section in manuscript.sections],
        "sentences": [sentence_to_json(sentence) for sentence in manuscript.sentences],
        "references": [reference_to_json(reference) for reference in manuscript.references],
        "imprint": dict(manuscript.imprint),
        "cited_beside": list(manuscript.cited_beside),
        "perhaps_cited": list(manuscript.perhaps_cited),
        "unread": [unread_to_json(part) for part in manuscript.unread],
        "source_characters": manuscript.source_characters,
        "extractor": manuscript.extractor,
        "seconds": manuscript.seconds,
        "page_labels": list(manuscript.page_labels),
    }


def from_json(data: Mapping[str, Any]) -> Manuscript:
    """Return the manuscript that ``to_json`` wrote. Raises ``KeyError`` or ``TypeError`` else."""
    return Manuscript(
        title=data["title"],
        authors=tuple(data["authors"]),
        abstract=data["abstract"],
        keywords=tuple(data.get("keywords", ())),
        year=data["year"],
        doi=data["doi"],
        arxiv=data["arxiv"],
        sections=tuple(Section(**section) for section in data["sections"]),
        sentences=tuple(sentence_from_json(sentence) for sentence in data["sentences"]),
        references=tuple(reference_from_json(reference) for reference in data["references"]),
        imprint=data.get("imprint", {}),
        cited_beside=tuple(data.get("cited_beside", ())),
        perhaps_cited=tuple(data.get("perhaps_cited", ())),
        unread=tuple(unread_from_json(part) for part in data.get("unread", ())),
        source_characters=data.get("source_characters", 0),
        extractor=data["extractor"],
        seconds=data["seconds"],
        page_labels=tuple(data.get("page_labels", ())),
    )


def public_json(
    manuscript: Manuscript,
    links: Mapping[int, Link],
    ids: Callable[[PaperNumber], str],
    needs: Sequence[float],
) -> Json:
    """Return what ``cocite parse --json`` prints.

    ``links`` go by position in the reference list; ``ids`` names a linked paper; ``needs`` says
    for each sentence how likely it needs a citation, and may be empty when nobody knows.
    """
    result = to_json(manuscript)
    del result["imprint"], result["cited_beside"], result["perhaps_cited"]
    for part, stated in zip(result["unread"], manuscript.unread, strict=True):
        part["text"] = str(stated.text)
    for sentence in result["sentences"]:
        sentence["needs_citation"] = needs[sentence["index"]] if needs else 0.0
    for reference in result["references"]:
        link = links.get(reference["index"])
        reference["library_id"] = ids(link.paper) if link else None
        reference["confidence"] = link.confidence if link else 0.0
    return result


def unread_to_json(part: UnreadPart) -> Json:
    """Return the part as JSON values; ``unread_from_json`` gives back an equal one."""
    return {**asdict(part), "text": packed(part.text)}


def unread_from_json(data: Mapping[str, Any]) -> UnreadPart:
    """Return the part that ``unread_to_json`` wrote."""
    return UnreadPart(**{**data, "text": unpacked(data["text"])})


def _section(section: Section) -> Json:
    return asdict(section)


def sentence_to_json(sentence: Sentence) -> Json:
    """Return the sentence as JSON values; ``sentence_from_json`` gives back an equal one."""
    return {
        "index": sentence.index,
        "section": sentence.section,
        "page": sentence.page,
        "text": sentence.text,
        "rects": [list(rect) for rect in sentence.rects],
        "markers": [
            {
                "start": marker.start,
                "end": marker.end,
                "text": marker.text,
                "references": list(marker.references),
                "unresolved": list(marker.unresolved),
            }
            for marker in sentence.markers
        ],
        "paragraph": sentence.paragraph,
    }


def sentence_from_json(data: Mapping[str, Any]) -> Sentence:
    """Return the sentence that ``sentence_to_json`` wrote."""
    return Sentence(
        index=data["index"],
        section=data["section"],
        page=data["page"],
        text=data["text"],
        rects=tuple(Rect(*rect) for rect in data["rects"]),
        markers=tuple(
            Marker(
                marker["start"],
                marker["end"],
                marker["text"],
                tuple(marker["references"]),
                tuple(marker.get("unresolved", ())),
            )
            for marker in data["markers"]
        ),
        paragraph=data.get("paragraph", 0),
    )


def reference_to_json(reference: Reference) -> Json:
    """Return the entry as JSON values; ``reference_from_json`` gives back an equal one."""
    return {
        **asdict(reference),
        "authors": list(reference.authors),
        "rects": [list(rect) for rect in reference.rects],
    }


def reference_from_json(data: Mapping[str, Any]) -> Reference:
    """Return the entry that ``reference_to_json`` wrote, now or in an earlier version."""
    return Reference(
        **{
            **data,
            "authors": tuple(data["authors"]),
            "rects": tuple(Rect(*rect) for rect in data.get("rects", ())),
        }
    )
