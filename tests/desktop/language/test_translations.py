"""Every text of the window is found by the translators, and German has all of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tools import translations
from tools.translations import (
    CHECKOUT,
    FOLDER,
    LANGUAGES,
    compile_translation,
    modules,
    unfinished,
)

_PLACEHOLDER = re.compile(r"\{[^{}]*\}|%L?n")
_ENGLISH_FORMS = re.compile(r"(?<=\w)\((?:\w+\|)?\w+\)")
"""Where the English leaves both forms open, as in "paper(s)"; other languages have forms."""


def messages(language: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield context, source and translations, one for each form."""
    for context in ET.parse(FOLDER / f"cocite_{language}.ts").getroot().iter("context"):
        for message in context.iter("message"):
            found = message.find("translation")
            assert found is not None
            forms = [form.text or "" for form in found] or [found.text or ""]
            yield context.findtext("name") or "", message.findtext("source") or "", forms


def mnemonics(text: str) -> int:
    return len(re.findall(r"&(?=\w)", text.replace("&&", "")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_of_the_source_and_none_besides(language: str) -> None:
    kept = {(context, source) for context, source, _ in messages(language)}
    wanted = {(text.context, text.source) for text in translations.source_texts()}
    assert kept == wanted, "run: python -m tools.translations"
    assert unfinished(FOLDER / f"cocite_{language}.ts") == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_program_loads_is_what_was_translated(language: str, tmp_path: Path) -> None:
    compile_translation(FOLDER / f"cocite_{language}.ts", tmp_path / "new.qm")
    old = (FOLDER / f"cocite_{language}.qm").read_bytes()
    assert (tmp_path / "new.qm").read_bytes() == old, "run: python -m tools.translations"


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_mnemonics_and_line_ends_agree(language: str) -> None:
    for context, source, forms in messages(language):
        for form in forms:
            said = f"{context}: {source!r} as {form!r}"
            assert sorted(_PLACEHOLDER.findall(form)) == sorted(_PLACEHOLDER.findall(source)), said
            assert mnemonics(form) == mnemonics(source), said
            assert form.count("\n") == source.count("\n"), said
            assert form[:1].isspace() == source[:1].isspace(), said
            assert form[-1:].isspace() == source[-1:].isspace(), said
            assert source.endswith("…") == form.endswith("…"), said
            assert not _ENGLISH_FORMS.search(form), said


def test_the_texts_that_count_are_given_their_number() -> None:
    wrong = [text for text in translations.source_texts() if _counts(text.source) != text.counts]
    assert wrong == []


def _counts(source: str) -> bool:
    return "%Ln" in source or re.search(r"\(\w+\|\w+\)", source) is not None


# --- what is shown without being translated --------------------------------------------------

SHOWN_BY = frozenset(
    {
        *("QLabel", "QPushButton", "QCheckBox", "QRadioButton", "QAction", "QMenu", "EmptyState"),
        *("setText", "setToolTip", "setWindowTitle", "setPlaceholderText", "setAccessibleName"),
        *("setAccessibleDescription", "addAction", "addMenu", "addTab", "setTabToolTip"),
        *("setTabText", "setStatusTip", "setWhatsThis", "addItem", "addButton", "setTitle"),
        *(
            "start_job",
            "start_background_job",
            "show_news",
            "notify",
            "_notify",
            "setLabelText",
            "QFileDialog",
        ),
        *("say", "getSaveFileName", "getOpenFileNames", "UsageError", "EngineError"),
    }
)
SAME_IN_ALL = re.compile(
    r"Cocite|BibTeX|RIS|CSL-JSON|LaTeX.*|DOI|arXiv|PDF|EndNote|PubMed|Zotero|BibLaTeX|[A-Z]{1,5}|.*(Alt|Ctrl)\+.*"
)


def shown_untranslated(source: str) -> Iterator[str]:
    """Yield the texts that a widget is given as they stand in the source."""
    for call in ast.walk(ast.parse(source)):
        if isinstance(call, ast.Call) and _name(call) in SHOWN_BY:
            for argument in [*call.args, *(word.value for word in call.keywords)]:
                for text in _plain_texts(argument):
                    words = re.search(r"[A-Za-z]{2}", re.sub(r"<[^>]*>|&\w+;", "", text))
                    if words and not SAME_IN_ALL.fullmatch(text.strip()):
                        yield f"{call.lineno}: {text!r}"


def _name(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


def _plain_texts(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression is made of, but for those that are looked up."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.JoinedStr(values=parts):
            yield from (str(part.value) for part in parts if isinstance(part, ast.Constant))
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            yield from _plain_texts(one)
            yield from _plain_texts(other)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _plain_texts(value)


def test_no_widget_is_given_a_text_that_was_not_translated() -> None:
    found = [
        f"{path.relative_to(CHECKOUT)}:{text}"
        for path in modules()
        for text in shown_untranslated(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "source",
    [
        'QLabel("Nothing here")',
        'button.setText("Cite" if chosen else self.tr("Not this"))',
        'label.setToolTip(reason or "Do it")',
        'self._notify(f"Copied {text}", action=self.tr("Undo"))',
        'runner.start_job("Reading", work)',
    ],
)
def test_an_untranslated_text_is_found(source: str) -> None:
    assert list(shown_untranslated(source))


# --- what the engine says --------------------------------------------------------------------


def test_all_that_recipes_say_of_their_settings_is_translated() -> None:
    from training.base.registry import RECIPES, recipe_named

    recipes = [recipe_named(name) for name in RECIPES]
    said = {recipe.summary for recipe in recipes} | {
        text or ""
        for recipe in recipes
        for field in recipe.settings.model_fields.values()
        for text in (field.description, field.title)
    }
    known = {text.source for text in translations.source_texts() if text.context == "Engine"}
    assert said - {""} - known == set()
