"""The cards that the vendors' programs tell of, and the build of torch for each."""

from __future__ import annotations

import json
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


@pytest.mark.parametrize("output", ["", "[]", "null", "{}", "WARNING: no device", "3"])
def test_programs_that_print_something_else_are_no_obstacle(output: str) -> None:
    assert read_cards(answers(rocm_smi=output, xpu_smi=output)) == ()


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
