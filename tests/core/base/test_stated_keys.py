"""Keys that a source states, joined when records are."""

from __future__ import annotations

from core.base.records import PaperRecord
from core.base.stated_keys import is_stated, read_aliases, take_keys, with_aliases


def test_keys_of_two_records_are_joined() -> None:
    other = PaperRecord(title="A", extra={"citation_key": "b", "ids": "c, d"})
    assert take_keys({"citation_key": "a"}, "a", other) == (
        {"citation_key": "a", "ids": "c,d,b"},
        False,
    )
    assert take_keys({}, "made", other) == ({"citation_key": "b", "ids": "c,d,made"}, True)
    assert take_keys({"citation_key": "A"}, "aa", other)[0]["ids"] == "c,d,A,aa"
    assert take_keys({"citation_key": "b"}, "b", other) == (
        {"citation_key": "b", "ids": "c,d"},
        False,
    )
    assert read_aliases({"ids": "x, y,,x", "citation_key": "z"}, "y") == ("x", "z")
    assert with_aliases({}, ["", " a ", "a"]) == {"ids": "a"}


def test_keys_that_differ_by_case_alone_are_two_keys() -> None:
    other = PaperRecord(title="A", extra={"citation_key": "Moe2001b"})
    assert take_keys({"citation_key": "Moe2001B"}, "Moe2001B", other) == (
        {"citation_key": "Moe2001B", "ids": "Moe2001b"},
        False,
    )
    assert take_keys({}, "moe2001b", other) == (
        {"citation_key": "Moe2001b", "ids": "moe2001b"},
        True,
    )
    assert read_aliases({"ids": "X,x", "citation_key": "Y"}, "y") == ("X", "x", "Y")
    assert not is_stated({"citation_key": "Moe2001b"}, "moe2001b")
    assert not is_stated({}, "")
