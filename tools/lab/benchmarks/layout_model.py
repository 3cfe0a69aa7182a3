"""Whether PyMuPDF's layout model pays: ``python -m tools.lab.benchmarks.layout_model [--pages N]``.

Compares its classes with our kinds, line by line, on pages spread over the PDFs of ``data/pdfs``,
and prints its time per page. Then reads some papers anew, with the rows it calls table, picture,
caption, header or footer left out of the text, and prints abstracts and reference lists against
the truth for both ways. The model is not among Cocite's dependencies.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import pymupdf

from core.base.records import Manuscript
from core.manuscript.pdf import assemble
from core.manuscript.pdf.extract import extract_pages
from core.manuscript.pdf.kinds import LineKind, classify
from core.manuscript.pdf.layout import Body, Row, body_style, reading_order
from core.manuscript.pdf.lines import Page
from core.manuscript.pdf.regions import floats
from tools.lab.benchmarks.data import data_folder
from tools.lab.benchmarks.parse_accuracy import Score, crossref, token_f1

LEFT_OUT = {"table", "picture", "caption", "page-header", "page-footer"}
Box = tuple[float, float, float, float, str]


def boxes_of(page: pymupdf.Page) -> list[Box]:
    page.get_layout()
    return [tuple(box) for box in page.layout_information or ()]


def class_of(row: Row, boxes: Sequence[Box]) -> str:
    across, down = (row.line.x0 + row.line.x1) / 2, (row.line.y0 + row.line.y1) / 2
    inside = [box for box in boxes if box[0] <= across <= box[2] and box[1] <= down <= box[3]]
    return min(inside, key=lambda box: box[3] - box[1])[4] if inside else "none"


def compare(paths: Sequence[Path], many: int) -> None:
    table: Counter[tuple[str, str]] = Counter()
    seconds: list[float] = []
    for path in paths[:: max(1, len(paths) // many)][:many]:
        pages, _ = extract_pages(path, max_pages=500)
        body = body_style(pages)
        rows = reading_order(pages, body)
        kinds = classify(rows, pages, body, floats(rows, pages, body))
        number = len(pages) // 2
        with pymupdf.open(path) as document:
            began = time.perf_counter()
            boxes = boxes_of(document[number])
            seconds.append(time.perf_counter() - began)
        for row, kind in zip(rows, kinds, strict=True):
            if row.line.page == number:
                table[class_of(row, boxes), kind.value] += 1
    print(f"{len(seconds)} pages, {median(seconds):.2f} s a page, worst {max(seconds):.2f} s")
    names = [kind.value for kind in LineKind]
    print(f"{'model / ours':16}" + "".join(f"{name:>9}" for name in names))
    for label in sorted({label for label, _ in table}):
        print(f"{label:16}" + "".join(f"{table[label, name]:9}" for name in names))


def read_with_model(path: Path) -> Manuscript:
    """Read a paper without the rows that the model says are no running text."""
    with pymupdf.open(path) as document:
        boxes = [boxes_of(page) for page in document]
    plain = assemble.floats

    def told(rows: Sequence[Row], *rest: Sequence[Page] | Body) -> frozenset[int]:
        said = {
            at for at, row in enumerate(rows) if class_of(row, boxes[row.line.page]) in LEFT_OUT
        }
        return plain(rows, *rest) | said  # type: ignore[arg-type]

    assemble.floats = told  # type: ignore[assignment]
    try:
        return assemble.parse(path)
    finally:
        assemble.floats = plain


def measure(folder: Path, many: int) -> None:
    scores = {name: Score() for name in ("abstract F1", "lists within 1", "same text")}
    with_model = {name: Score() for name in scores}
    lines = (folder / "pmlr" / "meta.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines[: many // 2]:
        truth = json.loads(line)
        for read, into in ((assemble.parse, scores), (read_with_model, with_model)):
            found = read(folder / "pmlr" / truth["file"])
            into["abstract F1"].count(token_f1(found.abstract, truth["abstract"]), "")
    for path in sorted((folder / "jose-dev").glob("*.pdf"))[:many]:
        _, _, entries = crossref(path.with_suffix(".crossref.xml"))
        plain, told = assemble.parse(path), read_with_model(path)
        for found, into in ((plain, scores), (told, with_model)):
            into["lists within 1"].count(abs(len(found.references) - len(entries)) <= 1, "")
        texts = [" ".join(sentence.text for sentence in found.sentences) for found in (plain, told)]
        with_model["same text"].count(token_f1(*texts), path.name)
    for name, score in scores.items():
        print(f"{name:16} ours {score.share:.3f}, with the model {with_model[name].share:.3f}")
    lost = Counter(with_model["same text"].misses)
    print("text differs in:", ", ".join(lost))


def main() -> None:
    import pymupdf.layout  # noqa: F401 - installs itself as Page.get_layout

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=24)
    parser.add_argument("--papers", type=int, default=12)
    options = parser.parse_args()
    folder = data_folder() / "pdfs"
    compare(sorted(folder.glob("*/*.pdf")), options.pages)
    measure(folder, options.papers)


if __name__ == "__main__":
    main()
