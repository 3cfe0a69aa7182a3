"""How much is new for a training."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.base.errors import UsageError
from tests import wording
from training.corpus.corpus import Corpus
from training.judging.added import Added
from training.sampling.learned import Known


def test_how_much_is_new_is_said_and_what_is_too_little(
    corpora: tuple[Corpus, Corpus], known: Known, tmp_path: Path
) -> None:
    before, after = corpora
    added = Added.to("mine", known, after)
    assert (added.decisions, added.sentences) == (3, added.examples - 1)
    said = str(added.sentence())
    assert f"{added.sentences} citing sentences" in said
    assert "3 decisions" in said
    assert "2026-05-12" in said
    added.require()
    with pytest.raises(
        UsageError, match=wording.pattern("training.judging.added:require", count=0, least=10)
    ):
        Added.to("mine", known, before).require()
    [of_new] = [each for each in Added.to("mine", known, before).shortfalls() if "new: 0" in each]
    assert "300 more are needed" in of_new
    unknown = Added.to("other", Known.by(tmp_path / "nowhere"), after)
    assert (unknown.known, unknown.since) == (0, "")
    assert any("cannot be repeated" in each for each in unknown.shortfalls())
