"""Claims that travel to the next time, and the help of the check."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tools.lab.gpu_check import __main__ as check
from tools.lab.gpu_check import sections


def test_measured_claims_travel_to_the_next_time(tmp_path: Path) -> None:
    folder = tmp_path / "one" / "claims-0"
    folder.mkdir(parents=True)
    (folder / "measured.jsonl").write_text("{}\n", "utf-8")
    sections.write_archive(
        tmp_path / "claims.tar.gz", [folder / "measured.jsonl"], tmp_path / "one"
    )
    sections.unpack_claims(tmp_path / "claims.tar.gz", tmp_path / "two")
    assert (tmp_path / "two" / "claims-0" / "measured.jsonl").read_text("utf-8") == "{}\n"


def test_claims_of_another_device_are_not_gone_on_from(tmp_path: Path) -> None:
    (tmp_path / "claims-0" / "scores").mkdir(parents=True)
    (tmp_path / "claims-0" / "scores" / "specter-papers.json").write_text("{}", "utf-8")
    (tmp_path / "base").mkdir()
    sections.drop_claims(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["base"]


@pytest.mark.parametrize("command", ["run", "pack"])
def test_its_help_can_be_read(command: str) -> None:
    assert CliRunner().invoke(check.main, [command, "--help"]).exit_code == 0
