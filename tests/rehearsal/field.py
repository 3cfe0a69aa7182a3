"""A small invented field: papers that cite each other, as PDFs, and what a person brings."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from tests.end_to_end.invention import (
    CITING,
    LEANING,
    PLAIN,
    InventedPaper,
    Invention,
    write_article,
)

PAPERS, BATCH, MOST_CITED = 24, 8, 5
MANUSCRIPTS = 2
HEADINGS = ("Introduction", "Related work", "Discussion")


@dataclass(frozen=True)
class Files:
    """Where a field lies on the disk."""

    batches: tuple[Path, ...]
    bib: Path
    manuscripts: tuple[Path, ...]
    corpus: Path


class Field:
    """The papers, each of which cites some of those before it.

    ``cited[n]`` holds the papers that paper n cites. The last third has no PDF: it is known from
    the ``.bib`` alone.
    """

    def __init__(self, seed: int, papers: int = PAPERS) -> None:
        self._random = random.Random(seed)
        self._invention = Invention(seed)
        self.papers = [self._invention.new_paper(100 + number) for number in range(papers)]
        self.cited: list[list[InventedPaper]] = [
            self._random.sample(self.papers[:number], min(number, MOST_CITED))
            for number in range(papers)
        ]

    def doi(self, paper: InventedPaper) -> str:
        """Return the DOI of a paper, which its BibTeX entry has and its PDF does not."""
        return f"10.5555/{paper.key}"

    def bibtex(self, paper: InventedPaper) -> str:
        """Return the BibTeX entry of a paper."""
        return paper.bibtex().replace(",\n", f",\n  doi = {{{self.doi(paper)}}},\n", 1)

    def write(self, folder: Path) -> Files:
        """Write PDFs in folders of some papers each, a ``.bib``, manuscripts and a corpus."""
        printed = self.papers[: 2 * len(self.papers) // 3]
        batches = []
        for number, paper in enumerate(printed):
            batch = folder / f"papers-{number // BATCH + 1}"
            batch.mkdir(parents=True, exist_ok=True)
            self._write_paper(batch / f"{paper.key}.pdf", paper, self.cited[number])
            if batch not in batches:
                batches.append(batch)
        bib = folder / "field.bib"
        bib.write_text("\n".join(map(self.bibtex, self.papers[BATCH:])), encoding="utf-8")
        manuscripts = [self._write_manuscript(folder, number) for number in range(MANUSCRIPTS)]
        manuscripts.append(self._write_latex(folder / "draft.tex"))
        return Files(tuple(batches), bib, tuple(manuscripts), folder)

    # --- papers and manuscripts ---------------------------------------------------------------

    def _write_paper(self, path: Path, paper: InventedPaper, cited: list[InventedPaper]) -> None:
        write_article(
            path,
            paper.title,
            paper.authors,
            paper.abstract,
            self._sections(paper, cited),
            [one.entry() for one in cited],
            two_columns=self._random.random() < 0.5,
        )

    def _write_manuscript(self, folder: Path, number: int) -> Path:
        own = self._invention.new_paper(900 + number)
        path = folder / f"manuscript-{number + 1}.pdf"
        self._write_paper(path, own, self._random.sample(self.papers, 2 * MOST_CITED))
        return path

    def _sections(
        self, paper: InventedPaper, cited: list[InventedPaper]
    ) -> list[tuple[str, list[str]]]:
        bodies: list[list[str]] = [[], [], []]
        for number, one in enumerate(cited, 1):
            text = self._random.choice(CITING)
            bodies[number % 3] += [
                self._invention.said(text, one, n=f"[{number}]"),
                self._invention.said(
                    self._random.choice(LEANING), self._random.choice(self.papers)
                ),
                self._random.choice(PLAIN),
            ]
        for body in bodies:
            body.append(self._invention.said(self._random.choice(LEANING), paper))
        return list(zip(HEADINGS, bodies, strict=True))

    def _write_latex(self, path: Path) -> Path:
        cited = self._random.sample(self.papers, MOST_CITED)
        sections = []
        for heading in HEADINGS:
            lines = [
                self._invention.said(self._random.choice(CITING), one, n=f"\\cite{{{one.key}}}")
                for one in cited
            ]
            lines += [self._invention.said(text, one) for text, one in zip(LEANING, cited)]  # noqa: B905
            sections.append(f"\\section{{{heading}}}\n" + "\n".join(lines))
        listed = "\n".join(f"\\bibitem{{{one.key}}} {one.entry()}" for one in cited)
        path.write_text(
            "\\documentclass{article}\n\\title{A draft on few things}\n\\begin{document}\n"
            "\\maketitle\n" + "\n\n".join(sections) + "\n\\begin{thebibliography}{9}\n"
            f"{listed}\n\\end{{thebibliography}}\n\\end{{document}}\n",
            encoding="utf-8",
        )
        return path
