"""Scores candidates: from their signals to the chance that an author cites each one.

Everything that decides the order is here. Its parameters are in ``resources/ranking``: the trees in
``trees.txt.gz`` (``tools/lab/fitting/ranker.py``), all others in ``scoring.json``
(``tools/lab/fitting/scoring.py``). A question passes these steps, in log-odds:

1. ``rank``: trees over the signals, plus nearness in meaning, plus nearness to the profiles, less
   what the lack of an abstract says; a curve makes the chance of the sum, and what the library has
   and is known of the manuscript moves it. Without trees, ``rank_fused`` orders by the fused score.
2. ``weigh_rivals``: a paper is less likely where others are likely too.
3. ``complete_group``: papers that complete the group that the sentence cites already rise.
4. ``apply_verdicts``: papers like one taken here rise, those like a refused one sink.
5. ``multiply_new``: all new papers are less likely where the library lacks what is needed.
6. ``combine_readings``: what a reranker says of the first papers.

Gradient-boosted trees are LightGBM's. They take a signal that is not known as such.
"""

from __future__ import annotations

import gzip
import importlib.resources
import json
import logging
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from core.base.arrays import convert_chances_to_odds, convert_odds_to_chances
from core.base.lazily import unseen
from core.base.records import PLAUSIBLE, PaperNumber, Recommendation
from core.recommend.citation_graph import Rows
from core.recommend.named_papers import NamedPaper, share_certainties
from core.recommend.question import Coverage
from core.recommend.reranking import STAGE, Reading, log_odds, standardize_scores
from core.recommend.signals import (
    ALONE,
    PROFILE,
    SURROUNDED,
    UNTOLD,
    SignalTable,
    get_group,
    measure_deviations,
)

if TYPE_CHECKING:
    from lightgbm import Booster

logger = logging.getLogger(__name__)

TREES, PARAMETERS = "trees.txt.gz", "scoring.json"

Floats = NDArray[np.float64]
Cosines = NDArray[np.float32]

_THREADS = 1
"""More would fight the encoder's for the cores, over a table of 600 rows."""
_UNNEEDED = ("sklearn", "pandas", "pyarrow", "matplotlib", "graphviz", "dask", "cffi")
"""What LightGBM imports if it can, and trees alone never use: without them it takes a sixth of the
time and 200 MB less, in a window's process."""
_LEAST_COMPARED = 3
"""Candidates that a standard deviation is taken of at least."""
_NEAREST = 3
"""Papers whose nearness says whether the library has what is needed, in the mean."""
_NEAREST_FORMS = ("vectors.sentence", "vectors.neighbours")
_SURE = 1e-6
"""Chances are kept this far from 0 and 1, where a logit ends, before a verdict moves them."""


# --- the fitted parameters --------------------------------------------------------------------


