"""What a model has learned from, what is new to it, and what of the known is cannot be repeated."""

from __future__ import annotations

from pathlib import Path

from core.models.shelf import LEARNED, read_learned
from tests.training.growing import MANUSCRIPT
from training.corpus.corpus import Corpus
from training.sampling.learned import Known, make_learned


def test_what_was_there_is_known_and_what_was_added_is_new(
    corpora: tuple[Corpus, Corpus], known: Known
) -> None:
    before, after = corpora
    assert known.parted(before, list(before.contexts()))[0] == []
    new, old = known.parted(after, list(after.contexts()))
    assert {after.ids[each.citing] for each in new} == {"c:6", "c:7", "c:8", MANUSCRIPT}
    assert len(old) == len(before.contexts())
    asked_before = {question.partition("#")[0] for question in known.old_questions(after)}
    assert asked_before == {"c:9", "d:0"}


def test_a_paper_refused_for_a_known_sentence_makes_it_new(
    corpora: tuple[Corpus, Corpus],
) -> None:
    after = corpora[1]
    [decided] = [each for each in after.contexts() if after.ids[each.citing] == MANUSCRIPT]
    assert decided.refused
    plain = type(decided)(
        **{name: getattr(decided, name) for name in decided.__slots__} | {"refused": ()}
    )
    learned = make_learned(after, [plain], None)
    assert Known(learned, learned.get_checksums()).parted(after, [plain])[0] == []
    assert Known(learned, learned.get_checksums()).parted(after, [decided])[0] == [decided]


def test_replay_draws_so_many_known_sentences_as_asked_for_and_all_new_ones(
    corpora: tuple[Corpus, Corpus], known: Known
) -> None:
    after = corpora[1]
    contexts = list(after.contexts())
    new, old = known.parted(after, contexts)
    for replay in (0.0, 0.5, 100.0):
        drawn = known.with_replay(after, contexts, replay=replay, seed=1)
        assert drawn[: len(new)] == new
        assert len(drawn) - len(new) == min(round(replay * len(new)), len(old))
        assert all(each in old for each in drawn[len(new) :])
    one, other = (known.with_replay(after, contexts, replay=0.5, seed=s) for s in (1, 2))
    assert one != other


def test_what_was_learned_in_between_stays_known(
    corpora: tuple[Corpus, Corpus], known: Known
) -> None:
    after = corpora[1]
    new, _ = known.parted(after, list(after.contexts()))
    later = make_learned(after, new, known.learned, until="2026-06-01", trained_from="second")
    assert Known(later, later.get_checksums()).parted(after, list(after.contexts()))[0] == []
    assert known.learned is not None
    assert later.sentences == known.learned.sentences + len(new) == len(after.contexts())
    assert later.decisions == 3


def test_a_damaged_record_counts_as_none(tmp_path: Path) -> None:
    (tmp_path / LEARNED).write_text('{"keys": "no"}', encoding="utf-8")
    assert read_learned(tmp_path) is None
    assert Known.by(tmp_path).keys == frozenset()
