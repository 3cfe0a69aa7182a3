"""``python -m tools.lab.gpu_check``: everything, in few minutes; what came out is in OUT.

OUT/results.json and OUT/results.md are written after each part, OUT/claims.tar.gz holds what was
measured of the papers' claims, OUT/logs.tar.gz what the parts printed. The same command goes on
where an earlier one was killed: what came to its end is not measured again. On another machine,
``--before`` names a copy of OUT.

**Size.** Where the files are carried to the GPU under a limit, count more than the sum of their
sizes: an archive takes up to 1 kB more for each file (2,000 files: 1.5 MB). Measure it before:
``tar c FILES | wc -c``.

**Time.** Nine minutes are enough for all sections and one claim; another ``--claim`` is measured
at another time.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import click

from tools.lab.gpu_check.requirements import missing_requirements

_PATH = click.Path(path_type=Path)
SECTIONS = ("smoke", "recipes", "encode", "resume and memory", "claims")


class MissingError(click.ClickException):
    """Something is missing; said in one sentence before a minute of the GPU is spent."""

    exit_code: ClassVar[int] = 2


@click.group()
def main() -> None:
    """Measure what a borrowed GPU is asked first."""


@main.command("pack")
@click.argument("out", type=_PATH)
def pack_command(out: Path) -> None:
    """Write the base into OUT, in eight bits, so that it can travel."""
    from tools.lab.gpu_check.packed_base import pack

    pack(out)


@main.command("halve")
@click.argument("packed", type=_PATH)
@click.argument("out", type=_PATH)
@click.argument("low", type=_PATH)
def halve_command(packed: Path, out: Path, low: Path) -> None:
    """Part the bytes of PACKED: OUT is a base in four bits, the file LOW what it lacks."""
    from tools.lab.gpu_check.packed_base import halve

    halve(packed, out, low)


@main.command("unpack")
@click.argument("packed", type=_PATH)
@click.argument("out", type=_PATH)
@click.option("--low", type=_PATH, help="What a halved base lacks.")
def unpack_command(packed: Path, out: Path, low: Path | None) -> None:
    """Write the model folder OUT from PACKED."""
    from tools.lab.gpu_check.packed_base import unpack

    unpack(packed, out, low)


@main.command("run")
@click.option("--corpus", type=_PATH, required=True, help="Corpus folder.")
@click.option("--base", type=_PATH, required=True, help="Model folder, or a packed one.")
@click.option("--out", type=_PATH, required=True, help="Folder of the results.")
@click.option("--work", type=_PATH, required=True, help="Folder for runs, which may be deleted.")
@click.option("--minutes", default=8.7, show_default=True, help="Time in all.")
@click.option("--device", default="", help="Empty: the fastest there is.")
@click.option("--tiny", is_flag=True, help="Rehearse on a processor, with sizes that say nothing.")
@click.option("--before", type=_PATH, help="OUT of an earlier time, to go on from.")
@click.option("--claim", default="", help="The claim that is decided; empty: all, by turns.")
@click.option("--fork/--no-fork", default=True, help="Import once, and fork for each part.")
@click.option("--only", multiple=True, type=click.Choice(SECTIONS), help="Section.")
def run_command(corpus: Path, base: Path, before: Path | None, **options: Any) -> None:  # noqa: ANN401 - of click
    """Run the sections. Ends with 2 at once where something is missing."""
    faults = missing_requirements(corpus, base, before, rehearsal=options["tiny"])
    if faults:
        raise MissingError(f"The check cannot start: {'; '.join(faults)}.")
    from tools.lab.gpu_check.sections import run_sections

    run_sections(corpus, base, before, **options)


if __name__ == "__main__":
    main()
