"""The layers, the doors and the house rules, read from the source with ``ast``.

Imports inside functions, under TYPE_CHECKING and through ``import_module("...")`` count like any
other. Each rule is also shown a source that breaks it, so that none can pass by seeing nothing.
"""

from __future__ import annotations

import ast
import functools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGES = ("core", "desktop", "training")
MAX_LINES = 700

QT = frozenset({"PySide6", "shiboken6", "pyqtgraph", "qtawesome", "qtpy", "pytestqt"})
TORCH = frozenset({"torch", "transformers", "sentence_transformers", "peft", "accelerate"})

# Which package may not import what.
FORBIDDEN = {
    "core": QT | {"desktop", "training", "tests", "tools"},
    "training": QT | {"desktop", "tests", "tools"},
    "desktop": TORCH
    | {
        "training",
        "tests",
        "tools",
        "faiss",
        "sqlite3",
        "sqlite_utils",
        "tantivy",
        "pymupdf",
        "nltk",
    },
}
# Which library has one door: the only files, or folders, that may import it.
DOORS = {
    **dict.fromkeys(("pymupdf", "fitz", "pymupdf4llm"), ("core/manuscript/pdf/extract.py",)),
    "faiss": ("core/library/indexes/vectors.py", "core/library/indexes/vector_lists.py"),
    "httpx2": ("core/library/online/looking.py",),
    "pyarrow": ("core/formats/dumps/arrow.py",),
    "pymilvus": ("core/library/indexes/milvus.py",),
    "pycrfsuite": ("core/manuscript/references/entry_fields.py",),
    "tantivy": (
        "core/library/indexes/folding.py",
        "core/library/indexes/folder_index.py",
        "core/library/indexes/words.py",
        "core/library/indexes/typed.py",
        "core/library/indexes/passages.py",
    ),
    **dict.fromkeys(("sqlite3", "sqlite_utils"), ("core/library/",)),
    **dict.fromkeys(TORCH, ("core/models/", "training/")),
    **dict.fromkeys(QT, ("desktop/",)),
}
# The only modules that build the engine's objects for the window; the other modules of desktop
# know the engine's values and nothing else of it.
COMPOSITION_ROOTS = ("desktop/app/application.py", "desktop/__main__.py")
SHARED_VALUES = (
    "core.base.cited_names",
    "core.base.findings",
    "core.base.records",
    "core.base.items",
    "core.base.lookups",
    "core.formats.item_checks",
    "core.formats.fields",
    "core.formats.registry",
    "core.base.library_records",
    "core.base.messages",
    "core.base.notices",
    "core.base.reports",
    "core.base.encodable",
    "core.base.errors",
    "core.base.jobs",
    "core.base.wire",
    "core.base.settings",
    "core.runs.records",
)

UNSAFE_MODULES = frozenset({"pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve"})
UNSAFE_CALLS = frozenset({"eval", "exec", "__import__", "time.sleep", "os.system", "os.popen"})
TRUSTING_KEYWORDS = {"shell": True, "allow_pickle": True, "trust_remote_code": True}


class Module(NamedTuple):
    """A source file of ours. ``place`` is its path in the checkout, with forward slashes."""

    place: str
    source: str
    tree: ast.Module

    @property
    def package(self) -> str:
        return self.place.partition("/")[0]


def parse(place: str, source: str) -> Module:
    """Read a source file; relative imports become absolute, so that every rule sees their names."""
    tree = ast.parse(source, filename=place)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            above = place.split("/")[: -node.level]
            node.module = ".".join([*above, *([node.module] if node.module else [])])
            node.level = 0
    return Module(place, source, tree)


@functools.cache
def modules(folders: tuple[str, ...] = PACKAGES) -> list[Module]:
    return [
        parse(path.relative_to(CHECKOUT).as_posix(), path.read_text(encoding="utf-8"))
        for folder in folders
        for path in sorted((CHECKOUT / folder).rglob("*.py"))
    ]


