"""Runs the sections, one after the other, and stores what came out."""

from __future__ import annotations

import shutil
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
from core.models.manifest import read_manifest
from tools.lab.gpu_check import forking, plan
from tools.lab.gpu_check.children import Part, outcome_line, run_together
from tools.lab.gpu_check.packed_base import cut_layers, is_packed, unpack
from tools.lab.gpu_check.plan import Place
from tools.lab.gpu_check.results import DEVICE, JSON, Outcome, Results

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
        chosen = [
            replace(part, seconds=min(part.seconds, rest))
            for part in parts
            if part.resumes or not self.results.take_finished(section, part.name)
        ]
        if rest <= 1 or not chosen:
            return
        self._say(f"== {section}, {rest:.0f} s left")
        try:
            run_together(section, chosen, self.logs, self._keep)
        except Exception:  # noqa: BLE001 - what comes later is still to be measured
            self._keep(Outcome(section, "the section itself", 0.0, traceback.format_exc()))

    def _keep(self, outcome: Outcome) -> None:
        """Store an outcome and what was measured of claims: a kill may come at any time."""
        self._say(outcome_line(outcome))
        self.results.add([outcome])
        write_claims(self.place)

    def run_turns(self, section: str, parts: Iterable[Part]) -> None:
        """Run parts one after the other, so that none disturbs another."""
        for part in parts:
            self.run_parts(section, [part])

    def find_device(self, name: str) -> None:
        """Find the device as the product does, in a part: this process must not open it.

        Where the part fails because this process was forked, later ones are new processes.
        """
        for _ in range(1 + forking.is_warm()):
            self.run_parts(DEVICE, [plan.device(self.place, name)])
            outcome = self.results.outcomes[-1]
            if not outcome.failed:
                values = dict(outcome.values)
                self.results.about = {**values.pop("about", {}), **self.results.about}
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
        if place.tiny:
            claim = claim or groups[0][0]  # the way that a rehearsal is for
        chosen = [group for group in groups if claim in group] if claim else []
        if plan.CLAIM not in sections:
            self.run_parts(plan.SAFETY, last)
            return
        if not chosen:
            last += plan.claims(place, self.seconds_left(), groups)
            self.run_parts(f"{plan.SAFETY}, {plan.CLAIM}", last)
            return
        seconds = self.seconds_left() - place.judge_seconds()
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
    model = _model_folder(base, work, tiny=options["tiny"])
    missing = forking.warm_up() if options["fork"] else []
    imported = time.monotonic() - start
    earlier = before or out
    if not any(work.glob("claims-*")) and (earlier / CLAIMS).is_file():
        unpack_claims(earlier / CLAIMS, work)
    place = Place(
        corpus=corpus.absolute(),
        base=model.absolute(),
        sample=SAMPLE,
        device=options["device"] or "cpu",
        out=out,
        work=work,
        tiny=options["tiny"],
    )
    sizes = {"sizes": "of a rehearsal"} if place.tiny else {}
    about = {**sizes, "base": read_manifest(model).name, "corpora": _open(place)}
    stored = (earlier / JSON).read_text("utf-8") if (earlier / JSON).is_file() else ""
    results = Results(out, about, stored)
    results.add([Outcome(DEVICE, "imports", round(imported, 1), "\n".join(missing))])
    seconds = 60 * options["minutes"] - (time.monotonic() - start)
    check = Check(place, results, seconds, click.echo)
    try:
        check.find_device(options["device"])
        if not results.compare_earlier():
            drop_claims(work)
        check.run(options["only"] or [*plan.SECONDS], options["claim"])
    finally:
        write_claims(place)
        write_archive(
            out / LOGS,
            [*check.logs.rglob("*.log"), *check.logs.glob("profile-*.txt"), *work.rglob("log.txt")],
            work,
        )
        results.add([])
    click.echo(results.report())


def _model_folder(base: Path, work: Path, *, tiny: bool) -> Path:
    """Unpack the base if it is packed; a rehearsal takes its first layer alone."""
    model = unpack(base, work / "base") if is_packed(base) else base
    return cut_layers(model, work / "first-layer") if tiny else model


def _open(place: Place) -> str:
    """Read the corpora once, and name them: what comes later opens them in a moment."""
    from training.corpus.corpus import Corpus

    folders = (place.sample, place.corpus)
    return ", ".join(f"{len(Corpus.open(folder)):,} papers in {folder.name}" for folder in folders)


def write_claims(place: Place) -> None:
    """Write what was measured of claims into OUT, which may be all that is left."""
    files = [path for pattern in _CLAIM_FILES for path in place.work.glob(pattern)]
    write_archive(place.out / CLAIMS, files, place.work)


def write_archive(path: Path, files: Iterable[Path], root: Path) -> None:
    """Write files into an archive, with their paths below ``root``."""
    unfinished = path.with_name(f"{path.name}.new")
    with tarfile.open(unfinished, "w:gz") as archive:
        for file in files:
            archive.add(file, str(file.relative_to(root)))
    unfinished.replace(path)


def drop_claims(work: Path) -> None:
    """Say that nothing is gone on from, and delete scores of claims: they do not say of what."""
    click.echo("The earlier results are of another device, corpus or base: none is used.")
    for folder in work.glob("claims-*"):
        shutil.rmtree(folder)


def unpack_claims(path: Path, work: Path) -> None:
    """Put what was measured of claims at an earlier time into ``work``."""
    with tarfile.open(path) as archive:
        if hasattr(tarfile, "data_filter"):
            archive.extractall(work, filter="data")
        else:  # Python 3.11 before its fourth repair
            archive.extractall(work)
