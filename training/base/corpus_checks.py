"""What a corpus suffices for: how much there is of what each recipe needs.

A recipe refuses a corpus that lacks what it cannot do without; one with little of it trains, and
the person is warned that not much can come of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from core.base.errors import UsageError
from core.base.messages import Message
from core.runs.records import ENOUGH_HELD_OUT
from training.base.recipe import Recipe, RecipeSettings
from training.base.registry import RECIPES, recipe_named
from training.corpus.corpus import Contexts, Corpus

Level = Literal["enough", "thin", "missing"]

LEAST = 10
"""Fewer than ten of anything are no data: not even two batches of five examples."""


@dataclass(frozen=True, slots=True)
class _Matter:
    """Something a corpus may have: what ``enough`` of it is, and how one gets more."""

    name: Message
    enough: int
    remedy: Message


_IMPORT_PDFS = Message(
    "Import PDFs of papers that cite one another, and wait until their full texts are read."
)
MATTERS: Mapping[str, _Matter] = {
    # SemCSE with 3,500 papers: 65.01 on SciRepEval, with 350,000: 65.76.
    "abstracts": _Matter(
        Message("papers with an abstract"),
        3_500,
        Message("Import papers with abstracts."),
    ),
    # SciNCL with 6,840 triplets: 80.8 on SciDocs, with 684,100: 81.8. An edge makes a triplet.
    "citations": _Matter(
        Message("citations between papers with abstracts"),
        6_840,
        Message(
            "Import PDFs with their reference lists; a corpus folder takes an edges.tsv of citing"
            " and cited ids."
        ),
    ),
    # The smallest collection of MP-BERT4CR, ACL, has 31,017 training citations.
    "contexts": _Matter(
        Message("pairs of a sentence and a paper with an abstract that it cites"),
        31_017,
        _IMPORT_PDFS,
    ),
    # One sentence in twenty cites several papers in the collections of MP-BERT4CR.
    "co-citations": _Matter(
        Message("sentences that cite two or more papers with abstracts"),
        31_017 // 20,
        _IMPORT_PDFS,
    ),
    # Ours: about 200,000 sentences, to learn from masked ones and to draw contexts from.
    "full texts": _Matter(Message("papers with a full text"), 1_000, _IMPORT_PDFS),
    # With 300 questions the standard error of a recall is below 3 points.
    "dev contexts": _Matter(
        Message("held-out sentences that cite a paper with an abstract"),
        ENOUGH_HELD_OUT,
        Message(
            "One in ten papers that cite is held out: import more PDFs that cite papers of yours."
        ),
    ),
}

_BARE_NAMES: Mapping[str, Message] = {
    "citations": Message("citations between papers, most by their titles alone"),
    "contexts": Message("pairs of a sentence and a paper that it cites, most by its title alone"),
    "co-citations": Message("sentences that cite two or more papers, most by their titles alone"),
    "dev contexts": Message("held-out sentences that cite a paper, most by its title alone"),
}
"""What matters are called where hardly any cited paper has an abstract."""

_OF_ALL = "dev contexts"
"""What every recipe uses: by it the best state of a training is chosen."""


@dataclass(frozen=True, slots=True)
class CorpusIssue:
    """How much there is of something: ``what`` is a name of ``MATTERS``."""

    level: Level
    what: str
    count: int
    sentence: str
    recipes: tuple[str, ...]


def check(corpus: Corpus) -> list[CorpusIssue]:
    """Return an issue for each of ``MATTERS``, in their order, with the recipes that use it."""
    users = _users()
    return [
        _issue(corpus, matter, count, users[matter]) for matter, count in amounts(corpus).items()
    ]


def name_matter(corpus: Corpus, matter: str) -> Message:
    """Return what one of ``MATTERS`` is called in a corpus."""
    return (_BARE_NAMES if corpus.is_bare else {}).get(matter, MATTERS[matter].name)


def _users() -> dict[str, tuple[str, ...]]:
    """Return the names of the recipes that use each of ``MATTERS``."""
    used = {
        recipe.name: {
            _OF_ALL,
            *recipe.uses,
            *(matter for group in recipe.needs for matter in group),
        }
        for recipe in map(recipe_named, RECIPES)
    }
    return {matter: tuple(name for name in used if matter in used[name]) for matter in MATTERS}


def require(corpus: Corpus, recipe: Recipe[Any], settings: RecipeSettings | None = None) -> None:
    """Refuse a corpus that a recipe cannot train on.

    Raises:
        UsageError: something is missing; the sentence says what, the remedy how to get it.
    """
    titles_only = bool(getattr(settings, "titles_only", False))
    counts = _usable_amounts(corpus) if titles_only else amounts(corpus)
    for group in recipe.needs:
        if all(counts[matter] < LEAST for matter in group):
            names = reduce(_either, (name_matter(corpus, matter) for matter in group))
            from_titles = _may_learn_from_titles(recipe) and not titles_only
            if from_titles and any(_usable_amounts(corpus)[one] >= LEAST for one in group):
                remedy = _LEARN_FROM_TITLES
            else:
                remedy = MATTERS[group[0]].remedy
            raise UsageError(
                "“{recipe}” cannot train on {folder}: it needs at least {least} {names};"
                " found: {found}.",
                recipe=recipe.name,
                folder=corpus.folder,
                least=LEAST,
                names=names,
                found=max(counts[matter] for matter in group),
                remedy=remedy,
            )


_LEARN_FROM_TITLES = Message(
    "Import papers with abstracts, or choose “Papers without an abstract” (titles_only=true)."
)


def _may_learn_from_titles(recipe: Recipe[Any]) -> bool:
    return "titles_only" in recipe.settings.model_fields


def _usable_amounts(corpus: Corpus) -> dict[str, int]:
    """Return ``amounts`` where a paper of which only the title is known answers a sentence too.

    Other papers need their abstracts: without any, nothing could be measured.
    """
    cited = corpus.contexts().cited
    return amounts(corpus) | {"contexts": int((corpus.split_of[cited] == 0).sum())}


def _either(one: str, other: str) -> Message:
    return Message("{one} or {other}", one=one, other=other)


def corpus_level(corpus: Corpus, recipe: Recipe[Any]) -> Level:
    """Return how far a corpus serves a recipe: as far as what it has least of."""
    counts = amounts(corpus)
    levels = [
        max((_level(matter, counts[matter]) for matter in group), key=_ORDER.index)
        for group in recipe.needs
    ]
    if "missing" in levels and _may_learn_from_titles(recipe):
        counts = _usable_amounts(corpus)
        is_enough = all(any(counts[one] >= LEAST for one in group) for group in recipe.needs)
        return "thin" if is_enough else "missing"
    return min(levels, key=_ORDER.index, default="enough")


_ORDER: tuple[Level, ...] = ("missing", "thin", "enough")


def amounts(corpus: Corpus) -> dict[str, int]:
    """Return how much there is of each of ``MATTERS``."""
    edges = corpus.edges()
    several = _cited_with_text(corpus, corpus.contexts())
    dev = _cited_with_text(corpus, corpus.contexts("dev"))
    return {
        "abstracts": int((corpus.trainable & corpus.has_abstract).sum()),
        "citations": int(corpus.trainable[edges].all(axis=1).sum()),
        "contexts": int(several.sum()),
        "co-citations": int((several > 1).sum()),
        "full texts": len(corpus.fulltexts()),
        "dev contexts": int((dev > 0).sum()),
    }


def _cited_with_text(corpus: Corpus, contexts: Contexts) -> NDArray[np.int64]:
    """Return how many papers that have a text each sentence cites."""
    running = np.concatenate([[0], np.cumsum(corpus.has_text[contexts.cited])])
    counts: NDArray[np.int64] = np.diff(running[contexts.starts])
    return counts


def _level(matter: str, count: int) -> Level:
    if count < LEAST and matter != _OF_ALL:
        return "missing"
    return "missing" if not count else "thin" if count < MATTERS[matter].enough else "enough"


def _issue(corpus: Corpus, name: str, count: int, recipes: tuple[str, ...]) -> CorpusIssue:
    matter, level = MATTERS[name], _level(name, count)
    sentence = _sentence(matter, name_matter(corpus, name), level, count)
    return CorpusIssue(level, name, count, sentence, recipes)


def _sentence(matter: _Matter, name: Message, level: Level, count: int) -> Message:
    details = {
        "what": name,
        "count": count,
        "enough": matter.enough,
        "remedy": matter.remedy,
    }
    held_out = matter is MATTERS[_OF_ALL]
    if level == "enough":
        return Message("{what:capital}: {count:,}, which is enough.", **details)
    if level == "thin" and held_out:
        sentence = Message(
            "{what:capital}: {count:,}; below {enough}, scores are coarse. {remedy}", **details
        )
    elif level == "thin":
        sentence = Message(
            "{what:capital}: {count:,}; below {enough:,}, expect little. {remedy}", **details
        )
    elif held_out:
        sentence = Message(
            "{what:capital}: {count:,}, so the best checkpoint of a model cannot be chosen. "
            "{remedy}",
            **details,
        )
    else:
        sentence = Message(
            "{what:capital}: {count:,}; at least {least} are needed. {remedy}",
            **details,
            least=LEAST,
        )
    return sentence
