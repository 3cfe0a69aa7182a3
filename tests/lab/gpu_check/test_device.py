"""The device that is measured, as the product finds it."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from core.models.devices import best_device
from tools.lab.gpu_check import device


def test_the_device_and_what_is_installed_are_named(tmp_path: Path) -> None:
    out = tmp_path / "device.json"
    result = CliRunner().invoke(device.command, ["--device", "cpu", "--out", str(out)])
    assert result.exit_code == 0, result.output
    values = json.loads(out.read_text("utf-8"))
    assert (values["name"], values["best device"]) == ("cpu", best_device())
    assert values["format"] in ("float32", "bfloat16")
    assert values["about"]["device"].startswith("cpu")
    assert "torch" in values["about"]
