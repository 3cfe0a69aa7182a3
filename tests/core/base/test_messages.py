"""What the engine says keeps its template and its values, in this process and across others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.base.messages import Message, packed, restored, stored, unpacked
from core.base.wire import Warned, from_line, to_line

SAID = Message(
    "{what} has {count:,} {things}.",
    what=Message("“{file}”", file="a.pdf"),
    count=12345,
    things=Message("pages"),
)


def test_a_message_is_its_template_filled() -> None:
    assert SAID == "“a.pdf” has 12,345 pages."
    assert (SAID.template, SAID.values["count"]) == ("{what} has {count:,} {things}.", 12345)


def test_braces_that_name_no_value_stay() -> None:
    said = Message("Choose the one with \\begin{document}, in {file}.", file=Path("a") / "b")
    assert said == f"Choose the one with \\begin{{document}}, in {Path('a') / 'b'}."
    assert Message("{half") == "{half"


def test_a_value_may_have_a_sign_or_be_a_percentage() -> None:
    assert Message("{low:+.3f} to {high:+.3f}", low=-0.01, high=0.02) == "-0.010 to +0.020"
    assert Message("{share:.0%}", share=0.257) == "26%"


def test_a_value_may_begin_the_sentence() -> None:
    assert Message("{what:capital}.", what=Message("two {n}", n=2)) == "Two 2."


def test_an_event_of_a_training_carries_its_messages() -> None:
    told = from_line(to_line(Warned(message=SAID, stage="s")))
    assert isinstance(told, Warned)
    assert told.message == SAID
    again = told.worded("message")
    assert isinstance(again, Message)
    assert (again.template, again.values) == (SAID.template, SAID.values)
    assert told.worded("stage") == "s"
    assert "said" not in json.loads(to_line(Warned(message="plain")))
    later = Warned(message="plain", said={"message": {"form": 2}})
    assert later.worded("message") == "plain"


@pytest.mark.parametrize("said", [SAID, Message("plain"), "plain", "", "{half", '{"template": 3}'])
def test_what_is_stored_is_read_back(said: str) -> None:
    for again in (unpacked(json.loads(json.dumps(packed(said)))), restored(stored(said))):
        assert again == said
    if isinstance(said, Message) and said.values:
        again = restored(stored(said))
        assert isinstance(again, Message)
        assert (again.template, again.values) == (said.template, said.values)
        assert isinstance(again.values["what"], Message)
        assert isinstance(again.values["things"], Message)


def test_a_template_from_elsewhere_cannot_ask_for_a_wide_field() -> None:
    kept = '{"template": "{what:>999999999}", "values": {"what": "x"}}'
    assert restored(kept) == "{what:>999999999}"
