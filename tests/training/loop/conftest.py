"""A training in small."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tiny_encoder import make_tiny_encoder
from tests.training.small_tasks import (
    WORDS,
)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_tiny_encoder(tmp_path_factory.mktemp("base") / "tiny", words=" ".join(WORDS))
