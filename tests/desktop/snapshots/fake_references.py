"""The part of the workspace in memory that knows gaps, links and audits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.base.findings import Finding
from core.base.records import (
    Link,
    ManuscriptNumber,
    OpenManuscript,
    Paper,
    PaperNumber,
    PaperRecord,
    Reference,
)
from core.recommend.manuscripts import build_record
from core.recommend.unread import ReadingVerdict, judge_reading


class FakeLinks:
    """What a person said about entries and sentences, by the text of each."""

    def __init__(self) -> None:
        self.by_hand: dict[int, Link | None] = {}
        self.dismissed: dict[str, bool] = {}

    def links(self, number: ManuscriptNumber) -> dict[int, Link | None]:  # noqa: ARG002 - one here
        return dict(self.by_hand)


class FakeReferences:
    """Answers about gaps and references. An entry is the paper of the same title."""

    library: Any
    said: FakeLinks

    def gap_reason(self, opened: OpenManuscript, sentence: int) -> str:
        words = opened.manuscript.sentences[sentence].text.split()
        return f"says what others found (“{' '.join(words[:3])}”)"

    def recognises_gaps(self, _opened: OpenManuscript) -> bool:
        return True

    def judge_reading(self, opened: OpenManuscript) -> ReadingVerdict:
        """Say what was not read, as the engine does."""
        return judge_reading(opened.manuscript)

    def dismissed_gaps(self, opened: OpenManuscript) -> frozenset[int]:
        said = self.said.dismissed
        return frozenset(s.index for s in opened.manuscript.sentences if said.get(s.text))

    def relink(self, opened: OpenManuscript) -> OpenManuscript:
        links: dict[int, Link | None] = {
            entry.index: self._found(entry) for entry in opened.manuscript.references
        }
        links |= self.said.by_hand
        kept = {place: link for place, link in links.items() if link is not None}
        return replace(opened, links=kept)

    def link_candidates(
        self, opened: OpenManuscript, reference: int, limit: int = 8
    ) -> list[tuple[Paper, float]]:
        entry = opened.manuscript.references[reference]
        wanted = set(entry.title.lower().split())
        scored = [
            (len(wanted & set(paper.title.lower().split())) / max(len(wanted), 1), paper)
            for paper in self.library.papers.get_many(self.library.papers.present())
        ]
        scored.sort(key=lambda pair: -pair[0])
        return [(paper, share) for share, paper in scored[:limit] if share > 0]

    def build_records(self, opened: OpenManuscript, references: Sequence[int]) -> list[PaperRecord]:
        return [build_record(opened.manuscript.references[each]) for each in references]

    def audit(self, opened: OpenManuscript) -> list[Finding]:
        manuscript = opened.manuscript
        markers = [(s.index, m) for s in manuscript.sentences for m in s.markers]
        astray = [(index, part) for index, marker in markers for part in marker.unresolved]
        cited = {place for _, marker in markers for place in marker.references}
        return [
            *(
                Finding(
                    kind="not listed",
                    text=f"“{part}” is cited but is not in the reference list.",
                    sentence=index,
                )
                for index, part in astray
            ),
            *(
                Finding(
                    kind="never cited",
                    text=f"Entry {entry.label} is never cited.",
                    reference=entry.index,
                )
                for entry in manuscript.references
                if entry.index not in cited
            ),
        ]

    def _found(self, entry: Reference) -> Link | None:
        numbers: Sequence[PaperNumber] = self.library.papers.present()
        same = [n for n in numbers if self.library.papers.all[n].title == entry.title]
        return Link(same[0], 0.98) if same else None
