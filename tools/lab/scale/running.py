"""Train on what ``packing`` wrote; needs torch, numpy and safetensors alone.

In turn: rows of all papers and the first candidates of each question; one change of the encoder for
questions and papers, ``both``; and a cross-encoder over the candidates, ``pairs``, which begins
with what the encoder has learned. Each ends after its seconds or steps; 0 leaves it out.
``both-whole.npz`` and ``pairs-whole.npz`` hold the changes, in seven bits; they are written as the
training goes, too. With a rank, what was trained whole is thinned to matrices of it, and these are
trained on: ``both.safetensors`` and ``pairs.safetensors``.

Beside them come rows by the new encoder, in seven bits with a step for each: of all papers by title
and abstract (``rows-papers.npz``) and by title alone (``rows-titles.npz``), of the second field's
papers (``rows-other.npz``), and of the texts of ``--asked`` (``rows-asked.npz``).
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor

from .arrays import (
    TEXTS_FILE,
    Ints,
    Padded,
    Rows,
    read_pack,
    stacked,
    to_device,
    write_small,
)
from .both import RATE as BOTH_RATE
from .both import WHOLE as BOTH_WHOLE
from .both import Both, Kept
from .candidates import WEIGHTS, WordSearch, first_lists
from .cloze import Cloze
from .course import Phase, Plan, Watch, train_batches
from .judging import Judge, judged_lists
from .network import WORDS, Network, Weights, in_half
from .pairs import RATE as PAIRS_RATE
from .pairs import WHOLE as PAIRS_WHOLE
from .pairs import Pairs, list_scores
from .scoring import encoded
from .taught import Bank, Taught
from .texts import ALONE, Papers, Questions, framed
from .trained import Trained, read_base, trainable, with_adapter

_HEADS = 12
"""``num_attention_heads`` in the config.json of all-MiniLM-L6-v2."""
_TOGETHER = 8_192
"""Texts that are encoded in one go."""
_BY_WORDS = 60
"""Papers that words find for a question."""
_DEPTHS = (30, 60)
"""First candidates among which the cross-encoder is judged as it is trained."""
_SHOWN = ("title sentence", "sentence")
_CLOZES, _NEIGHBOURS = 24_000, 12_000
"""Questions made of abstracts, and sentences beside citing ones, that keep what the base finds."""
_SHORTEST = 8
"""Tokens of a sentence beside a citing one that can ask."""
_JUDGED = 800
"""Held-out questions of each field that are judged."""
_SAVED_EVERY = 60.0
"""Seconds between two savings of a training."""
_PLACES = 63
_LAST = 22.0
"""Seconds that are left for what follows the last training."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of the command, which ``_parser`` explains; pairs are of both and of pairs."""

    weights: Path
    pack: Path
    adapter: Path
    out: Path
    asked: Path | None
    seconds: tuple[float, float]
    until: float
    steps: tuple[int, int]
    lists: tuple[int, int]
    batch: int
    other: float
    kept: int
    times: int
    renew: tuple[float, ...]
    taught: int
    rank: int
    heads: int
    most: int
    every: int


