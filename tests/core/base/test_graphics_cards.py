"""The cards that the vendors' programs tell of, and the build of torch for each."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from core.base import graphics_cards
from core.base.graphics_cards import Card, read_builds, read_cards
from tests import wording
from tests.building import CHECKOUT

BUILDS = read_builds()


def answers(**outputs: str) -> graphics_cards.Ask:
    """Return what asks programs that print this; others are not there."""

    def ask(command: Sequence[str]) -> str:
        return outputs.get(command[0].replace("-", "_"), "")

    return ask


@pytest.fixture(autouse=True)
def no_apple(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphics_cards, "system_name", lambda: "linux")


def test_a_computer_without_cards_has_none() -> None:
    assert read_cards(answers()) == ()


def test_cards_of_nvidia_are_read() -> None:
    output = "NVIDIA GeForce GTX 1080, 535.183.01, 6.1\nQuadro T1000, 535.183.01, 7.5\n"
    assert read_cards(answers(nvidia_smi=output)) == (
        Card("cuda", "NVIDIA GeForce GTX 1080", "535.183.01", "6.1"),
        Card("cuda", "Quadro T1000", "535.183.01", "7.5"),
    )


def test_an_old_driver_of_nvidia_is_asked_without_the_capability() -> None:
    def ask(command: Sequence[str]) -> str:
        asks_capability = any("compute_cap" in part for part in command)
        return "" if command[0] != "nvidia-smi" or asks_capability else "Tesla K80, 470.82.01\n"

    assert read_cards(ask) == (Card("cuda", "Tesla K80", "470.82.01"),)


@pytest.mark.parametrize(
    "output",
    ["NVIDIA-SMI has failed because it couldn't communicate with the driver.", "\n", "a, b, c"],
)
def test_words_that_are_no_table_are_no_card(output: str) -> None:
    assert read_cards(answers(nvidia_smi=output)) == ()


def test_cards_of_amd_and_intel_are_read() -> None:
    amd = {"card0": {"Card Series": "Radeon RX 7900 XT"}, "system": {"Driver version": "6.10.5"}}
    intel = {"device_list": [{"device_name": "Intel Arc A770", "device_type": "GPU"}]}
    ask = answers(rocm_smi=json.dumps(amd), xpu_smi=json.dumps(intel))
    assert read_cards(ask) == (
        Card("rocm", "Radeon RX 7900 XT", "6.10.5"),
        Card("xpu", "Intel Arc A770"),
    )


@pytest.mark.parametrize(
    "output", ["", "[]", "null", "{}", "WARNING: no device", "3", "} {", "[3]", '{"gpu_data": 0}']
)
def test_programs_that_print_something_else_are_no_obstacle(output: str) -> None:
    assert read_cards(answers(rocm_smi=output, amd_smi=output, xpu_smi=output)) == ()


@pytest.mark.parametrize("warning", ["WARNING: a device is asleep", "[WARN] {old} ['udev']"])
def test_warnings_beside_the_table_hide_no_card(warning: str) -> None:
    output = f"{warning}\n{json.dumps({'card1': {'Device Name': 'Navi 99'}})}\n{warning}\n"
    assert read_cards(answers(rocm_smi=output)) == (Card("rocm", "Navi 99"),)
    device = {"gpu": 0, "asic": {"market_name": "Navi 98"}, "driver": "N/A"}
    output = f"{warning}\n{json.dumps([device, device])}\n{warning}\n"
    assert read_cards(answers(amd_smi=output)) == (Card("rocm", "Navi 98"),) * 2


def test_what_the_program_does_not_know_is_not_taken_for_a_name() -> None:
    card = {"Card Series": "N/A", "Card Model": "0x740c", "GFX Version": "N/A"}
    output = json.dumps({"card0": card, "card1": "N/A", "system": "N/A"})
    assert read_cards(answers(rocm_smi=output)) == (
        Card("rocm", "0x740c"),
        Card("rocm", "AMD GPU"),
    )


@pytest.mark.parametrize("wrapped", [True, False])
def test_the_program_that_takes_the_place_of_rocm_smi_is_asked(wrapped: bool) -> None:
    asic = {"market_name": "Radeon RX 9000", "target_graphics_version": "gfx1201"}
    devices = [{"gpu": 0, "asic": asic, "driver": {"name": "amdgpu", "version": "6.16"}}]
    output = json.dumps({"gpu_data": devices} if wrapped else devices)
    assert read_cards(answers(amd_smi=output)) == (
        Card("rocm", "Radeon RX 9000", "6.16", "gfx1201"),
    )


def test_a_program_in_no_folder_of_the_path_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "rocm-smi"
    program.write_text('#!/bin/sh\necho \'{"card0": {"Card Series": "Radeon VII"}}\'\n', "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", "/nowhere")
    assert read_cards() == ()
    monkeypatch.setattr(graphics_cards, "_FOLDERS", (str(tmp_path),))
    assert read_cards() == (Card("rocm", "Radeon VII"),)


NVIDIA = {
    "a driver before the capability could be asked": ("GRID V100-8Q, 450.119.04\n", "cuda-11.8"),
    "a driver before the first build": ("Tesla T4, 418.87.00\n", ""),
    "a card before the first build": ("GeForce GT 710, 470.256.02\n", "cuda-11.8"),
    "MIG in a container": ("NVIDIA A100-SXM4-80GB, 535.161.08, 8.0\n", "cuda-12.6"),
    "a capability that may not be read": (
        "NVIDIA A100-PCIE-40GB, 535.54.03, [Insufficient Permissions]\n",
        "cuda-12.6",
    ),
    "a capability that is not supported": ("Quadro P400, 525.147.05, [N/A]\n", "cuda-12.6"),
    "a new card with a driver of its time": ("NVIDIA RTX 5080, 570.86.15, 12.0\n", "cuda-12.8"),
    "the same with the next driver": ("NVIDIA RTX 5080, 575.57.08, 12.0\n", "cuda-12.8"),
    "the same with a recent driver": ("NVIDIA RTX 5080, 580.95.05, 12.0\n", "cuda-13.0"),
    "Windows' driver under WSL": ("NVIDIA GeForce RTX 5070 Ti, 591.86, 12.0\r\n", "cuda-13.0"),
    "an older card under a new driver": ("NVIDIA TITAN Xp, 580.65.06, 6.1\n", "cuda-12.6"),
    "two cards of two ages": (
        "NVIDIA TITAN V, 570.86.15, 7.0\nNVIDIA RTX 5880 Ada Generation, 570.86.15, 8.9\n",
        "cuda-12.6",
    ),
    "a new card beside an old one": (
        "NVIDIA RTX 5090, 580.65.06, 12.0\nNVIDIA GeForce GTX 1080, 580.65.06, 6.1\n",
        "cuda-13.0",
    ),
    "a name with a comma": ('"NVIDIA Thing, Rack GPU", 580.65.06, 9.0\n', "cuda-13.0"),
    "another driver than its library": (
        "Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 550.1\n",
        "",
    ),
    "no driver": (
        "NVIDIA-SMI has failed because it couldn't communicate with the driver.\n",
        "",
    ),
    "no card": ("No devices were found\n", ""),
    "a lost card": (
        "Unable to determine the device handle for GPU 0000:02:00.0: GPU is lost. Reboot.\n",
        "",
    ),
    "a field that is unknown": ("Field compute_cap cannot be asked for\n\n", ""),
}


@pytest.mark.parametrize("situation", NVIDIA)
def test_the_build_fits_what_programs_of_nvidia_print(situation: str) -> None:
    output, name = NVIDIA[situation]
    build = BUILDS.choose(read_cards(answers(nvidia_smi=output)), "linux")
    assert (build.name if build else "") == name


AMD_AND_INTEL = {
    "a card of the data centre": ("rocm", "AMD Instinct MI300X", "gfx942", "rocm"),
    "an architecture in decimals": ("rocm", "AMD Instinct MI250", "gfx9010", "rocm"),
    "graphics of a processor in decimals": ("rocm", "Radeon Graphics", "gfx9012", ""),
    "an architecture with its options": ("rocm", "Radeon VII", "gfx906:sramecc-:xnack-", "rocm"),
    "an architecture in capitals": ("rocm", "AMD Instinct MI300A", "GFX942", "rocm"),
    "a card that ROCm has left behind": ("rocm", "Radeon R9 FURY", "gfx803", ""),
    "graphics of a processor that it has never had": ("rocm", "Radeon 610M", "gfx1036", ""),
    "a card that tells no architecture": ("rocm", "Radeon RX 7900 XT", "", "rocm"),
    "a card of Intel": ("xpu", "Intel(R) Arc(TM) A310 LP Graphics", "", "xpu"),
    "a card without a name yet": ("xpu", "Intel(R) Graphics [0xe211]", "", "xpu"),
    "graphics of an older processor": ("xpu", "Intel(R) UHD Graphics 770", "", ""),
    "graphics of a thin notebook": ("xpu", "Intel(R) Iris(R) Xe Graphics", "", ""),
}


@pytest.mark.parametrize("situation", AMD_AND_INTEL)
def test_cards_without_kernels_get_no_build_of_some_gigabytes(situation: str) -> None:
    kind, title, capability, name = AMD_AND_INTEL[situation]
    card = {"card0": {"Card Series": title, "GFX Version": capability}}
    device = {"device_list": [{"device_name": title, "device_id": 0}]}
    output = json.dumps(card if kind == "rocm" else device)
    cards = read_cards(answers(**{"rocm_smi" if kind == "rocm" else "xpu_smi": output}))
    assert [read.title for read in cards] == [title]
    build = BUILDS.choose(cards, "linux")
    assert (build.name if build else "") == name


def test_a_notebook_with_graphics_of_two_makers_gets_the_build_of_its_faster_card() -> None:
    nvidia = "NVIDIA GeForce RTX 4060 Laptop GPU, 550.120, 8.9\n"
    amd = json.dumps({"card0": {"Card Series": "Radeon 780M", "GFX Version": "gfx1103"}})
    intel = json.dumps({"device_list": [{"device_name": "Intel(R) UHD Graphics"}]})
    build = BUILDS.choose(
        read_cards(answers(nvidia_smi=nvidia, rocm_smi=amd, xpu_smi=intel)), "linux"
    )
    assert build is not None
    assert build.name == "cuda-12.6"


@pytest.mark.parametrize(
    ("card", "system", "name"),
    [
        (Card("cuda", "RTX 4090", "580.65", "8.9"), "linux", "cuda-13.0"),
        (Card("cuda", "RTX 5090", "580.65", "12.0"), "windows", "cuda-13.0"),
        (Card("cuda", "T4", "550.54", "7.5"), "linux", "cuda-12.6"),
        (Card("cuda", "GTX 1080", "580.65", "6.1"), "linux", "cuda-12.6"),
        (Card("cuda", "V100", "535.1", "7.0"), "linux", "cuda-12.6"),
        (Card("cuda", "GTX 750", "531.1", "5.0"), "windows", "cuda-12.6"),
        (Card("cuda", "RTX 5070", "572.1", "12.0"), "windows", "cuda-12.8"),
        (Card("cuda", "GTX 1060", "470.1", "6.1"), "linux", "cuda-11.8"),
        (Card("cuda", "K80", "470.1", "3.7"), "linux", ""),
        (Card("cuda", "GTX 1060", "390.1", "6.1"), "linux", ""),
        (Card("rocm", "RX 7900"), "linux", "rocm"),
        (Card("rocm", "RX 7900"), "windows", ""),
        (Card("xpu", "A770"), "windows", "xpu"),
        (Card("cuda", "RTX 4090", "580.65", "8.9"), "darwin", ""),
    ],
)
def test_the_build_fits_card_driver_and_system(card: Card, system: str, name: str) -> None:
    build = BUILDS.choose([card], system)
    assert (build.name if build else "") == name


def test_two_cards_get_the_build_that_serves_both() -> None:
    cards = [Card("cuda", "RTX 4090", "580.65", "8.9"), Card("cuda", "GTX 1080", "580.65", "6.1")]
    build = BUILDS.choose(cards, "linux")
    assert build is not None
    assert build.name == "cuda-12.6"


def test_no_card_needs_no_build() -> None:
    assert BUILDS.choose([], "linux") is None


def test_each_build_has_its_constraints_and_a_torch_that_the_product_takes() -> None:
    least = re.search(r'"torch>=([\d.]+)"', (CHECKOUT / "pyproject.toml").read_text("utf-8"))
    assert least is not None
    pinned = re.search(r"^torch==(.+)$", (CHECKOUT / "constraints.txt").read_text("utf-8"), re.M)
    assert pinned is not None
    numbers = [tuple(map(int, text.split("."))) for text in (least[1], pinned[1])]
    for build in BUILDS.builds:
        constraints = (CHECKOUT / "resources/torch" / f"{build.name}.txt").read_text("utf-8")
        assert constraints == f"torch=={build.torch}+{build.tag}\n"
        assert numbers[0] <= tuple(map(int, build.torch.split("."))) <= numbers[1]
        assert BUILDS.command(build).endswith(f"--index-url {BUILDS.index}{build.tag}")


def test_the_address_of_the_index_stands_in_one_file() -> None:
    host = BUILDS.index.split("/")[2]
    folders = ("core", "desktop", "training", "resources/torch", ".ci")
    files = [path for folder in folders for path in (CHECKOUT / folder).rglob("*.*")]
    suffixes = {".py", ".json", ".txt", ".sh"}
    holders = [
        path.name
        for path in (*files, CHECKOUT / "run", CHECKOUT / "README.md")
        if (path.suffix in suffixes or path.name in ("run", "README.md"))
        and host in path.read_text("utf-8")
    ]
    assert holders == ["builds.json"]


@pytest.mark.parametrize(
    ("cards", "printed", "told"),
    [
        ((), "", ""),
        ((Card("cuda", "RTX 4090", "580.1", "8.9"),), "", ""),
        ((Card("cuda", "GTX 1080", "550.1", "6.1"),), "cuda-12.6 ", ""),
        (
            (Card("cuda", "K80", "470.1", "3.7"),),
            "",
            wording.stem("core.base.graphics_cards:main {card"),
        ),
    ],
)
def test_the_program_prints_a_build_only_where_the_usual_one_does_not_fit(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    cards: tuple[Card, ...],
    printed: str,
    told: str,
) -> None:
    monkeypatch.setattr(graphics_cards, "read_cards", lambda: cards)
    monkeypatch.delenv(graphics_cards.CHOICE, raising=False)
    graphics_cards.main()
    output = capsys.readouterr()
    assert output.out.startswith(printed)
    assert bool(output.out) == bool(printed)
    assert told in output.err
    assert bool(output.err) == bool(told)


def test_a_program_that_is_not_there_or_fails_prints_nothing(tmp_path: Path) -> None:
    assert graphics_cards._ask(["no-such-program-at-all"]) == ""
    assert graphics_cards._ask(["git", "-C", str(tmp_path / "none"), "status"]) == ""


def put_on_path(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, script: str) -> None:
    program = folder / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)


@pytest.mark.parametrize(
    ("script", "restarts"),
    [
        ("echo 'Failed to initialize NVML: Driver/library version mismatch'; exit 18", True),
        ("echo 'Failed to initialize NVML: Driver/library version mismatch' >&2; exit 18", True),
        ("echo 'NVIDIA-SMI has failed: no communication with the driver.'; exit 9", False),
        ("echo 'GPU 0: NVIDIA T4 (UUID: GPU-1)'", False),
    ],
)
@pytest.mark.skipif(os.name == "nt", reason="the program is a script of a shell")
def test_a_driver_replaced_since_the_start_asks_for_a_restart(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    script: str,
    restarts: bool,
) -> None:
    put_on_path(tmp_path, monkeypatch, "nvidia-smi", script)
    assert graphics_cards.needs_restart() == restarts
    assert graphics_cards.read_cards() == ()
    graphics_cards.main()
    assert bool(capsys.readouterr().err) == restarts


def test_what_a_program_does_not_know_of_a_card_does_no_harm() -> None:
    output = (
        '{"gpu_data": [{"asic": {"market_name": "Instinct"}, "driver": "N/A"}, {"asic": "N/A"}]}'
    )
    assert read_cards(answers(amd_smi=output)) == (Card("rocm", "Instinct"),)
    output = '{"card0": {"Card Series": "Instinct"}, "system": "N/A"}'
    assert read_cards(answers(rocm_smi=output)) == (Card("rocm", "Instinct"),)
    assert read_cards(answers(xpu_smi='{"device_list": ["N/A"]}')) == ()
