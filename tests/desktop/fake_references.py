"""The part of the workspace in memory that knows gaps, links and audits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.base.errors import LibraryReadOnlyError
from core.base.records import (
    Finding,
    Link,
    ManuscriptNumber,
    OpenManuscript,
    Paper,
    PaperNumber,
    Reference,
    Sentence,
)


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
    calls: list[str]
    refuses_writing = False

    def gap_reason(self, opened: OpenManuscript, sentence: int) -> str:
        self.calls.append(f"gap_reason {sentence}")
        words = opened.manuscript.sentences[sentence].text.split()
        return f"says what others found (“{' '.join(words[:3])}”)"

    def dismiss_gap(
        self,
        opened: OpenManuscript,  # noqa: ARG002 - one manuscript at a time here
        sentence: Sentence | str,
        *,
        dismissed: bool = True,
    ) -> None:
        self._check()
        text = sentence if isinstance(sentence, str) else sentence.text
        self.said.dismissed[text] = dismissed

    def dismissed_gaps(self, opened: OpenManuscript) -> frozenset[int]:
        said = self.said.dismissed
        return frozenset(s.index for s in opened.manuscript.sentences if said.get(s.text))

    def set_link(
        self, opened: OpenManuscript, reference: int, paper: PaperNumber | None
    ) -> OpenManuscript:
        self._check()
        self.calls.append(f"set_link {reference} {paper}")
        self.said.by_hand[reference] = None if paper is None else Link(paper, 1.0, by_hand=True)
        return self.relink(opened)

    def clear_link(self, opened: OpenManuscript, reference: int) -> OpenManuscript:
        self._check()
        self.calls.append(f"clear_link {reference}")
        self.said.by_hand.pop(reference, None)
        return self.relink(opened)

    def relink(self, opened: OpenManuscript) -> OpenManuscript:
        self.calls.append("relink")
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

    def add_references(
        self, opened: OpenManuscript, references: Sequence[int]
    ) -> tuple[list[PaperNumber], OpenManuscript]:
        self._check()
        numbers = []
        for reference in references:
            entry = opened.manuscript.references[reference]
            number = PaperNumber(max(self.library.papers.all, default=0) + 1)
            numbers.append(number)
            self.library.papers.add(
                Paper(
                    number=number,
                    id=f"made:{number}",
                    ids=(f"made:{number}",),
                    title=entry.title,
                    authors=entry.authors,
                    year=entry.year,
                )
            )
            opened = self.set_link(opened, reference, number)
        return numbers, opened

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

    def _check(self) -> None:
        if self.refuses_writing:
            raise LibraryReadOnlyError("The library “Invented library” may not be written.")
