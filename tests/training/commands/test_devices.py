from __future__ import annotations

import json

from click.testing import CliRunner

from training.commands.devices import command, devices


def test_the_processor_is_always_there_and_comes_last() -> None:
    found = list(devices())
    assert found[-1]["name"] == "cpu"
    assert found[-1]["total"] > found[-1]["free"] > 0


def test_devices_are_printed_for_people_and_programs() -> None:
    said = CliRunner().invoke(command, ["--json"])
    assert json.loads(said.stdout)[-1]["kind"] == "cpu"
    assert "GiB free" in CliRunner().invoke(command, []).stdout
