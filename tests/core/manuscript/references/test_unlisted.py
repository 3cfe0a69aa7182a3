"""What looks like citations in a text whose reference list was not found."""

from __future__ import annotations

import pytest

from core.manuscript.references.unlisted import missing_list


@pytest.mark.parametrize(
    ("texts", "marker"),
    [
        (["Mud [1].", "Reeds [2, 3].", "Peat [4–6]."], "[1]"),
        (["Mud (Roe 2001).", "Peat (Roe & Dahl, 2004).", "Sand (Roe et al. 1999b)."], "(Roe 2001)"),
        (["See (e.g., Roe 2001) [9], (Dahl, 2002), (Lind, 2003)."], "(e.g., Roe 2001)"),
    ],
)
def test_three_citations_of_one_style_lack_a_list(texts: list[str], marker: str) -> None:
    (part,) = missing_list(texts, [])
    assert part.kind == "list"
    assert isinstance(part.text.values, dict)  # type: ignore[attr-defined]
    assert part.text.values["marker"] == marker  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "texts",
    [
        [],
        ["Mud [1].", "Peat [2]."],
        ["Mud [1].", "Mud [1] again.", "Mud [1] once more."],
        ["Mud [1].", "Peat [2].", "Sand (Roe, 2001)."],
        ["In (2001), (2002) and (2003).", "On [a], [b] and [c]."],
        ["(roe 2001), (dahl 2002), (lind 2003)"],
    ],
)
def test_fewer_or_other_signs_lack_none(texts: list[str]) -> None:
    assert list(missing_list(texts, [])) == []


def test_raised_groups_cite_and_raised_numbers_alone_do_not() -> None:
    (part,) = missing_list(["Mud."], ["1,2", " 3–5 ", "6, 7"])
    assert part.kind == "list"
    assert list(missing_list(["Mud."], ["1", "2", "3"])) == []
