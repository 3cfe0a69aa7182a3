"""A bibliography that others write into as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import UsageError
from core.base.records import PaperNumber
from core.library.exports.kept_files import KeptFiles
from core.library.library import Library
from tests import wording
from tests.core.library.exports.followed_files import only

FOREIGN = """% A comment of the author's
@string{jw = {Journal of Walks}}
@preamble{"\\newcommand{\\noop}[1]{}"}

@book{mine, title={A book of {Mine}}, year = 1990} % behind it

@article{walks,
  title   = {{Walks} on graphs},
  author  = "Roe, Ann",
  journal = jw,
  year    = 2016,
  annote  = {of the author},
}

@comment{jabref-meta: databaseType:bibtex;}
"""


def test_a_file_of_others_keeps_all_that_is_theirs(
    library: Library, kept: KeptFiles, thesis: int, refs: Path
) -> None:
    refs.write_text(FOREIGN, "utf-8")
    kept.keep(refs, "bibtex", collection=thesis)
    assert kept.follow() == []
    kept.overwrite(refs)
    before, behind = (
        FOREIGN.split("@article", maxsplit=1)[0],
        FOREIGN[FOREIGN.index("\n@comment") :],
    )
    text = refs.read_text("utf-8")
    assert text.startswith(before), "the library knows a volume more of the paper"
    assert text.endswith(behind)
    entry = FOREIGN[FOREIGN.index("@article") : FOREIGN.index("}\n\n@comment")]
    assert f"{entry}  volume  = {{3}},\n}}" in text, "a line more, and all else as it was"
    library.collections.assign(thesis, [PaperNumber(2)])
    assert kept.follow() == [refs]
    assert refs.read_text("utf-8").startswith(text)
    assert "@misc{ng2001roses," in refs.read_text("utf-8")
    mine = refs.read_text("utf-8").replace("% A comment", "% Another comment")
    refs.write_text(mine, "utf-8")
    library.papers.update(PaperNumber(2), title="Roses in gardens")
    assert kept.follow() == [refs]
    assert "% Another comment" in refs.read_text("utf-8")
    assert "title = {Roses in gardens}" in refs.read_text("utf-8")
    library.collections.assign(thesis, [PaperNumber(2)], member=False)
    assert kept.follow() == [refs]
    mine = text.replace("% A comment", "% Another comment")
    assert refs.read_text("utf-8").rstrip() == mine.rstrip()


def test_an_entry_that_others_changed_is_theirs_until_the_person_says_otherwise(
    library: Library, kept: KeptFiles, thesis: int, refs: Path
) -> None:
    refs.write_text("% mine\n", "utf-8")
    kept.keep(refs, "bibtex", collection=thesis)
    kept.follow()
    kept.overwrite(refs)
    written = refs.read_text("utf-8")
    theirs = written.replace("{3}", "{4}")
    assert theirs != written
    refs.write_text(theirs, "utf-8")
    library.collections.assign(thesis, [PaperNumber(2)])
    kept.follow()
    assert refs.read_text("utf-8").startswith(theirs.rstrip())
    assert "Roses" in refs.read_text("utf-8"), "what is not theirs goes on"
    assert only(kept).edited
    assert only(kept).problem == wording.fill(wording.EDITED_ENTRIES_KEPT, file="refs.bib")
    kept.overwrite(refs)
    assert refs.read_text("utf-8").startswith(written)
    assert not only(kept).edited


def test_an_entry_that_says_the_same_is_left_byte_for_byte(
    library: Library, kept: KeptFiles, thesis: int, refs: Path
) -> None:
    entry = "@Misc{ w,title={{Walks} on graphs},\r\n author={Roe, Ann},year=2016 , volume = 3}\r\n"
    refs.write_bytes(entry.encode())
    kept.keep(refs, "bibtex", collection=thesis)
    kept.follow()
    kept.overwrite(refs)
    assert refs.read_bytes() == entry.encode()
    library.collections.assign(thesis, [PaperNumber(2)])
    assert kept.follow() == [refs]
    assert refs.read_bytes().startswith(entry.encode())
    assert b"\n" not in refs.read_bytes().replace(b"\r\n", b"")


def test_a_file_in_another_encoding_is_not_written_into(
    kept: KeptFiles, thesis: int, refs: Path
) -> None:
    refs.write_bytes("% Stra\u00dfe\n".encode("latin-1"))
    kept.keep(refs, "bibtex", collection=thesis)
    kept.follow()
    with pytest.raises(UsageError, match="UTF-8"):
        kept.overwrite(refs)
    assert refs.read_bytes() == "% Stra\u00dfe\n".encode("latin-1")


@pytest.mark.parametrize(
    "typing",
    ["@misc{own, title={Of {mine}, year=2024}\n", '@misc{own, title="Of mine, year=2024}\n'],
)
def test_nothing_is_written_behind_an_entry_that_is_not_closed(
    library: Library, kept: KeptFiles, thesis: int, refs: Path, typing: str
) -> None:
    refs.write_text("% by hand\n@misc{other, title={Another}}\n", "utf-8")
    kept.keep(refs, "bibtex", collection=thesis)
    kept.follow()
    assert kept.overwrite(refs) is not None
    whole = refs.read_text("utf-8")
    refs.write_text(whole + typing, "utf-8")
    library.collections.assign(thesis, [PaperNumber(2)])
    copies = list(refs.parent.iterdir())
    assert kept.follow() == []
    assert refs.read_text("utf-8") == whole + typing
    line = whole.count("\n") + 1
    assert only(kept).problem == (
        wording.fill("core.library.exports.kept_files:_read_whole", file="refs.bib", line=line)
    )
    with pytest.raises(UsageError, match="broken entry"):
        kept.overwrite(refs)
    assert list(refs.parent.iterdir()) == copies
    refs.write_text(whole + "@misc{own, title={Of mine}}\n", "utf-8")
    assert kept.follow() == [refs]
    assert not only(kept).problem
    assert "Roses in the wild" in refs.read_text("utf-8").partition("@misc{own")[2]
