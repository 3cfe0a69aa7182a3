"""How well abstracts are read from PDFs: ``python -m tools.lab.benchmarks.abstracts``.

The truth is the JATS beside each PDF of the development data; words are compared as bags.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from lxml import etree

from core.manuscript.reader import GuardedReader
from tools.lab.benchmarks.data import data_folder

_GOOD = 0.95


def words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.lower()))


def stated(path: Path) -> Counter[str]:
    """Return the words of the first abstract that a JATS file has."""
    abstract = etree.parse(path).find(".//abstract")
    return words(" ".join(abstract.itertext())) if abstract is not None else Counter()


def token_f1(truth: Counter[str], read: Counter[str]) -> float:
    return 2 * (truth & read).total() / max(1, truth.total() + read.total())


def main() -> None:
    figures = []
    with GuardedReader() as reader:
        for jats in sorted((data_folder() / "pdfs-more").glob("*/*.jats.xml")):
            pdf = jats.with_name(jats.name.replace(".jats.xml", ".pdf"))
            figures.append(token_f1(stated(jats), words(reader.read_manuscript(pdf).abstract)))
            print(f"{pdf.name}  {jats.parent.name:22} {figures[-1]:.3f}")
    mean, good = sum(figures) / len(figures), sum(figure >= _GOOD for figure in figures)
    print(f"token F1: mean {mean:.3f}, {_GOOD} and more: {good} of {len(figures)}")


if __name__ == "__main__":
    main()
