"""What the check needs."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tools.lab.gpu_check import __main__ as check
from tools.lab.gpu_check import requirements


@pytest.fixture
def complete(tmp_path: Path) -> dict[str, Path]:
    folders = {"corpus": tmp_path / "corpus", "base": tmp_path / "base"}
    for name in requirements.CORPUS_FOLDERS:
        (folders["corpus"] / name).mkdir(parents=True)
    folders["base"].mkdir()
    (folders["base"] / "manifest.json").write_text("{}", "utf-8")
    return folders


def test_nothing_is_missing_where_everything_is_there(complete: dict[str, Path]) -> None:
    assert requirements.missing_requirements(**complete, rehearsal=True) == []


@pytest.mark.parametrize(
    ("fault", "text"),
    [("corpus", "no corpus"), ("base", "no model"), ("before", "folder")],
)
def test_the_check_stops_at_once_where_something_is_missing(
    complete: dict[str, Path], tmp_path: Path, fault: str, text: str
) -> None:
    paths = {**complete, fault: tmp_path / "absent" / "claims.tar.gz"}
    options = [item for name, path in paths.items() for item in (f"--{name}", str(path))]
    options += ["--out", str(tmp_path / "out"), "--work", str(tmp_path / "work")]
    result = CliRunner().invoke(check.main, ["run", *options])
    assert result.exit_code == 2
    assert text in result.output
    assert len(result.output.splitlines()) == 1
    assert not (tmp_path / "work").exists()


def test_a_missing_package_is_named(
    complete: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requirements, "PACKAGES", ("json", "no_such_package_x"))
    monkeypatch.setattr(requirements, "PEER_PACKAGES", ("no_such_peer_x",))
    (fault,) = requirements.missing_requirements(**complete)
    assert fault.endswith("not installed: no_such_package_x, no_such_peer_x")
    (fault,) = requirements.missing_requirements(**complete, rehearsal=True)
    assert fault.endswith("not installed: no_such_package_x")
