"""Each module that holds logic has a test file at the mirrored path: ``core/a/b.py`` has
``tests/core/a/test_b.py``, and ``tools/lab/a/b.py`` has ``tests/lab/a/test_b.py``.

``WITHOUT`` names the modules that have none, and why. It may only shrink: a module that got a test,
or is gone, leaves it.
"""

from __future__ import annotations

from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGES = ("core", "desktop", "training", "tools")
UNMIRRORED = ("__init__.py", "__main__.py")

WITHOUT: dict[str, str] = {
    "values alone: records, protocols and tables without a decision": """
        core/base/findings.py
        core/base/jobs.py
        core/base/library_records.py
        core/base/lookups.py
        core/base/phrases.py
        core/base/records.py
        core/base/reports.py
        core/formats/entries.py
        core/manuscript/latex/parts.py
        core/manuscript/text/extractor.py
        core/programs/answer_forms.py
        core/programs/requests.py
        core/recommend/question.py
        core/services/imports.py
        desktop/language/field_names.py
        desktop/library/search_help.py
        desktop/manuscript/tab_parts.py
        desktop/suggestions/answer.py
        training/base/recipe.py
        training/base/tasks.py
        training/graph/settings.py
        training/models/protocols.py
    """,
    "the child of a guarded reader: its tests start it and lie with the reader": """
        core/formats/dumps/child.py
        core/models/child.py
    """,
    "tested through the reader that uses it: markup": """
        core/manuscript/markup/source_texts.py
    """,
    "tested through real programs that ask it: http/test_service, editors/test_server": """
        core/programs/answering.py
        core/programs/editors/session.py
        core/programs/http/addresses.py
        core/programs/http/cayw.py
        core/programs/http/client.py
        core/programs/http/running.py
        core/programs/json_forms.py
    """,
    "tested through recommend/test_gaps and services/test_manuscripts": """
        core/recommend/gap_features.py
        core/recommend/questions.py
    """,
    "tested through runs/test_folders, with a trainer of its own": """
        core/runs/asking.py
        core/services/training.py
        training/runs/surroundings.py
    """,
    "services that only join parts, tested through the commands and the workspace": """
        core/commands/common.py
        core/services/fulltexts.py
        core/services/indexing.py
        core/services/map.py
        core/services/papers.py
        core/services/recommending.py
    """,
    "tested through the page that it is a part of": """
        desktop/manuscript/actions.py
        desktop/manuscript/session.py
        desktop/papers/lookup.py
        desktop/papers/paper_field.py
        desktop/papers/words.py
        desktop/ui/notify.py
    """,
    "tested through loop/test_trainer and recipes/test_reranker": """
        training/models/rerank_model.py
    """,
    "tested through the measurement that runs it": """
        tools/lab/fitting/queries.py
        tools/lab/gpu_check/capped.py
        tools/lab/measuring/command.py
        tools/lab/measuring/two_trainers.py
    """,
    "tested through following/test_bib_follower": """
        core/formats/bib_text.py
        core/library/following/bib_look.py
        core/library/following/bib_plan.py
        core/library/following/bib_store.py
    """,
    "tested through models/test_devices, which starts it": """
        core/models/device_check.py
    """,
    "tested through app/test_menus and help/test_manual_agrees": """
        desktop/app/page_registry.py
    """,
    "designs and their parts, written and read by lab/proving_ground/test_first_pages": """
        tools/lab/proving_ground/front_journals.py
        tools/lab/proving_ground/front_manuscripts.py
        tools/lab/proving_ground/front_medicine.py
        tools/lab/proving_ground/front_sciences.py
        tools/lab/proving_ground/front_sheets.py
        tools/lab/proving_ground/front_texts.py
    """,
    "tested through lab/test_proving_ground": """
        tools/lab/proving_ground/article.py
        tools/lab/proving_ground/checking.py
        tools/lab/proving_ground/command.py
        tools/lab/proving_ground/latex_cells.py
        tools/lab/proving_ground/pandoc_cells.py
        tools/lab/proving_ground/tools_used.py
        tools/lab/proving_ground/typst_cells.py
    """,
    "tested through recipes/test_semcse, which trains with it": """
        training/recipes/semcse_task.py
    """,
    "needs a device, or a corpus that is not here": """
        tools/lab/fitting/punkt.py
    """,
    "makes files that other tests compare: test_packaging, core/test_sample": """
        tools/justified.py
        tools/lock.py
        tools/sample_figures.py
        tools/sample_style.py
    """,
}
"""Modules without a test at the mirrored path, as groups: the reason, and the modules it is for."""


def mirror_of(module: str) -> str:
    """Return the path of the test file of a module, both with forward slashes."""
    folder, _, name = module.removeprefix("tools/lab/").rpartition("/")
    if module.startswith("tools/lab/"):
        folder = f"lab/{folder}".rstrip("/")
    return f"tests/{folder}/test_{name}"


def modules_without_mirror(checkout: Path) -> set[str]:
    modules = (
        path.relative_to(checkout).as_posix()
        for package in PACKAGES
        for path in (checkout / package).rglob("*.py")
        if path.name not in UNMIRRORED
    )
    return {
        module
        for module in modules
        if not module.startswith("tools/lab/benchmarks/")
        and not (checkout / mirror_of(module)).is_file()
    }


def test_each_module_has_a_test_at_its_mirrored_path() -> None:
    unmirrored = modules_without_mirror(CHECKOUT)
    allowed = {module for modules in WITHOUT.values() for module in modules.split()}
    assert sorted(unmirrored - allowed) == [], "these modules need a test at the mirrored path"
    assert sorted(allowed - unmirrored) == [], "these leave the list: they have a test, or are gone"


def test_a_module_is_listed_once() -> None:
    listed = [module for modules in WITHOUT.values() for module in modules.split()]
    assert len(listed) == len(set(listed))


def test_a_module_without_a_mirrored_test_is_seen(tmp_path: Path) -> None:
    for place in ("core/formats/ris.py", "tools/lab/fitting/punkt.py", "core/formats/__init__.py"):
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    test = tmp_path / "tests" / "core" / "formats" / "test_ris.py"
    test.parent.mkdir(parents=True)
    assert modules_without_mirror(tmp_path) == {"core/formats/ris.py", "tools/lab/fitting/punkt.py"}
    test.touch()
    assert modules_without_mirror(tmp_path) == {"tools/lab/fitting/punkt.py"}


def test_tests_of_tools_lie_beside_those_of_the_lab() -> None:
    assert mirror_of("tools/lock.py") == "tests/tools/test_lock.py"
    assert mirror_of("tools/lab/judging/table.py") == "tests/lab/judging/test_table.py"
