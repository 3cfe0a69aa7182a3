"""Which graphics cards this computer has, and which build of torch fits them.

Asks the vendors' own programs (nvidia-smi, rocm-smi or amd-smi, xpu-smi) and uses nothing but the
standard library: ``./run`` starts it before any package is installed. The builds and PyTorch's
index are in ``resources/torch/builds.json``, the version of each also in a constraints file there.
"""

from __future__ import annotations

import csv
import functools
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.messages import Message

_BUILDS = Path(__file__).resolve().parents[2] / "resources" / "torch"
_PATIENCE_S = 10.0
_FOLDERS = ("/opt/rocm/bin", "/usr/lib/wsl/lib")
"""Where the programs are that no PATH may name: ROCm's packages, and Windows' driver under WSL."""
_NVIDIA = ("name", "driver_version", "compute_cap")
CHOICE = "COCITE_TORCH"
"""The variable of the environment that names a build, where a person knows better."""

Ask = Callable[[Sequence[str]], str]
"""Runs a command and returns what it prints, "" if there is no such program or it fails."""


@dataclass(frozen=True, slots=True)
class Card:
    """A graphics card. ``kind`` is "cuda", "rocm", "xpu" or "mps".

    ``driver`` and ``capability`` (NVIDIA's compute capability, AMD's architecture such as
    "gfx1100") are "" where they are unknown.
    """

    kind: str
    title: str
    driver: str = ""
    capability: str = ""


@dataclass(frozen=True, slots=True)
class Build:
    """A build of torch: what it needs, and its tag in PyTorch's index.

    ``capabilities`` are the lowest and the highest that it has kernels for, ``architectures`` all
    of AMD's; empty: not counted. ``unfit`` are words in the titles of cards that it does not serve.
    """

    name: str
    kind: str
    tag: str
    torch: str
    least_driver: Mapping[str, str]
    capabilities: tuple[str, ...]
    systems: tuple[str, ...]
    architectures: tuple[str, ...] = ()
    unfit: tuple[str, ...] = ()

    def problem(self, card: Card, system: str) -> Message | None:
        """Return why a card cannot be used with this build, ``None`` if it can."""
        if card.kind != self.kind or system not in self.systems:
            return Message("this build of torch is not for {kind}", kind=card.kind.upper())
        if (age := self._age(card)) is not None:
            return age
        needed = self.least_driver.get(system, "")
        if needed and card.driver and _numbers(card.driver) < _numbers(needed):
            return Message(
                "its driver {driver} is too old for this build of torch, which needs {needed}",
                driver=card.driver,
                needed=needed,
            )
        return None

    def _age(self, card: Card) -> Message | None:
        low, high = (_numbers(text) for text in self.capabilities or ("", ""))
        capability = card.capability
        if any(word in card.title for word in self.unfit) or (
            capability and self.architectures and capability not in self.architectures
        ):
            return Message("not supported by this build of torch")
        if capability and low and _numbers(capability) < low:
            return Message("too old for this build of torch")
        if capability and high and _numbers(capability) > high:
            return Message("too new for this build of torch")
        return None


@dataclass(frozen=True, slots=True)
class Builds:
    """All builds, the preferred ones first; ``usual`` is what the package index has by system."""

    index: str
    builds: tuple[Build, ...]
    usual: Mapping[str, str]

    def find(self, name: str) -> Build | None:
        """Return the build of that name."""
        return next((build for build in self.builds if build.name == name), None)

    def fitting(self, card: Card, system: str) -> Build | None:
        """Return the first build that a card can be used with."""
        return next((build for build in self.builds if build.problem(card, system) is None), None)

    def choose(self, cards: Sequence[Card], system: str) -> Build | None:
        """Return the build for the cards: that for the most of them, then the preferred one."""
        counts = {
            build.name: sum(build.problem(card, system) is None for card in cards)
            for build in self.builds
        }
        best = max(self.builds, key=lambda build: counts[build.name])
        return best if counts[best.name] else None

    def command(self, build: Build) -> str:
        """Return the one command that installs a build into this environment."""
        return (
            f'"{sys.executable}" -m pip install --force-reinstall --no-cache-dir'
            f' "torch=={build.torch}+{build.tag}" --index-url {self.index}{build.tag}'
        )


def read_builds(folder: Path = _BUILDS) -> Builds:
    """Read which builds of torch there are."""
    values = json.loads((folder / "builds.json").read_text("utf-8"))
    builds = (
        Build(
            **{
                **build,
                **{name: tuple(value) for name, value in build.items() if isinstance(value, list)},
            }
        )
        for build in values["builds"]
    )
    return Builds(values["index"], tuple(builds), values["usual"])


def read_cards(ask: Ask | None = None) -> tuple[Card, ...]:
    """Return the graphics cards that the vendors' programs know of; none if there are none."""
    ask = ask or _ask
    return (*_nvidia_cards(ask), *_amd_cards(ask), *_intel_cards(ask), *_apple_cards())


def read_display_cards(ask: Ask | None = None) -> frozenset[str]:
    """Return the titles of NVIDIA's cards that a display is connected to."""
    query = ["nvidia-smi", "--query-gpu=name,display_active", "--format=csv,noheader"]
    rows = csv.reader((ask or _ask)(query).splitlines())
    return frozenset(row[0].strip() for row in rows if row[1:2] and row[1].strip() == "Enabled")


def needs_restart(complaints: Ask | None = None) -> bool:
    """Tell whether NVIDIA's driver was replaced since the computer was started.

    Then no program can compute on its cards, and nvidia-smi does not even name them.
    """
    complain = complaints or functools.partial(_ask, failing=True)
    return "Driver/library version mismatch" in complain(["nvidia-smi", "--list-gpus"])


