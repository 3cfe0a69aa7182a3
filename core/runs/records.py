"""Models and training runs as frozen values for the window."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from core.base.messages import Message
from core.base.wire import Event

BM25 = "BM25"
"""What a judgement calls the words that every model is compared with."""

ENOUGH_HELD_OUT = 300
"""Held-out sentences that it takes to judge a training: half choose its state, half judge it."""
FEW_ABSTRACTS = 0.1
"""Share of citations that lead to a paper with an abstract: below, titles have to do."""

Level = Literal["enough", "thin", "missing"]
SettingKind = Literal["text", "choice", "integer", "number", "switch"]
ModelKind = Literal["encoder", "hierarchical", "reranker"]
RunState = Literal[
    "starting", "running", "stopping", "stopped", "finished", "failed", "interrupted", "unreadable"
]
"""``interrupted``: the process ended without a word; ``stopped``: as asked, it can be resumed."""
ALIVE: frozenset[RunState] = frozenset({"starting", "running", "stopping"})
RESUMABLE: frozenset[RunState] = frozenset({"stopped", "interrupted", "failed"})

Value = str | int | float | bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Something a recipe can be told; limits that are ``None`` do not exist.

    ``above`` and ``below`` are limits that a value may not reach.
    """

    name: str
    kind: SettingKind
    default: Value
    meaning: str
    label: str = ""
    choices: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    above: float | None = None
    below: float | None = None
    pattern: str = ""

    @property
    def title(self) -> str:
        """What it is called on the screen: as the trainer says, else its name as words."""
        if self.label:
            return self.label
        words = self.name.replace("_", " ")
        return words[:1].upper() + words[1:]

    def problem(self, text: str) -> str:
        """Return what is wrong with a typed value, as the end of a sentence; "" if nothing is."""
        if self.kind == "choice":
            choice_list = ", ".join(self.choices)
            problem_text = Message("one of {choices} is expected", choices=choice_list)
            return "" if text in self.choices else problem_text
        if self.kind in ("integer", "number"):
            return self._problem_of_number(text)
        if self.pattern and not re.search(self.pattern, text):
            return Message(
                "letters, digits, dots, hyphens and underscores are expected, a letter first"
            )
        return ""

    def format_value(self, value: Value | None = None) -> str:
        """Return a value, or the default, as one types it."""
        value = self.default if value is None else value
        if isinstance(value, bool):
            return json.dumps(value)
        return f"{value:g}" if isinstance(value, float) else str(value)

    def _problem_of_number(self, text: str) -> str:
        whole = self.kind == "integer"
        try:
            value = int(text) if whole else float(text)
        except ValueError:
            return (
                Message("a whole number is expected") if whole else Message("a number is expected")
            )
        if not math.isfinite(value):
            return Message("a number is expected")
        return next(self._broken_limits(value), "")

    def _broken_limits(self, value: float) -> Iterator[Message]:
        if self.least is not None and value < self.least:
            yield Message("at least {limit:g} is expected", limit=self.least)
        if self.most is not None and value > self.most:
            yield Message("at most {limit:g} is expected", limit=self.most)
        if self.above is not None and value <= self.above:
            yield Message("more than {limit:g} is expected", limit=self.above)
        if self.below is not None and value >= self.below:
            yield Message("less than {limit:g} is expected", limit=self.below)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipePurpose:
    """What a preset of a recipe is for, in words that need no knowledge of training."""

    preset: str
    title: str
    choose: str
    gain: str
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipeInfo:
    """A way to train. ``summary`` is one sentence, ``source`` the paper, ``base`` the usual one."""

    name: str
    title: str
    summary: str
    source: str
    base: str
    settings: tuple[Setting, ...]
    presets: Mapping[str, Mapping[str, Value]]
    purposes: tuple[RecipePurpose, ...] = ()

    def setting(self, name: str) -> Setting | None:
        """Return the setting of that name, if there is one."""
        return next((candidate for candidate in self.settings if candidate.name == name), None)


