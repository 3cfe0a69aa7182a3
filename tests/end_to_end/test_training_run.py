"""The real trainer, from the engine: begun, stopped and kept, judged, used, gone back from."""

from __future__ import annotations

from pathlib import Path
from threading import Event

from core.jobs import SilentJob
from core.models.shelf import Shelf
from core.runs.records import Place, RunRequest
from core.sample import data_folder
from core.wire import Ended, Measured, Progress, Started
from core.workspace import Workspace
from tests.tiny_corpus import make_tiny_corpus, vocabulary
from tests.tiny_encoder import make_tiny_encoder

PATIENCE_S = 900
SCORES = {"recall@10", "map@10", "mrr", "ndcg@10"}


def test_a_run_is_stopped_kept_judged_used_and_gone_back_from(
    own_folders: Path, tmp_path: Path
) -> None:
    del own_folders  # where shelf and runs of this test's user lie
    corpus = make_tiny_corpus(tmp_path / "corpus")
    base = make_tiny_encoder(tmp_path / "tiny", words=" ".join(sorted(set(vocabulary().split()))))
    workspace = Workspace(tmp_path / "library", Shelf(data_folder() / "models"), create=True)
    desk, job = workspace.runs, SilentJob()
    settings = {"base": str(base), "steps": "100000", "batch": "8", "learning_rate": "1e-3"}
    try:
        name = desk.start(RunRequest(recipe="specter", corpus=corpus, settings=settings))
        tick, asked = Event(), False
        for _ in range(PATIENCE_S * 5):
            run = desk.run(name)
            if run.step > 2 and not asked:
                desk.stop_and_keep(name)
                asked = True
            if not run.is_alive:
                break
            tick.wait(0.2)
        assert run.state == "finished", run
        assert (run.recipe_title, run.title) == ("SPECTER", "SPECTER tiny")
        assert set(run.scores) >= SCORES
        kinds = {type(event) for event in desk.news(name, Place()).events}
        assert kinds >= {Started, Progress, Measured, Ended}
        found = desk.judge(name, job)
        assert [row.model for row in found.rows] == ["BM25", "cocite-small", "specter-tiny"]
        assert all(set(row.scores) == SCORES for row in found.rows)
        for versus in found.versus:
            assert versus.wins + versus.losses + versus.ties == found.questions
        assert desk.use_run(name, job) == "specter-tiny"
        assert workspace.status().model == "specter-tiny"
        assert desk.shelf().encoder_before == "Cocite small"
        assert desk.go_back(job) == "Cocite small"
        assert workspace.status().model == "cocite-small"
        assert [each.name for each in desk.shelf().models if each.in_use] == ["cocite-small"]
    finally:
        workspace.close()
