from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from core.commands import cli, desktop_entry

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="for Linux desktops")

AWKWARD = ['/opt/my $programs/100%/co"c`it\\e', "-m", "a b"]


def values(entry: str) -> dict[str, str]:
    return {
        key: value for key, found, value in (x.partition("=") for x in entry.splitlines()) if found
    }


def test_the_entry_and_its_icons_are_written_and_taken_away_again(
    own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = own_folders / "data"
    assert cli.main(["desktop-entry", "--install"]) == 0
    entry = values((data / "applications" / "cocite.desktop").read_text(encoding="utf-8"))
    assert (entry["Type"], entry["Terminal"], entry["Icon"]) == ("Application", "false", "cocite")
    assert Path(entry["TryExec"]).is_absolute()
    icons = {path.relative_to(data).as_posix() for path in (data / "icons").rglob("cocite.*")}
    assert icons == {
        "icons/hicolor/scalable/apps/cocite.svg",
        "icons/hicolor/256x256/apps/cocite.png",
    }
    assert capsys.readouterr().out.count("Wrote") == 3
    assert cli.main(["desktop-entry", "--install"]) == 0  # once more changes nothing
    assert cli.main(["desktop-entry", "--remove"]) == 0
    assert not [path for path in data.rglob("*") if path.name.startswith("cocite.")]
    assert cli.main(["desktop-entry", "--remove"]) == 0


def test_other_entries_of_the_menu_stay(own_folders: Path) -> None:
    other = own_folders / "data" / "applications" / "other.desktop"
    other.parent.mkdir()
    other.write_text("[Desktop Entry]\n")
    cli.main(["desktop-entry", "--install"])
    cli.main(["desktop-entry", "--remove"])
    assert other.is_file()


def test_an_awkward_path_is_quoted_as_the_specification_says() -> None:
    entry = values(desktop_entry.with_program("Exec=cocite\nTryExec=cocite\n", AWKWARD))
    # Values are unescaped first; then the double quotes are those of the shell.
    executed = entry["Exec"].replace("\\\\", "\\")
    script = f"printf '%s\\n' {executed}"
    said = subprocess.run(["/bin/sh", "-c", script], capture_output=True, text=True, check=True)
    assert said.stdout.replace("%%", "%").splitlines() == AWKWARD
    assert entry["TryExec"].replace("\\\\", "\\") == AWKWARD[0]


def test_a_plain_path_stays_plain() -> None:
    assert desktop_entry.with_program("Exec=x\n", ["/usr/bin/cocite"]) == "Exec=/usr/bin/cocite\n"


def test_the_script_that_was_started_is_the_one_of_the_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, link = tmp_path / "venv" / "cocite", tmp_path / "bin" / "cocite"
    for folder in (target.parent, link.parent):
        folder.mkdir()
    target.touch()
    link.symlink_to(target)
    monkeypatch.setattr(sys, "argv", [str(link)])
    assert desktop_entry.program() == [str(link)]
    monkeypatch.setattr(sys, "executable", str(target.with_name("python")))
    monkeypatch.setattr(sys, "argv", ["/somewhere/__main__.py"])
    assert desktop_entry.program() == [str(target)]
    target.unlink()
    assert desktop_entry.program() == [sys.executable, "-P", "-m", "desktop"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert desktop_entry.program() == [sys.executable]


def test_without_a_wish_it_says_what_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["desktop-entry"]) == 2
    assert "--install, or --remove" in capsys.readouterr().err


def test_a_folder_that_may_not_be_written_is_one_sentence(
    own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (own_folders / "data" / "applications").touch()  # a file where the folder would be
    assert cli.main(["desktop-entry", "--install"]) == 1
    said = capsys.readouterr().err
    assert "cannot be written" in said
    assert said.count("\n") == 1
