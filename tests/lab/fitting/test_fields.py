from __future__ import annotations

from pathlib import Path

from core.library.library import Library
from tools.lab.fitting.fields import FieldData, TrainingPaper, build_libraries, choose_unlearned


def _training_paper(name: str) -> TrainingPaper:
    return TrainingPaper(id=name, title="", abstract="", sentences=(), citing=(), references=())


def test_the_encoder_learned_from_all_papers_of_openreview_and_left_out_forty_others() -> None:
    others = [f"acl:{number}" for number in range(60)]
    papers = [_training_paper(name) for name in (*others, *(f"or:{n}" for n in range(60)))]
    unlearned = choose_unlearned(papers)
    assert len(unlearned) == 40
    assert unlearned < set(others)
    assert choose_unlearned(reversed(papers)) == unlearned
    assert "acl:29" in unlearned, "its checksum is the first"


def test_training_queries_are_of_papers_that_the_encoder_did_not_learn_from(
    field_data: FieldData,
) -> None:
    """It learned from none of the life sciences."""
    queries = list(field_data.make_training_queries())
    assert field_data.unlearned == {"pmc:0", "pmc:1", "pmc:2"}
    assert len(queries) == 6
    field_data.unlearned = frozenset({"pmc:1"})
    assert {query.self_id for query in field_data.make_training_queries()} == {"pmc:1"}
    assert list(field_data.make_training_queries(learned=True)) == queries
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
