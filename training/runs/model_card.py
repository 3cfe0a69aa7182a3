"""The model card: what a trained model is, what it learned from, and how good it is.

Markdown with a header of YAML as the Hugging Face hub reads it. It holds counts and scores, and
no text of the corpus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.base.files import replace_text
from core.base.messages import Message, joined
from core.models.learned import Learned
from core.models.manifest import Manifest
from training.base.recipe import Recipe
from training.judging.related import CITED
from training.judging.significance import Difference
from training.runs.comparison import MAIN, Parts
from training.runs.folder import RunConfig

CARD = "README.md"
_TOLD_ELSEWHERE = frozenset({"name", "base", "seed", "device"})
_ADAPTER = (
    " Only queries are read with an adapter: papers have the vectors of the base, so a library that"
    " it has encoded need not be encoded again."
)
_TASKS = {
    "encoder": "sentence-similarity",
    "hierarchical": "sentence-similarity",
    "reranker": "text-ranking",
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """Held-out scores of the new model, and of the one it started from where it was measured.

    ``difference`` is that on citing sentences, ``by_papers`` that on papers which ask for those
    they cite; a model ``of_papers`` was trained for these. ``parts`` has the sentences that are new
    to the base and those that it knew, where the base says what it learned from.
    """

    after: dict[str, float]
    before: dict[str, float] = field(default_factory=dict)
    difference: Difference | None = None
    by_papers: Difference | None = None
    of_papers: bool = False
    parts: Parts | None = None

    def sentence(self) -> str:
        """Say whether the new model finds more than its base, first at what it was trained for."""
        if self.parts is None:
            return self._whole()
        sentences = (self._whole(), _on_new(self.parts), _on_old(self.parts))
        return joined(filter(None, sentences), " ")

    def _whole(self) -> str:
        sentences = self._sentence(self.difference, MAIN)
        if not self.of_papers or self.by_papers is None:
            return sentences or Message(
                "The model is trained; it could not be compared with its base."
            )
        own = self._sentence(self.by_papers, CITED)
        if not sentences:
            return Message("For papers: {own}", own=own)
        return Message(
            "For papers, as trained: {own} For sentences: {sentences}",
            own=own,
            sentences=sentences,
        )

    def _sentence(self, difference: Difference | None, metric: str) -> str:
        if difference is None:
            return ""
        verdict = Message("No clear difference from its base")
        if difference.low > 0:
            verdict = Message("The new model finds more than its base")
        elif difference.high < 0:
            verdict = Message("The new model finds less than its base")
        return Message(
            "{verdict}: {metric} {new:.3f}, before {old:.3f} (95 % interval of the difference "
            "{low:+.3f} to {high:+.3f}).",
            verdict=verdict,
            metric=metric,
            new=self.after[metric],
            old=self.before[metric],
            low=difference.low,
            high=difference.high,
        )


def _on_new(parts: Parts) -> Message | None:
    difference = parts.new
    if difference is None:
        return Message(
            "No new sentences are held out, so the result on new sentences cannot be measured."
        )
    verdict = Message("no clear difference")
    if difference.low > 0:
        verdict = Message("better results")
    elif difference.high < 0:
        verdict = Message("worse results")
    return _on(Message("On new sentences"), verdict, difference)


def _on_old(parts: Parts) -> Message | None:
    difference = parts.old
    if difference is None:
        return None
    verdict = Message("no clear loss")
    if difference.high < 0:
        verdict = Message("worse results")
    return _on(Message("On sentences the base model knows"), verdict, difference)


def _on(questions: Message, verdict: Message, difference: Difference) -> Message:
    return Message(
        "{what}: {verdict} ({metric} {mean:+.3f}, 95 % interval {low:+.3f} to {high:+.3f}, "
        "{count} held-out sentences).",
        what=questions,
        count=difference.wins + difference.losses + difference.ties,
        verdict=verdict,
        metric=MAIN,
        mean=difference.mean,
        low=difference.low,
        high=difference.high,
    )


def write_card(
    folder: Path,
    recipe: Recipe[Any],
    config: RunConfig,
    manifest: Manifest,
    comparison: Comparison,
    learned: Learned | None = None,
) -> None:
    """Write the card of a model into its folder."""
    sections = [
        _header(config, manifest, comparison),
        f"# {manifest.name}\n\n{recipe.summary}",
        _method(recipe, config),
        _data(config, learned),
        _scores(comparison),
        _use(manifest),
        _limits(config, manifest),
    ]
    replace_text(folder / CARD, "\n\n".join(sections) + "\n")


def _header(config: RunConfig, manifest: Manifest, comparison: Comparison) -> str:
    from huggingface_hub import EvalResult, ModelCardData

    task = _TASKS[manifest.kind]
    results = [
        EvalResult(
            task_type=task,
            dataset_type="private",
            dataset_name=f"held-out papers of corpus {config.corpus.fingerprint[:12]}",
            metric_type=name,
            metric_value=round(score, 4),
        )
        for name, score in comparison.after.items()
    ]
    data = ModelCardData(
        language="en",
        license=manifest.licence.lower() or None,
        base_model=config.base.origin or config.base.name or None,
        pipeline_tag=task,
        tags=["cocite", config.recipe, "citation-recommendation", "scientific-papers"],
        model_name=manifest.name,
        eval_results=results or None,
    )
    return f"---\n{data.to_yaml()}\n---"


def _method(recipe: Recipe[Any], config: RunConfig) -> str:
    preset = f", preset {config.preset}" if config.preset else ""
    base = config.base.name or "random weights"
    changed = list(_changed(recipe, config))
    lines = [
        "## Method",
        "",
        f"Recipe `{recipe.name}` of Cocite{preset}, from {base}; seed {config.seed}.",
        f"Please cite: {recipe.source}",
        "",
        f"Settings that differ from the recipe's defaults{':' if changed else ': none.'}",
        "",
        *(_table(("setting", "value", "default"), changed) if changed else ()),
    ]
    return "\n".join(lines).rstrip()


def _changed(recipe: Recipe[Any], config: RunConfig) -> Iterator[tuple[str, ...]]:
    """Yield name, value and default; of a path the last part, for where it lay is nobody's."""
    defaults = recipe.settings().model_dump(mode="json")
    for name, value in config.settings.items():
        if name not in _TOLD_ELSEWHERE and value != defaults.get(name):
            text = Path(value).name if isinstance(value, str) else value
            yield f"`{name}`", str(text), str(defaults.get(name, ""))


