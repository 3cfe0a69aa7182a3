"""Summaries of papers by a causal language model: the training texts of SemCSE (004).

A base model reads title and abstract and one of five beginnings of a sentence, which it goes on
with; what it says to the end of that sentence is a summary. The prompts are those of the paper's
appendix A.2, three continuations each. How title and abstract are joined and how tokens are drawn
the paper does not say; a line each, and nucleus sampling, are chosen here.

Batches are cut by the papers' order alone, and a batch is written at once: a run that was stopped
goes on with the first paper that is missing and ends in the same file as one that was not.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.identity import title_key
from core.base.jobs import Job
from core.commands.printing import ConsoleJob, say_json
from core.manuscript.text.sentences import split_sentences
from training.corpus.corpus import Corpus
from training.models.protocols import Continuing
from training.models.served_model import LocalAddress, ServedModel
from training.models.summary_model import SummaryModel
from training.sampling.draws import generator
from training.sampling.semcse_texts import append, summarised_papers

PROMPTS = (
    (
        "To summarize, the key findings of our research, stated in one sentence that includes all"
        " relevant information, are that"
    ),
    "In summary, our research is concerned with",
    "In summary, a comprehensive and detailed conclusive statement would be that",
    "A comprehensive summary for our work would be that",
    "The main takeaway from our work is that",
)
CONTINUATIONS = 3

_LEAST_WORDS = 4
_WINDOW = 32
"""Batches whose papers are sorted by length together, so that little is padded."""
_STOPPED = re.compile(r"[.!?][)\]”’\"']*\Z")
_LEADING = " \t:;,.-–—“\"'"


@dataclass(slots=True)
class Tally:
    """What came of a run: ``removed`` counts continuations by the reason they were left out."""

    papers: int = 0
    before: int = 0
    summaries: int = 0
    removed: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Work:
    """What is to be summarised by what, and where it goes."""

    corpus: Corpus
    model: Continuing
    model_name: str
    out: Path
    papers: int = 0
    batch: int = 8
    seed: int = 0


def summarise(work: Work, job: Job) -> Tally:
    """Summarise the papers that the file does not have yet.

    All trainable papers, or ``papers`` of them by a hash of their ids, so that the first ones
    are a fair sample, and more can be had later.

    Raises:
        UsageError: the file was made by another model or seed, or no paper has an abstract.
        EngineError: it cannot be written.
        JobCancelled: a stop was asked for; the batches finished are kept.
    """
    made_by = {"model": work.model_name, "seed": work.seed}
    ready = summarised_papers(work.out, made_by)
    order = _order(work.corpus)[: work.papers or None]
    if not order:
        raise UsageError(
            "No paper of this corpus has an abstract that training may read.",
            remedy="Import papers with abstracts.",
        )
    started, tally = time.monotonic(), Tally()
    for batch in _batches(work.corpus, order, work.batch):
        job.check()
        job.report(tally.papers + tally.before, len(order), "summaries")
        missing = [paper for paper in batch if work.corpus.ids[paper] not in ready]
        tally.before += len(batch) - len(missing)
        if missing:  # the whole batch, so that its padding is what it would have been
            lines = dict(zip(batch, _lines(work, batch, tally, set(missing)), strict=True))
            append(work.out, [made_by | lines[paper] for paper in missing])
            tally.papers += len(missing)
    job.report(len(order), len(order), "summaries")
    tally.seconds = time.monotonic() - started
    return tally


def clean(continuation: str, title_keys: set[str]) -> tuple[str, str]:
    """Return the first sentence of a continuation and "", or "" and why it is left out.

    ``title_keys`` holds, as ``title_key`` writes them, the texts that a summary may not repeat.
    """
    line, end_of_line, _ = continuation.strip().partition("\n")
    sentences = split_sentences(line)
    text = " ".join(sentences[0].split()).lstrip(_LEADING) if sentences else ""
    if not text:
        return "", "empty"
    if not (_STOPPED.search(text) or end_of_line):
        return "", "unfinished"
    if len(text.split()) < _LEAST_WORDS:
        return "", "short"
    return ("", "copy") if title_key(text) in title_keys else (text, "")


def _lines(
    work: Work, batch: Sequence[int], tally: Tally, papers_counted: set[int]
) -> Iterator[dict[str, Any]]:
    """Yield what the file says of each paper of a batch; ``counted`` ones go into the tally."""
    papers = [work.corpus.text(paper) for paper in batch]
    texts = [f"{title}\n{abstract}".strip() for title, abstract in papers]
    draws = _draws(work, [work.corpus.ids[paper] for paper in batch])
    spoken = work.model.continuations(texts, PROMPTS, draws)
    for paper, (title, abstract), by_prompt in zip(batch, papers, spoken, strict=True):
        title_keys = {title_key(text) for text in (title, *split_sentences(abstract))}
        summaries, removed = _chosen(by_prompt, title_keys)
        if paper in papers_counted:
            tally.summaries += len(summaries)
            tally.removed.update(removed)
        yield {"id": work.corpus.ids[paper], "summaries": summaries, "removed": dict(removed)}


def _chosen(
    by_prompt: Sequence[Sequence[str]], title_keys: set[str]
) -> tuple[list[dict[str, Any]], Counter[str]]:
    summaries, removed = [], Counter[str]()
    for prompt, continuations in enumerate(by_prompt, start=1):
        for continuation in continuations:
            text, reason = clean(continuation, title_keys)
            if reason:
                removed[reason] += 1
            else:
                title_keys.add(title_key(text))
                summaries.append({"prompt": prompt, "text": text})
    return summaries, removed


def _draws(work: Work, ids: Sequence[str]) -> NDArray[np.float32]:
    """Return the numbers that tokens are drawn with: (papers, prompts, continuations, tokens)."""
    tokens = work.model.sampling.tokens
    draws = np.empty((len(ids), len(PROMPTS), CONTINUATIONS, tokens), np.float32)
    for index, prompt, continuation in np.ndindex(draws.shape[:3]):
        random = generator(work.seed, prompt, continuation, f"summary of {ids[index]}")
        draws[index, prompt, continuation] = random.random(tokens, np.float32)
    return draws


def _order(corpus: Corpus) -> list[int]:
    """Return the trainable papers in the order of a hash of their ids."""
    papers = np.flatnonzero(corpus.trainable & corpus.has_abstract).tolist()
    digests = {
        paper: hashlib.blake2b(corpus.ids[paper].encode(), digest_size=8).digest()
        for paper in papers
    }
    return sorted(papers, key=lambda paper: digests[paper])


def _batches(corpus: Corpus, order: Sequence[int], size: int) -> Iterator[list[int]]:
    """Yield batches of papers of about the same length, the longest of a window first."""
    for start in range(0, len(order), size * _WINDOW):
        window = order[start : start + size * _WINDOW]
        by_length = sorted(window, key=lambda paper: -len(corpus.abstract(paper)))
        for at in range(0, len(by_length), size):
            yield by_length[at : at + size]


@click.command(name="summaries")
@click.argument("corpus", type=click.Path(path_type=Path))
@click.option("--model", type=click.Path(path_type=Path),
              help="Causal language model: folder or GGUF file (paper: Llama-3-8B).")  # fmt: skip
@click.option("--address", default="",
              help="Or where Ollama or the like serves one: http://127.0.0.1:11434.")  # fmt: skip
@click.option("--name", default="",
              help="Its model; empty: the first one it lists.")  # fmt: skip
@click.option("--yes", is_flag=True, help="Send abstracts to that program without asking first.")
@click.option("--out", type=click.Path(path_type=Path), required=True,
              help="File to write or go on with: .jsonl or .jsonl.gz.")  # fmt: skip
@click.option("--papers", type=click.IntRange(min=0), default=0,
              help="So many papers, drawn at random; 0: all.")  # fmt: skip
@click.option("--batch", type=click.IntRange(min=1), default=16, show_default=True,
              help="Papers at once, with all their continuations.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True,
              help="Every random draw depends on it.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the counts as JSON.")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    corpus: Path,
    model: Path | None,
    address: str,
    name: str,
    yes: bool,
    out: Path,
    papers: int,
    batch: int,
    seed: int,
    as_json: bool,
) -> None:
    """Write summaries of the papers in the folder CORPUS, for the recipe semcse.

    A run that was stopped goes on where it was when it is started again.

    With --address, titles and abstracts are sent to a program on this computer, such as Ollama,
    and to no other computer. What that program does with them, Cocite cannot know.
    """
    if not out.name.endswith((".jsonl", ".jsonl.gz")):
        raise UsageError(
            "“{out}” is no name for summaries.",
            out=out.name,
            remedy="End it in .jsonl or .jsonl.gz.",
        )
    if (model is None) == (not address):
        raise UsageError("Give either --model or --address.", remedy="")
    if model and (name or yes):
        raise UsageError("--name and --yes go with --address only.", remedy="")
    local = LocalAddress.from_text(address) if address else None
    if local and not yes:
        click.confirm(
            f"Titles and abstracts are sent to the program at {local} on this computer."
            " If it passes them on, they leave the computer. Continue?",
            abort=True,
            err=True,
        )
    with ConsoleJob() as job:
        opened = Corpus.open(corpus, job=job, warn=lambda text: click.echo(text, err=True))
        writer, writer_name = _opened_model(model, local, name, job)
        tally = summarise(Work(opened, writer, writer_name, out, papers, batch, seed), job)
    if as_json:
        say_json(
            {
                "papers": tally.papers,
                "before": tally.before,
                "summaries": tally.summaries,
                "removed": dict(tally.removed),
                "seconds": round(tally.seconds, 1),
            }
        )
        return
    removed = ", ".join(f"{count} {reason}" for reason, count in sorted(tally.removed.items()))
    click.echo(
        f"{tally.summaries} summaries of {tally.papers} papers ({tally.before} were there before);"
        f" left out: {removed or 'none'}"
    )


def _opened_model(
    model: Path | None, address: LocalAddress | None, name: str, job: Job
) -> tuple[Continuing, str]:
    """Return what writes, and its name for the file."""
    if address:
        served = ServedModel(address, job, name=name)
        return served, served.name
    assert model is not None
    return SummaryModel(model), model.resolve().name
