"""What an editor marks in a document: gaps, unread parts, unknown keys and retracted papers."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types as lsp

from core.programs.editors.drafts import Draft
from core.programs.editors.session import KeyProblem
from core.programs.json_forms import Json

GAP = "needs-citation"
_SOURCE, _NOT_READ = "Cocite", "not-read"
_MOST_PARTS = 20


def to_range(draft: Draft, span: tuple[int, int]) -> lsp.Range:
    """Return a span of code points as the editor counts it."""
    return lsp.Range(*(lsp.Position(*draft.to_position(offset)) for offset in span))


def reading_diagnostics(reading: Json) -> list[lsp.Diagnostic]:
    """Return what was not read of a document, at its top; nothing if all was read."""
    if reading["level"] == "nothing":
        return []
    serious = reading["level"] == "serious"
    severity = lsp.DiagnosticSeverity.Warning if serious else lsp.DiagnosticSeverity.Information
    top = lsp.Position(0, 0)
    message = reading["text"]
    if len(reading["parts"]) > 1:
        parts = [_part_line(part) for part in reading["parts"][:_MOST_PARTS]]
        message = "\n".join([message, *parts])
    return [
        lsp.Diagnostic(
            range=lsp.Range(top, top),
            message=message,
            severity=severity,
            code=_NOT_READ,
            source=_SOURCE,
        )
    ]


def list_hints(draft: Draft, gaps: list[Json]) -> list[lsp.Diagnostic]:
    """Return a hint for each sentence that needs a citation."""
    return [_diagnostic(draft, gap) for gap in gaps]


def _part_line(part: Json) -> str:
    return part["text"] if part["line"] is None else f"Line {part['line']}: {part['text']}"


def _diagnostic(draft: Draft, gap: Json) -> lsp.Diagnostic:
    why = f": {gap['reason']}" if gap["reason"] else ""
    return lsp.Diagnostic(
        range=to_range(draft, gap["span"]),
        message=f"Needs a citation ({gap['chance']:.0%}){why}",
        severity=lsp.DiagnosticSeverity.Hint,
        code=GAP,
        source=_SOURCE,
        data=gap["text"],
    )


def list_problems(draft: Draft, problems: Sequence[KeyProblem]) -> list[lsp.Diagnostic]:
    """Return a warning at each key that is unknown or whose paper was retracted."""
    return [
        lsp.Diagnostic(
            range=to_range(draft, (problem.cited.start, problem.cited.end)),
            message=problem.text,
            severity=lsp.DiagnosticSeverity.Warning,
            code=problem.kind,
            source=_SOURCE,
        )
        for problem in problems
    ]
