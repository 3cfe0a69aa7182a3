"""References of full texts that find their papers later: when papers come, when words are ready."""

from __future__ import annotations

from core.jobs import Job
from core.library.library import Library
from core.manuscript.linking import Linker
from core.records import PaperNumber


def link_new_papers(library: Library, linker: Linker, job: Job) -> int:
    """Link open references to papers that came or changed since the last time.

    Returns how many were linked. Stopped halfway, it begins anew the next time.
    """
    target = library.papers.revision()
    linked = 0
    for paper, positions in library.fulltexts.matched_since().items():
        job.check()
        linked += _link_some(library, linker, paper, positions)
    library.fulltexts.note_relinked(target)
    return linked


def link_unsettled(library: Library, linker: Linker, job: Job) -> None:
    """Look up again all references of the full texts that were stored in haste, or merged."""
    for paper in library.fulltexts.unsettled():
        job.check()
        manuscript = library.fulltexts.manuscript(paper)
        if manuscript is not None:
            library.fulltexts.settle(paper, manuscript, linker.link(manuscript.references))


def _link_some(library: Library, linker: Linker, paper: PaperNumber, positions: list[int]) -> int:
    known = library.citations.references(paper)
    wanted = set(positions)
    open_ones = [each for position, (each, _) in enumerate(known) if position in wanted]
    found = linker.link(open_ones)
    if not found:
        return 0
    manuscript = library.fulltexts.manuscript(paper)
    if manuscript is None:
        return 0
    links = {each.index: link for each, link in known if link is not None}
    settled = paper not in library.fulltexts.unsettled()
    library.fulltexts.settle(paper, manuscript, links | found, settled=settled)
    return len(found)
