"""What is measured, and when no section is begun any more."""

from __future__ import annotations

from pathlib import Path

from tools.lab.__main__ import COMMANDS
from tools.lab.gpu_check import __main__ as check
from tools.lab.gpu_check import plan, sections
from tools.lab.gpu_check.plan import Place
from tools.lab.gpu_check.results import Results
from tools.lab.measuring.claims import CLAIMS, GAINS
from training.base.registry import RECIPES


def place(folder: Path, *, tiny: bool = True) -> Place:
    corpus, base = folder / "corpus", folder / "base"
    return Place(
        corpus=corpus,
        base=base,
        sample=corpus,
        device="cpu",
        out=folder / "out",
        work=folder / "work",
        tiny=tiny,
    )


def test_what_fails_at_the_beginning_is_not_measured(tmp_path: Path) -> None:
    here = place(tmp_path)
    assert {part.name for part in plan.smoke(here)} == {"imports", *RECIPES}
    named = [part.name for part in plan.recipes(here, {"cocite"})]
    assert "cocite" not in named
    assert set(RECIPES) - {"cocite"} < set(named)


def test_the_time_given_is_that_of_all_sections(tmp_path: Path) -> None:
    here = place(tmp_path, tiny=False)
    # A part takes its most only where it hangs: each recipe took 27 to 34 s of its 40.
    turns = sum(part.seconds for part in plan.encode(here))
    turns += sum(part.seconds for part in plan.recipes(here, set()))
    assert turns < 8 * 60
    longest = max(part.seconds for part in (*plan.smoke(here), *plan.safety(here)))
    assert longest < 2 * 60


def test_sections_are_named_alike_everywhere() -> None:
    assert tuple(plan.SECONDS) == check.SECTIONS


def test_every_claim_that_is_asked_for_is_one() -> None:
    names = {claim.name for claim in (*CLAIMS, *GAINS)}
    assert {name for group in plan.UNDECIDED for name in group} <= names


def test_commands_are_those_of_the_lab(tmp_path: Path) -> None:
    here = place(tmp_path)
    for part in (*plan.recipes(here, set()), *plan.claims(here, 60, plan.UNDECIDED)):
        assert part.arguments[:2] == ["-m", "tools.lab"]
        assert part.arguments[2] in COMMANDS


def test_no_section_is_begun_after_the_time_is_over(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    results = Results(tmp_path / "out", {})
    over = sections.Check(place(tmp_path), results, 1.0, lambda _: None)
    over.run([*plan.SECONDS])
    assert results.outcomes == []
