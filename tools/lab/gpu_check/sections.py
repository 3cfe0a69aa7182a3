"""``python -m tools.lab.gpu_check``: everything, in few minutes; what came out is in OUT.

OUT/results.json and OUT/results.md are written after each part, OUT/claims.tar.gz holds what was
measured of the papers' claims, OUT/logs.tar.gz what the parts printed.
"""

from __future__ import annotations

import signal
import tarfile
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from core.base.files import make_folder
from tools.lab.gpu_check import plan
from tools.lab.gpu_check.children import Part, run_together
from tools.lab.gpu_check.packed_base import PACKED, pack, unpack
from tools.lab.gpu_check.plan import Place
from tools.lab.gpu_check.results import Outcome, Results

SAMPLE = Path(__file__).resolve().parents[3] / "resources" / "sample" / "library"
CLAIMS, LOGS = "claims.tar.gz", "logs.tar.gz"
_ENDING_S = 12.0
"""What packing the results takes, and the machine's own."""
_KEPT = ("measured.jsonl", "report.md")
_PATH = click.Path(path_type=Path)
Say = Callable[[str], None]


class Check:
    """The sections, one after the other, until the time is over."""

    def __init__(self, place: Place, results: Results, seconds: float, say: Say) -> None:
        self.place, self.results, self._say = place, results, say
        self._end = time.monotonic() + seconds
        self.logs = place.work / "logs"
        self.logs.mkdir(parents=True, exist_ok=True)

    def left(self) -> float:
        """Return the seconds left."""
        return self._end - time.monotonic() - _ENDING_S

    def together(self, section: str, parts: Iterable[Part]) -> None:
        """Run parts at the same time."""
        chosen = [replace(each, seconds=min(each.seconds, self.left())) for each in parts]
        if self.left() <= 1 or not chosen:
            return
        self._say(f"== {section}, {self.left():.0f} s left")
        try:
            outcomes = run_together(section, chosen, self.logs, self._say)
        except Exception:  # noqa: BLE001 - what comes later is still to be measured
            outcomes = [Outcome(section, "the section itself", 0.0, traceback.format_exc())]
            self._say(outcomes[0].failed)
        self.results.add(outcomes)

    def in_turns(self, section: str, parts: Iterable[Part]) -> None:
        """Run parts one after the other, so that none disturbs another."""
        for part in parts:
            self.together(section, [part])

    def run(self, sections: Sequence[str]) -> None:
        """Run the sections that are asked for."""
        place = self.place
        if plan.SMOKE in sections:
            self.together(plan.SMOKE, plan.smoke(place))
        broken = self.results.failures(plan.SMOKE)
        if plan.ENCODE in sections:
            self.in_turns(plan.ENCODE, plan.encode(place))
        if plan.RECIPE in sections:
            self.in_turns(plan.RECIPE, plan.recipes(place, broken))
        # Neither is a matter of speed: they may disturb each other.
        last = list(plan.safety(place)) if plan.SAFETY in sections else []
        if plan.CLAIM in sections:
            wanted = plan.UNDECIDED[:1] if place.tiny else plan.UNDECIDED
            last += plan.claims(place, self.left(), wanted)
        self.together(f"{plan.SAFETY}, {plan.CLAIM}", last)


@click.group()
def main() -> None:
    """What a borrowed GPU is asked first."""


@main.command("pack")
@click.argument("out", type=_PATH)
def pack_command(out: Path) -> None:
    """Write the base into OUT, in eight bits, so that it can travel."""
    pack(out)


@main.command("run")
@click.option("--corpus", type=_PATH, required=True, help="Corpus folder.")
@click.option("--base", type=_PATH, required=True, help="Model folder, or a packed one.")
@click.option("--out", type=_PATH, required=True, help="Folder of the results.")
@click.option("--work", type=_PATH, required=True, help="Folder for runs, which may be deleted.")
@click.option("--minutes", default=8.5, show_default=True, help="Time in all.")
@click.option("--device", default="", help="Empty: the fastest there is.")
@click.option("--tiny", is_flag=True, help="Rehearse on a processor, with sizes that say nothing.")
@click.option("--before", type=_PATH, help="claims.tar.gz of an earlier time, to go on from.")
@click.option("--only", multiple=True, type=click.Choice([*plan.SECONDS]), help="Section.")
def run_command(corpus: Path, base: Path, out: Path, work: Path, **asked: Any) -> None:  # noqa: ANN401 - of click
    """Run the sections."""
    began = time.monotonic()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what came out is kept then too
    make_folder(out)
    work = work.absolute()
    model = unpack(base, work / "base") if (base / PACKED).is_file() else base
    device, about = _machine(asked["device"])
    if asked["before"]:
        _unpack_claims(asked["before"], work)
    place = Place(
        corpus=corpus.absolute(),
        base=model.absolute(),
        sample=SAMPLE,
        device=device,
        out=out,
        work=work,
        tiny=asked["tiny"],
    )
    _open(place)
    results = Results(out, about)
    seconds = 60 * asked["minutes"] - (time.monotonic() - began)
    check = Check(place, results, seconds, click.echo)
    try:
        check.run(asked["only"] or [*plan.SECONDS])
    finally:
        kept = [path for name in _KEPT for path in work.glob(f"claims-*/{name}")]
        kept += work.glob("claims-*/scores/*.json")
        _pack(out / CLAIMS, kept, work)
        _pack(out / LOGS, [*check.logs.rglob("*.log"), *work.rglob("log.txt")], work)
        results.add([])
    click.echo(results.report())


def _machine(asked: str) -> tuple[str, dict[str, Any]]:
    from training.runs.surroundings import chosen_device, devices, versions

    device = chosen_device(asked)
    return device, {"device": ", ".join(devices(device)), **versions()}


def _open(place: Place) -> None:
    """Read the corpora once: what comes later opens them in a moment."""
    from training.corpus import Corpus

    for folder in (place.sample, place.corpus):
        click.echo(f"{len(Corpus.open(folder)):,} papers in {folder.name}")


def _pack(path: Path, files: Iterable[Path], root: Path) -> None:
    with tarfile.open(path, "w:gz") as archive:
        for each in files:
            archive.add(each, str(each.relative_to(root)))


def _unpack_claims(path: Path, work: Path) -> None:
    with tarfile.open(path) as archive:
        archive.extractall(work, filter="data")


if __name__ == "__main__":
    main()
