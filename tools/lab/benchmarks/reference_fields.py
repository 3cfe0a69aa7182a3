"""How well the fields of reference entries are found.

On the tenth of the labelled entries that the labeller was not trained on. Prints precision,
recall and F1 of each field by source, of whole fields and of single words, the time an entry
takes and the size of the weights. What a title is:
tools/lab/fitting/labelled_references.py.
"""

from __future__ import annotations

import argparse
from time import process_time

from core.manuscript.references.entry_fields import parse_entry, shipped
from tools.lab.benchmarks.data import data_folder
from tools.lab.fitting.labelled_references import read_labelled
from tools.lab.fitting.references import HELD_OUT, TARGET, predict_fields, table, true_fields


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-v", "--verbose", action="store_true", help="show what was missed")
    options = parser.parse_args()
    entries = [
        entry for entry in read_labelled(data_folder() / "references") if entry.fold == HELD_OUT
    ]
    print(*table(entries, shipped()), sep="\n")
    start = process_time()
    for entry in entries:
        parse_entry(entry.example.text)
    each = (process_time() - start) / len(entries)
    print(f"{1000 * each:.2f} ms an entry, weights of {TARGET.stat().st_size / 1e6:.1f} MB")
    for entry in entries if options.verbose else ():
        found, truth = predict_fields(entry, shipped()), true_fields(entry)
        missed = [name for name in ("title", "authors", "year") if found[name] != truth[name]]
        if missed:
            print(entry.source, entry.example.text)
            print(
                *(f"    {name}: {found[name]!r} for {truth[name]!r}" for name in missed), sep="\n"
            )


if __name__ == "__main__":
    main()