class _Fitted(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Curve(_Fitted):
    """Scores, ascending, and the chances at them; straight lines between."""

    scores: tuple[float, ...]
    chances: tuple[float, ...]

    def interpolate(self, scores: Floats) -> Floats:
        """Return the chance, 0..1, that an author would cite a paper of such a score here."""
        chances: Floats = np.interp(scores, self.scores, self.chances)
        return chances


class Situation(_Fitted):
    """How chances depend on what is known around a question: their log-odds move and stretch.

    ``ranges`` are those of the signals that count, which are the same for all candidates; a value
    is cut to its range and taken as a share of it. ``bias`` and ``slope`` begin with a constant,
    and have a weight for each signal.
    """

    ranges: Mapping[str, tuple[float, float]]
    bias: tuple[float, ...]
    slope: tuple[float, ...]

    def adjust(self, chances: Floats, columns: Mapping[str, NDArray[np.float32]]) -> Floats:
        """Return the chances as they are in this situation; without its signals the same."""
        if not len(chances) or not self.ranges.keys() <= columns.keys():
            return chances
        shares = self.scale({name: columns[name][:1] for name in self.ranges})
        return self.adjust_rows(chances, shares)

    def adjust_rows(self, chances: Floats, shares: Floats) -> Floats:
        """Return chances, (papers,), in situations of these ``shares``, (papers or 1, signals)."""
        odds = convert_chances_to_odds(np.clip(chances, _SURE, 1 - _SURE))
        bias, slope = (weights[0] + shares @ weights[1:] for weights in (self.bias, self.slope))
        adjusted: Floats = convert_odds_to_chances(bias + slope * odds)
        return adjusted

    def scale(self, columns: Mapping[str, NDArray[Any]]) -> Floats:
        """Return (papers, signals): where each value lies in its range, 0 for one not known."""
        shares = [
            (np.clip(columns[name].astype(np.float64), low, high) - low) / (high - low)
            for name, (low, high) in self.ranges.items()
        ]
        return np.nan_to_num(np.stack(shares, axis=1))


class Rivalry(_Fitted):
    """How papers that are likely too make one less likely, as a sentence cites few.

    A log-odds: ``bias`` + ``slope`` · that of the situation - ``rivals`` · ln(R + ``least``), R the
    sum of the chances of the first ``count`` new papers but for its own. ``foreign`` is added where
    the encoder does not know the language: it tells rivals apart less well.
    """

    bias: float
    slope: float
    rivals: float
    least: float
    count: int
    foreign: float

    def adjust(self, chances: Floats, new: NDArray[np.bool_], *, is_foreign: bool) -> Floats:
        """Return chances, best first, beside their rivals; their order stays as it is."""
        rival_chances = np.maximum(chances[new][: self.count].sum() - chances, 0.0)
        odds = convert_chances_to_odds(np.clip(chances, _SURE, 1 - _SURE))
        bias = self.bias + self.foreign * is_foreign
        moved_odds = bias + self.slope * odds - self.rivals * np.log(rival_chances + self.least)
        adjusted: Floats = convert_odds_to_chances(moved_odds)
        return adjusted


class FusedCurve(_Fitted):
    """A logistic curve over a fused score and the logarithm of its rank."""

    bias: float
    score: float
    rank: float

    def chance(self, score: float, rank: int) -> float:
        """Return the chance of a paper at ``rank``, from 1, with this fused score."""
        return 1 / (1 + math.exp(-(self.bias + self.score * score + self.rank * math.log(rank))))


class Completion(_Fitted):
    """A conditional logit (McFadden, 1974): the weights of ``FEATURES`` and of the log-odds.

    Of a sentence's group one paper was hidden, and the weights are those under which it is chosen
    among the candidates with most certainty.
    """

    chance: float
    weights: tuple[float, ...]

    def odds(self, chances: Floats, features: Floats) -> Floats:
        """Return (papers,): what candidates with these chances are ordered by, best highest."""
        odds: Floats = self.chance * convert_chances_to_odds(chances) + features @ self.weights
        return odds


class Presence(_Fitted):
    """How far a library holds what a text needs.

    Of a share π of the manuscript's references in the library, a sentence that cites ``cited``
    papers finds one with the chance 1 - (1 - π)^``cited``. Where the nearest papers are less near
    in meaning than ``near``, it gets less likely, by ``steepness`` in log-odds: a library of
    another field has none. That some are near does not make up for references that are missing.
    """

    cited: float
    near: float
    steepness: float

    def chance(self, coverage: Coverage, nearness: float) -> float:
        """Return the chance that the library holds what is needed; NaN is a nearness not known."""
        library_chance = float(1 - (1 - coverage.share) ** self.cited)
        if np.isnan(nearness):
            return library_chance
        odds = convert_chances_to_odds(np.array([library_chance]))
        odds += self.steepness * min(nearness - self.near, 0.0)
        return float(convert_odds_to_chances(odds)[0])


class ReadingWeights(_Fitted):
    """A log-odds: ``bias`` + ``first`` · that of the first stage + ``reranker`` · its score.

    ``reranker`` counts standard deviations among the papers read.
    """

    bias: float = 0.0
    first: float = 1.0
    reranker: float = 0.0


class RerankWeights(_Fitted):
    """The weights for papers that a reranker read and for those that it did not."""

    read: ReadingWeights
    unread: ReadingWeights


class Parameters(_Fitted):
    """All parameters of the scorer but the trees, whose ``signals`` are named here.

    ``meaning`` is what one standard deviation nearer than a question's candidates usually are adds
    to a log-odds, ``profile`` the same for profiles, ``untold`` the most that the lack of an
    abstract takes from it; ``chosen`` and ``refused`` are the most that a verdict moves the
    log-odds of a paper whose vector is that of the verdict's paper. These five were chosen on
    development sentences and are not fitted.
    """

    signals: tuple[str, ...]
    meaning: float
    profile: float
    untold: float
    chosen: float
    refused: float
    curve: Curve
    situation: Situation
    rivalry: Rivalry
    fused: Mapping[str, FusedCurve]
    completion: Completion
    presence: Presence
    reranking: RerankWeights


def load_parameters(file: Path | None = None) -> Parameters:
    """Read parameters, without a file those that ship."""
    source = _get_resource(PARAMETERS) if file is None else file
    return Parameters.model_validate_json(source.read_text("utf-8"))


def save_parameters(file: Path, **changed_parts: Any) -> None:  # noqa: ANN401 - one a part
    """Write the parameters of a file with some parts changed; floats are cut to four digits."""
    stored = json.loads(file.read_text("utf-8"))
    for name, part in changed_parts.items():
        stored[name] = _cut_digits(part.model_dump() if isinstance(part, BaseModel) else part)
    Parameters.model_validate(stored)
    file.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")


def _cut_digits(part: object) -> object:
    if isinstance(part, float):
        return round(part, 4)
    if isinstance(part, Mapping):
        return {name: _cut_digits(value) for name, value in part.items()}
    if isinstance(part, Sequence) and not isinstance(part, str):
        return [_cut_digits(value) for value in part]
    return part.model_dump() if isinstance(part, BaseModel) else part


def _get_resource(name: str) -> Any:  # noqa: ANN401 - Traversable moved between Python versions
    return importlib.resources.files("resources") / "ranking" / name


@cache
def shipped_parameters() -> Parameters:
    """Return the parameters that come with Cocite; read once."""
    return load_parameters()


# --- the trees and the scorer -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ranked:
    """The candidates of a question, best first, each with the chance that it is cited here.

    ``scores`` order them; ``table`` holds what they were ranked by, its rows in the same order.
    """

    papers: tuple[PaperNumber, ...]
    scores: Floats
    chances: Floats
    stages: tuple[str, ...]
    table: SignalTable | None = None

    def without(self, left_out: frozenset[PaperNumber]) -> Ranked:
        """Return the same without some papers."""
        if left_out.isdisjoint(self.papers):
            return self
        return self.taking([n for n, paper in enumerate(self.papers) if paper not in left_out])

    def first(self, count: int) -> Ranked:
        """Return the best so many."""
        return self.taking(range(min(count, len(self.papers))))

    def taking(self, rows: Sequence[int]) -> Ranked:
        """Return the papers in these rows, in that order."""
        return Ranked(
            tuple(self.papers[row] for row in rows),
            self.scores[list(rows)],
            self.chances[list(rows)],
            self.stages,
            None if self.table is None else self.table.taking(rows),
        )


class Trees:
    """Trees over the signals. Safe from any thread."""

    def __init__(self, model: str, names: Sequence[str]) -> None:
        """``model`` is LightGBM's text, ``names`` its signals."""
        with unseen(_UNNEEDED):
            from lightgbm import Booster

        self._model: Booster = Booster(model_str=model)
        self.names = tuple(names)

    def scores(self, table: SignalTable) -> Floats:
        """Return a score for each candidate, higher is better: (papers,)."""
        if not table.papers:
            return np.zeros(0)
        scores: Floats = np.asarray(
            self._model.predict(table.matrix(self.names), raw_score=True, num_threads=_THREADS)
        )
        return scores

    def measure_influence(self, table: SignalTable) -> list[dict[str, float]]:
        """Return for each paper of a table how much each group of signals moved its score.

        A group's influence is the mean of what the score loses when nothing of the group is known
        and what it gains when nothing but the group is: the Shapley value of two players, here the
        group and all the others. Over the dev sentences it goes with the exact values of the trees
        (r = .93 to .97) and takes an eighth of their time. A group of which nothing is known moves
        no score.
        """
        groups = sorted({get_group(name) for name in table.columns})
        if not table.papers or not groups:
            return [{} for _ in table.papers]
        every = frozenset(groups)
        choices = [every, frozenset[str](), *(every - {g} for g in groups), *({g} for g in groups)]
        scores = self.scores(_hide_groups(table, choices)).reshape(len(choices), -1)
        with_all, with_none = scores[:2]
        lost, gained = with_all - scores[2 : 2 + len(groups)], scores[2 + len(groups) :] - with_none
        return [dict(zip(groups, row, strict=True)) for row in ((lost + gained) / 2).T.tolist()]


def _hide_groups(table: SignalTable, choices: Sequence[Collection[str]]) -> SignalTable:
    """Return the table once for each of some choices of groups; the others are not known."""
    unknown = np.full(len(table.papers), np.nan, np.float32)
    columns = {
        name: np.concatenate(
            [column if get_group(name) in groups else unknown for groups in choices]
        )
        for name, column in table.columns.items()
    }
    return SignalTable(table.papers * len(choices), columns)


@cache
def shipped_trees() -> Trees:
    """Return the trees that come with Cocite; read once."""
    model = gzip.decompress(_get_resource(TREES).read_bytes()).decode("utf-8")
    return Trees(model, shipped_parameters().signals)


def load_usable_trees() -> Trees | None:
    """Return the trees that come with Cocite, or none where LightGBM cannot be loaded.

    On a macOS without OpenMP its library is not found; fused ranks then order the papers.
    """
    try:
        return shipped_trees()
    except (ImportError, OSError) as error:
        logger.warning("The ranker cannot be loaded: %s", error)
        return None


class Scorer:
    """Orders candidates and says their chances, step by step. Safe from any thread."""

    def __init__(self, trees: Trees | None = None, parameters: Parameters | None = None) -> None:
        """Without parameters, take those that ship."""
        self.trees = trees
        self.parameters = parameters or shipped_parameters()

    def rank(self, table: SignalTable, stages: tuple[str, ...]) -> Ranked:
        """Rank candidates by trees, meaning and profiles.

        The trees learned from sentences within whole manuscripts, where words, names and what is
        cited already tell much. Asked with less, or with a sentence that shares no word with what
        it means, they rank papers far down that the encoder finds near. So its cosines count once
        more, beside the trees.
        """
        scores = self.score(table, range(len(table.papers)))
        # Equal scores keep the order of the table, which begins with the fused one.
        order = np.argsort(-scores, kind="stable").tolist()
        every = Ranked(table.papers, scores, np.zeros(len(scores)), stages, table).taking(order)
        chances = self.parameters.curve.interpolate(every.scores)
        return replace(every, chances=self.parameters.situation.adjust(chances, table.columns))

    def score(self, table: SignalTable, rows: Sequence[int]) -> Floats:
        """Return the scores of some rows of a table: (rows,)."""
        assert self.trees is not None
        added = np.zeros(len(table.papers)) + score_meaning(table.columns, self.parameters.meaning)
        if PROFILE in table.columns:
            added += score_profiles(table.columns[PROFILE], self.parameters.profile)
        if UNTOLD in table.columns:
            added -= self.parameters.untold * table.columns[UNTOLD]
        scores: Floats = self.trees.scores(table.taking(rows)) + added[list(rows)]
        return scores

    def rank_fused(
        self, fused: Sequence[tuple[PaperNumber, float]], stages: tuple[str, ...]
    ) -> Ranked:
        """Rank candidates by their fused scores; they are given best first."""
        chances = [
            self.parameters.fused["+".join(stages)].chance(score, rank)
            for rank, (_, score) in enumerate(fused, start=1)
        ]
        scores = np.array([score for _, score in fused])
        return Ranked(tuple(paper for paper, _ in fused), scores, np.array(chances), stages)

    def weigh_rivals(
        self, ranked: Ranked, cited: Collection[PaperNumber], *, is_foreign: bool
    ) -> Ranked:
        """Weigh the chances of a ranking against each other; ``cited`` papers are no rivals."""
        new = np.array([paper not in cited for paper in ranked.papers], bool)
        adjust = self.parameters.rivalry.adjust
        return replace(ranked, chances=adjust(ranked.chances, new, is_foreign=is_foreign))

    def raise_named(self, ranked: Ranked, namings: Sequence[NamedPaper]) -> Ranked:
        """Raise the papers that the sentence names by the chance that it means them.

        Papers that one phrase may mean share its certainty as their odds are without it.
        """
        if not namings or not ranked.papers:
            return ranked
        chances = np.clip(ranked.chances, _SURE, 1 - _SURE)
        odds = chances / (1 - chances)
        naming_chances = share_certainties(
            namings, dict(zip(ranked.papers, odds.tolist(), strict=True))
        )
        added_chances = np.array([naming_chances.get(paper, 0.0) for paper in ranked.papers])
        raised_chances = np.where(
            added_chances > 0, 1 - (1 - chances) * (1 - added_chances), ranked.chances
        )
        bounded = np.clip(raised_chances, _SURE, 1 - _SURE)
        shift = np.log(bounded / (1 - bounded))
        scores = np.where(added_chances > 0, ranked.scores + shift - np.log(odds), ranked.scores)
        order = np.argsort(-raised_chances, kind="stable").tolist()
        moved_ranking = replace(ranked, scores=scores, chances=raised_chances)
        return moved_ranking.taking(order)

    def complete_group(self, ranked: Ranked, features: Floats) -> Ranked:
        """Let papers rise that fit to those cited in the sentence: ``measure_completion``.

        The chances stay those of the ranks: what sets add was fitted for the order alone.
        """
        odds = self.parameters.completion.odds(ranked.chances, features)
        order = np.argsort(-odds, kind="stable")
        return replace(ranked.taking(order.tolist()), chances=-np.sort(-ranked.chances))

    def apply_verdicts(
        self,
        ranked: Ranked,
        chosen: frozenset[PaperNumber],
        refused: frozenset[PaperNumber],
        rows: Rows,
    ) -> Ranked:
        """Move papers like a chosen one up and papers like a refused one down.

        Rocchio's relevance feedback (1971) shifts each score by a multiple of two cosines. Here
        that shift is taken on the logit of the chance, so that chances stay chances. It differs in
        two ways: the nearest verdict counts and not the mean of all, since papers that were refused
        need not be alike; and only the part of a cosine above the usual one of the list counts, so
        that what has nothing to do with a verdict stays where it is. With s(p) = max over the
        verdicts' papers d of max(0, cos(p, d) - m) / (1 - m), m the median cosine of d over the
        list:

            logit(p) + ``chosen`` · s_chosen(p) - ``refused`` · s_refused(p)

        Papers without a vector, and those decided upon, keep their chances; equal ones keep their
        order.
        """
        decided = chosen | refused
        if not decided or not ranked.papers:
            return ranked
        vectors = rows(ranked.papers)
        shift = self.parameters.chosen * _measure_likeness(vectors, rows, chosen)
        shift -= self.parameters.refused * _measure_likeness(vectors, rows, refused)
        shift[[paper in decided for paper in ranked.papers]] = 0.0
        if not shift.any():
            return ranked
        chances = np.clip(ranked.chances, _SURE, 1 - _SURE)
        moved_chances = convert_odds_to_chances(np.log(chances / (1 - chances)) + shift)
        after = np.where(shift == 0, ranked.chances, moved_chances)
        order = np.argsort(-after, kind="stable")
        return replace(ranked.taking(order.tolist()), chances=after[order])

    def estimate_presence(self, coverage: Coverage | None, table: SignalTable | None) -> float:
        """Return the chance that the library has what is needed; 1 where nothing tells."""
        if coverage is None:
            return 1.0
        return self.parameters.presence.chance(coverage, measure_nearness(table))

    def multiply_new(self, ranked: Ranked, new: Sequence[bool], library_chance: float) -> Ranked:
        """Make new papers less likely; what the manuscript cites is here, and keeps its chance."""
        factors = np.where(np.asarray(new, bool), library_chance, 1.0)
        return replace(ranked, chances=factors * ranked.chances)


def combine_readings(
    chances: Sequence[float] | Floats, reading: Reading, weights: RerankWeights | None = None
) -> Floats:
    """Return the chance of each paper from the first stage's and the scores of those read.

    ``chances`` is (papers,); where nothing was read, nothing changes. A new paper that was not read
    has a chance on the same scale, so it stands where that puts it and not below all that were.
    What the manuscript cites already is not read, and keeps its chance.
    """
    new_chances = np.array(chances, np.float64)
    if not len(reading.scores):
        return new_chances
    weights = weights or shipped_parameters().reranking
    odds, read_rows, unread = log_odds(new_chances), reading.read_rows, reading.unread
    reranker_scores = weights.read.reranker * standardize_scores(reading.scores)
    new_chances[read_rows] = convert_odds_to_chances(
        weights.read.bias + weights.read.first * odds[read_rows] + reranker_scores
    )
    new_chances[unread] = convert_odds_to_chances(
        weights.unread.bias + weights.unread.first * odds[unread]
    )
    return new_chances


def reorder_recommendation(recommendation: Recommendation, reading: Reading) -> Recommendation:
    """Return a recommendation in a reranker's better order; all its suggestions are kept."""
    if not len(reading.scores):
        return recommendation
    suggestions = recommendation.suggestions
    chances = combine_readings([suggestion.confidence for suggestion in suggestions], reading)
    ordered = tuple(
        replace(suggestions[index], rank=rank, score=chance, confidence=chance)
        for rank, index in enumerate(np.argsort(-chances, kind="stable").tolist(), start=1)
        for chance in (float(chances[index]),)
    )
    return replace(
        recommendation,
        suggestions=ordered,
        convincing=any(suggestion.confidence >= PLAUSIBLE for suggestion in ordered),
        stages=(*recommendation.stages, STAGE),
    )


# --- what is added to the trees ---------------------------------------------------------------


def score_meaning(columns: Mapping[str, Cosines], weight: float) -> Floats | float:
    """Return what candidates gain or lose by their cosines, given as signals: (papers,), or 0.

    It is the mean over the forms of the question that hold the sentence and something around it; a
    question that is a sentence alone has that form only. Counted in standard deviations, as
    encoders differ in how near the near is. A paper without a vector counts as one of the middle.
    The more of the candidates have a profile, the less it adds: what others say of them tells more.
    """
    column_names = [name for name in SURROUNDED if name in columns]
    column_names = column_names or [name for name in ALONE if name in columns]
    if not column_names:
        return 0.0
    deviations: Floats = np.mean([measure_deviations(columns[name]) for name in column_names], 0)
    profiled = float((~np.isnan(columns[PROFILE])).mean()) if PROFILE in columns else 0.0
    return weight * (1 - profiled) * deviations


def score_profiles(likeness: Cosines, weight: float) -> Floats:
    """Return what a question's candidates gain in log-odds by their profiles: (papers,).

    Counted in standard deviations. A paper without a profile, or with one that is further away than
    the others', loses nothing.
    """
    known_values = likeness[~np.isnan(likeness)]
    if len(known_values) < _LEAST_COMPARED or not known_values.std():
        return np.zeros(len(likeness))
    above = np.maximum((likeness - known_values.mean()) / known_values.std(), 0)
    added: Floats = weight * np.nan_to_num(above).astype(np.float64)
    return added


def measure_nearness(table: SignalTable | None) -> float:
    """Return how near the nearest papers come to the sentence in meaning; NaN without vectors."""
    if table is None or not len(table.papers):
        return float("nan")
    best = measure_cosines(table)
    known_values = np.sort(best[np.isfinite(best)])[-_NEAREST:]
    return float(known_values.mean()) if len(known_values) else float("nan")


def measure_cosines(table: SignalTable) -> Cosines:
    """Return how near each paper comes to the sentence in meaning: (papers,); NaN if unknown."""
    columns = [table.columns[name] for name in _NEAREST_FORMS if name in table.columns]
    if not columns:
        return np.full(len(table.papers), np.nan, np.float32)
    cosines: Cosines = np.fmax.reduce(columns)
    return cosines


def _measure_likeness(
    vectors: Cosines,
    rows: Rows,
    decided: Collection[PaperNumber],
) -> Floats:
    """Return for each paper (papers,) how like it is to the nearest one decided upon, 0..1."""
    likeness = np.zeros(len(vectors))
    decided_vectors = rows(sorted(decided))
    decided_vectors = decided_vectors[np.isfinite(decided_vectors).all(axis=1)]
    is_known = np.isfinite(vectors).all(axis=1)
    if not len(decided_vectors) or not is_known.any():
        return likeness
    cosines = (vectors[is_known] @ decided_vectors.T).astype(np.float64)  # (papers known, decided)
    usual = np.minimum(np.median(cosines, axis=0), 1 - _SURE)
    excess = np.clip((cosines - usual) / (1 - usual), 0.0, 1.0)
    likeness[is_known] = excess.max(axis=1)
    return likeness
