"""What is printed for programs keeps the fixed form."""

from __future__ import annotations

from typing import get_args

import pytest

from core.base.library_records import PaperName
from core.base.records import Paper, PaperNumber, Reason, ReasonKind, Suggestion
from core.commands.printing import cite_line
from core.programs.json_forms import suggestion_json

NUMBER = PaperNumber(1)


@pytest.mark.parametrize("kind", get_args(ReasonKind))
def test_a_reason_is_of_one_of_the_four_kinds_and_says_which_of_ours(kind: ReasonKind) -> None:
    suggestion = Suggestion(
        rank=1,
        paper=Paper(number=NUMBER, title="Olives", ids=("a:1",)),
        score=0.5,
        confidence=0.5,
        cited="no",
        reasons=(Reason(kind, "so it is", NUMBER),),
    )
    (reason,) = suggestion_json(suggestion, {NUMBER: PaperName("a:1", "olive2001")})["reasons"]
    assert reason["kind"] in {"terms", "abstract", "context", "cocitation"}
    assert (reason["finer"], reason["text"], reason["paper_id"]) == (kind, "so it is", "a:1")
    assert reason["paper_key"] == "olive2001"


@pytest.mark.parametrize("editor", ["Eda Moor", ["Eda Moor"]])
def test_a_work_without_authors_is_printed_with_its_editors(editor: object) -> None:
    volume = Paper(
        number=NUMBER, title="Fens", id="a:1", ids=("a:1",), year=2001, extra={"editor": editor}
    )
    assert cite_line(volume) == "Fens — Eda Moor, 2001  <a:1>"
    reprint = Paper(
        number=NUMBER,
        title="Fens",
        authors=("Bo Ling",),
        id="a:1",
        ids=("a:1",),
        extra={"editor": editor},
    )
    assert cite_line(reprint) == "Fens — Bo Ling  <a:1>"
