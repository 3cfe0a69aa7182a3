"""How well gaps are told in other fields: ``python -m tools.lab.benchmarks.gaps_elsewhere``.

Of the PDFs of other fields in the development data, in English and with eight citing sentences or
more: is a sentence that is said to need a citation one that cites? What a paper leaves without one
counts as wrong, so precision is a lower bound. Theses are left out for their length.
"""

from __future__ import annotations

import numpy as np
from sklearn.metrics import average_precision_score

from core.base.records import NEEDS_CITATION
from core.manuscript.reader import GuardedReader
from core.recommend.gaps import needs_citation
from tools.lab.benchmarks.data import data_folder

_LEFT_OUT = ("cjk", "cyrillic", "scan", "thesis")
_LEAST = 8


def main() -> None:
    cites: list[bool] = []
    chances: list[float] = []
    papers = 0
    with GuardedReader() as reader:
        for path in sorted((data_folder() / "pdfs-more").glob("*/*.pdf")):
            if path.parent.name in _LEFT_OUT:
                continue
            manuscript = reader.read_manuscript(path)
            own = [bool(sentence.markers) for sentence in manuscript.sentences]
            if sum(own) >= _LEAST:
                papers += 1
                cites += own
                chances += needs_citation(manuscript)
    truth, said = np.array(cites), np.array(chances)
    print(f"{papers} papers, {len(truth)} sentences, {truth.mean():.3f} cite")
    print(f"average precision {average_precision_score(truth, said):.3f}")
    for threshold in (NEEDS_CITATION, 0.4, 0.5):
        gaps = said >= threshold
        print(
            f"from {threshold:.2f}: {gaps.sum()} sentences, precision {truth[gaps].mean():.3f},"
            f" recall {gaps[truth].mean():.3f}"
        )


if __name__ == "__main__":
    main()
