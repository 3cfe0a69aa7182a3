from __future__ import annotations

from pathlib import Path

from core.library.library import Library
from tools.lab.fitting.fields import FieldData, build_libraries


def test_training_queries_are_of_papers_that_no_model_learned_from(field_data: FieldData) -> None:
    queries = list(field_data.make_training_queries())
    assert len(field_data.training) == 3
    assert len(queries) == 4
    first, second = queries[:2]
    assert first.passage.sentence == "Herons walk."
    assert (first.already_cited, second.already_cited) == (set(), {"pmid:1"})
    assert second.passage.before == ("Herons walk.", "They stand.")
    assert second.new == ("pmid:2",)
    assert field_data.training[0].references == ("pmid:1", "pmid:2", "pmid:3")


def test_a_paper_has_one_number_in_all_libraries(field_data: FieldData, tmp_path: Path) -> None:
    build_libraries(field_data, tmp_path / "libraries")
    ids = [record.id for record in field_data.records]
    numbers, with_abstract = [], []
    for variant in ("full", "half", "bare"):
        with Library.open(tmp_path / "libraries" / variant, write=False) as library:
            numbers.append(library.papers.resolve_many(ids))
            papers = library.papers.get_many(sorted(library.papers.numbers()))
            with_abstract.append(sum(bool(paper.abstract) for paper in papers))
    assert numbers[0] == numbers[1] == numbers[2]
    assert with_abstract[0] == 8
    assert 0 < with_abstract[1] < 8
    assert with_abstract[2] == 0
