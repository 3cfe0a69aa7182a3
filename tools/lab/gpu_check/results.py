"""What came out, written after each part: a stop loses only what was under way."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from core.base.files import replace_text

JSON, REPORT = "results.json", "results.md"
STOPPED = "stopped after"
DEVICE = "device"
"""The section that each call begins with."""
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
    """The outcomes so far, in a folder; ``earlier`` is what another call wrote there, or "".

    Nothing is written before it is known whether the earlier ones are of the same device.
    """

    def __init__(self, folder: Path, about: Mapping[str, Any], earlier: str = "") -> None:
        self._folder, self.about = folder, about
        self.outcomes: list[Outcome] = []
        self._earlier_about, self._earlier = _read(earlier)
        self._is_compared = not earlier

    def compare_earlier(self) -> bool:
        """Tell whether what an earlier call measured is of the same device and files.

        Outcomes of others are dropped. Where no part came to its end, there may be claims all the
        same.
        """
        self._is_compared = True
        if not self._earlier_about or self._earlier_about == self.about:
            return True
        self._earlier = []
        return False

    def take_finished(self, section: str, name: str) -> bool:
        """Keep what an earlier call measured of a part; tell whether it came to its end then."""
        for outcome in self._earlier:
            if (_main_section(outcome.section), outcome.name) == (_main_section(section), name):
                self._earlier.remove(outcome)
                self.add([outcome])
                return True
        return False

    def add(self, outcomes: Sequence[Outcome]) -> None:
        """Keep outcomes, and write everything."""
        self.outcomes += outcomes
        if not self._is_compared:
            return
        stored = [asdict(outcome) for outcome in (*self.outcomes, *self._earlier)]
        values = {"about": self.about, "outcomes": stored}
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


def _read(text: str) -> tuple[Mapping[str, Any], list[Outcome]]:
    """Return what stored outcomes are of, and those that came to their end."""
    if not text:
        return {}, []
    values = json.loads(text)
    outcomes = [Outcome(**outcome) for outcome in values["outcomes"]]
    return values["about"], [
        outcome for outcome in outcomes if not outcome.failed and outcome.section != DEVICE
    ]


def _main_section(section: str) -> str:
    """Return the first of the sections that ran together."""
    return section.partition(",")[0]


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
