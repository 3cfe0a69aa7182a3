"""What is marked in a document."""

from __future__ import annotations

from lsprotocol import types as lsp

from core.programs.editors import cites
from core.programs.editors.diagnostics import GAP, list_hints, list_problems, reading_diagnostics
from core.programs.editors.drafts import Draft
from core.programs.editors.session import KeyProblem


def test_what_was_not_read_is_said_at_the_top_of_the_document() -> None:
    parts = [
        {"text": "“methods.tex” was not found.", "line": 12},
        {"text": "A note was not read.", "line": None},
    ]
    reading = {"level": "serious", "text": "Two parts are missing.", "parts": parts}
    (told,) = reading_diagnostics(reading)
    assert told.severity == lsp.DiagnosticSeverity.Warning
    assert told.range.start == lsp.Position(0, 0)
    assert told.message.splitlines() == [
        "Two parts are missing.",
        "Line 12: “methods.tex” was not found.",
        "A note was not read.",
    ]
    (told,) = reading_diagnostics({"level": "minor", "text": "One.", "parts": parts[:1]})
    assert told.severity == lsp.DiagnosticSeverity.Information
    assert told.message == "One."
    assert reading_diagnostics({"level": "nothing", "text": "", "parts": []}) == []


def test_gaps_and_keys_are_marked_in_the_units_of_the_editor() -> None:
    draft = Draft("🌿 Peat is acid, as \\cite{nobody} says.", "utf-16")
    (hint,) = list_hints(draft, [{"span": (2, 14), "chance": 0.7, "reason": "", "text": "x"}])
    assert (hint.code, hint.message) == (GAP, "Needs a citation (70%)")
    assert hint.range.start.character == 3
    (cited,) = cites.cited_keys(draft.text, "latex")
    (warning,) = list_problems(draft, [KeyProblem(cited, "unknown-key", "“nobody” is not known")])
    assert warning.severity == lsp.DiagnosticSeverity.Warning
    assert (warning.range.start.character, warning.range.end.character) == (26, 32)
