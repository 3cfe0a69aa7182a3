"""How often a judgement is wrong, and how often it shows a gain that is true.

``python -m tools.lab.benchmarks.judge_null ANSWERS…``

ANSWERS are what ``training_small_libraries`` keeps beside its runs (``OUT/…/NUMBER.json``): the
recall of each sentence before and after a training, and the paper that asked. Papers are drawn
with replacement, as a library would hold them out.

*False* are differences that are certain by their bounds though there is none: each drawn paper's
gain gets a sign by chance, so that neither model is better; *of six* those among draws where at
least six papers changed, as fewer can show nothing by swapping the models. *Missed* are draws whose
bounds do not hold the gain over all papers; *unchanged* those of them in which no sentence changed,
and *wrong* the draws that assert a gain or loss where the other is true. *Power* are those that
assert the true one.

Gains less their mean would be no such null: where no sentence changed, all would seem to have.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from training.judging.significance import Difference, paired_difference
from training.sampling.draws import generator

_SIX = 6


@click.command(help=__doc__)
@click.argument("answers", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--draws", default=2_000, show_default=True, help="Of each number of papers.")
@click.option("--papers", "counts", multiple=True, default=(6, 8, 12, 25, 50), show_default=True)
def main(answers: Sequence[Path], draws: int, counts: Sequence[int]) -> None:
    """Draw, judge, print a row for each number of papers."""
    gains = read_gains(answers)
    mean = float(np.concatenate(gains).mean())
    print(f"{len(gains)} papers, {sum(map(len, gains))} sentences, gain {mean:+.3f}\n")
    print("| papers | false | of six | missed | unchanged | wrong | power |")
    print("|---" * 7, end="|\n", flush=True)
    for count in counts:
        print(format_row(count, gains, mean, draws), flush=True)


def read_gains(files: Sequence[Path]) -> list[NDArray[np.float64]]:
    """Return the gain of each sentence, by the paper that asked."""
    by_paper: defaultdict[tuple[Path, int], list[float]] = defaultdict(list)
    for file in files:
        answer = json.loads(file.read_text("utf-8"))
        for own, before, after in zip(
            answer["own"], answer["before"], answer["after"], strict=True
        ):
            by_paper[file, own].append(after - before)
    return [np.array(deltas) for deltas in by_paper.values()]


def format_row(count: int, gains: Sequence[NDArray[np.float64]], mean: float, draws: int) -> str:
    """Return the shares of draws of ``count`` papers that are false, missed, …, as a row."""
    random = generator(0, 0, count, "judge null")
    kinds = (np.zeros(draws, bool) for _ in range(6))
    false, changed, missed, unchanged, wrong, power = kinds
    for draw in range(draws):
        papers = [gains[index] for index in random.integers(len(gains), size=count)]
        signs = random.choice((-1.0, 1.0), count)
        null = _judge([sign * deltas for sign, deltas in zip(signs, papers, strict=True)])
        real = _judge(papers)
        false[draw] = not null.low <= 0 <= null.high
        changed[draw] = sum(deltas.any() for deltas in papers) >= _SIX
        missed[draw] = not real.low <= mean <= real.high
        unchanged[draw] = missed[draw] and not any(deltas.any() for deltas in papers)
        wrong[draw] = real.low > 0 > mean or real.high < 0 < mean
        power[draw] = real.low > 0 < mean or real.high < 0 > mean
    of_six = f"{false[changed].mean():.3f}" if changed.any() else ""
    shares = (f"{share.mean():.3f}" for share in (missed, unchanged, wrong, power))
    return " | ".join((f"| {count}", f"{false.mean():.3f}", of_six, *shares)) + " |"


def _judge(papers: Sequence[NDArray[np.float64]]) -> Difference:
    deltas = np.concatenate(papers)
    names = np.repeat(np.arange(len(papers)), [len(one) for one in papers]).tolist()
    return paired_difference(np.zeros(len(deltas)), deltas, papers=names, samples=2)


if __name__ == "__main__":
    sys.exit(main())
