"""Runs the sections, one after the other, and stores what came out."""

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
from tools.lab.gpu_check import forking, plan
from tools.lab.gpu_check.children import Part, run_together
from tools.lab.gpu_check.packed_base import is_packed, unpack
from tools.lab.gpu_check.plan import Place
from tools.lab.gpu_check.results import Outcome, Results

SAMPLE = Path(__file__).resolve().parents[3] / "resources" / "sample" / "library"
CLAIMS, LOGS = "claims.tar.gz", "logs.tar.gz"
_ENDING_S = 12.0
"""What packing the results takes, and the machine's own."""
_CLAIM_FILES = ("claims-*/measured.jsonl", "claims-*/report.md", "claims-*/scores/*.json")
Say = Callable[[str], None]


class Check:
    """The sections, one after the other, until the time is over."""

    def __init__(self, place: Place, results: Results, seconds: float, say: Say) -> None:
        self.place, self.results, self._say = place, results, say
        self._end = time.monotonic() + seconds
        self.logs = place.work / "logs"
        self.logs.mkdir(parents=True, exist_ok=True)

    def seconds_left(self) -> float:
        """Return the seconds left."""
        return self._end - time.monotonic() - _ENDING_S

    def run_parts(self, section: str, parts: Iterable[Part]) -> None:
        """Run parts at the same time."""
        rest = self.seconds_left()
        chosen = [replace(part, seconds=min(part.seconds, rest)) for part in parts]
        if rest <= 1 or not chosen:
            return
        self._say(f"== {section}, {rest:.0f} s left")
        try:
            outcomes = run_together(section, chosen, self.logs, self._say)
        except Exception:  # noqa: BLE001 - what comes later is still to be measured
            outcomes = [Outcome(section, "the section itself", 0.0, traceback.format_exc())]
            self._say(outcomes[0].failed)
        self.results.add(outcomes)

    def run_turns(self, section: str, parts: Iterable[Part]) -> None:
        """Run parts one after the other, so that none disturbs another."""
        for part in parts:
            self.run_parts(section, [part])

    def find_device(self, name: str) -> None:
        """Find the device as the product does, in a part: this process must not open it.

        Where the part fails because this process was forked, later ones are new processes.
        """
        for _ in range(1 + forking.is_warm()):
            self.run_parts("device", [plan.device(self.place, name)])
            outcome = self.results.outcomes[-1]
            if not outcome.failed:
                values = dict(outcome.values)
                self.results.about = values.pop("about", {})
                self.results.outcomes[-1] = replace(outcome, values=values)
                self.place = replace(self.place, device=values.get("name", self.place.device))
                return
            forking.cool_down()

    def run(self, sections: Sequence[str], claim: str = "") -> None:
        """Run the sections that are asked for."""
        place = self.place
        if plan.SMOKE in sections:
            self.run_parts(plan.SMOKE, plan.smoke(place))
        broken = self.results.failures(plan.SMOKE)
        if plan.RECIPE in sections:
            self.run_turns(plan.RECIPE, plan.recipes(place, broken))
        if plan.ENCODE in sections:
            self.run_turns(plan.ENCODE, plan.encode(place))
        # Neither is a matter of speed: they may disturb each other.
        last = list(plan.safety(place)) if plan.SAFETY in sections else []
        groups = list(plan.REHEARSED if place.tiny else plan.UNDECIDED)
        chosen = [group for group in groups if claim in group] if claim else []
        if plan.CLAIM not in sections:
            self.run_parts(plan.SAFETY, last)
            return
        if not chosen:
            last += plan.claims(place, self.seconds_left(), groups)
            self.run_parts(f"{plan.SAFETY}, {plan.CLAIM}", last)
            return
        seconds = self.seconds_left() - plan.JUDGE_SECONDS
        last += plan.arms(place, chosen[0], max(seconds, 1.0))
        self.run_parts(f"{plan.SAFETY}, {plan.CLAIM}", last)
        plan.link_arms(place, chosen[0])
        self.run_parts(plan.CLAIM, plan.claims(place, self.seconds_left(), chosen[:1]))


def run_sections(corpus: Path, base: Path, before: Path | None, **options: Any) -> None:  # noqa: ANN401 - of click
    """Run the sections asked for, all without any, and write what came out."""
    start = time.monotonic()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what came out is stored then too
    out, work = options["out"], options["work"].absolute()
    make_folder(out)
    model = unpack(base, work / "base") if is_packed(base) else base
    missing = forking.warm_up() if options["fork"] else []
    imported = time.monotonic() - start
    if before is not None:
        unpack_claims(before, work)
    place = Place(
        corpus=corpus.absolute(),
        base=model.absolute(),
        sample=SAMPLE,
        device=options["device"] or "cpu",
        out=out,
        work=work,
        tiny=options["tiny"],
    )
    _open_corpora(place)
    results = Results(out, {})
    results.add([Outcome("device", "imports", round(imported, 1), "\n".join(missing))])
    seconds = 60 * options["minutes"] - (time.monotonic() - start)
    check = Check(place, results, seconds, click.echo)
    try:
        check.find_device(options["device"])
        check.run(options["only"] or [*plan.SECONDS], options["claim"])
    finally:
        claim_files = [path for pattern in _CLAIM_FILES for path in work.glob(pattern)]
        write_archive(out / CLAIMS, claim_files, work)
        write_archive(
            out / LOGS,
            [*check.logs.rglob("*.log"), *check.logs.glob("profile-*.txt"), *work.rglob("log.txt")],
            work,
        )
        results.add([])
    click.echo(results.report())


def _open_corpora(place: Place) -> None:
    """Read the corpora once: what comes later opens them in a moment."""
    from training.corpus.corpus import Corpus

    for folder in (place.sample, place.corpus):
        click.echo(f"{len(Corpus.open(folder)):,} papers in {folder.name}")


def write_archive(path: Path, files: Iterable[Path], root: Path) -> None:
    """Write files into an archive, with their paths below ``root``."""
    with tarfile.open(path, "w:gz") as archive:
        for file in files:
            archive.add(file, str(file.relative_to(root)))


def unpack_claims(path: Path, work: Path) -> None:
    """Put what was measured of claims at an earlier time into ``work``."""
    with tarfile.open(path) as archive:
        if hasattr(tarfile, "data_filter"):
            archive.extractall(work, filter="data")
        else:  # Python 3.11 before its fourth repair
            archive.extractall(work)