def is_module(name: str) -> bool:
    path = CHECKOUT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def imports(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and full name of each module imported anywhere in ``tree``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                yield node.lineno, inner if is_module(inner) else base
        elif isinstance(node, ast.Call) and node.args:
            called = ast.unparse(node.func).rpartition(".")[2]
            name = node.args[0]
            if called in {"import_module", "__import__"} and isinstance(name, ast.Constant):
                yield node.lineno, str(name.value)


def upward_imports(module: Module) -> Iterator[str]:
    """The dependency rule: desktop → core ← training."""
    for line, name in imports(module.tree):
        if name.partition(".")[0] in FORBIDDEN[module.package]:
            yield f"{module.place}:{line} imports {name}"


def broken_doors(module: Module) -> Iterator[str]:
    """The one-door rule: each heavy library is imported in one place."""
    for line, name in imports(module.tree):
        doors = DOORS.get(name.partition(".")[0], (module.place,))
        if not module.place.startswith(doors):
            yield f"{module.place}:{line} imports {name}, whose door is {', '.join(doors)}"


def engine_in_pages(module: Module) -> Iterator[str]:
    """A page gets the services it needs from its constructor, and names their classes as types.

    Only app.py imports them to make them, so that the first papers show before they are there.
    """
    if module.package != "desktop" or module.place in COMPOSITION_ROOTS:
        return
    for line, name in set(imports(module.tree)) - set(for_types(module.tree)):
        if name.partition(".")[0] == "core" and name not in SHARED_VALUES:
            yield f"{module.place}:{line} imports {name}"


def for_types(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield what is imported for the type checker alone."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from imports(node)


def names_of_the_lab(module: Module) -> Iterator[str]:
    """The product does not name the lab, not even in a text by which it would import it later."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Constant) and str(node.value).startswith("tools.lab"):
            yield f"{module.place}:{node.lineno} names {node.value}"


def threads_outside_tasks(module: Module) -> Iterator[str]:
    """One module of the desktop knows threads."""
    if module.package != "desktop" or module.place == "desktop/ui/tasks.py":
        return
    qt_threads = {"QThread", "QThreadPool", "QRunnable"}
    for line, name in imports(module.tree):
        if name.partition(".")[0] in {"threading", "concurrent", "multiprocessing", "asyncio"}:
            yield f"{module.place}:{line} imports {name}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if alias.name in qt_threads:
                    yield f"{module.place}:{node.lineno} imports {alias.name}"


def too_long(module: Module) -> Iterator[str]:
    lines = module.source.count("\n")
    if lines > MAX_LINES:
        yield f"{module.place} has {lines} lines"


def without_docstring(module: Module) -> Iterator[str]:
    if not ast.get_docstring(module.tree):
        yield f"{module.place} does not say what it owns"


def unsafe_imports(module: Module) -> Iterator[str]:
    for line, name in imports(module.tree):
        if name.partition(".")[0] in UNSAFE_MODULES:
            yield f"{module.place}:{line} imports {name}"
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ImportFrom) and node.module == "time":
            for alias in node.names:
                if alias.name == "sleep":
                    yield f"{module.place}:{node.lineno} imports time.sleep"


def unsafe_calls(module: Module) -> Iterator[str]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            complaint = _complaint_about(node)
            if complaint:
                yield f"{module.place}:{node.lineno} {complaint}"


def painters_left_open(module: Module) -> Iterator[str]:
    """Qt does not survive a painter that outlives its event, as one in a kept traceback does."""
    guarded = {
        item.context_expr
        for node in ast.walk(module.tree)
        if isinstance(node, ast.With)
        for item in node.items
    }
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call) or node in guarded:
            continue
        if ast.unparse(node.func) in ("QPainter", "QStylePainter"):
            yield f"{module.place}:{node.lineno} paints without a with statement"


def labels_of_any_format(module: Module) -> Iterator[str]:
    """Labels of Qt take foreign text for HTML; ``text_label`` and ``message_box`` do not."""
    doors = {"QLabel": "desktop/ui/widgets.py", "QMessageBox": "desktop/ui/widgets.py"}
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            made = ast.unparse(node.func)
            if module.place != doors.get(made, module.place):
                yield f"{module.place}:{node.lineno} makes a {made} outside {doors[made]}"


def _complaint_about(call: ast.Call) -> str:
    name = ast.unparse(call.func)
    method = name.rpartition(".")[2]
    given = {
        keyword.arg: keyword.value.value
        for keyword in call.keywords
        if isinstance(keyword.value, ast.Constant)
    }
    if name in UNSAFE_CALLS or method == "processEvents":
        return f"calls {name}"
    if name == "torch.load" and given.get("weights_only") is not True:
        return "calls torch.load without weights_only=True"
    for keyword, value in TRUSTING_KEYWORDS.items():
        if given.get(keyword) is value:
            return f"passes {keyword}={value}"
    return ""


RULES: dict[Callable[[Module], Iterator[str]], list[tuple[str, str]]] = {
    upward_imports: [
        ("core/x.py", "def f():\n    from desktop import app"),
        ("core/x.py", "if TYPE_CHECKING:\n    import PySide6.QtCore"),
        ("core/x.py", "importlib.import_module('training.config')"),
        ("training/x.py", "import desktop"),
        ("training/x.py", "from tools import lab"),
        ("training/loop/x.py", "from ...tools.lab import fitting"),
        ("core/x.py", "def f():\n    from tools.lab.judging import table"),
        ("core/x.py", "importlib.import_module('tools.lab')"),
        ("desktop/x.py", "def f():\n    import torch.nn"),
        ("desktop/x.py", "from sqlite3 import connect"),
    ],
    broken_doors: [
        ("core/manuscript/pdf/layout.py", "import pymupdf"),
        ("core/library/indexes/words.py", "from faiss import IndexFlatIP"),
        ("core/recommend/engine.py", "import torch"),
        ("core/workspace.py", "import sqlite3"),
        ("core/commands/cli.py", "import tantivy"),
    ],
    engine_in_pages: [
        ("desktop/library/page.py", "from core.library.library import Library"),
        ("desktop/app/main_window.py", "import core.workspace"),
        ("desktop/app/main_window.py", "from core import workspace"),
    ],
    names_of_the_lab: [
        ("training/x.py", 'COMMANDS = {"graph": "tools.lab.baselines.graph:command"}'),
        ("core/x.py", "importlib.import_module('tools.lab')"),
    ],
    threads_outside_tasks: [
        ("desktop/pages/view.py", "import threading"),
        ("desktop/pages/view.py", "from PySide6.QtCore import QThread"),
    ],
    too_long: [("core/x.py", "pass\n" * (MAX_LINES + 1))],
    without_docstring: [("core/x.py", "import os")],
    unsafe_imports: [("core/x.py", "import pickle"), ("core/x.py", "from time import sleep")],
    unsafe_calls: [
        ("core/x.py", "eval('1')"),
        ("core/x.py", "subprocess.run('ls', shell=True)"),
        ("core/x.py", "time.sleep(1)"),
        ("core/x.py", "os.system('ls')"),
        ("desktop/x.py", "QApplication.processEvents()"),
        ("training/x.py", "torch.load(path)"),
        ("core/x.py", "AutoModel.from_pretrained(folder, trust_remote_code=True)"),
    ],
    labels_of_any_format: [
        ("desktop/x.py", "QLabel('text')"),
        ("desktop/x.py", "QMessageBox(parent)"),
    ],
    painters_left_open: [("desktop/x.py", "painter = QPainter(self)\npainter.end()")],
}
VIOLATIONS = [(rule, *example) for rule, examples in RULES.items() for example in examples]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_source_keeps_the_rule(rule: Callable[[Module], Iterator[str]]) -> None:
    source = modules()
    assert {module.package for module in source} == set(PACKAGES)
    found = [violation for module in source for violation in rule(module)]
    assert not found, "\n".join(found)


LAB_RULES = (too_long, without_docstring, unsafe_imports, unsafe_calls)
"""What the lab beside the product keeps too."""


@pytest.mark.parametrize("rule", LAB_RULES, ids=lambda rule: rule.__name__)
def test_the_lab_keeps_the_rule(rule: Callable[[Module], Iterator[str]]) -> None:
    source = [
        module
        for module in modules(("tools",))
        if not module.place.startswith("tools/lab/benchmarks/")
    ]
    assert source
    found = [violation for module in source for violation in rule(module)]
    # The watch over a borrowed machine polls its processes.
    assert not [fault for fault in found if not fault.endswith("calls time.sleep")]


@pytest.mark.parametrize(("rule", "place", "source"), VIOLATIONS)
def test_the_rule_sees_what_breaks_it(
    rule: Callable[[Module], Iterator[str]], place: str, source: str
) -> None:
    assert list(rule(parse(place, source)))


def test_the_rules_leave_harmless_code_alone() -> None:
    harmless = {
        "core/library/indexes/vectors.py": '"""Vectors."""\ndef f():\n    import faiss',
        "core/models/weights.py": '"""W."""\nimport torch\ntorch.load(p, weights_only=True)',
        "desktop/app/application.py": '"""App."""\nfrom core.workspace import Workspace',
        "desktop/map/pane.py": '"""M."""\nif TYPE_CHECKING:\n    import core.workspace',
        "desktop/ui/tasks.py": '"""Threads."""\nfrom PySide6.QtCore import QRunnable',
        "desktop/dialog.py": '"""D."""\nfrom core.base import records, errors\ndialog.exec()',
        "desktop/help/crash.py": '"""C."""\nimport platform\nplatform.system()',
        "training/loop/train.py": '"""Loop."""\nimport torch\nmodel.eval()',
    }
    for place, source in harmless.items():
        for rule in RULES:
            assert not list(rule(parse(place, source))), (rule.__name__, place)


def test_the_window_opens_before_torch_is_imported() -> None:
    heavy = sorted(TORCH | {"pymupdf", "sklearn"})
    code = f"import sys, desktop.app\nprint([name for name in {heavy} if name in sys.modules])"
    child = subprocess.run(
        [sys.executable, "-c", code], cwd=CHECKOUT, capture_output=True, text=True, check=False
    )
    assert (child.returncode, child.stdout.strip()) == (0, "[]"), child.stderr


def test_the_engine_and_the_trainer_import_where_qt_is_not_installed() -> None:
    names = [
        ".".join(Path(module.place).with_suffix("").parts).removesuffix(".__init__")
        for module in modules()
        if module.package != "desktop"
    ]
    code = f"import importlib\nfor name in {names}: importlib.import_module(name)"
    child = subprocess.run(
        [sys.executable, "-c", code],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "COCITE_TEST_WITHOUT_QT": "1"},
    )
    assert child.returncode == 0, child.stderr
