"""Bad use, and bugs: what a person sees of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.commands.cli import main


@pytest.mark.parametrize(
    ("arguments", "code", "word"),
    [
        pytest.param(["fly"], 2, "fly", id="an unknown command"),
        pytest.param(["recommend", "--library", "{lib}"], 2, "no text", id="nothing asked"),
        pytest.param(["similar", "--library", "{lib}", "t:none"], 1, "t:none", id="unknown paper"),
        pytest.param(["verify", "--library", "{no}"], 1, "no library", id="no library"),
        pytest.param(["parse", "{no}.pdf"], 2, "could not be", id="no manuscript"),
        pytest.param(
            ["parse", "{no}.pdf", "--library", "{lib}"], 2, "could not be", id="none for a library"
        ),
        pytest.param(
            ["recommend", "--library", "{lib}", "{no}.pdf"], 2, "could not be", id="none to ask for"
        ),
        pytest.param(
            ["recommend", "--library", "{lib}", "--text", "x", "--model", "none"],
            2,
            "none",
            id="unknown model",
        ),
        pytest.param(
            ["evaluate", "--library", "{lib}", "--queries", "{no}"], 2, "query set", id="no queries"
        ),
        pytest.param(["models", "add", "{no}"], 1, "folder", id="no model folder"),
    ],
)
def test_bad_use_gets_one_sentence_on_stderr_and_its_exit_code(
    library_folder: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    code: int,
    word: str,
) -> None:
    capsys.readouterr()
    places = {"lib": str(library_folder), "no": str(library_folder.parent / "nowhere")}
    assert main([argument.format(**places) for argument in arguments]) == code
    printed = capsys.readouterr()
    assert printed.out == ""
    assert word.lower() in printed.err.lower()
    assert "Traceback" not in printed.err


def test_a_bug_goes_to_the_log_and_not_to_the_person(
    library_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("core.services.recommending.Similar.to", broken)
    assert main(["similar", "--library", str(library_folder), "t:hard"]) == 1
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err + printed.out
    assert "cocite.log" in printed.err
    assert "ZeroDivisionError" in caplog.text
