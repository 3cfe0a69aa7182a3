"""What is measured, and when no section is begun any more."""

from __future__ import annotations

from pathlib import Path

from tools.lab.__main__ import COMMANDS
from tools.lab.gpu_check import __main__ as check
from tools.lab.gpu_check import plan, sections
from tools.lab.gpu_check.children import Part
from tools.lab.gpu_check.plan import Place
from tools.lab.gpu_check.results import Outcome, Results
from tools.lab.measuring.claims import ARMS, CLAIMS, GAINS
from training.base.registry import RECIPES, recipe_named


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
    here = place(tmp_path, tiny=False)
    assert {part.name for part in plan.smoke(here)} == {*RECIPES}
    named = [part.name for part in plan.recipes(here, {"cocite"})]
    assert "cocite" not in named
    assert set(RECIPES) - {"cocite"} < set(named)
    assert "specter, float16" in named
    assert "specter, float16" not in [part.name for part in plan.recipes(here, {"specter"})]


def test_a_rehearsal_takes_few_small_steps_of_each_recipe_and_measures_one(tmp_path: Path) -> None:
    here = place(tmp_path)
    assert {part.name for part in plan.smoke(here)} == {*RECIPES}
    measured = [part.name for part in plan.recipes(here, set())]
    assert set(RECIPES) & set(measured) == {"specter"}
    assert "specter, float16" in measured
    fields = {name for recipe in RECIPES for name in recipe_named(recipe).settings.model_fields}
    assert {value.partition("=")[0] for value in plan._TINY} <= fields
    names = [name for group in plan.REHEARSED for name in group]
    compared = [claim for claim in (*CLAIMS, *GAINS) if claim.name in names]
    arms = {arm for claim in compared for arm in (claim.before, claim.after)}
    assert {ARMS[arm].recipe for arm in arms if arm in ARMS} == {"reranker"}


def test_the_time_given_is_that_of_all_sections(tmp_path: Path) -> None:
    here = place(tmp_path, tiny=False)
    # A part takes its most only where it hangs; a recipe took 13 to 20 s without its imports.
    turns = sum(part.seconds for part in plan.encode(here))
    turns += sum(part.seconds for part in plan.recipes(here, set()))
    assert turns < 6.5 * 60
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


def test_the_arms_of_a_claim_are_trained_where_it_looks_for_them(tmp_path: Path) -> None:
    here = place(tmp_path, tiny=False)
    group = plan.UNDECIDED[0]
    arms = {part.name.partition(": ")[2]: part for part in plan.arms(here, group, 60)}
    assert set(arms) == {"specter-easy", "specter", "scincl"}
    arguments = [*arms["scincl"].arguments]
    assert arguments[:3] == ["-m", "training", "scincl"]
    run = plan.arm_folder(here, group, "scincl")
    assert arguments[arguments.index("--out") + 1] == str(run)
    assert arms["scincl"].stop == run / "stop"
    assert len({plan.arm_folder(here, group, name).parent for name in arms}) == len(arms)
    (run / "model").mkdir(parents=True)
    for _ in range(2):
        plan.link_arms(here, group)
    assert [path.name for path in (plan.claims_folder(here, group) / "runs").iterdir()] == [
        "scincl"
    ]
    assert (plan.claims_folder(here, group) / "runs" / "scincl" / "model").is_dir()
    assert f"base={here.base}" in arguments
    assert "hard_share=0" in arms["specter-easy"].arguments
    assert not any("pretrain" in part.name for part in plan.arms(here, plan.UNDECIDED[3], 60))


def test_an_arm_goes_on_where_it_was_killed_and_a_finished_one_is_left_alone(
    tmp_path: Path,
) -> None:
    here = place(tmp_path, tiny=False)
    group = plan.UNDECIDED[0]
    begun = plan.arm_folder(here, group, "scincl")
    begun.mkdir(parents=True)
    (begun / "config.json").touch()
    (plan.arm_folder(here, group, "specter") / "model").mkdir(parents=True)
    scores = plan.claims_folder(here, group) / "scores"
    scores.mkdir()
    (scores / "specter-easy-papers.json").touch()
    (part,) = plan.arms(here, group, 60)
    assert part.name == "trained: scincl"
    assert part.arguments[-1] == "--resume"


def test_parts_that_were_finished_before_are_not_run_again(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "work").mkdir()
    first = Results(tmp_path / "out", {})
    first.add([Outcome("smoke", "one", 1.0), Outcome("smoke", "two", 1.0, "exit code 1")])
    stored = (tmp_path / "out" / "results.json").read_text("utf-8")
    results = Results(tmp_path / "out", {}, stored)
    results.compare_earlier()
    check = sections.Check(place(tmp_path), results, 100.0, lambda _: None)
    check.run_parts("smoke", [Part(name, ["-c", ""], 60) for name in ("one", "two")])
    assert [(outcome.name, outcome.failed) for outcome in results.outcomes] == [
        ("one", ""),
        ("two", ""),
    ]
    assert results.outcomes[0].seconds == 1.0
    assert (tmp_path / "out" / sections.CLAIMS).is_file()


def test_no_section_is_begun_after_the_time_is_over(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    results = Results(tmp_path / "out", {})
    over = sections.Check(place(tmp_path), results, 1.0, lambda _: None)
    over.run([*plan.SECONDS])
    assert results.outcomes == []
