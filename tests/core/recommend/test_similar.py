"""Papers like a paper."""

from __future__ import annotations

from core.base.records import PaperRecord
from core.library.indexes.vectors import VectorIndex
from core.library.indexes.words import WordIndex
from core.library.library import Library
from core.recommend.similar import Ties, similar
from tests.core.recommend.asked_library import Numbered


def test_the_nearest_papers_of_a_paper_leave_itself_out(
    small_library: Library, words: WordIndex, vectors: VectorIndex, number_of: Numbered
) -> None:
    seed = number_of("t:hard")
    found = similar(small_library, words, vectors, [seed])
    assert found[0].paper.number == number_of("t:graph")
    assert seed not in {neighbour.paper.number for neighbour in found}
    assert found[0].by["meaning"] > 0
    assert found[0].by["words"] == 1.0


def test_citations_tie_papers_that_share_no_word(
    small_library: Library, words: WordIndex, number_of: Numbered
) -> None:
    list(small_library.papers.add([PaperRecord(id="t:citer", title="Zeppelins")], source="t"))
    citer = small_library.papers.resolve("t:citer")
    assert citer is not None
    pairs = [(citer, number_of("t:hard")), (citer, number_of("t:bare"))]
    small_library.citations.add_citations(pairs, source="test")
    found = similar(small_library, words, None, [number_of("t:hard")])
    by_id = {neighbour.paper.id: neighbour.by for neighbour in found}
    assert by_id["t:bare"]["citations"] > 0
    assert by_id["t:citer"]["citations"] > 0


def test_a_negative_paper_pushes_its_like_away(
    small_library: Library, words: WordIndex, number_of: Numbered
) -> None:
    liked = [number_of("t:hard"), number_of("t:soil")]
    before = [n.paper.id for n in similar(small_library, words, None, liked)]
    more = [PaperRecord(id="t:peat", title="Peat and soils of the moors", year=1990)]
    list(small_library.papers.add(more, source="t"))
    words.follow(small_library.papers)
    peat = small_library.papers.resolve("t:peat")
    assert peat is not None
    after = [n.paper.id for n in similar(small_library, words, None, liked, [peat])]
    assert "t:bare" in before
    assert after[0] == "t:graph"
    assert "t:peat" not in after


def test_papers_that_share_plain_words_only_are_not_tied_by_words(
    small_library: Library, telling_terms_words: WordIndex
) -> None:
    ids = ["t:one", "t:other", "t:plain"]
    one, other, plain = (small_library.papers.resolve(each) for each in ids)
    assert one is not None
    assert other is not None
    assert plain is not None
    ties = Ties(small_library, telling_terms_words)
    assert [tie.kind for tie in ties.between(one, [other])] == ["terms"]
    assert ties.between(plain, [one, other]) == []
