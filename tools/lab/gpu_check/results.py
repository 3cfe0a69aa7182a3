"""What came out, written after each section: a stop loses only what was under way."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from core.base.files import replace_text

JSON, REPORT = "results.json", "results.md"
STOPPED = "stopped after"
_MEBIBYTE = 2**20
_BYTES = {"memory": "peak memory", "estimate": "peak of the worst batch"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a part of a section ended. ``failed`` is "" where it came to its end."""

    section: str
    name: str
    seconds: float
    failed: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


class Results:
    """The outcomes so far, in a folder."""

    def __init__(self, folder: Path, about: Mapping[str, Any]) -> None:
        self._folder, self.about = folder, about
        self.outcomes: list[Outcome] = []

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """Keep outcomes, and write everything."""
        self.outcomes += outcomes
        values = {"about": self.about, "outcomes": [asdict(outcome) for outcome in self.outcomes]}
        replace_text(self._folder / JSON, json.dumps(values, indent=1, ensure_ascii=False))
        replace_text(self._folder / REPORT, self.report())

    def failures(self, section: str) -> set[str]:
        """Return the names of what failed in a section; what was only slow is not among them."""
        ended = [outcome for outcome in self.outcomes if outcome.section == section]
        return {end.name for end in ended if end.failed and STOPPED not in end.failed}

    def report(self) -> str:
        """Return a page for people."""
        lines = ["# GPU check", "", *(f"- {name}: {value}" for name, value in self.about.items())]
        for section in dict.fromkeys(outcome.section for outcome in self.outcomes):
            rows = [outcome for outcome in self.outcomes if outcome.section == section]
            lines += ["", f"## {section}", "", "| what | seconds | values |", "|---|---|---|"]
            lines += [*map(_row, rows), *_peak_line(rows)]
        return "\n".join(lines) + "\n"


def _row(outcome: Outcome) -> str:
    text = ", ".join(_cell(name, value) for name, value in outcome.values.items())
    if outcome.failed:
        text = f"**failed**: {outcome.failed.strip().splitlines()[-1][:300]} {text}".strip()
    return f"| {outcome.name} | {outcome.seconds:.1f} | {text.replace('|', '/')} |"


def _peak_line(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the line of the part that held the most memory, where any was measured."""
    peaks = [(value, outcome.name) for outcome in outcomes if (value := _peak_bytes(outcome))]
    if not peaks:
        return []
    memory, name = max(peaks)
    return ["", f"Peak memory: {memory / _MEBIBYTE:,.0f} MiB ({name})"]


def _peak_bytes(outcome: Outcome) -> int:
    memory = outcome.values.get("memory")
    return memory if isinstance(memory, int) else 0


def _cell(name: str, value: Any) -> str:  # noqa: ANN401 - of JSON
    if name in _BYTES and isinstance(value, int):
        return f"{_BYTES[name]} {value / _MEBIBYTE:,.0f} MiB"
    return f"{name} {value:,.5g}" if isinstance(value, float) else f"{name} {value}"
