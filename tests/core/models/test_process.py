"""A model in a process of its own."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from core.base.errors import ModelError
from core.base.precedence import Rank, working
from core.models import process as processes
from core.models.bert import is_plain_bert
from core.models.encoder import SentenceEncoder
from core.models.manifest import (
    CONFIG,
    WEIGHTS,
    read_manifest,
)
from core.models.process import EncoderProcess
from tests.core.models.model_folders import PAPERS


def test_a_process_answers_like_the_model_itself(
    encoder: SentenceEncoder, tiny_model: Path
) -> None:
    process = EncoderProcess(tiny_model, encoder.manifest)
    try:
        texts = ["citation graphs", "Ünïcödé — soils"]
        papers = PAPERS * 20
        assert process.encode_queries(texts) == pytest.approx(
            encoder.encode_queries(texts), abs=2e-2
        )
        rows = process.encode_papers(papers).astype(np.float32)
        expected = encoder.encode_papers(papers).astype(np.float32)
        assert (rows * expected).sum(axis=1).min() > 0.99
    finally:
        process.close()


def test_a_process_answers_for_a_model_that_sentence_transformers_opens(copy: Path) -> None:
    config = json.loads((copy / CONFIG).read_text("utf-8"))
    (copy / CONFIG).write_text(json.dumps(config | {"hidden_act": "relu"}), "utf-8")
    assert not is_plain_bert(copy)
    manifest = read_manifest(copy)
    process = EncoderProcess(copy, manifest)
    try:
        texts = ["citation graphs"]
        expected = SentenceEncoder(copy, manifest).encode_queries(texts)
        assert process.encode_queries(texts) == pytest.approx(expected, abs=2e-2)
    finally:
        process.close()


def test_what_nobody_waits_for_is_sent_in_chunks_of_a_short_time(
    tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = EncoderProcess(tiny_model, read_manifest(tiny_model))
    sent: list[int] = []
    ask = process._ask

    def slow(kind: str, texts: Sequence[Any], **more: str) -> NDArray[Any]:
        sent.append(len(texts))
        time.sleep(0.02 * len(texts))  # 50 texts a second, so about 7 in a chunk
        return ask(kind, texts, **more)

    monkeypatch.setattr(process, "_ask", slow)
    try:
        with working(Rank.BEHIND):
            behind = process.encode_papers(PAPERS * 20)
        assert sent[0] == 2
        assert all(2 <= size <= 8 for size in sent[:-1])  # the last holds what is left
        assert max(sent) > 3
        sent.clear()
        at_once = process.encode_papers(PAPERS * 20)
        assert max(sent) == min(32, len(PAPERS) * 20)
        assert (behind.astype(np.float32) * at_once).sum(axis=1).min() > 0.99
    finally:
        process.close()


def test_a_process_that_dies_is_an_expected_failure(tiny_model: Path) -> None:
    import psutil

    process = EncoderProcess(tiny_model, read_manifest(tiny_model))
    try:
        process.wait_until_ready()
        psutil.Process(process.pid).kill()
        with pytest.raises(ModelError, match="ended"):
            process.encode_queries(["x"])
    finally:
        process.close()


def test_a_process_says_why_its_model_cannot_be_loaded(copy: Path) -> None:
    manifest = read_manifest(copy)
    (copy / WEIGHTS).write_bytes(b"no weights")
    process = EncoderProcess(copy, manifest)
    try:
        with pytest.raises(ModelError, match="checksum"):
            process.wait_until_ready()
    finally:
        process.close()


# --- a process that idles -----------------------------------------------------------------------

_CHILD = """
import json, struct, sys
order = json.loads(sys.stdin.readline())
ready = {"kind": "ready", "device": "cpu", "precision": "float32"}
print(json.dumps(ready), flush=True)
dimension = json.loads(order["manifest"])["dimension"]
for line in sys.stdin:
    rows = len(json.loads(line)["of"])
    print(json.dumps({"kind": "rows", "shape": [rows, dimension], "type": "float32"}), flush=True)
    sys.stdout.buffer.write(struct.pack("f", 1.0) * rows * dimension)
    sys.stdout.buffer.flush()
"""
"""Speaks as ``core.models.child`` does, without a model to load."""


@pytest.fixture
def idling(tiny_model: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EncoderProcess]:
    monkeypatch.setattr(processes, "IDLE_S", 0.2)
    monkeypatch.setattr(processes, "module_command", lambda _: [sys.executable, "-c", _CHILD])
    process = EncoderProcess(tiny_model, read_manifest(tiny_model))
    yield process
    process.close()


def _wait_for_release(process: EncoderProcess) -> None:
    until = time.monotonic() + 20
    while process.pid is not None and time.monotonic() < until:
        time.sleep(0.02)
    assert process.pid is None


def test_a_process_that_idles_is_ended_and_started_by_the_next_question(
    idling: EncoderProcess,
) -> None:
    import psutil

    assert idling.encode_queries(["x"]).all()
    first = idling.pid
    assert first is not None
    _wait_for_release(idling)
    until = time.monotonic() + 20
    while psutil.pid_exists(first) and time.monotonic() < until:
        time.sleep(0.02)
    assert not psutil.pid_exists(first)
    assert idling.encode_queries(["x", "y"]).all()
    assert idling.pid not in (None, first)
    _wait_for_release(idling)


def test_waking_a_process_waits_for_no_question(
    idling: EncoderProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    _wait_for_release(idling)
    monkeypatch.setattr(processes, "IDLE_S", 60.0)
    idling.wake()
    assert idling.pid is not None
    with idling._pipe.turn():  # as while a model is loaded
        waking = threading.Thread(target=idling.wake, daemon=True)
        waking.start()
        waking.join(10)
        assert not waking.is_alive()


@pytest.mark.parametrize("end", [EncoderProcess.close, EncoderProcess.kill])
def test_a_released_process_that_is_closed_is_not_started_again(
    idling: EncoderProcess, end: Callable[[EncoderProcess], None]
) -> None:
    _wait_for_release(idling)
    end(idling)
    with pytest.raises(ModelError, match="ended"):
        idling.encode_queries(["x"])
    assert idling.pid is None
