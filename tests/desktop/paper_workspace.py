"""The workspace of the fakes with the sample paper in it: real places, answers by shared words.

All papers are invented.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.base.errors import PdfUnreadableError
from core.base.jobs import Job
from core.base.records import (
    Link,
    ManuscriptNumber,
    OpenManuscript,
    Paper,
    PaperNumber,
    PaperSet,
    Reason,
    RecentManuscript,
    Recommendation,
    Suggestion,
)
from tests.desktop.fake_workspace import FakeWorkspace
from tests.desktop.sample_paper import needs, write_paper

PAPERS = (
    ("Four decades of decline in reed-nesting birds", "Elin Sandberg; Piotr Wrona", 2018),
    ("Draining shallow wetlands: what the birds lose", "Nadia Ferreira", 2012),
    ("A network that knows three thousand voices", "Johan Lindqvist; Paul Moreau", 2019),
    ("Convolutional networks for bird species in spectrograms", "Aiko Tan; Ben Roth", 2020),
    ("Why detectors lose precision in the field", "Rosa Keller; Sam Udo; Kim Vale", 2021),
    ("Overlapping voices and background noise: a benchmark", "Omar Haddad", 2022),
    ("Hidden Markov models of song with variable tempo", "Greta Olsen; Ivo Marin", 2004),
    ("Attending over patches of spectrograms", "Li Wen; Dana Hart; Uri Katz", 2022),
    ("Transformers for audio need more data than we thought", "Yara Silva", 2023),
    ("Masked prediction as self-supervised pretraining on audio", "Noor Aziz; Tom Bell", 2021),
    ("Two views of one clip: contrastive pretraining for sound", "Hana Mori; Joel Frick", 2020),
    ("On the choice of negatives", "Filipa Duarte", 2021),
    ("The same individual sings twice: false negatives in nights", "Eva Lund; Per Holm", 2022),
    ("Calibrated uncertainty for active learning", "Vera Abara; Carl Stone", 2020),
    ("Loud is not informative", "Nia Abara; Viktor Holm", 2020),
    ("A chance-corrected agreement coefficient for many raters", "Magda Ruiz", 1981),
    ("How spatially correlated data overstate accuracy", "Ruth Amsel; David Croft", 2017),
    ("Splitting by site: random splits mislead", "Pia Nord; Ali Reza; Sun Hee", 2019),
    ("Per-channel energy normalisation revisited", "Go Sato; Lena Berg; Max Urban", 2019),
    ("Suppressing steady noise with slowly moving energy", "Tara Quinn", 2017),
    ("Mixing spectrograms and their labels", "Zoe Park; Hugo Lang", 2018),
    ("Low-frequency calls over open water", "Erik Dahl; Mona Faber", 2009),
    ("Ensembles of independently trained networks are better calibrated", "Ida Klein", 2018),
    ("Annotation effort saved for marine mammals", "Kai Nakoa; Sue Marsh", 2023),
    ("Few labels for bats: the same savings", "Jan Novak", 2024),
    ("Clean recordings, noisy fields", "Sade Adeyemi", 2020),
    ("Monitoring birds by ear and machine", "Anton Brandt; Lola Osei", 2016),
    ("Deep detectors for dawn choruses", "Egor Petrov; Mia Sands", 2021),
)
VENUES = ("Ecology of Sound", "Proc. Invented Learning", "Field Methods", "J. Wetland Research")
_SHORTEST = 5
"""Letters below which a word says nothing of the topic."""


def invented_papers() -> list[Paper]:
    return [_paper(number, *entry) for number, entry in enumerate(PAPERS, start=1)]


def _paper(number: int, title: str, authors: str, year: int) -> Paper:
    names = tuple(authors.split("; "))
    return Paper(
        number=PaperNumber(number),
        id=f"made:{number}",
        ids=(f"made:{number}",),
        title=title,
        abstract=f"{title} is asked about, measured over one season, and found to matter.",
        authors=names,
        year=year,
        venue=VENUES[number % len(VENUES)],
        citation_key=f"{names[0].split()[-1].lower()}{year}{title.split(maxsplit=1)[0].lower()}",
    )


class PaperWorkspace(FakeWorkspace):
    """Reads the sample paper where a PDF lies, and suggests papers that share words."""

    def __init__(self, *, papers: bool = True) -> None:
        super().__init__(0, Path("Invented library"))
        for paper in invented_papers() if papers else ():
            self.library.papers.add(paper)
        self.stages = ("words", "vectors")
        self.threshold = 0.1
        self.refuses_writing = False

    def open(self, path: Path, job: Job) -> OpenManuscript:
        job.check()
        self._wait()
        job.check()
        if not path.is_file() or path.read_bytes()[:5] != b"%PDF-":
            raise PdfUnreadableError(f"“{path.name}” could not be read: it is no PDF.")
        manuscript = write_paper(path.with_suffix(".copy"))
        path.with_suffix(".copy").unlink()
        recent = RecentManuscript(number=ManuscriptNumber(1), path=path, title=manuscript.title)
        self.library.manuscripts.opened.append(recent)
        titles = {paper.title: number for number, paper in self.library.papers.all.items()}
        links = {
            entry.index: Link(titles[entry.title], 0.98)
            for entry in manuscript.references
            if entry.title in titles
        }
        return OpenManuscript(
            number=ManuscriptNumber(1), path=path, manuscript=manuscript, links=links
        )

    def needs_citation(self, opened: OpenManuscript) -> list[float]:
        return needs() if opened.path is not None else super().needs_citation(opened)

    def recommend(
        self, opened: OpenManuscript, sentence: int, *, breadth: float, limit: int = 20
    ) -> Recommendation:
        self.calls.append(f"recommend {sentence} {breadth:.2f}")
        self._wait()
        text = opened.manuscript.sentences[sentence].text
        whole = " ".join(s.text for s in opened.manuscript.sentences)
        rejected = {d.paper for d in self.decisions(opened) if d.decision == "reject"}
        scored = []
        for paper in self.library.papers.get_many(self.library.papers.present()):
            near, far = _share(text, paper), _share(whole, paper)
            if paper.number not in rejected:
                scored.append((near * (1 - 0.6 * breadth) + 0.15 * far * (0.2 + breadth), paper))
        scored.sort(key=lambda pair: -pair[0])
        suggestions = tuple(
            self._suggest(rank, score, paper, text, opened)
            for rank, (score, paper) in enumerate(scored[:limit], start=1)
        )
        good = [s.paper for s in suggestions[:5] if s.confidence > 0.1]
        return Recommendation(
            text=text,
            sentence=sentence,
            suggestions=suggestions,
            sets=_sets(good),
            convincing=bool(suggestions) and suggestions[0].confidence >= self.threshold,
            stages=self.stages,
        )

    def decide(self, *arguments: object) -> None:
        if self.refuses_writing:
            from core.base.errors import LibraryReadOnlyError

            raise LibraryReadOnlyError("The library “Invented library” may not be written.")
        super().decide(*arguments)  # type: ignore[arg-type]

    def _suggest(
        self, rank: int, score: float, paper: Paper, text: str, opened: OpenManuscript
    ) -> Suggestion:
        shared = sorted(_words(text) & _words(paper.title), key=len, reverse=True)
        reasons = []
        if shared:
            words = ", ".join(f"“{word}”" for word in shared[:4])
            reasons.append(Reason("terms", f"shares {words}", paper.number))
            reasons.append(Reason("abstract", paper.abstract, paper.number))
        linked = [link.paper for link in opened.links.values()]
        return Suggestion(
            rank=rank,
            paper=paper,
            score=round(score * 12, 3),
            confidence=min(0.97, score + 0.02),
            cited="elsewhere" if paper.number in linked else "no",
            reasons=tuple(reasons),
        )


def _sets(papers: Sequence[Paper]) -> tuple[PaperSet, ...]:
    if len(papers) < 2:
        return ()
    reason = Reason("cocitation", "often cited together in your library", papers[0].number)
    return (PaperSet(tuple(papers[:3]), (reason,)),)


def _words(text: str) -> set[str]:
    return {word for word in text.lower().replace(",", " ").split() if len(word) >= _SHORTEST}


def _share(text: str, paper: Paper) -> float:
    title = _words(paper.title)
    return len(_words(text) & title) / (len(title) + 1)


def with_rank_shift(recommendation: Recommendation) -> Recommendation:
    """Return the same answer with its order turned round, as a reranker might."""
    turned = [
        replace(suggestion, rank=rank)
        for rank, suggestion in enumerate(reversed(recommendation.suggestions), start=1)
    ]
    return replace(
        recommendation, suggestions=tuple(turned), stages=("words", "vectors", "reranker")
    )