def system_name() -> str:
    """Return "linux", "windows" or "darwin"."""
    return platform.system().lower()


def _nvidia_cards(ask: Ask) -> list[Card]:
    query = ["nvidia-smi", f"--query-gpu={','.join(_NVIDIA)}", "--format=csv,noheader"]
    # A driver before 510 does not know the capability, and refuses the whole question.
    answer = ask(query) or ask([query[0], f"--query-gpu={','.join(_NVIDIA[:2])}", query[2]])
    rows = [[cell.strip() for cell in row] for row in csv.reader(answer.splitlines())]
    return [
        Card("cuda", row[0], driver=row[1], capability=_version("".join(row[2:3])))
        for row in rows
        if len(row) > 1 and _version(row[1])
    ]


def _amd_cards(ask: Ask) -> list[Card]:
    values = _read_json(ask(["rocm-smi", "--showproductname", "--showdriverversion", "--json"]))
    names = ("Card Series", "Card series", "Device Name", "Card Model", "Card model")
    driver = _field(values, "system", "Driver version")
    cards = [
        _amd_card(
            next((title for name in names if (title := _field(values, key, name))), ""),
            driver,
            _field(values, key, "GFX Version"),
        )
        for key in sorted(values)
        if re.fullmatch(r"card\d+", key)
    ]
    return cards or _amd_cards_of_amd_smi(ask)


def _amd_cards_of_amd_smi(ask: Ask) -> list[Card]:
    """Ask the program that takes the place of rocm-smi."""
    values = _read_json(ask(["amd-smi", "static", "--asic", "--driver", "--json"]), "gpu_data")
    return [
        _amd_card(
            _field(device, "asic", "market_name"),
            _field(device, "driver", "version"),
            _field(device, "asic", "target_graphics_version"),
        )
        for device in _objects(values, "gpu_data")
        if isinstance(device.get("asic"), dict)
    ]


def _amd_card(title: str, driver: str, architecture: str) -> Card:
    name = architecture.lower().partition(":")[0]
    # rocm-smi writes the last part of 9.0.10 in decimals; all others write gfx90a.
    if decimal := re.fullmatch(r"(gfx(?:9|1\d)\d)(1[0-5])", name):
        name = f"{decimal[1]}{int(decimal[2]):x}"
    is_known = re.fullmatch(r"gfx[0-9a-f]+", name) is not None
    return Card("rocm", title or "AMD GPU", driver, name if is_known else "")


def _field(values: Mapping[str, Any], part: str, name: str) -> str:
    """Return a text of a part of an answer, "" where the program does not know it."""
    fields = values.get(part)
    text = str(fields.get(name, "")) if isinstance(fields, dict) else ""
    return "" if text == "N/A" else text


def _objects(values: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the objects of a list of an answer; some programs write "N/A" in place of one."""
    devices = values.get(name)
    return [one for one in devices if isinstance(one, dict)] if isinstance(devices, list) else []


def _read_json(answer: str, name: str = "") -> Mapping[str, Any]:
    """Return the first object of an answer, beside which there may be warnings.

    A list that comes first is the value of ``name``, where one is given.
    """
    for start in re.finditer(r"[{\[]", answer):
        try:
            value, _ = json.JSONDecoder().raw_decode(answer, start.start())
        except ValueError:
            continue
        if isinstance(value, list) and name and any(isinstance(one, dict) for one in value):
            return {name: value}
        if isinstance(value, dict):
            return value
    return {}


def _intel_cards(ask: Ask) -> list[Card]:
    values = _read_json(ask(["xpu-smi", "discovery", "-j"]))
    return [
        Card("xpu", str(device.get("device_name", "Intel GPU")))
        for device in _objects(values, "device_list")
        if device.get("device_type", "GPU") == "GPU"
    ]


def _apple_cards() -> list[Card]:
    if system_name() == "darwin" and platform.machine() == "arm64":
        return [Card("mps", "Apple GPU", driver=platform.mac_ver()[0])]
    return []


def _ask(command: Sequence[str], *, failing: bool = False) -> str:
    """Return what a program prints if it succeeds; ``failing``: if it does not, with its errors."""
    program = shutil.which(command[0]) or shutil.which(command[0], path=os.pathsep.join(_FOLDERS))
    if program is None:
        return ""
    try:
        process = subprocess.run(
            [program, *command[1:]],
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=_PATIENCE_S,
            check=False,
            stdin=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    if failing:
        return process.stdout + process.stderr if process.returncode else ""
    return process.stdout if process.returncode == 0 else ""


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))


def _version(text: str) -> str:
    return text if re.fullmatch(r"\d+(\.\d+)*", text) else ""


def main() -> None:
    """Print the build for this computer's cards: name, index, title; nothing if the usual one.

    A card that no build fits gets a line on stderr.
    """
    builds, system = read_builds(), system_name()
    cards = read_cards()
    build = builds.find(os.environ.get(CHOICE, "")) or builds.choose(cards, system)
    for card in cards:
        if card.kind != "mps" and builds.fitting(card, system) is None:
            text = Message(
                "{card}: no build of torch fits it and its driver {driver}; the CPU is used.",
                card=card.title,
                driver=card.driver,
            )
            sys.stderr.write(f"{text}\n")
    if needs_restart():
        text = Message("NVIDIA's driver was replaced: restart the computer to use its card.")
        sys.stderr.write(f"{text}\n")
    if build is not None and build.name != builds.usual.get(system):
        titles = ", ".join(card.title for card in cards) or build.name
        sys.stdout.write(f"{build.name} {builds.index}{build.tag} {titles}\n")


if __name__ == "__main__":
    main()
