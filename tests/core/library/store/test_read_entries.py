"""What was read of each entry, kept to tell what changed in it."""

from __future__ import annotations

from core.base.records import PaperRecord
from core.library.store.read_entries import FieldDigests, compare_entry


def test_digests_of_fields_tell_values_apart() -> None:
    record = PaperRecord(title="Moss", authors=("Ann Roe",), extra={"volume": "3", "note": ""})
    digests = FieldDigests.unpack(FieldDigests.of(record).pack())
    assert digests == FieldDigests.of(record)
    assert digests.stated("title", "Moss")
    assert digests.stated("authors", ("Ann Roe",))
    assert not digests.stated("title", "Mosses")
    assert (digests.states("extra.volume"), digests.states("extra.note")) == (True, False)
    assert not digests.stated("year", None)


def test_what_is_not_known_of_an_entry_is_only_told() -> None:
    paper = PaperRecord(title="Moss", year=2001)
    entry = PaperRecord(title="Moss", year=2002, venue="Bogs")
    changes = compare_entry(paper, entry, None, lambda _name, _value: True)
    assert changes.record == paper
    assert changes.conflicts == {"year": (2001, 2002)}
    assert (changes.updates, changes.missing) == ({}, [])
