"""Brings the translations of the window in step with its source: run it after changing a text.

The texts are read from ``desktop/`` with ``ast``, because lupdate passes over those in f-strings
and over the numbers in ``translate``, and the templates of messages from ``core/`` in the same way;
lupdate then merges them with what is translated already, and lrelease compiles the result.
``python -m tools.translations`` says what is left to translate, and which translations lupdate
guessed from an equal or similar text elsewhere: each is to be checked.
"""

from __future__ import annotations

import ast
import functools
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Set
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

from core.base import errors
from core.base.messages import FIELD

CHECKOUT = Path(__file__).resolve().parent.parent
FOLDER = CHECKOUT / "resources" / "translations"
LANGUAGES = ("de",)
NAMED = frozenset({"translate", "QT_TRANSLATE_NOOP"})
ENGINE = "Engine"
"""The context of what the engine says."""
MESSAGES = frozenset(
    {"Message"} | {kind.__name__ for kind in vars(errors).values() if isinstance(kind, type)}
)
"""What makes a message of its first argument and its remedy."""

DECLARED = {
    "Field": {"title", "description"},
    "Recipe": {"summary"},
    "Purpose": {"title", "choose", "gain"},
}
"""What recipes say of themselves and of their settings, by the calls that declare them."""
SETTING_TEXTS = frozenset({"words", "unit", "label", "choices", "ends"})
"""What ``setting`` is given that the window shows, beside the title and the meaning."""
_LETTERS = re.compile(r"[^\W\d_]")
"""A text without any is the same in every language."""
_COMMANDS = re.compile(r"command|_cli\.py|summar")
_FIELD = re.compile(r"(?<!\w)\{(\w+)")
"""A value that a template names; braces behind a word, as in LaTeX, are of the text."""
_FORMATTED = re.compile(r"(?<!\w)\{\w+:[^{}]*\}")
"""A value with a format, be it one that the engine can fill or not."""


class Text(NamedTuple):
    """A text to translate. ``counts`` says that its form depends on a number."""

    context: str
    source: str
    counts: bool


class Broken(NamedTuple):
    """A call that cannot be translated, because its text is not written in it."""

    place: str
    call: str


@functools.cache
def read_module(path: Path) -> tuple[list[Text], list[Broken]]:
    """Return the texts of a module, and the calls whose text is made when the program runs.

    ``translate`` may be given a text that ``QT_TRANSLATE_NOOP`` marks elsewhere, and so may
    ``self.tr`` a name or an item of a table; a text that is put together is never found.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts: list[Text] = []
    broken: list[Broken] = []
    for call, owner in _calls(tree, ""):
        name = ast.unparse(call.func).rpartition(".")[2]
        arguments = list(call.args)
        context: ast.expr = ast.Constant(owner)
        if name in NAMED:
            context = arguments.pop(0)
        text = arguments[0]
        if isinstance(context, ast.Constant) and isinstance(text, ast.Constant):
            if not isinstance(text.value, str):
                continue  # another function of this name, as that of a painter
            counts = len(arguments) > 2 or any(word.arg == "n" for word in call.keywords)
            texts.append(Text(str(context.value), str(text.value), counts))
        elif not isinstance(text, ast.Name | ast.Attribute | ast.Subscript):
            broken.append(Broken(f"{path.name}:{call.lineno}", ast.unparse(call)))
    return texts, broken


@functools.cache
def read_messages(path: Path) -> tuple[list[Text], list[Broken]]:
    """Return the templates of a module of the engine, and those that cannot be translated.

    A template stands in the call that makes the message of it: an error, a ``Message``, the note of
    a job. What is a name or a call there is a message already, made elsewhere.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    plain = {
        ast.unparse(line.targets[0])
        for line in tree.body
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Constant | ast.JoinedStr)
    }
    texts = list(_find_setting_texts(tree))
    broken: list[Broken] = []
    for text_expression, given_fields in _find_message_texts(tree):
        for part in _alternatives(text_expression):
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                texts.append(Text(ENGINE, part.value, counts=False))
                unknown = None not in given_fields and not given_fields.issuperset(
                    _FIELD.findall(part.value)
                )
                if unknown or not all(map(FIELD.fullmatch, _FORMATTED.findall(part.value))):
                    broken.append(Broken(f"{path.name}:{part.lineno}", ast.unparse(part)))
            elif isinstance(part, ast.JoinedStr | ast.BinOp) or ast.unparse(part) in plain:
                broken.append(Broken(f"{path.name}:{part.lineno}", ast.unparse(part)))
    return texts, broken


