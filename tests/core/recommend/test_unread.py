"""What may be concluded from a manuscript that was not wholly read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.base.messages import Message
from core.base.records import Manuscript, Marker, Reference, Sentence, UnreadPart
from core.manuscript.text.extractor import (
    EXTRACTOR,
    MARKDOWN_EXTRACTOR,
    ODT_EXTRACTOR,
    TYPST_EXTRACTOR,
    WORD_EXTRACTOR,
    ZIP_EXTRACTOR,
)
from core.recommend.audit import audit
from core.recommend.unread import judge_reading, part_text, reading_json
from tests import wording

LOST_TEXT = UnreadPart(
    kind="text",
    text=Message("12 lines of text on page {page} were read as a figure or table.", page=3),
    page=3,
    characters=700,
)
NOTES = UnreadPart(
    kind="note", text=Message("The text of notes was not read ({count}).", count=1), characters=147
)
LOST_LIST = UnreadPart(
    kind="list",
    text=Message("The reference list on page {page} could not be read.", page=9),
    page=9,
)
UNNAMED = UnreadPart(kind="unnamed", text=Message("The works were read from “{f}”.", f="a.bib"))
NO_BIBLIOGRAPHY = UnreadPart(
    kind="file", text=Message("“{file}” was not found.", file="papers.bib"), file="a.tex", line=40
)
NO_CHAPTER = UnreadPart(
    kind="file", text=Message("“{file}” was not found.", file="methods.tex"), file="a.tex", line=7
)


def manuscript(*unread: UnreadPart, **changes: Any) -> Manuscript:  # noqa: ANN401 - any field
    """Return a paper of three entries, one of which is cited; "[9]" leads nowhere."""
    sentences = (
        Sentence(0, None, 0, "Herons wade [1].", (), (Marker(13, 16, "[1]", (0,)),)),
        Sentence(1, None, 0, "They fish [9].", (), (Marker(10, 13, "[9]", (), ("9",)),)),
    )
    references = tuple(
        Reference(
            index=at, label=str(at + 1), text=f"Roe, A. Birds {at}. 2001.", title=f"Birds {at}"
        )
        for at in range(3)
    )
    return replace(
        Manuscript(
            title="Herons",
            sentences=sentences,
            references=references,
            unread=unread,
            source_characters=40_000,
        ),
        **changes,
    )


def kinds(read: Manuscript) -> list[str]:
    return [finding.kind for finding in audit(read, {})]


def test_a_manuscript_that_was_wholly_read_has_nothing_to_say() -> None:
    verdict = judge_reading(manuscript())
    assert verdict.level == "nothing"
    assert verdict.text == ""
    assert not verdict.loses_text
    assert not verdict.loses_list


def test_one_part_is_told_with_its_place_and_its_consequence() -> None:
    part = UnreadPart(
        kind="construct",
        text=Message("A brace is never closed."),
        file="evaluation.tex",
        line=168,
        characters=9_000,
    )
    verdict = judge_reading(manuscript(part))
    assert verdict.text == (
        "evaluation.tex, line 168: A brace is never closed. "
        + wording.fill("core.recommend.unread:_sentence this~part.")
    )
    assert verdict.is_serious


def test_of_several_parts_the_gravest_is_told_and_the_others_are_counted() -> None:
    verdict = judge_reading(manuscript(LOST_TEXT, NO_CHAPTER, replace(LOST_TEXT, characters=90)))
    assert verdict.parts[0] == NO_CHAPTER
    assert verdict.text == (
        wording.fill(
            "core.recommend.unread:_sentence",
            what="a.tex, line 7: “methods.tex” was not found.",
            count=2,
        )
        + " "
        + wording.fill("core.recommend.unread:_sentence this~part.")
    )


@pytest.mark.parametrize(
    ("characters", "source", "level"),
    [
        (1_999, 400_000, "minor"),
        (2_000, 400_000, "serious"),  # some fifteen sentences
        (290, 10_000, "minor"),
        (300, 10_000, "serious"),  # 3 %
        (290, 0, "minor"),  # the reader counted nothing
    ],
)
def test_how_much_text_is_lost_makes_it_serious(characters: int, source: int, level: str) -> None:
    part = replace(LOST_TEXT, characters=characters)
    assert judge_reading(manuscript(part, source_characters=source)).level == level


@pytest.mark.parametrize("part", [LOST_LIST, NO_BIBLIOGRAPHY, NO_CHAPTER])
def test_a_missing_file_and_a_lost_list_are_serious_whatever_their_size(part: UnreadPart) -> None:
    assert judge_reading(manuscript(part)).is_serious


def test_a_missing_bibliography_is_lost_entries_and_not_lost_text() -> None:
    verdict = judge_reading(manuscript(NO_BIBLIOGRAPHY))
    assert verdict.loses_list
    assert not verdict.loses_text
    assert verdict.text.endswith(wording.fill("core.recommend.unread:_sentence compared"))


def test_one_citation_command_that_was_not_understood_is_minor_but_may_cite_anything() -> None:
    part = UnreadPart(kind="citation", text=Message("“{command}” is unknown.", command="\\zit"))
    verdict = judge_reading(manuscript(part))
    assert verdict.level == "minor"
    assert verdict.loses_text
    assert judge_reading(manuscript(*[part] * 5)).is_serious


def test_the_audit_says_what_it_says_where_all_was_read() -> None:
    assert kinds(manuscript()).count("never cited") == 2
    assert kinds(manuscript()).count("not listed") == 1
    assert "could not check" not in kinds(manuscript())


def test_no_entry_is_called_never_cited_where_text_was_lost() -> None:
    read = manuscript(LOST_TEXT)
    assert "never cited" not in kinds(read)
    assert "not listed" in kinds(read)
    texts = [finding.text for finding in audit(read, {}) if finding.kind == "could not check"]
    assert texts[0] == judge_reading(read).text
    assert "never cited" in texts[1]


@pytest.mark.parametrize("extractor", [WORD_EXTRACTOR, ODT_EXTRACTOR, ZIP_EXTRACTOR])
def test_notes_in_which_works_were_sought_keep_back_no_entry_that_is_never_cited(
    extractor: str,
) -> None:
    read = manuscript(NOTES, extractor=extractor, perhaps_cited=(1,))
    assert judge_reading(read).loses_text
    assert kinds(read).count("never cited") == 1
    assert "never cited" not in kinds(replace(read, unread=(NOTES, LOST_TEXT)))


def test_notes_in_which_nothing_was_sought_keep_back_what_is_never_cited() -> None:
    for extractor in (EXTRACTOR, MARKDOWN_EXTRACTOR, TYPST_EXTRACTOR):
        assert "never cited" not in kinds(manuscript(NOTES, extractor=extractor))


def test_no_entry_is_called_cited_only_in_tables_where_text_was_lost() -> None:
    assert "cited beside" in kinds(manuscript(cited_beside=(1,)))
    assert "cited beside" not in kinds(manuscript(LOST_TEXT, cited_beside=(1,)))


@pytest.mark.parametrize("part", [LOST_LIST, NO_BIBLIOGRAPHY])
def test_no_citation_is_called_unlisted_where_the_list_was_lost(part: UnreadPart) -> None:
    read = manuscript(part)
    assert "not listed" not in kinds(read)
    assert "never cited" in kinds(read)
    assert "could not check" in kinds(read)


def test_where_no_file_is_named_for_the_list_nothing_is_lost_and_nothing_unlisted() -> None:
    read = manuscript(UNNAMED)
    verdict = judge_reading(read)
    assert (verdict.level, verdict.loses_list, verdict.loses_text) == ("minor", False, False)
    effect = wording.fill("core.recommend.unread:_sentence without~an~entry")
    assert verdict.text == f"{UNNAMED.text} {effect}"
    assert "not listed" not in kinds(read)
    assert "never cited" in kinds(read)
    with_text = judge_reading(manuscript(UNNAMED, LOST_TEXT))
    assert with_text.text == judge_reading(manuscript(LOST_TEXT)).text


def test_what_a_list_behind_the_reference_list_may_hold_is_not_called_unlisted() -> None:
    text = Message("A list was not read: “{first}…”.", first="Roe")
    behind = UnreadPart(kind="behind", text=text, characters=20)
    read = manuscript(LOST_TEXT, behind)
    assert "not listed" not in kinds(read)
    assert "not listed" in kinds(manuscript(LOST_TEXT))
    effect = wording.fill("core.recommend.unread:_sentence without~an~entry")
    assert judge_reading(read).text.startswith(str(text))
    assert judge_reading(read).text.endswith(effect)


def test_a_few_lost_characters_hold_no_citation() -> None:
    read = manuscript(replace(LOST_TEXT, characters=20))
    assert judge_reading(read).level == "minor"
    assert "never cited" in kinds(read)


def test_programs_get_level_sentence_and_parts_with_their_places() -> None:
    told = reading_json(judge_reading(manuscript(NO_CHAPTER, LOST_TEXT)))
    assert told["level"] == "serious"
    assert [part["kind"] for part in told["parts"]] == ["file", "text"]
    assert told["parts"][0]["line"] == 7
    assert told["parts"][1]["page"] == 3
    assert reading_json(judge_reading(manuscript())) == {
        "level": "nothing", "text": "", "parts": []
    }  # fmt: skip


def test_a_part_without_a_file_is_told_as_it_is() -> None:
    assert part_text(LOST_TEXT) == LOST_TEXT.text
    assert part_text(replace(LOST_TEXT, file="a.md")) == f"a.md: {LOST_TEXT.text}"