class Run:
    """What both trainings share: texts on the device, first lists, the log and the options."""

    def __init__(self, options: Options) -> None:
        """Read the pack and the base, and arrange the texts.

        Raises:
            SystemExit: there are fewer questions to learn from than a step takes.
        """
        self._options, self._started = options, time.perf_counter()
        self._device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.backends.cuda.matmul.allow_tf32 = True
        self._base = read_base(options.weights, self._device)
        self._network = Network.of(self._base, options.heads)
        pack = read_pack(options.pack / TEXTS_FILE)
        self._papers = Papers(pack, self._device)
        self._splits = [
            split for split in ("train", "dev", "other_dev") if f"{split}_other" in pack
        ]
        self._questions = {split: Questions(pack, split, self._device) for split in self._splits}
        train = self._questions["train"]
        usable = train.usable()
        self._groups = [
            some[: options.most or None]
            for some in (usable[~train.other[usable]], usable[train.other[usable]])
            if len(some)
        ]
        self._check_counts()
        self._judges = self._find_judges()
        self._encoder: Trained | None = None
        self._say(f"read, on {self._device}: {[len(group) for group in self._groups]} questions")

    def _check_counts(self) -> None:
        most, least = max(self._options.batch, self._options.lists[1]), min(map(len, self._groups))
        if least < most:
            raise SystemExit(
                f"A step takes {most} questions, but there are {least} to learn from."
                " Lower --batch and --lists."
            )

    def _find_judges(self) -> dict[str, Judge]:
        judges = {
            split: Judge(questions, np.arange(len(questions)), self._papers.pools[split])
            for split, questions in self._questions.items()
            if split != "train"
        }
        train = self._questions["train"]
        for name, side in (("train", False), ("other", True)):
            rows = np.flatnonzero(train.held_out & (train.other == side))[:_JUDGED]
            if len(rows):
                judges[f"held out, {name}"] = Judge(train, rows, self._papers.pools[name])
        return judges

    def find_candidates(self) -> None:
        """Make the first lists of all questions, and say what the encoders find before training."""
        full = self._rows(self._base, self._papers.alone)
        titles = self._rows(self._base, self._papers.titles_alone)
        self._by_base = torch.stack([full, titles])
        self._say_found("untrained", self._base, full)
        self._words = self._find_by_words()
        self._say("words")
        before = with_adapter(self._base, load_file(self._options.adapter))
        papers = self._rows(before, self._papers.alone)
        self._say_found("before", before, papers)
        self._lists = self._first_lists("train", before, papers)
        self._dev_lists = self._find_dev_lists(before, papers)
        self._say(f"candidates {self._lists.shape}")

    def _find_by_words(self) -> dict[str, Ints]:
        """Return the positions in its pool of each question's first papers by words."""
        searches = {
            name: WordSearch(self._papers.alone[pool.rows], len(self._base[WORDS]))
            for name, pool in self._papers.pools.items()
        }
        return {
            f"{split} {side}": searches[self._pool_name(split, side=side)].first(texts, _BY_WORDS)
            for split in self._splits
            for side in (False, True)
            if len(texts := self._side(split, "title sentence", side=side))
        }

    def _side(self, split: str, form: str, *, side: bool) -> Padded:
        """Return the questions of one field."""
        questions = self._questions[split]
        rows = np.flatnonzero(questions.other == side)
        return questions.alone[form][to_device(rows, self._device)]

    @staticmethod
    def _pool_name(split: str, *, side: bool) -> str:
        return "other" if split == "train" and side else split

    def _first_lists(self, split: str, weights: Weights, papers: Tensor) -> Ints:
        """Return the first papers of all questions of a split, by words and by an encoder."""
        questions, parts = self._questions[split], {}
        for side in (False, True):
            rows = np.flatnonzero(questions.other == side)
            if not len(rows):
                continue
            vectors = {
                form: self._rows(weights, self._side(split, form, side=side)) for form in WEIGHTS
            }
            pool = self._papers.pools[self._pool_name(split, side=side)]
            itself = [questions.itself[row] for row in rows.tolist()]
            found = first_lists(self._words[f"{split} {side}"], vectors, papers, pool, itself)
            parts[side] = (rows, found)
        width = min(found.shape[1] for _, found in parts.values())
        lists = np.zeros((len(questions), width), np.int64)
        for rows, found in parts.values():
            lists[rows] = found[:, :width]
        return lists

    def train_both(self) -> None:
        """Train one change for questions and papers, and write it."""
        options = self._options
        plan = self._plan("both", 0, rate=BOTH_RATE, whole=BOTH_WHOLE, batch=options.batch)
        plan = replace(plan, times=options.times)
        both = Both(
            self._network,
            self._questions["train"],
            self._papers,
            self._lists,
            kept=self._build_kept(),
        )
        renewals, saved = list(options.renew), [time.perf_counter()]

        def before_step(trained: Trained, share: float) -> None:
            if renewals and share >= renewals[0]:
                renewals.pop(0)
                weights = trained.weights()
                self._lists = self._first_lists(
                    "train", weights, self._rows(weights, self._papers.alone)
                )
                both.lists = to_device(self._lists, self._device)
                self._say("candidates renewed")
            self._save_sometimes(trained, "both", saved)

        def finished(phase: Phase, trained: Trained) -> None:
            self._save(trained, "both", phase)
            if phase == "whole":
                self._encoder = trained
            weights = trained.weights()
            self._say_found(f"both {phase}", weights, self._rows(weights, self._papers.alone))

        trained = Trained(self._base, trainable(self._base, pooler=False))
        train_batches(
            plan,
            trained,
            self._groups,
            both.random,
            loss_of=both.loss,
            watch=Watch(finished, before_step),
        )
        weights = self._encoder.weights() if self._encoder else self._base
        papers = self._rows(weights, self._papers.alone)
        self._lists = self._first_lists("train", weights, papers)
        self._dev_lists = self._find_dev_lists(weights, papers)
        self._write_rows(weights, papers)

    def _find_dev_lists(self, weights: Weights, papers: Tensor) -> dict[str, Ints]:
        return {split: self._first_lists(split, weights, papers) for split in self._splits[1:]}

    def _build_kept(self) -> dict[bool, Kept]:
        """Return what of the base is to be kept in each field, if anything can ask.

        In the first, made of abstracts; in the second, sentences beside the citing ones.
        """
        count, kept = self._options.kept, {}
        if not count:
            return {}
        cloze = self._cloze()
        if len(cloze.usable):
            times = -(-_CLOZES // min(_CLOZES, len(cloze.usable)))
            drawn = [cloze.draw_clozes(_CLOZES) for _ in range(times)]
            questions = stacked([each.questions for each in drawn])
            papers = stacked([each.papers for each in drawn])
            kept[False] = Kept(
                questions,
                self._rows(self._base, questions),
                self._by_base,
                count,
                papers,
                self._rows(self._base, papers),
                to_device(np.concatenate([each.rows for each in drawn]), self._device),
            )
        if len(self._groups) > 1:
            train = self._questions["train"]
            rows = np.random.default_rng(5).permutation(self._groups[1])
            texts = [framed(train.text(row, ("before",)), ALONE) for row in rows[:_NEIGHBOURS]]
            asking = [text for text in texts if len(text) >= _SHORTEST]
            if asking:
                questions = Padded.of(asking, ALONE, self._device)
                by_base = self._rows(self._base, questions)
                kept[True] = Kept(questions, by_base, self._by_base, max(1, count // 2))
        self._say(f"to keep: {[len(part.questions) for part in kept.values()]} questions")
        return kept

    def _taught(self) -> Taught | None:
        """Return what pairs learn of the base, if any abstract can ask."""
        if not self._options.taught:
            return None
        cloze = self._cloze()
        if not len(cloze.usable):
            return None
        rows = to_device(self._without_dev(), self._device)
        size = self._options.lists[0]
        bank = Bank(self._papers.in_pairs, self._by_base[0], rows)
        return Taught(cloze, self._base, bank, count=self._options.taught, size=size)

    def _cloze(self) -> Cloze:
        """Return questions made of abstracts; none of the development pool asks."""
        return Cloze.of(self._papers, self._without_dev(), self._device)

    def _without_dev(self) -> Ints:
        pools = {name: pool.rows.cpu().numpy() for name, pool in self._papers.pools.items()}
        rows: Ints = np.setdiff1d(pools["train"], pools["dev"])
        return rows

    def train_pairs(self) -> None:
        """Train a cross-encoder and write it."""
        size, batch = self._options.lists
        plan = self._plan("pairs", 1, rate=PAIRS_RATE, whole=PAIRS_WHOLE, batch=batch)
        train = self._questions["train"]
        taught = self._taught()
        pairs = Pairs(self._network, train, self._papers, self._lists, size=size, taught=taught)
        saved = [time.perf_counter()]

        def before_step(trained: Trained, share: float) -> None:
            del share
            self._save_sometimes(trained, "pairs", saved)

        def finished(phase: Phase, trained: Trained) -> None:
            self._save(trained, "pairs", phase)
            self._say_ranked(f"pairs {phase}", trained)

        train_batches(
            plan,
            self._begin_pairs(),
            self._groups,
            pairs.random,
            loss_of=pairs.loss,
            watch=Watch(finished, before_step),
        )

    def _begin_pairs(self) -> Trained:
        """Return a cross-encoder that has learned what the encoder has, if one was trained."""
        names = trainable(self._base, pooler=True)
        parts = {name: torch.zeros_like(self._base[name]) for name in names}
        if self._encoder is not None:
            parts |= {name: part.detach().clone() for name, part in self._encoder.parts.items()}
        return Trained(self._base, names, parts)

    def _plan(self, name: str, at: int, *, rate: float, whole: float, batch: int) -> Plan:
        options = self._options
        return Plan(
            name=name,
            rate=rate,
            whole=whole,
            batch=batch,
            seconds=self._seconds(at),
            steps=options.steps[at],
            rank=options.rank,
            every=options.every,
            shares=(1 - options.other, options.other)[: len(self._groups)],
        )

    def _seconds(self, at: int) -> float:
        """Return how long to train, so that all ends in time."""
        seconds, until = self._options.seconds[at], self._options.until
        if not until:
            return seconds
        return max(1.0, min(seconds, until - _LAST - (time.perf_counter() - self._started)))

    def _save(self, trained: Trained, name: str, phase: Phase) -> None:
        if phase == "whole":
            trained.save_small(self._options.out / f"{name}-whole.npz")
        else:
            trained.save(self._options.out / f"{name}.safetensors")

    def _save_sometimes(self, trained: Trained, name: str, saved: list[float]) -> None:
        if time.perf_counter() - saved[0] > _SAVED_EVERY:
            self._save(trained, name, "whole")
            saved[0] = time.perf_counter()

    @torch.no_grad()
    def _rows(self, weights: Weights, texts: Padded) -> Tensor:
        """Return unit rows of texts: (texts, width)."""
        half = in_half(weights) if self._device == "cuda" else weights
        parts = [
            encoded(self._network, half, texts[start : start + _TOGETHER])
            for start in range(0, len(texts), _TOGETHER)
        ]
        return torch.cat(parts)

    def _write_rows(self, weights: Weights, papers: Tensor) -> None:
        """Write rows by the new encoder: of all papers that have an abstract, by both texts."""
        with_abstract = to_device(np.flatnonzero(self._papers.with_abstract), self._device)
        self._write("papers", papers[with_abstract])
        titles = self._rows(weights, self._papers.titles_alone[with_abstract])
        self._write("titles", titles)
        if "other_dev" in self._papers.pools:
            self._write("other", papers[self._papers.pools["other_dev"].rows])
        if self._options.asked is not None:
            asked = Rows(read_pack(self._options.asked), "query")
            texts = Padded.of([framed(row, ALONE) for row in asked], ALONE, self._device)
            self._write("asked", self._rows(weights, texts))
        self._say("rows written")

    def _write(self, name: str, rows: Tensor) -> None:
        steps = (rows.abs().amax(1, keepdim=True) / _PLACES).half()
        places = (rows / steps.float()).round().clamp(-_PLACES, _PLACES).to(torch.int8)
        pack = {"places": places.cpu().numpy(), "steps": steps[:, 0].cpu().numpy()}
        write_small(self._options.out / f"rows-{name}.npz", pack)

    def _say_found(self, name: str, weights: Weights, papers: Tensor) -> None:
        """Say what vectors alone find, with abstracts and, in the first field, without."""
        titles = self._rows(weights, self._papers.titles_alone)
        for split, judge in self._judges.items():
            for form in _SHOWN:
                texts = judge.questions.alone[form][to_device(judge.rows, self._device)]
                asked = self._rows(weights, texts)
                self._say(f"{name}: {split}, {form}: {judge.recall(asked, papers)}")
                if split == "dev":
                    recalls = judge.recall(asked, titles)
                    self._say(f"{name}: {split}, {form}, by titles: {recalls}")

    def _say_ranked(self, name: str, trained: Trained) -> None:
        """Say what the first candidates come to when they are ranked anew."""
        for split, every_list in self._dev_lists.items():
            lists = every_list[: self._options.most or None, : max(_DEPTHS)]
            questions = self._questions[split]
            texts = questions.in_pairs("pair")
            shown = [("", self._papers.in_pairs)]
            if split == "dev":
                shown.append((", by titles", self._papers.titles_in_pairs))
            for about, papers in shown:
                scores = list_scores(self._network, trained.weights(), texts, papers, lists)
                for depth in _DEPTHS:
                    ranked = judged_lists(questions, lists[:, :depth], scores[:, :depth])
                    self._say(f"{name}, first {depth}: {split}{about}: {ranked}")

    def _say(self, text: str) -> None:
        print(f"[{time.perf_counter() - self._started:.0f} s] {text}", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """Train what was asked for."""
    parsed_arguments = _parser().parse_args(arguments)
    pairs = {
        name: tuple(getattr(parsed_arguments, name))
        for name in ("seconds", "steps", "lists", "renew")
    }
    options = Options(**{**vars(parsed_arguments), **pairs})
    options.out.mkdir(parents=True, exist_ok=True)
    run = Run(options)
    run.find_candidates()
    both, of_pairs = options.steps if any(options.steps) else options.seconds
    if both:
        try:
            run.train_both()
        except RuntimeError:  # the machine may be lent for once: what can still be made is made
            traceback.print_exc()
    if of_pairs:
        run.train_pairs()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    files = {
        "weights": "the base's weights, by packing",
        "pack": "the folder that packing wrote",
        "adapter": "of the base, which finds the first candidates",
        "out": "folder to write to",
    }
    for name, about in files.items():
        add(f"--{name}", type=Path, required=True, help=about)
    add("--asked", type=Path, help="further texts whose rows are written")
    both = ("BOTH", "PAIRS")
    add("--seconds", type=float, nargs=2, metavar=both, default=(200, 170), help="0 for none")
    add("--until", type=float, default=0, help="seconds after which all is to be over; 0 for never")
    add("--steps", type=int, nargs=2, metavar=both, default=(0, 0), help="instead of seconds")
    add("--batch", type=int, default=512, help="questions in a step of both")
    add("--other", type=float, default=0.4, help="share of the steps for the second field")
    add(
        "--renew",
        type=float,
        nargs="*",
        default=(),
        help="shares of both after which it looks for hard papers anew",
    )
    sizes = ("PAPERS", "QUESTIONS")
    add("--kept", type=int, default=128, help="clozes in a step of both; 0 for none")
    add("--times", type=int, default=1, help="trainings of both from the start, to be averaged")
    add("--lists", type=int, nargs=2, metavar=sizes, default=(24, 64), help="in a step of pairs")
    add("--taught", type=int, default=16, help="lists of clozes in a step of pairs; 0 for none")
    add("--rank", type=int, default=0, help="of the thin matrices; 0 for none")
    add("--heads", type=int, default=_HEADS, help="of the base's attention")
    add("--most", type=int, default=0, help="questions to learn from, to try it out; 0 for all")
    add("--every", type=int, default=100, help="steps between two lines about the loss")
    return parser


if __name__ == "__main__":
    main()
