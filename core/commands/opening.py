"""What ``cocite parse`` shows: a manuscript with its gaps, its findings, and its links if any."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from core.manuscript.html import Reading
from core.manuscript.reader import GuardedReader
from core.manuscript.sources import identify
from core.recommend import audit, gaps
from core.workspace import Workspace


def read_alone(path: Path) -> Reading:
    """Read a manuscript without any library."""
    identify(path)  # one that cannot be opened is refused in the same words as with a library
    with closing(GuardedReader()) as reader:
        manuscript = reader.read(path)
    chances = gaps.needs_citation(manuscript)
    return Reading(
        manuscript=manuscript,
        chances=chances,
        gaps=gaps.gap_sentences(manuscript, chances),
        findings=audit.audit(manuscript, {}),
    )


def read_with_library(path: Path, workspace: Workspace) -> Reading:
    """Read a manuscript and look its references up."""
    opened = workspace.manuscripts.open(path)
    chances, findings = (
        workspace.manuscripts.needs_citation(opened),
        workspace.manuscripts.audit(opened),
    )
    named = [link.paper for link in opened.links.values()]
    named += [finding.paper for finding in findings if finding.paper is not None]
    papers = workspace.library.papers.get_many(list(dict.fromkeys(named)))
    return Reading(
        manuscript=opened.manuscript,
        chances=chances,
        gaps=gaps.gap_sentences(opened.manuscript, chances),
        links=opened.links,
        papers={paper.number: paper for paper in papers},
        findings=findings,
    )
