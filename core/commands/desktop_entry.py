"""``cocite desktop-entry``: Cocite in the menu of a Linux desktop, for this user.

An installation for the whole system, or with ``pip install --user``, brings its entry along. One
in a virtual environment, through pipx, from a checkout or frozen lies where no desktop looks; so
the entry is written to the user's own folders (XDG base directories) with the full path of the
program. It follows the Desktop Entry Specification 1.5 and the Icon Theme Specification.
"""

from __future__ import annotations

import contextlib
import importlib.resources
import os
import re
import sys
from pathlib import Path

import click
import platformdirs

from core.base.children import is_frozen
from core.base.errors import UsageError
from core.base.files import replace_bytes, unwritten

_ENTRY = "applications/cocite.desktop"
_ICONS = {
    "icons/cocite.svg": "icons/hicolor/scalable/apps/cocite.svg",
    "icons/cocite.png": "icons/hicolor/256x256/apps/cocite.png",
}
_RESERVED = re.compile(r"[^\w@%+=:,./-]")
"""What an argument of Exec must be quoted for; a little more than the specification asks."""


@click.command("desktop-entry")
@click.option("--install", "wanted", flag_value="install", help="Write it, or write it again.")
@click.option("--remove", "wanted", flag_value="remove", help="Delete what was written.")
def desktop_entry(wanted: str | None) -> None:
    """Put Cocite into the menu of this user's Linux desktop, or take it out again.

    Not needed after an installation for the whole system, which puts it there for everyone.
    """
    if wanted is None:
        raise UsageError(
            "Say what to do with the entry of the menu.",
            remedy="Use cocite desktop-entry --install, or --remove.",
        )
    if sys.platform in ("win32", "darwin"):
        raise UsageError(
            "Entries of this kind are for Linux desktops.",
            remedy="Pin Cocite to the taskbar or the Dock instead.",
        )
    folder = Path(platformdirs.user_data_dir())
    for path in install(folder, program()) if wanted == "install" else remove(folder):
        click.echo(f"{'Wrote' if wanted == 'install' else 'Deleted'} {path}")


def install(folder: Path, command: list[str]) -> list[Path]:
    """Write the entry and its icons into a folder of XDG data; return the files written."""
    shipped = importlib.resources.files("resources")
    entry = with_program((shipped / _ENTRY).read_text("utf-8"), command)
    files = {folder / to: (shipped / source).read_bytes() for source, to in _ICONS.items()}
    files[folder / _ENTRY] = entry.encode()
    for path, content in files.items():
        replace_bytes(path, content)
    _announce(folder)
    return list(files)


def remove(folder: Path) -> list[Path]:
    """Delete what ``install`` wrote; return the files that were there."""
    written_files = (folder / name for name in (_ENTRY, *_ICONS.values()))
    there = [path for path in written_files if path.is_file()]
    for path in there:
        try:
            path.unlink()
        except OSError as error:
            raise unwritten(error, path) from error
    _announce(folder)
    return there


def program() -> list[str]:
    """Return what starts this installation of Cocite, with full paths."""
    if is_frozen():
        return [sys.executable]
    started = Path(sys.argv[0]).absolute()
    # Links are kept: the one that pipx made stays when what it points to is replaced.
    for script in (started, Path(sys.executable).with_name("cocite")):
        if script.name == "cocite" and script.is_file():
            return [str(script)]
    return [sys.executable, "-P", "-m", "desktop"]


def with_program(entry: str, command: list[str]) -> str:
    """Return a desktop entry that starts ``command``."""
    executes = _escaped(" ".join(map(_quoted, command)))
    lines = {"Exec": executes, "TryExec": _escaped(command[0])}
    return "".join(
        f"{key}={lines.get(key, value)}\n" if "=" in line else f"{line}\n"
        for line in entry.splitlines()
        for key, _, value in [line.partition("=")]
    )


def _quoted(argument: str) -> str:
    """Quote an argument of Exec; a percent sign would begin a field code."""
    argument = argument.replace("%", "%%")
    if not _RESERVED.search(argument):
        return argument
    return '"' + re.sub(r'(["`$\\])', r"\\\1", argument) + '"'


def _escaped(value: str) -> str:
    """Escape a value of type string, which comes on top of the quotes."""
    return value.replace("\\", "\\\\")


def _announce(folder: Path) -> None:
    """Touch the folder of the icons: desktops look there for whether their cache is stale."""
    with contextlib.suppress(OSError):
        os.utime(folder / "icons" / "hicolor")
