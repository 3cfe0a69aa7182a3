"""Links references of full texts to papers that were added later."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.base.jobs import Job
from core.base.records import Link, PaperNumber, Reference
from core.library.library import Library
from core.manuscript.references.linking import Linker

_BATCH = 100
"""So many citing papers are looked up with one question and stored in one transaction."""


def link_new_papers(library: Library, linker: Linker, job: Job) -> int:
    """Link open references to papers that came or changed since the last time.

    Returns how many were linked. Stopped halfway, it begins anew the next time. Only references
    whose title begins like that of a new paper, or that state its id, are looked at, so that the
    linker need not search by words.
    """
    target = library.papers.revision()
    matched = iter(library.fulltexts.matched_since().items())
    unsettled = set(library.fulltexts.unsettled())
    linked = 0
    while batch := dict(itertools.islice(matched, _BATCH)):
        job.check()
        links_by_paper = _link_matched(library, linker, batch)
        with library.database.transaction():
            for paper, links in links_by_paper.items():
                linked += _settle(library, paper, links, settled=paper not in unsettled)
    library.fulltexts.note_relinked(target)
    return linked


def link_unsettled(library: Library, linker: Linker, job: Job) -> None:
    """Look up again all references of the full texts that were stored in haste, or merged."""
    for paper in library.fulltexts.unsettled():
        job.check()
        manuscript = library.fulltexts.manuscript(paper)
        if manuscript is not None:
            library.fulltexts.settle(paper, manuscript, linker.link(manuscript.references))


def _link_matched(
    library: Library, linker: Linker, matched: Mapping[PaperNumber, Sequence[int]]
) -> dict[PaperNumber, dict[int, Link]]:
    """Return what these positions of papers' reference lists lead to now, by paper."""
    open_references: list[tuple[PaperNumber, Reference]] = []
    for paper, positions in matched.items():
        paper_references = library.citations.references(paper)
        open_references += [
            (paper, paper_references[at][0]) for at in positions if at < len(paper_references)
        ]
    links = linker.link(
        [
            replace(open_reference, index=at)
            for at, (_, open_reference) in enumerate(open_references)
        ]
    )
    links_by_paper: dict[PaperNumber, dict[int, Link]] = {}
    for at, link in links.items():
        paper, reference = open_references[at]
        links_by_paper.setdefault(paper, {})[reference.index] = link
    return links_by_paper


def _settle(
    library: Library, paper: PaperNumber, new_links: Mapping[int, Link], *, settled: bool
) -> int:
    manuscript = library.fulltexts.manuscript(paper)
    if manuscript is None:
        return 0
    paper_references = library.citations.references(paper)
    links = {reference.index: link for reference, link in paper_references if link is not None}
    library.fulltexts.settle(paper, manuscript, {**links, **new_links}, settled=settled)
    return len(new_links)