def _data(config: RunConfig, learned: Learned | None) -> str:
    rows = (
        f"A corpus of citations with the fingerprint `{config.corpus.fingerprint}`. Held-out"
        " papers, their sentences and citations were not trained on."
    )
    lines = [
        "## Data",
        "",
        rows,
        "",
        *_table(("what", "count"), _flat(config.corpus.counts)),
        *_learned(learned),
    ]
    return "\n".join(lines)


def _learned(learned: Learned | None) -> Iterator[str]:
    if learned is None:
        return
    yield ""
    yield (
        f"Learned from {learned.sentences} citing sentences, {learned.decisions} decisions of a"
        f" person among them, until {learned.until[:10]}; trained from"
        f" {learned.trained_from or 'random weights'}, whose sentences count where it says them."
        " `learned.json` has their checksums, so that a later training knows what is new; leave it"
        " out where you pass the model on."
    )


def _flat(counts: Mapping[str, Any], of: str = "") -> Iterator[tuple[str, ...]]:
    for name, value in counts.items():
        label = f"{of}{name.replace('_', ' ')}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{label}, ")
        else:
            yield label, str(value)


def _scores(comparison: Comparison) -> str:
    if not comparison.after:
        return "## Scores\n\nNone: the corpus has no held-out papers to measure on."
    before = comparison.before
    rows = [
        (name, *(f"{of[name]:.4f}" if name in of else "" for of in (comparison.after, before)))
        for name in comparison.after
    ]
    questions = (
        "On papers held out from training; higher is better. recall@10, map@10, mrr and ndcg@10"
        " ask with a citing sentence and the title of its manuscript. They are measured on one half"
        " of the held-out citing papers; which state of the training is kept was decided on the"
        " other half, as were all other scores. A corpus with one such paper has no halves."
        f" {CITED} asks with a paper of the first half for five that it cites, among 25 others."
    )
    lines = [
        "## Scores",
        "",
        questions,
        "",
        *_table(("score", "this model", "its base"), rows),
        "",
        comparison.sentence(),
    ]
    return "\n".join(lines)


def _use(manifest: Manifest) -> str:
    commands = ["cocite models add FOLDER"]
    if manifest.kind != "reranker":
        commands.append(f"cocite models use {manifest.name}")
    # A library that its base has encoded keeps its vectors where papers are read alike.
    if manifest.kind != "reranker" and not manifest.has_query_adapter:
        commands.append("cocite index --library DIR")
    return "\n".join(["## Use", "", "```", *commands, "```", "", _READ[manifest.kind](manifest)])


def _limits(config: RunConfig, manifest: Manifest) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in config.versions.items())
    licence = manifest.licence or "not stated by the base; ask before passing the model on"
    return "\n".join(
        [
            "## Limits",
            "",
            "- It learned what its corpus cites; for papers of another field, measure first.",
            "- Citations follow habit and fame as well as worth, and so does the model.",
            "- Scores among some thousand papers are higher than in a larger library.",
            f"- Licence of the weights: {licence}.",
            f"- Trained with {versions}.",
        ]
    )


def _encoder_reads(manifest: Manifest) -> str:
    pooled = {
        "cls": "state of [CLS]",
        "mean": "mean of the last states",
        "lasttoken": "state of the last token",
    }[manifest.pooling]
    return (
        f"A paper is read as title, “{manifest.separator}”, abstract, up to"
        f" {manifest.max_tokens} tokens; the {pooled}, brought to unit length, is its vector of"
        f" {manifest.dimension} numbers.{_ADAPTER if manifest.has_query_adapter else ''}"
    )


def _hierarchical_reads(manifest: Manifest) -> str:
    return (
        f"A paper is read sentence by sentence, up to {manifest.max_tokens} tokens each; its"
        f" vector has {manifest.dimension} numbers and unit length."
    )


def _reranker_reads(manifest: Manifest) -> str:
    reads = (
        f"A query, up to {manifest.query_tokens} tokens, and a paper are read together, up to"
        f" {manifest.max_tokens} tokens, and given one score: it orders what was found already."
    )
    if manifest.start is None:
        return f"{reads} sentence-transformers opens it as a CrossEncoder."
    return (
        f"{reads} Its log-odds are those of the pair's two classes and"
        f" {manifest.start.likeness:.3g} · (cosine − {manifest.start.level:.3g}): the cosine of"
        " query and paper, each read by itself by the same network. It was trained to add to a"
        f" first stage whose log-odds are −{manifest.start.first:.3g} · ln(rank)."
        " sentence-transformers' CrossEncoder would know the first part alone, so its version 6"
        " refuses the folder; do not open it with an older one."
    )


_READ = {
    "encoder": _encoder_reads,
    "hierarchical": _hierarchical_reads,
    "reranker": _reranker_reads,
}


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table; a bar within a cell would end it."""
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(cell.replace('|', '/') for cell in line)} |" for line in lines]
