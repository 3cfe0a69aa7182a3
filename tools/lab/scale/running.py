"""Train on what ``packing`` wrote; needs torch, numpy and safetensors alone.

In turn: rows of all papers and the first candidates of each question; one change of the encoder for
questions and papers, ``both.safetensors``; and a cross-encoder over the candidates,
``pairs.safetensors``. Each ends after its seconds or steps; 0 leaves it out. What was trained whole
is thinned to matrices of a small rank, and these are trained on. ``both-whole.safetensors`` and
``pairs-whole.safetensors`` hold what was there before that.

Beside them come the candidates of the development questions, ``dev-lists.npy`` (questions,
candidates), papers by their row in ``ids.json``, and the log-odds of the first of them in some
forms of the question, ``dev-FORM.npy``.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor

from .arrays import TEXTS_FILE, WORDS_FILE, Ints, Padded, read_pack, to_device
from .both import RATE as BOTH_RATE
from .both import WHOLE as BOTH_WHOLE
from .both import Both, Kept
from .candidates import WEIGHTS, first_lists
from .cloze import Cloze
from .course import Phase, Plan, train_batches
from .judging import Judge, judged_lists
from .network import WORDS, Network, Weights, in_half
from .pairs import RATE as PAIRS_RATE
from .pairs import WHOLE as PAIRS_WHOLE
from .pairs import Pairs, list_scores
from .scoring import encoded
from .taught import Bank, Taught
from .texts import Papers, Questions
from .trained import Trained, read_base, trainable, with_adapter

_HEADS = 12
"""``num_attention_heads`` in the config.json of all-MiniLM-L6-v2."""
_TOGETHER = 8_192
"""Texts that are encoded in one go."""
_DEPTHS = (30, 60)
"""First candidates among which the cross-encoder is judged as it is trained."""
_SHOWN = ("title sentence", "sentence")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of the command, which ``_parser`` explains; pairs are of both and of pairs."""

    weights: Path
    pack: Path
    adapter: Path
    out: Path
    seconds: tuple[float, float]
    steps: tuple[int, int]
    lists: tuple[int, int]
    batch: int
    kept: int
    times: int
    renew: tuple[int, ...]
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
        self._questions = {
            split: Questions(pack, split, self._device) for split in ("train", "dev")
        }
        self._usable = self._questions["train"].usable()[: options.most or None]
        most = max(options.batch, options.lists[1])
        if len(self._usable) < most:
            raise SystemExit(
                f"A step takes {most} questions, but there are {len(self._usable)} to learn from."
                " Lower --batch and --lists."
            )
        self._judges = {"dev": self._judge("dev"), "held out": self._judge("train")}
        self._lists: dict[str, Ints] = {}
        self._words = read_pack(options.pack / WORDS_FILE)
        self._say(f"read, on {self._device}")

    def find_candidates(self) -> None:
        """Make the first lists of all questions, and say what the encoders find before training."""
        self._by_base = papers = self._all_papers(self._base)
        before = with_adapter(self._base, load_file(self._options.adapter))
        self._say_found("untrained", self._base, papers)
        self._say_found("before", before, papers)
        self._lists = {split: self._first_lists(split, before, papers) for split in self._questions}
        self._say(f"candidates {self._lists['train'].shape}")
        np.save(self._options.out / "dev-lists.npy", self._lists["dev"].astype(np.int32))

    def _first_lists(self, split: str, weights: Weights, papers: Tensor) -> Ints:
        """Return the first papers of all questions of a split, by words and by an encoder."""
        questions, pool = self._questions[split], self._papers.pools[split]
        vectors = {form: self._rows(weights, questions.alone[form]) for form in WEIGHTS}
        ranked = self._words[split].astype(np.int64)
        return first_lists(ranked, vectors, papers, pool, list(questions.itself))

    def _renewed(self, weights: Weights) -> Ints:
        new_lists = self._first_lists("train", weights, self._all_papers(weights))
        self._say("candidates renewed")
        return new_lists

    def train_both(self) -> None:
        """Train one change for questions and papers, and write it."""
        options = self._options
        plan = self._plan("both", 0, rate=BOTH_RATE, whole=BOTH_WHOLE, batch=options.batch)
        plan = replace(plan, times=options.times)
        train, lists = self._questions["train"], self._lists["train"]
        both = Both(
            self._network,
            train,
            self._papers.alone,
            lists,
            self._build_kept(),
            renewed=self._renewed,
            renewals=frozenset(options.renew),
        )

        def finished(phase: Phase, trained: Trained) -> None:
            self._save(trained, "both", phase)
            weights = trained.weights()
            self._say_found(f"both {phase}", weights, self._all_papers(weights))

        trained = Trained(self._base, trainable(self._base, pooler=False))
        train_batches(
            plan, trained, self._usable, both.random, loss_of=both.loss, finished=finished
        )

    def _build_kept(self) -> Kept | None:
        """Return what of the base is to be kept, if any abstract can ask."""
        if not self._options.kept:
            return None
        cloze = self._cloze()
        return Kept(cloze, self._base, self._options.kept) if len(cloze.usable) else None

    def _taught(self) -> Taught | None:
        """Return what pairs learn of the base, if any abstract can ask."""
        if not self._options.taught:
            return None
        cloze = self._cloze()
        if not len(cloze.usable):
            return None
        rows = to_device(self._without_dev(), self._device)
        size = self._options.lists[0]
        bank = Bank(self._papers.in_pairs, self._by_base, rows)
        return Taught(cloze, self._base, bank, count=self._options.taught, size=size)

    def _cloze(self) -> Cloze:
        """Return questions made of abstracts; none of the development pool asks."""
        return Cloze.of(self._papers, self._without_dev(), self._device)

    def _without_dev(self) -> Ints:
        pools = {split: pool.rows.cpu().numpy() for split, pool in self._papers.pools.items()}
        rows: Ints = np.setdiff1d(pools["train"], pools["dev"])
        return rows

    def train_pairs(self) -> None:
        """Train a cross-encoder, write it, and score the development lists."""
        size, batch = self._options.lists
        plan = self._plan("pairs", 1, rate=PAIRS_RATE, whole=PAIRS_WHOLE, batch=batch)
        train, lists = self._questions["train"], self._lists["train"]
        taught = self._taught()
        pairs = Pairs(self._network, train, self._papers, lists, size=size, taught=taught)

        def finished(phase: Phase, trained: Trained) -> None:
            self._save(trained, "pairs", phase)
            self._say_ranked(f"pairs {phase}", trained)

        trained = Trained(self._base, trainable(self._base, pooler=True))
        thin = train_batches(
            plan, trained, self._usable, pairs.random, loss_of=pairs.loss, finished=finished
        )
        for form in ("pair", *_SHOWN):
            scores = self._dev_scores(thin, form, None if form == "pair" else max(_DEPTHS))
            name = f"dev-{form.replace(' ', '-')}.npy"
            np.save(self._options.out / name, scores.half().cpu().numpy())
            lists = self._some_dev()[:, : scores.shape[1]]
            self._say(f"{form}: {judged_lists(self._questions['dev'], lists, scores)}")

    def _plan(self, name: str, at: int, *, rate: float, whole: float, batch: int) -> Plan:
        options = self._options
        return Plan(
            name=name,
            rate=rate,
            whole=whole,
            batch=batch,
            seconds=options.seconds[at],
            steps=options.steps[at],
            rank=options.rank,
            every=options.every,
        )

    def _judge(self, split: str) -> Judge:
        questions = self._questions[split]
        return Judge(questions, np.flatnonzero(questions.held_out), self._papers.pools[split])

    def _save(self, trained: Trained, name: str, phase: Phase) -> None:
        trained.save(self._options.out / f"{name}{'-whole' * (phase == 'whole')}.safetensors")

    @torch.no_grad()
    def _rows(self, weights: Weights, texts: Padded) -> Tensor:
        """Return unit rows of texts: (texts, width)."""
        half = in_half(weights) if self._device == "cuda" else weights
        parts = [
            encoded(self._network, half, texts[start : start + _TOGETHER])
            for start in range(0, len(texts), _TOGETHER)
        ]
        return torch.cat(parts)

    def _all_papers(self, weights: Weights) -> Tensor:
        """Return the rows of all papers, 0 for those in no pool: (papers, width)."""
        in_pools = torch.unique(torch.cat([pool.rows for pool in self._papers.pools.values()]))
        rows = torch.zeros(len(self._papers), weights[WORDS].shape[1], device=self._device)
        rows[in_pools] = self._rows(weights, self._papers.alone[in_pools])
        return rows

    def _some_dev(self) -> Ints:
        return self._lists["dev"][: self._options.most or None]

    def _dev_scores(self, trained: Trained, form: str, depth: int | None) -> Tensor:
        questions = self._questions["dev"].in_pairs(form)
        lists = self._some_dev()[:, :depth]
        papers = self._papers.in_pairs
        return list_scores(self._network, trained.weights(), questions, papers, lists)

    def _say_found(self, name: str, weights: Weights, papers: Tensor) -> None:
        """Say what vectors alone find."""
        for split, judge in self._judges.items():
            for form in _SHOWN:
                texts = judge.questions.alone[form][to_device(judge.rows, self._device)]
                recalls = judge.recall(self._rows(weights, texts), papers)
                self._say(f"{name}: {split}, {form}: {recalls}")

    def _say_ranked(self, name: str, trained: Trained) -> None:
        """Say what the first candidates come to when they are ranked anew."""
        lists = self._some_dev()
        scores = self._dev_scores(trained, "pair", max(_DEPTHS))
        for depth in _DEPTHS:
            ranked = judged_lists(self._questions["dev"], lists[:, :depth], scores[:, :depth])
            self._say(f"{name}, first {depth}: {ranked}")

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
        run.train_both()
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
        "adapter": "of the base for queries, which finds the first candidates",
        "out": "folder to write to",
    }
    for name, about in files.items():
        add(f"--{name}", type=Path, required=True, help=about)
    both = ("BOTH", "PAIRS")
    add("--seconds", type=float, nargs=2, metavar=both, default=(90, 170), help="0 for none")
    add("--steps", type=int, nargs=2, metavar=both, default=(0, 0), help="instead of seconds")
    add("--batch", type=int, default=512, help="questions in a step of both")
    add(
        "--renew",
        type=int,
        nargs="*",
        default=(),
        help="steps before which both looks for hard papers anew",
    )
    sizes = ("PAPERS", "QUESTIONS")
    add("--kept", type=int, default=128, help="clozes in a step of both; 0 for none")
    add("--times", type=int, default=1, help="trainings of both from the start, to be averaged")
    add("--lists", type=int, nargs=2, metavar=sizes, default=(24, 64), help="in a step of pairs")
    add("--taught", type=int, default=16, help="lists of clozes in a step of pairs; 0 for none")
    add("--rank", type=int, default=64, help="of the thin matrices; 0 for none")
    add("--heads", type=int, default=_HEADS, help="of the base's attention")
    add("--most", type=int, default=0, help="questions to learn from, to try it out; 0 for all")
    add("--every", type=int, default=100, help="steps between two lines about the loss")
    return parser


if __name__ == "__main__":
    main()