def _find_setting_texts(tree: ast.Module) -> Iterator[Text]:
    """Yield the texts of declared settings, in the context of the section that shows them."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "setting":
            section, *parts = call.args
            parts += [word.value for word in call.keywords if word.arg in SETTING_TEXTS]
            for text in filter(_LETTERS.search, _find_constants(parts)):
                yield Text(ast.literal_eval(section), text, counts=False)


def _find_constants(expressions: list[ast.expr]) -> Iterator[str]:
    """Yield the texts in expressions; of a dictionary, those of its values."""
    for expression in expressions:
        if isinstance(expression, ast.Constant):
            if isinstance(expression.value, str):
                yield expression.value
        elif isinstance(expression, ast.Dict):
            yield from _find_constants(expression.values)
        else:
            parts = [
                part for part in ast.iter_child_nodes(expression) if isinstance(part, ast.expr)
            ]
            yield from _find_constants(parts)


def source_texts() -> list[Text]:
    """Return every text of the window and of the engine, once for each context."""
    all_texts = [text for path in modules() for text in read_module(path)[0]]
    all_texts += [text for path in speaking_modules() for text in read_messages(path)[0]]
    all_texts += [Text(ENGINE, text, counts=False) for text in model_descriptions()]
    return sorted(dict.fromkeys(text for text in all_texts if text.source))


def modules() -> list[Path]:
    """Return the modules that may speak."""
    return sorted((CHECKOUT / "desktop").rglob("*.py"))


def speaking_modules() -> list[Path]:
    """Return the modules that the window may quote: not those of the command line."""
    engine, trainer = CHECKOUT / "core", CHECKOUT / "training"
    module_paths = [
        path for path in engine.rglob("*.py") if engine / "commands" not in path.parents
    ]
    commands = {trainer / "commands" / f"{name}.py" for name in ("added", "check", "recipes")}
    module_paths += [path for path in trainer.rglob("*.py") if path not in commands]
    return sorted(path for path in module_paths if not _COMMANDS.search(path.name))


def model_descriptions() -> list[str]:
    """Return what the models that come with Cocite say of themselves."""
    folder = CHECKOUT / "resources" / "models"
    manifests = [json.loads(path.read_text(encoding="utf-8")) for path in folder.rglob("*.json")]
    return [manifest["description"] for manifest in manifests if manifest.get("description")]


def update(language: str) -> Path:
    """Bring the file of a language in step with the source, and return it."""
    file = FOLDER / f"cocite_{language}.ts"
    lines = [
        f"translate({json.dumps(text.context)}, {json.dumps(text.source, ensure_ascii=False)}"
        + (', "", 1)' if text.counts else ")")
        for text in source_texts()
    ]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "texts.py"
        source.write_text("\n".join(lines) + "\n", encoding="utf-8")
        options = ["-no-obsolete", "-locations", "none", "-source-language", "en"]
        _run("lupdate", str(source), "-ts", str(file), *options, "-target-language", language)
    return file


def compile_translation(file: Path, compiled: Path) -> None:
    """Make the file that the program loads; texts that are not translated stay out."""
    _run("lrelease", str(file), "-qm", str(compiled), "-nounfinished")


class Unfinished(NamedTuple):
    """A text that nobody has translated. ``guess`` is what lupdate took from elsewhere, or ""."""

    context: str
    source: str
    guess: str

    def line(self) -> str:
        """Return what is printed of it."""
        guess = f" guessed: {self.guess!r}" if self.guess else ""
        return f"  {self.context}: {self.source!r}{guess}\n"


def unfinished(file: Path) -> list[Unfinished]:
    """Return the texts of a language that are not translated, or that the source has no more."""
    texts = []
    for context in ET.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            forms = [] if translation is None else [translation, *translation]
            parts = [(form.text or "").strip() for form in forms]
            guess = " / ".join(part for part in parts if part)
            if translation is None or translation.get("type") or not guess:
                name, source = context.findtext("name"), message.findtext("source")
                texts.append(Unfinished(name or "", source or "", guess))
    return texts


def main() -> int:
    """Update and compile every language; fail if one is not complete."""
    missing_count = 0
    for language in LANGUAGES:
        file = update(language)
        compile_translation(file, file.with_suffix(".qm"))
        missing = unfinished(file)
        missing_count += len(missing)
        guess_count = sum(bool(text.guess) for text in missing)
        counts = f"{len(missing)} texts to translate, {guess_count} of them guessed"
        sys.stdout.write(f"{file.name}: {counts}\n")
        sys.stdout.writelines(text.line() for text in missing)
    return 1 if missing_count else 0


def _calls(node: ast.AST, owner: str) -> Iterator[tuple[ast.Call, str]]:
    """Yield the calls that translate, each with the class it stands in."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and child.args:
            name = ast.unparse(child.func)
            last = name.rpartition(".")[2]
            if name == "self.tr" or (last in NAMED and len(child.args) > 1 and "line" not in name):
                yield child, owner
        inner = child.name if isinstance(child, ast.ClassDef) else owner
        yield from _calls(child, inner)


def _find_message_texts(tree: ast.AST) -> Iterator[tuple[ast.expr, Set[str | None]]]:
    """Yield what a module hands to those who make messages of it, and the names of its values."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "default_remedy":
            yield node.value, frozenset()
        elif isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            if name in MESSAGES:
                field_names = {word.arg for word in node.keywords}
                yield from ((first, field_names) for first in node.args[:1])
                yield from (
                    (word.value, field_names) for word in node.keywords if word.arg == "remedy"
                )
            elif name == "report":
                yield from ((note, frozenset()) for note in node.args[2:3])
            elif name == "warn":
                yield from ((text, frozenset()) for text in node.args[:1])
            elif name in DECLARED:
                declared_texts = (
                    word.value for word in node.keywords if word.arg in DECLARED[name]
                )
                yield from ((text, frozenset()) for text in declared_texts)


def _alternatives(expression: ast.expr) -> Iterator[ast.expr]:
    match expression:
        case ast.IfExp(body=one, orelse=other):
            yield from _alternatives(one)
            yield from _alternatives(other)
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from _alternatives(part)
        case _:
            yield expression


def _run(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).with_name(f"pyside6-{tool}")
    subprocess.run([str(program), *arguments], check=True, capture_output=True)


if __name__ == "__main__":
    sys.exit(main())