@dataclass(frozen=True, slots=True)
class CorpusFinding:
    """How much a corpus holds of something, said in a sentence; ``recipes`` are those it serves."""

    level: Level
    subject: str
    count: int
    sentence: str
    recipes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CorpusChecked:
    """What a corpus is good for; ``recipes`` says how far it serves each."""

    folder: Path
    findings: tuple[CorpusFinding, ...]
    recipes: Mapping[str, Level]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What a corpus holds that a model did not learn from yet; ``since`` is ISO 8601, or "".

    ``sentences`` are citing ones of papers, ``decisions`` papers chosen or refused for sentences of
    manuscripts, ``known_sentences`` sentences that it learned from. ``why_not`` says why that is
    too little, ``shortfalls`` what it cannot show.
    """

    corpus: Path
    model: str
    title: str
    preset: str
    since: str
    sentences: int
    decisions: int
    known_sentences: int
    why_not: str
    shortfalls: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Device:
    """What can compute; ``name`` is what the setting ``device`` takes, sizes are bytes, 0: unknown.

    ``kind`` is "cuda", "rocm", "xpu", "mps" or "cpu". ``problem`` says why it cannot be used, ""
    if it can; ``remedy`` what to do about it.
    """

    name: str
    kind: str
    title: str
    free: int
    total: int
    problem: str = ""
    remedy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRequest:
    """A training that a person asks for; ``settings`` are only those that differ."""

    recipe: str
    corpus: Path
    preset: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Measure:
    """What a few steps of a training showed: bytes at their peak, speed, and time for its stage.

    ``memory`` is 0 where it could not be measured; ``steps`` are those of the stage.
    """

    device: str
    memory: int
    micro_batch: int
    batch: int
    steps: int
    examples_per_second: float
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A training run as its folder shows it; ``name`` is that of the folder.

    ``scores`` and ``before`` are held-out scores of its model and of its base, once it has ended.
    ``model`` is the folder of the finished model, ``title`` its name as words. ``doing`` names what
    goes on beside the steps, ``done_count`` of ``total``, and ``seconds_left`` is then the time for
    that. ``ended_at`` is the step at which the run was ended as asked, with its best state as its
    model. ``memory`` is the most that its process took so far, in bytes; before its steps, what it
    will. ``saved_step`` is the step of the last checkpoint of its stage, 0 before there is one;
    ``resumed`` says from where it goes on, "" for one that was never interrupted. ``size`` is what
    its folder takes on the disk, in bytes.
    """

    name: str
    folder: Path
    state: RunState
    recipe: str = ""
    recipe_title: str = ""
    model_name: str = ""
    title: str = ""
    base: str = ""
    device: str = ""
    start_time: str = ""
    corpus: Path | None = None
    message: str = ""
    remedy: str = ""
    step: int = 0
    steps: int = 0
    seconds_left: float | None = None
    doing: str = ""
    done_count: int = 0
    total: int = 0
    ended_at: int = 0
    memory: int = 0
    saved_step: int = 0
    resumed: str = ""
    scores: Mapping[str, float] = field(default_factory=dict)
    before: Mapping[str, float] = field(default_factory=dict)
    model: Path | None = None
    judged: bool = False
    size: int = 0

    @property
    def is_alive(self) -> bool:
        """Whether a process carries it."""
        return self.state in ALIVE

    @property
    def can_resume(self) -> bool:
        """Whether it can go on; one that was refused before it began would be refused again."""
        return self.state in RESUMABLE and (self.state != "failed" or bool(self.start_time))


@dataclass(frozen=True, slots=True)
class Offsets:
    """How far a run was read: bytes of its events and of its log."""

    events: int = 0
    log: int = 0


@dataclass(frozen=True, slots=True)
class News:
    """What is new of a run since some offsets, and the offsets to go on from."""

    run: Run
    events: tuple[Event, ...]
    log: str
    offsets: Offsets


@dataclass(frozen=True, slots=True)
class JudgedRow:
    """A model, or BM25, with its scores on the held-out questions."""

    model: str
    title: str
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class JudgedExample:
    """A held-out sentence: how many of the papers it cites were among the first ten."""

    sentence: str
    cited: tuple[str, ...]
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Part:
    """The difference of the mean recall@10 on some of the questions, with its bounds."""

    questions: int
    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Versus:
    """The new model against another: wins, losses and ties count questions.

    ``low`` and ``high`` bound the difference of the mean recall@10 with 95 % confidence.
    ``by_papers`` is the difference of the mean average precision, with its bounds, where papers
    ask for those they cite. ``on_new`` are the questions that came after the other model learned,
    ``on_old`` those that were there, where it says what it learned from. ``other_scores`` are other
    scores of the same questions. ``papers`` are those that the questions come from, 0 where that is
    not known, ``needed`` the questions that would show a difference of two points.
    """

    model: str
    title: str
    mean: float
    low: float
    high: float
    wins: int
    losses: int
    ties: int
    examples: tuple[JudgedExample, ...]
    by_papers: tuple[float, float, float] | None = None
    on_new: Part | None = None
    on_old: Part | None = None
    other_scores: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)
    papers: int = 0
    needed: int = 0


