"""Train the sentence splitter on scientific text: ``python -m tools.lab.fitting.punkt``.

Writes abbreviations, collocations, frequent sentence starters and how frequent words are
capitalised, nothing else: no sentence, title or name of the training papers can be read from the
result. Rare words are dropped for that reason and to keep the file small.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from nltk.tokenize.punkt import PunktParameters, PunktTrainer

_BY_HAND = """
    al app approx appx arxiv assoc avg bull ca cf ch chap chaps cit conf const corp corr cond def
    defs dept dist dom dr ed edn eds e.g eq eqn eqns eqs equ esp est et.al etc ex exper ext fig figs
    fn i.e i.i.d ibid inc incl inst int intl iv jr lem lett l.h.s ltd misc mr mrs ms mt nos nr obs
    op orig p par ph.d phil pp proc prof prop props pt qv ref refs reg rem rep repr resp rev r.h.s
    s.t sci sec secs sect sects ser soc spec sr stat std supp suppl symp tab tabs tech temp thm thms
    trans u.k u.s univ viz vol vols vs a.e a.k.a a.s n.b w.h.p w.l.o.g w.p w.r.t
"""
ABBREVIATIONS = frozenset(_BY_HAND.split()) | frozenset("abcdefghijklmnopqrstuvwxyz") | {"no"}
WORDS = frozenset({"max", "min", "art", "exp", "pub", "var"})  # learnt as such, but mostly words

_LEAST_PAPERS = 60
_MOST_WORDS = 6000
_MOST_PAIRS = 400


def paragraph_texts(folder: Path, most: int) -> Iterator[tuple[int, str]]:
    """Yield paper number and paragraph text of the full texts that may be trained on."""
    papers = 0
    for path in sorted(folder.glob("*-train*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for line in islice(file, most):
                papers += 1
                for section in json.loads(line)["sections"]:
                    for paragraph in section["paragraphs"]:
                        yield papers, " ".join(sentence["text"] for sentence in paragraph)


def train(folder: Path, most: int) -> dict[str, object]:
    """Return the parameters, ready for JSON, learnt from at most ``most`` papers per file."""
    trainer = PunktTrainer()
    trainer.INCLUDE_ALL_COLLOCS = False
    paper_counts: Counter[str] = Counter()
    last: dict[str, int] = {}
    batch: list[str] = []
    for paper, text in paragraph_texts(folder, most):
        for word in set(text.casefold().split()):
            if last.get(word) != paper:
                last[word] = paper
                paper_counts[word] += 1
        batch.append(text)
        if len(batch) == 5000:
            trainer.train("\n".join(batch), finalize=False)
            batch.clear()
    trainer.train("\n".join(batch), finalize=False)
    trainer.finalize_training()
    return _reduce(trainer.get_params(), paper_counts)


def _reduce(learnt: PunktParameters, paper_counts: Counter[str]) -> dict[str, object]:
    """Keep what is frequent, add the abbreviations known by hand."""
    frequent = {word for word, papers in paper_counts.items() if papers >= _LEAST_PAPERS}
    abbreviations = {
        word
        for word in learnt.abbrev_types
        if paper_counts[f"{word}."] >= _LEAST_PAPERS and word.isascii() and len(word) <= 6
    }
    starters = {word for word in learnt.sent_starters if word in frequent and word.isalpha()}
    pairs = {
        pair
        for pair in learnt.collocations
        if all(word in frequent or word == "##number##" for word in pair)
    }
    common = [word for word, _ in paper_counts.most_common() if word in frequent and word.isalpha()]
    context = {word: learnt.ortho_context.get(word, 0) for word in common[:_MOST_WORDS]}
    return {
        "abbreviations": sorted((abbreviations | ABBREVIATIONS) - WORDS),
        "collocations": sorted(pairs)[:_MOST_PAIRS],
        "starters": sorted(starters),
        "capitals": {word: flags for word, flags in sorted(context.items()) if flags},
    }


def main() -> None:
    """Train and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with fulltexts/")
    parser.add_argument("--out", type=Path, default=Path("resources/punkt/scientific.json"))
    parser.add_argument("--papers", type=int, default=250, help="papers per file")
    options = parser.parse_args()
    parameters = train(options.data / "fulltexts", options.papers)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(parameters, ensure_ascii=False, indent=0, sort_keys=True)
    options.out.write_text(text + "\n", encoding="utf-8")
    sizes = {key: len(value) for key, value in parameters.items() if isinstance(value, list | dict)}
    print(f"{options.out}: {len(text):,} characters, {sizes}")


if __name__ == "__main__":
    main()
