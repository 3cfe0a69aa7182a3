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
        self._folder, self._about = folder, about
        self.outcomes: list[Outcome] = []

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """Keep outcomes, and write everything."""
        self.outcomes += outcomes
        values = {"about": self._about, "outcomes": [asdict(each) for each in self.outcomes]}
        replace_text(self._folder / JSON, json.dumps(values, indent=1, ensure_ascii=False))
        replace_text(self._folder / REPORT, self.report())

    def failures(self, section: str) -> set[str]:
        """Return the names of what failed in a section; what was only slow is not among them."""
        ended = [each for each in self.outcomes if each.section == section and each.failed]
        return {each.name for each in ended if STOPPED not in each.failed}

    def report(self) -> str:
        """Return a page for people."""
        lines = ["# GPU check", "", *(f"- {name}: {value}" for name, value in self._about.items())]
        for section in dict.fromkeys(each.section for each in self.outcomes):
            lines += ["", f"## {section}", "", "| what | seconds | values |", "|---|---|---|"]
            lines += [_row(each) for each in self.outcomes if each.section == section]
        return "\n".join(lines) + "\n"


def _row(outcome: Outcome) -> str:
    said = ", ".join(f"{name} {_shown(value)}" for name, value in outcome.values.items())
    if outcome.failed:
        said = f"**failed**: {outcome.failed.strip().splitlines()[-1][:300]} {said}".strip()
    return f"| {outcome.name} | {outcome.seconds:.1f} | {said.replace('|', '/')} |"


def _shown(value: Any) -> str:  # noqa: ANN401 - of JSON
    return f"{value:,.5g}" if isinstance(value, float) else str(value)