@dataclass(frozen=True, slots=True)
class Judgement:
    """A table of models on the same questions; the last row is the new model."""

    questions: int
    pool: int
    rows: tuple[JudgedRow, ...]
    versus: tuple[Versus, ...]
    reranking: bool = False


UsedFor = Literal["encoder", "reranker", "similar", "languages", "evidence"]
"""What a model is in use for; "encoder" is for sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfEntry:
    """A model on the shelf. ``quality`` was measured on ``questions`` citing sentences held out.

    ``claimed`` are the scores its manifest brings, from another corpus. ``bm25`` is the quality of
    BM25 on the same citations. ``built_in`` models cannot be removed. ``used_for`` are the places
    that it is in use in, ``made_for`` is what it was trained for, "" for nothing of these.
    ``languages`` are codes, or "multilingual"; none where the model does not say. One that
    ``goes_on`` can be trained again with what was added.
    """

    name: str
    title: str
    kind: ModelKind = "encoder"
    description: str = ""
    recipe: str = ""
    base: str = ""
    dimension: int = 0
    date: str = ""
    licence: str = ""
    used_for: tuple[UsedFor, ...] = ()
    made_for: UsedFor | Literal[""] = ""
    languages: tuple[str, ...] = ()
    built_in: bool = False
    keeps_vectors: bool = False
    goes_on: bool = False
    quality: Mapping[str, float] = field(default_factory=dict)
    questions: int = 0
    bm25: Mapping[str, float] = field(default_factory=dict)
    claimed: Mapping[str, float] = field(default_factory=dict)

    @property
    def is_main(self) -> bool:
        """Whether it is the model of sentences, or the reranker in use."""
        return "encoder" in self.used_for or "reranker" in self.used_for


@dataclass(frozen=True, slots=True)
class Switching:
    """What has to be done before a model can be used: papers to encode, and how long that takes.

    ``seconds`` is ``None`` where no model was measured on this computer; ``used`` is the title of
    the model that answers until then.
    """

    papers: int
    seconds: float | None
    used: str


@dataclass(frozen=True, slots=True)
class ModelShelf:
    """The models, and the title of the one that "go back" would use again; "" if there is none."""

    models: tuple[ShelfEntry, ...]
    encoder_before: str = ""
    reranker_in_use: bool = False
    given_way: str = ""
    """Why a model that was chosen is not used, a sentence each; "" if all are."""


# --- names of models and recipes as a person reads them ---------------------------------------


RECIPES = {
    "specter": "SPECTER",
    "scincl": "SciNCL",
    "mp-bert4cr": "MP-BERT4CR",
    "semcse": "SemCSE",
    "reranker": "BM25 + BERT reranker",
    "cocite": Message("Cocite (recommended)"),
    "listwise": Message("Lists of candidates"),
    "untrained": Message("as published"),
    "unknown": "",
}
_MODELS = {
    "cocite-reader": "Cocite reader",
    "cocite-small": "Cocite small",
    "minilm": "MiniLM (all-MiniLM-L6-v2)",
}
_WORDS = {
    "cocite": "Cocite",
    "minilm": "MiniLM",
    "specter": "SPECTER",
    "scincl": "SciNCL",
    "semcse": "SemCSE",
    "bert4cr": "BERT4CR",
    "scibert": "SciBERT",
    "bert": "BERT",
    "mp": "MP",
}


def recipe_title(name: str) -> str:
    """Return how a recipe is called; one that is not listed is written as models are."""
    return RECIPES[name] if name in RECIPES else model_title(name)


def model_title(name: str) -> str:
    """Return how a model is called: its name with spaces, and known words as they are written."""
    if name in _MODELS:
        return _MODELS[name]
    words = [_WORDS.get(word.lower(), word) for word in name.replace("_", "-").split("-") if word]
    title_text = " ".join(words)
    return title_text[:1].upper() + title_text[1:]
