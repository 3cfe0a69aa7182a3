"""The report of what was measured, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tools.lab.measuring.claims import CLAIMS, GAINS, Claim
from tools.lab.measuring.ledger import Entry, Ledger
from tools.lab.measuring.peer import DEFAULTS, OURS, SAME
from tools.lab.measuring.plan import CLAIMED, GAINED, MODELS, PEERS, SPEED, WAYS

REPORT = "report.md"
_NO_FIGURE = "–"


def report(ledger: Ledger, surroundings: Mapping[str, str], *, missing: Sequence[str]) -> str:
    """Return the report; ``missing`` are the names of what was not measured yet."""
    about = ledger.about
    parts = [
        "# Measured\n",
        f"Corpus {about.corpus}, base {about.base}, scale {about.scale}.\n",
        "\n".join(f"- {name}: {value}" for name, value in surroundings.items()) + "\n",
        *_section("Speed and memory", [*_speeds(ledger, SPEED)]),
        *_section("Precision, compiling, attention", [*_speeds(ledger, WAYS)]),
        *_section("Beside sentence-transformers' trainer", [*_peers(ledger)]),
        *_section("Models for use", [*_models(ledger)]),
        *_section("The papers' claims", [*_claims(ledger, CLAIMED, CLAIMS)]),
        *_section("Each recipe against its base", [*_claims(ledger, GAINED, GAINS)]),
    ]
    if missing:
        parts += ["## Not measured yet\n", "\n".join(f"- {name}" for name in missing) + "\n"]
    return "\n".join(parts)


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [f"## {title}\n", "\n".join(lines) + "\n"] if len(lines) > 2 else []


def _header(*names: str) -> list[str]:
    return [_line(names), _line(["---"] * len(names))]


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _speeds(ledger: Ledger, group: str) -> Iterator[str]:
    yield from _header(
        "what", "examples a second", "batch", "at once", "precision", "estimate", "peak", "seconds"
    )
    for entry in ledger.of_group(group).values():
        yield _speed(entry)


def _speed(entry: Entry) -> str:
    speed_values = entry.values
    if entry.failed:
        return _line([entry.name, entry.failed, *[""] * 6])
    return _line(
        [
            entry.name,
            f"{speed_values['examples_per_second']:.1f}",
            str(speed_values["batch"]),
            str(speed_values["micro_batch"]),
            str(speed_values["precision"]),
            _gib(speed_values["estimate"]),
            f"{_gib(speed_values['memory'])} ({_share(speed_values)})",
            f"{entry.seconds:.0f}",
        ]
    )


def _peers(ledger: Ledger) -> Iterator[str]:
    yield from _header(
        "what", "ours, a second", SAME, "ratio", DEFAULTS, "ratio", "batch", "seconds"
    )
    for entry in ledger.of_group(PEERS).values():
        peer_values = entry.values
        if entry.failed:
            yield _line([entry.name, entry.failed, *[""] * 6])
            continue
        speeds = {
            name: f"{speed:.1f}" for name, speed in peer_values["examples_per_second"].items()
        }
        ratios = {
            name: f"{median:.2f} ({least:.2f} to {most:.2f})"
            for name, (least, median, most) in peer_values["ratios"].items()
        }
        cells = [speeds[SAME], ratios[SAME], speeds[DEFAULTS], ratios[DEFAULTS]]
        yield _line(
            [entry.name, speeds[OURS], *cells, str(peer_values["batch"]), f"{entry.seconds:.0f}"]
        )


def _gib(count: int) -> str:
    return f"{count / 2**30:.2f} GiB"


def _share(speed_values: Mapping[str, Any]) -> str:
    """Return how far the peak lies above what was estimated."""
    if not speed_values["estimate"]:
        return _NO_FIGURE
    return f"{100 * (speed_values['memory'] / speed_values['estimate'] - 1):+.0f} %"


def _models(ledger: Ledger) -> Iterator[str]:
    yield from _header("model", "what came out", "seconds")
    for entry in ledger.of_group(MODELS).values():
        model_values = entry.values
        scores = ", ".join(
            f"{name} {_number(model_values.get('before', {}).get(name))} → {_number(score)}"
            for name, score in model_values.get("scores", {}).items()
        )
        yield _line([entry.name, entry.failed or scores, f"{entry.seconds:.0f}"])


def _number(score: float | None) -> str:
    return _NO_FIGURE if score is None else f"{score:.3f}"


def _claims(ledger: Ledger, group: str, claims: Sequence[Claim]) -> Iterator[str]:
    yield from _header("claim", "published", "measure", "before", "after", "difference", "seconds")
    claim_entries = ledger.of_group(group)
    for claim in claims:
        entry = claim_entries.get(claim.name)
        if entry is None or entry.failed:
            why = entry.failed if entry else "not measured yet"
            yield _line([claim.name, claim.published, why, "", "", "", ""])
            continue
        for metric, row in entry.values["rows"].items():
            ours = [f"{row['before']:.3f}", f"{row['after']:.3f}", _difference(row)]
            metric_text = f"{metric}, {row['papers']} papers"
            yield _line([claim.name, claim.published, metric_text, *ours, f"{entry.seconds:.0f}"])


def _difference(row: Mapping[str, float]) -> str:
    interval = f" [{row['low']:+.3f}, {row['high']:+.3f}]" if "low" in row else ""
    return f"{row['mean']:+.3f}{interval}"
