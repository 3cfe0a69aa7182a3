"""JabRef's groups, and the encodings of files."""

from __future__ import annotations

from pathlib import Path

from core.formats.registry import get_format

ENTRIES = """
@article{one, title = {One}, groups = {Leaf, By rating}}
@article{Two, title = {Two}, mendeley-groups = {Mine/Yours}}
@article{three, title = {Three}}
@article{two, title = {Two again}}
"""
NEW = r"""
@Comment{jabref-meta: grouping:
0 AllEntriesGroup:;
1 StaticGroup:Top\;0\;1\;0x8a8a8aff\;\;\;;
2 StaticGroup:Leaf\;0\;0\;0x80334dff\;book\;\;;
1 KeywordGroup:Found\;0\;author\;Roe\;0\;0\;1\;\;\;\;;
1 StaticGroup:By rating\;0\;1\;0x808080ff\;\;\;;
}
"""
OLD = r"""
@comment{jabref-meta: groupstree:
0 AllEntriesGroup:;
1 ExplicitGroup:Physics\;0\;one\;thr
ee\;;
2 ExplicitGroup:Optics\;0\;two\;unknown\
;;
}
"""


def collections(tmp_path: Path, text: str) -> dict[str, tuple[str, ...]]:
    path = tmp_path / "a.bib"
    path.write_text(text, encoding="utf-8")
    return {
        entry.record.title: entry.collections
        for entry in get_format("bibtex").read_entries(path)
        if entry.record
    }


def test_the_groups_that_entries_name_become_collections(tmp_path: Path) -> None:
    assert collections(tmp_path, ENTRIES + NEW) == {
        "One": ("Top / Leaf", "By rating"),
        "Two": ("Mine/Yours",),
        "Three": (),
        "Two again": (),
    }


def test_the_keys_that_old_groups_list_become_collections(tmp_path: Path) -> None:
    found = collections(tmp_path, ENTRIES.replace("groups = {Leaf, By rating}", "") + OLD)
    assert found["One"] == ("Physics",)
    assert found["Three"] == ("Physics",)
    assert found["Two"] == ("Mine/Yours", "Physics / Optics")
    assert found["Two again"] == ("Physics / Optics",)  # the key is the same for BibTeX


def test_a_tree_that_is_never_closed_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    assert collections(tmp_path, ENTRIES + OLD.rstrip("}\n"))["One"][-1] == "Physics"
