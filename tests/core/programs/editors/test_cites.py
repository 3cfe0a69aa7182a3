"""Citations in the source of a document, and the ``.bib`` file beside it."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.base.records import PaperRecord
from core.manuscript.bib_file import BibContents, BibFile, find_bibliography
from core.programs.editors import cites
from core.programs.requests import DocumentFormat

BIB = """@article{one, title={On moors}, doi={10.55555/A.1}, year=1999}
@article{one, title={The same key}, year=2001}
@book{two,
  title = {On bogs}}
"""


@pytest.mark.parametrize(
    ("kind", "before", "typed"),
    [
        ("latex", r"As \cite{", ""),
        ("latex", r"As \citep[see][p. 3]{a, bo", "bo"),
        ("latex", r"As \textcite{a,\n  b".replace(r"\n", "\n"), "b"),
        ("latex", r"As \cite{a} says", None),
        ("latex", r"As \emph{a", None),
        ("org", "As [cite:@", ""),
        ("org", "As [cite:@bo", "bo"),
        ("org", "As [cite/t:see @a p. 3; also @bo", "bo"),
        ("org", "As @bo", None),
        ("org", "As [cite:@a] and @bo", None),
        ("typst", "As #cite(<bo", "bo"),
        ("typst", "As #cite(<a>) and <bo", None),
        ("markdown", "As [@", ""),
        ("markdown", "As [see @a, p. 3; @bo", "bo"),
        ("markdown", "As @ro", "ro"),
        ("markdown", "Write to a@b", None),
        ("markdown", "As [@a] says", None),
        ("typst", "As @ro", "ro"),
    ],
)
def test_the_key_that_is_typed_is_seen(
    kind: DocumentFormat, before: str, typed: str | None
) -> None:
    text = f"A paragraph.\n\n{before}}} and more."
    found = cites.find_typed_key(text, text.index(before) + len(before), kind)
    assert (found and found.text) == typed
    if found is not None:
        assert text[found.start : found.start + len(found.text)] == typed


def test_the_citation_that_is_typed_is_left_out_of_what_is_read() -> None:
    for kind, text, offset, left in (
        ("latex", r"Moors \cite{a, b} are.", 15, "Moors  are."),
        ("latex", "Moors \\cite{ are.\nNext.", 12, "Moors  are.\nNext."),
        ("markdown", "Moors [@a] are.", 9, "Moors  are."),
        ("typst", "Moors @a are.", 8, "Moors  are."),
    ):
        typed = cites.find_typed_key(text, offset, kind)  # type: ignore[arg-type]
        assert typed is not None
        assert cites.without_citation(text, typed, offset, kind) == left  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        (
            "latex",
            "Old.\n\n\\section{In} Moors are acid \\cite{a}. \\emph{Hard} ones are|. So?\n\nNew.",
            cites.PlainSentence("Hard ones are.", ("Moors are acid.",), ("So?",)),
        ),
        (
            "latex",
            "Soils are acid. |\n\nNew.",
            cites.PlainSentence("Soils are acid."),
        ),
        ("latex", "| So it begins.", cites.PlainSentence("So it begins.")),
        (
            "markdown",
            "# Old\n\nSoils are acid [see @a; @b]. Others | are not. So @c said.",
            cites.PlainSentence("Others are not.", ("Soils are acid.",), ("So said.",)),
        ),
        ("typst", "Soils are acid @a.\n|", cites.PlainSentence("Soils are acid.")),
        ("latex", "|", cites.PlainSentence("")),
    ],
)
def test_a_sentence_is_found_without_reading_its_document(
    kind: DocumentFormat, text: str, expected: cites.PlainSentence
) -> None:
    at = text.index("|")
    assert cites.find_sentence(text.replace("|", ""), at, kind) == expected


def test_keys_are_found_with_their_group() -> None:
    text = r"A \citep[p. 3]{one, two} and \autocite{three}."
    found = cites.cited_keys(text, "latex")
    assert [each.key for each in found] == ["one", "two", "three"]
    assert [text[each.start : each.end] for each in found] == ["one", "two", "three"]
    assert text[slice(*found[1].group)] == r"\citep[p. 3]{one, two}"
    text = "A [see @one, p. 3; @{two/x}] and @three. Mail a@b.c"
    found = cites.cited_keys(text, "markdown")
    assert [each.key for each in found] == ["one", "two/x", "three"]
    assert [text[each.start : each.end] for each in found] == ["one", "two/x", "three"]
    assert text[slice(*found[0].group)] == "[see @one, p. 3; @{two/x}]"
    found = cites.cited_keys('@one and #cite(<two>) and #cite(label("a b"))', "typst")
    assert [each.key for each in found] == ["one", "two", "a b"]


def test_a_citation_goes_before_the_sign_that_closes_a_sentence() -> None:
    for sentence, at in (("It is so.", 8), ("Is it so?”", 8), ("It is so", 8)):
        assert cites.place_to_cite(f"{sentence} Next.", (0, len(sentence))) == at


@pytest.mark.parametrize(
    ("kind", "text", "named"),
    [
        ("latex", r"\addbibresource{own.bib}", "own.bib"),
        ("latex", r"\bibliography{own,other}", "own.bib"),
        ("markdown", "---\nbibliography: [own.bib, x.bib]\n---", "own.bib"),
        ("markdown", "---\nbibliography:\n  - own.bib\n---", "own.bib"),
        ("typst", '#bibliography("own.bib")', "own.bib"),
        ("latex", r"nothing named, but \cite{a.bib}", "a.bib"),
    ],
)
def test_the_file_that_a_document_names_is_its_bibliography(
    tmp_path: Path, kind: DocumentFormat, text: str, named: str
) -> None:
    for name in ("a.bib", "own.bib"):
        (tmp_path / name).write_text(f"@misc{{{name}, title={{Birds}}}}", encoding="utf-8")
    folder = tmp_path / "chapters"
    folder.mkdir()
    beside = tmp_path if named == "own.bib" else folder
    assert find_bibliography(beside / "draft", text, kind) == tmp_path / named
    (tmp_path / "a.bib").unlink()
    (tmp_path / "own.bib").unlink()
    (folder / ".git").mkdir()
    assert find_bibliography(folder / "draft", "", kind) == folder / "references.bib"


def test_entries_are_found_and_added_behind_the_others(tmp_path: Path) -> None:
    path = tmp_path / "own.bib"
    path.write_bytes(BIB.replace("\n", "\r\n").encode())
    path.chmod(0o640)
    file = BibFile(path)
    assert file.entries()["one"].record.title == "On moors"
    assert file.entry_line("two") == 2
    assert file.entry_line("three") is None
    assert file.contents().find_key(PaperRecord(title="Another title", doi="10.55555/a.1")) == "one"
    assert file.contents().find_key(PaperRecord(title="On Bogs")) == "two"
    assert file.contents().find_key(PaperRecord(title="Neither")) is None
    assert file.contents().free_key("TWO") == "TWOa"
    assert file.contents().free_key("three") == "three"
    before = path.read_bytes()
    file.add("@article{three,\n  title = {On fens},\n}\n")
    assert path.read_bytes() == before + b"\r\n@article{three,\r\n  title = {On fens},\r\n}\r\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert file.entries()["three"].record.title == "On fens"


def test_a_link_to_a_bibliography_stays_one(tmp_path: Path) -> None:
    shared = tmp_path / "shared.bib"
    shared.write_text(BIB, encoding="utf-8")
    linked = tmp_path / "refs.bib"
    linked.symlink_to(shared)
    BibFile(linked).add("@misc{new, title={New}}")
    assert linked.is_symlink()
    assert shared.read_text(encoding="utf-8") == BIB + "\n@misc{new, title={New}}\n"


def test_a_file_that_is_no_bibliography_has_no_entries(tmp_path: Path) -> None:
    path = tmp_path / "own.bib"
    assert BibFile(path).entries() == {}
    path.write_bytes(b"\0\xff not a bibliography {{{")
    assert BibFile(path).entries() == {}


@pytest.mark.parametrize(
    ("kind", "text", "keys", "group"),
    [
        ("org", "See [cite:@a p. 5;see @b], not @c or x@d.", ["a", "b"], "[cite:@a p. 5;see @b]"),
        ("org", "See [cite/t:@a].", ["a"], "[cite/t:@a]"),
        ("rst", "See :cite:p:`a,b`, not @c.", ["a", "b"], ":cite:p:`a,b`"),
        ("markdown", "See {cite:t}`a, b`.", ["a", "b"], "{cite:t}`a, b`"),
        ("markdown", "See {cite}`a`.", ["a"], "{cite}`a`"),
    ],
)
def test_citations_of_org_sphinx_and_myst_are_read(
    kind: DocumentFormat, text: str, keys: list[str], group: str
) -> None:
    cited = cites.cited_keys(text, kind)
    assert [text[one.start : one.end] for one in cited] == keys
    assert {text[slice(*one.group)] for one in cited} == {group}


@pytest.mark.parametrize(
    ("kind", "before", "behind", "rest"),
    [
        ("org", "Peat [cite:@a;@ty", "] is.", "Peat  is."),
        ("org", "Peat [cite:see @ty", " p. 3] is.", "Peat  is."),
        ("typst", "Peat #cite(<ty", '>, form: "prose") is.', "Peat  is."),
        ("rst", "Peat :cite:p:`a,ty", "` is.", "Peat  is."),
        ("markdown", "Peat {cite:p}`a,ty", "` is.", "Peat  is."),
    ],
)
def test_keys_are_typed_in_org_sphinx_and_myst(
    kind: DocumentFormat, before: str, behind: str, rest: str
) -> None:
    typed = cites.find_typed_key(before, len(before), kind)
    assert typed is not None
    assert typed.text == "ty"
    assert cites.without_citation(before + behind, typed, len(before), kind) == rest
    assert cites.find_typed_key("Write to me@ty", 14, kind) is None
    command = cites.command(["a", "b"], kind)
    assert [one.key for one in cites.cited_keys(command, kind)] == ["a", "b"]


def test_references_to_parts_of_the_document_are_no_citations() -> None:
    assert cites.is_cross_reference("fig-moor", "", "markdown")
    assert cites.is_cross_reference("sec:soil", "", "markdown")
    assert cites.is_cross_reference("peat", "= Peat <peat>", "typst")
    assert cites.is_cross_reference("*", "", "latex")
    assert not cites.is_cross_reference("figueroa2020", "", "markdown")


def test_a_long_bibliography_is_read_again_by_the_entries_that_changed() -> None:
    lines = (
        "@article{{k{0},\n  title = {{Soil {0}}},\n  author = {{Fell, I.}},\n  year = 2000\n}}\n\n"
    )
    text = "".join(lines.format(number) for number in range(900))
    assert text.count("\n") > 5_000
    before = BibContents.of(text, "a.bib")
    changed = text.replace("Soil 500}", "Soil of moors}")
    start = time.process_time()
    after = BibContents.of(changed, "a.bib")
    assert time.process_time() - start < 0.05
    assert after.entries["k500"].record.title == "Soil of moors"
    assert before.entries["k500"].record.title == "Soil 500"
    assert len(after.entries) == 900
    assert after.entry_line("k501") == before.entry_line("k501") == 501 * 6
    macros = '@string{j = "Bog Letters"}\n' + changed.replace("year = 2000", "journal = j")
    assert BibContents.of(macros, "a.bib").entries["k3"].record.venue == "Bog Letters"


@pytest.mark.parametrize(
    ("before", "behind", "until"),
    [
        ("Peat is ac", "id.", "Peat is acid"),
        ("Peat ", "is acid", "Peat is"),
        ("Peat is acid", ".", "Peat is acid"),
        ("Peat is acid.", "", "Peat is acid"),
        ("Peat ", " is acid", "Peat "),
        (r"\emph{Pe", "at bogs}, they say", r"\emph{Peat bogs}"),
        (r"\em", "ph{Peat bogs} are", r"\emph{Peat bogs}"),
        (r"{\em Pe", "at} is", r"{\em Peat"),
        (r"\emph{Pe", "at is", r"\emph{Pe"),
        ("[moo", "rs](https://example.org), they", "[moors](https://example.org)"),
        ("(Pe", "at) is", "(Peat)"),
        ("", "", ""),
    ],
)
def test_a_word_at_the_cursor_is_not_cut_by_a_citation(
    before: str, behind: str, until: str
) -> None:
    assert (before + behind)[: cites.end_of_word(before + behind, len(before))] == until
