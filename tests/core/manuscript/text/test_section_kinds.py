"""The kinds of sections, by their titles and places."""

from __future__ import annotations

import pytest

from core.base.records import Section
from core.manuscript.text.section_kinds import section_kinds


def kinds(*sections: tuple[str, str, int], lists_before: int | None = None) -> list[str]:
    found = section_kinds([Section(*each) for each in sections], lists_before=lists_before)
    return [section.kind for section in found]


@pytest.mark.parametrize(
    ("title", "kind"),
    [
        ("Introduction", "introduction"),
        ("Wstęp", "introduction"),
        ("Současný stav a rešerše", "related"),
        ("Yöntem", "method"),
        ("Hasil dan Pembahasan", "discussion"),
        ("Αποτελέσματα", "results"),
        ("Висновки", "conclusion"),
        ("Załącznik A", "appendix"),
        ("Background and Related Work", "related"),
        ("PRIOR WORK ON PEBBLES", "related"),
        ("Materials and Methods", "method"),
        ("Experimental Setup", "method"),
        ("The Data", "data"),
        ("Results and Discussion", "discussion"),
        ("Experiments", "results"),
        ("Limitations", "discussion"),
        ("Conclusions and Future Work", "conclusion"),
        ("Acknowledgments", "acknowledgements"),
        ("Appendix", "appendix"),
        ("Of Shores and Winds", "other"),
    ],
)
def test_the_title_says_what_a_section_is_for(title: str, kind: str) -> None:
    assert kinds(("", title, 1)) == [kind]


def test_a_subsection_that_says_nothing_takes_its_parents_kind() -> None:
    found = kinds(
        ("1", "Method", 1),
        ("1.1", "Plates of Slate", 2),
        ("1.1.1", "Wool", 3),
        ("1.2", "Data", 2),
        ("1.2.1", "Four Beaches", 3),
        ("2", "Shores", 1),
    )
    assert found == ["method", "method", "method", "data", "data", "other"]


def test_everything_behind_the_appendix_is_appendix() -> None:
    found = kinds(("5", "Conclusion", 1), ("", "Appendix", 1), ("A", "More Results", 1))
    assert found == ["conclusion", "appendix", "appendix"]


def test_a_lettered_section_is_an_appendix_only_behind_the_list() -> None:
    sections = (("A", "Methods", 1), ("", "References", 1), ("B", "More Methods", 1))
    assert kinds(*sections, lists_before=1) == ["method", "other", "appendix"]


def test_a_summary_opens_a_paper_or_closes_it() -> None:
    found = kinds(("", "Summary", 1), ("", "Methods", 1), ("", "Tests", 1), ("", "Summary", 1))
    assert found == ["abstract", "method", "other", "conclusion"]


def test_the_parts_of_an_abstract_are_the_abstract() -> None:
    titles = [("Abstract", 1), ("Background", 2), ("Materials and methods", 2), ("Results", 2)]
    paper = [("Background", 1), ("Results", 1), ("Birds", 2), ("Acknowledgements", 1)]
    both = section_kinds([Section("", title, level) for title, level in [*titles, *paper]])
    assert [one.kind for one in both] == [
        *["abstract"] * 4, "related", "results", "results", "acknowledgements"
    ]  # fmt: skip
    alone = section_kinds([Section("", title, level) for title, level in [*titles, paper[-1]]])
    assert [one.kind for one in alone] == [
        "abstract", "related", "method", "results", "acknowledgements"
    ]  # fmt: skip


@pytest.mark.parametrize("start", ["Background", "Introduction"])
def test_parts_of_an_abstract_may_have_its_level(start: str) -> None:
    parts = ["Background", "Methods", "Results", "Conclusions"]
    titles = ["Abstract", *parts, start, "Methods", "Results", "Discussion"]
    kinds = [one.kind for one in section_kinds([Section("", title, 1) for title in titles])]
    assert kinds[:5] == ["abstract"] * 5
    assert kinds[6:] == ["method", "results", "discussion"]


def test_sections_behind_an_abstract_are_those_of_the_paper_if_none_begins_anew() -> None:
    titles = ["Abstract", "Background", "Methods", "Results", "Discussion"]
    kinds = [one.kind for one in section_kinds([Section("", title, 1) for title in titles])]
    assert kinds == ["abstract", "related", "method", "results", "discussion"]


def test_sections_have_their_kinds_in_other_languages() -> None:
    titles = {
        "摘要": "abstract",
        "绪论": "introduction",
        "関連研究": "related",
        "Материалы и методы": "method",
        "Ergebnisse": "results",
        "고찰": "discussion",
        "Conclusões": "conclusion",
        "Danksagung": "acknowledgements",
        "参考文献": "other",
    }
    sections = section_kinds([Section("", title, 1) for title in titles])

    assert {section.title: section.kind for section in sections} == titles
