"""Texts found in the source for the translators."""

from __future__ import annotations

from pathlib import Path

from tools.translations import (
    modules,
    read_messages,
    read_module,
    speaking_modules,
    unfinished,
)


def test_no_text_is_put_together_before_it_is_translated() -> None:
    broken = [call for path in modules() for call in read_module(path)[1]]
    assert broken == []


def test_calls_are_read_in_f_strings_methods_and_functions(tmp_path: Path) -> None:
    source = tmp_path / "page.py"
    source.write_text(
        'A = QT_TRANSLATE_NOOP("Page", "a")\n'
        "class Page:\n"
        "    def f(self):\n"
        "        g = lambda: f\"{self.tr('b')}\"\n"
        '        self.tr("%Ln c(s)", "", len(x))\n'
        '        self.tr("d" + e)\n'
        'translate("Other", "f " "g")\n'
        "painter.translate(1, 2)\n"
    )
    texts, broken = read_module(source)
    assert [tuple(text) for text in texts] == [
        ("Page", "a", False),
        ("Page", "b", False),
        ("Page", "%Ln c(s)", True),
        ("Other", "f g", False),
    ]
    assert [call.place for call in broken] == ["page.py:6"]


def test_messages_are_read_from_the_calls_that_make_them(tmp_path: Path) -> None:
    source = tmp_path / "engine.py"
    source.write_text(
        'PLAIN = "plain"\n'
        "class AnyError(EngineError):\n"
        '    default_remedy = "a"\n'
        'raise UsageError("b {x}", x=1, remedy="c" if y else Message("d"))\n'
        'raise errors.FormatError(known or "e", remedy=REMEDY)\n'
        'job.report(1, 2, "f")\n'
        'Message(f"g {x}")\n'
        "Message(PLAIN)\n"
        'ValueError("none of ours")\n'
        'UsageError("h {y}", x=1, remedy="\\\\begin{i}")\n'
        'Message("{x:+.3f}, {x:.0%}", x=1)\n'
        'Message("{x:>20}", x=1)\n'
    )
    texts, broken = read_messages(source)
    assert {(text.context, text.source) for text in texts} == {
        ("Engine", text)
        for text in (
            *("a", "b {x}", "c", "d", "e", "f", "h {y}", "\\begin{i}"),
            *("{x:+.3f}, {x:.0%}", "{x:>20}"),
        )
    }
    assert sorted(call.place for call in broken) == [f"engine.py:{line}" for line in (10, 12, 7, 8)]


def test_no_message_is_put_together_before_it_is_translated() -> None:
    broken = [call for path in speaking_modules() for call in read_messages(path)[1]]
    assert broken == []


def test_a_guessed_translation_is_printed_beside_its_text(tmp_path: Path) -> None:
    file = tmp_path / "cocite_xx.ts"
    file.write_text(
        "<TS><context><name>Page</name>"
        "<message><source>Close</source><translation>Zu</translation></message>"
        "<message><source>Add</source><translation type='unfinished'>Dazu</translation></message>"
        "<message><source>New</source><translation type='unfinished'/></message>"
        "<message numerus='yes'><source>%Ln</source><translation type='unfinished'>"
        "<numerusform>einer</numerusform><numerusform>viele</numerusform></translation></message>"
        "</context></TS>",
        encoding="utf-8",
    )
    texts = unfinished(file)
    assert [text.line() for text in texts] == [
        "  Page: 'Add' guessed: 'Dazu'\n",
        "  Page: 'New'\n",
        "  Page: '%Ln' guessed: 'einer / viele'\n",
    ]
