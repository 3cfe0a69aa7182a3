"""No circles of files in a package, and none of the folders of the product.

Imports inside functions and those for types alone count like any other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.test_architecture import CHECKOUT, PACKAGES, imports, is_module, modules

ROOT_MODULES = 4
"""As many modules may stand in ``core`` itself: the way in, and what builds the services."""


def names(place: str) -> tuple[str, str]:
    """Return the module and the folder, both with dots, of a path."""
    parts = place.removesuffix(".py").split("/")
    folder = ".".join(parts[:-1])
    return (folder if parts[-1] == "__init__" else ".".join(parts)), folder


def folder_of(module: str) -> str:
    is_folder = CHECKOUT.joinpath(*module.split(".")).is_dir()
    return module if is_folder else module.rpartition(".")[0]


def imported_within(package: str) -> dict[str, set[str]]:
    """Return for each module of a package the modules of that package that it imports."""
    graph: dict[str, set[str]] = {}
    for module in modules((*PACKAGES, "tools")):
        if module.package == package:
            name, _ = names(module.place)
            used = {each for _, each in imports(module.tree) if each.split(".")[0] == package}
            graph[name] = {each for each in used if is_module(each) and each != name}
    return graph


def folders(graph: Mapping[str, Iterable[str]]) -> dict[str, set[str]]:
    found = defaultdict(set)
    for module, used in graph.items():
        found[folder_of(module)] |= {folder_of(each) for each in used} - {folder_of(module)}
    return dict(found)


def circle(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """Return the nodes of one circle of a graph, if it has any."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("package", ["core", "desktop", "training", "tools"])
def test_no_files_of_a_package_import_each_other_in_a_circle(package: str) -> None:
    assert circle(imported_within(package)) == []


@pytest.mark.parametrize("package", ["core", "desktop", "training"])
def test_no_folders_of_a_package_import_each_other_in_a_circle(package: str) -> None:
    assert circle(folders(imported_within(package))) == []


def test_the_base_imports_nothing_of_ours() -> None:
    assert folders(imported_within("core"))["core.base"] == set()


def test_few_modules_stand_in_the_engine_itself() -> None:
    assert len(list((CHECKOUT / "core").glob("*.py"))) <= ROOT_MODULES


def test_no_page_of_the_window_knows_another() -> None:
    pages = {f"desktop.{name}" for name in ("library", "manuscript", "similar", "training")}
    used = folders(imported_within("desktop"))
    assert not {page: used[page] & pages - {page} for page in pages if used[page] & pages - {page}}


def test_what_all_pages_use_knows_none_of_them() -> None:
    assert folders(imported_within("desktop"))["desktop.ui"] <= {"desktop.language"}


def test_a_circle_is_seen() -> None:
    graph = {"core.a.x": {"core.b.y"}, "core.b.y": {"core.c.z"}, "core.c.z": {"core.a.x"}}
    assert set(circle(graph)) == set(graph)
    assert circle({"a": {"b"}, "b": {"c"}}) == []
