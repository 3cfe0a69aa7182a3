from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from core.base.messages import Message, unpacked
from core.models.devices import TorchDevice
from training.commands.devices import command, devices


def test_the_processor_is_always_there_and_comes_last() -> None:
    found = list(devices())
    assert found[-1]["name"] == "cpu"
    assert found[-1]["total"] > found[-1]["free"] > 0


def test_a_card_that_cannot_be_used_is_listed_after_the_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reason = Message("{card}: too old.", card="GTX 1080")
    card = TorchDevice("cuda:0", "cuda", "GTX 1080", reason, Message("Install it."))
    monkeypatch.setattr("training.commands.devices.torch_devices", lambda: iter([card]))
    rows = json.loads(CliRunner().invoke(command, ["--json"]).stdout)
    assert [row["name"] for row in rows] == ["cpu", "cuda:0"]
    assert unpacked(rows[1]["problem"]) == "GTX 1080: too old."
    assert "too old" in CliRunner().invoke(command, []).stdout


def test_devices_are_printed_for_people_and_programs() -> None:
    said = CliRunner().invoke(command, ["--json"])
    assert json.loads(said.stdout)[-1]["kind"] == "cpu"
    assert "GiB free" in CliRunner().invoke(command, []).stdout
