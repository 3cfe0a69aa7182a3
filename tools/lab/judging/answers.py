"""Answer files, and two models compared on the queries of both."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from core.base.errors import FormatError, UsageError
from training.judging.significance import Difference, paired_difference


class _Ranked(BaseModel):
    model_config = ConfigDict(extra="ignore")

    id: str


class _Line(BaseModel):
    """A line of an answer file; scores are not needed."""

    model_config = ConfigDict(extra="ignore")

    id: str
    ranking: list[_Ranked]


def read_answers(path: Path) -> dict[str, list[str]]:
    """Read an answer file: the ids of each query's ranking, best first.

    Raises:
        UsageError: the file cannot be read, or holds no answer.
        FormatError: a line is no answer; names the line.
    """
    try:
        answers = dict(_answers(path))
    except UnicodeDecodeError as error:
        raise FormatError(f"“{path.name}” is no text.") from error
    except OSError as error:
        raise UsageError(f"The answers “{path}” cannot be read: {error.strerror}.") from error
    if not answers:
        raise UsageError(f"“{path.name}” holds no answer.")
    return answers


def _answers(path: Path) -> Iterator[tuple[str, list[str]]]:
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            if not line.strip():
                continue
            try:
                answer = _Line.model_validate(json.loads(line))
            except (ValidationError, ValueError) as error:
                raise FormatError(f"Line {number} of “{path.name}” is no answer.") from error
            yield answer.id, [paper.id for paper in answer.ranking]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two models on the same queries: the difference, and each query's, largest gain first."""

    metric: str
    difference: Difference
    deltas: tuple[tuple[str, float], ...]

    def gains(self, most: int) -> tuple[tuple[str, float], ...]:
        """Return the queries that gained, largest gain first."""
        return tuple(entry for entry in self.deltas[:most] if entry[1] > 0)

    def losses(self, most: int) -> tuple[tuple[str, float], ...]:
        """Return the queries that lost, largest loss first."""
        ends = self.deltas[::-1][:most]
        return tuple(entry for entry in ends if entry[1] < 0)


def compared(
    first: Mapping[str, Mapping[str, float]],
    second: Mapping[str, Mapping[str, float]],
    metric: str,
    *,
    seed: int = 0,
) -> Comparison:
    """Compare every query's ``metric`` of two models; both have the same queries."""
    names = sorted(first)
    a = [first[name][metric] for name in names]
    b = [second[name][metric] for name in names]
    deltas = ((name, new - old) for name, old, new in zip(names, a, b, strict=True))
    ordered = tuple(sorted(deltas, key=lambda entry: -entry[1]))
    return Comparison(metric, paired_difference(a, b, seed=seed), ordered)
