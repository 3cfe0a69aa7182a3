from __future__ import annotations

import threading
from pathlib import Path

from core.errors import ModelError
from core.models.shelf import Shelf
from core.workspace import Workspace


def test_stopping_ends_a_call_that_waits_for_a_model(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "library", Shelf(tmp_path / "models"), create=True)
    failed: list[ModelError] = []

    def load() -> None:
        try:
            workspace.load_model()
        except ModelError as error:
            failed.append(error)

    loading = threading.Thread(target=load)
    loading.start()
    tick = threading.Event()
    while workspace._starting is None:
        tick.wait(0.005)
    workspace.stop()
    loading.join(30)
    assert len(failed) == 1
    assert workspace.status().model_state == "failed"
    workspace.close()
