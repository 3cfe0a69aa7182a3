"""The two commands, ./run and ./test, beside a .venv that only says what it was asked to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
FILES = (
    "run",
    "test",
    ".ci/environment.sh",
    "pyproject.toml",
    "constraints.txt",
    "requirements.lock",
)
NO_DISPLAY = "There is no display"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="./run is a bash script")


class Checkout:
    """A copy of the commands with an installed .venv whose programs print their arguments."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in FILES:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(CHECKOUT / name, folder / name)
        self.write_program("cocite", 'echo "cocite $*"')
        self.write_program("python", '[ "$1" != -m ] || { echo "python $*" && exit 1; }')
        for outcome in ("present", "checked"):
            (folder / ".venv" / f".libraries-{outcome}").touch()
        stamp = self.shell('fingerprint >"$venv/.installed-"').returncode
        assert stamp == 0

    def write_program(self, name: str, body: str) -> None:
        program = self.folder / ".venv" / "bin" / name
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        program.chmod(0o755)

    def shell(self, code: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return self._call(["bash", "-c", f"source .ci/environment.sh; {code}"], {}, stdin)

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return self._call(["./run", *arguments], environment)

    def test(
        self, *arguments: str, mypy: str = "exit 0", broken: str = "broken"
    ) -> subprocess.CompletedProcess[str]:
        """Run ``./test`` with a type checker that does this, and tests that print their call.

        Those whose call has the word ``broken`` fail.
        """
        self.write_program("ruff", "exit 0")
        self.write_program("mypy", mypy)
        self.write_program("python", f'echo "tests $*"; case "$*" in *{broken}*) exit 3 ;; esac')
        return self._call(["./test", *arguments], {})

    def _call(
        self, command: list[str], environment: dict[str, str], stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        kept = {"PATH": os.environ["PATH"], "HOME": os.environ["HOME"]}
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**kept, **environment},
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "my checkout")


@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_the_window_opens_on_the_sample_where_there_is_a_display(
    checkout: Checkout, variable: str
) -> None:
    done = checkout.run(**{variable: ":0"})
    assert (done.stdout, done.stderr) == ("cocite --sample\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_without_a_display_it_says_so_and_prints_the_same(checkout: Checkout) -> None:
    done = checkout.run()
    assert done.stdout == "cocite --sample --text\n"
    assert done.stderr.startswith(NO_DISPLAY)
    assert done.stderr.count("\n") == 1


def test_asking_for_text_needs_no_display_and_no_remark(checkout: Checkout) -> None:
    done = checkout.run("--text")
    assert (done.stdout, done.stderr) == ("cocite --sample --text\n", "")


def test_further_arguments_go_to_cocite_as_they_are(checkout: Checkout) -> None:
    done = checkout.run("import", "--library", "my library", "refs.bib")
    assert (done.stdout, done.stderr) == ("cocite import --library my library refs.bib\n", "")


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere Qt brings what it needs")
def test_a_window_that_cannot_open_yet_is_replaced_by_text(checkout: Checkout) -> None:
    (checkout.folder / ".venv" / ".libraries-present").unlink()
    with (checkout.folder / ".ci" / "environment.sh").open("a", encoding="utf-8") as lines:
        lines.write("missing_libraries() { echo libEGL.so.1; }\nid() { echo 1000; }\n")
    done = checkout.run(DISPLAY=":0")
    assert done.stdout == "cocite --sample --text\n"
    assert "apt-get install -y --no-install-recommends libegl1" in done.stderr
    assert checkout.run("--text").stderr == ""
    assert checkout.run(str(checkout.folder), DISPLAY=":0").returncode == 1


def test_it_can_be_called_through_a_link_from_anywhere(checkout: Checkout, tmp_path: Path) -> None:
    link = tmp_path / "cocite"
    link.symlink_to(checkout.folder / "run")
    done = subprocess.run(
        [str(link), "verify", "here"], cwd="/", capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("cocite verify here\n", "")


@pytest.mark.parametrize("name", ["constraints.txt", "requirements.lock"])
def test_a_changed_list_of_dependencies_installs_again(checkout: Checkout, name: str) -> None:
    with (checkout.folder / name).open("a", encoding="utf-8") as lines:
        lines.write("something==1.0\n")
    done = checkout.run("--text")
    assert "Installing the libraries" in done.stderr
    assert "--require-hashes" in done.stderr


def test_a_failed_installation_says_so_and_is_tried_again(checkout: Checkout) -> None:
    (checkout.folder / ".venv" / ".installed-").unlink()
    for _ in range(2):
        done = checkout.run("--text")
        assert (done.returncode, done.stdout) == (1, "")
        assert "could not be installed" in done.stderr


def test_libraries_are_named_by_their_debian_packages(checkout: Checkout) -> None:
    libraries = "libxcb-cursor.so.0\nlibxcb-util.so.1\nlibxcb-icccm.so.4\nlibEGL.so.1\n"
    done = checkout.shell("package_of", libraries)
    assert done.stdout.split() == ["libegl1", "libxcb-cursor0", "libxcb-icccm4", "libxcb-util1"]


def test_a_user_who_may_not_install_gets_the_command(checkout: Checkout) -> None:
    done = checkout.shell("id() { echo 1000; }; apt_install libegl1 libgl1")
    assert done.returncode == 1
    assert "apt-get install -y --no-install-recommends libegl1 libgl1" in done.stderr


def test_tests_run_in_two_parts_beside_the_type_checker(checkout: Checkout) -> None:
    done = checkout.test(mypy="echo types hold")
    assert done.returncode == 0, done.stderr
    without_qt, types, others = done.stdout.splitlines()
    assert "-p no:pytest-qt" in without_qt
    assert without_qt.endswith("tests/lab tests/training tests/core")
    assert types == "types hold"
    assert others.endswith("--ignore=tests/lab --ignore=tests/training --ignore=tests/core")


@pytest.mark.parametrize("arguments", [(), ("tests/core",)])
def test_wrong_types_fail_the_check_and_are_shown(
    checkout: Checkout, arguments: tuple[str, ...]
) -> None:
    done = checkout.test(*arguments, mypy="echo 'x.py:1: error'; exit 1")
    assert done.returncode == 1
    assert "\nx.py:1: error\n" in done.stdout


def test_tests_that_fail_are_not_hidden_by_types_that_hold(checkout: Checkout) -> None:
    done = checkout.test("tests/broken")
    assert done.returncode == 3
    assert "tests/broken" in done.stdout


@pytest.mark.parametrize("part", ["no:pytest-qt", "--ignore"])
def test_a_part_that_fails_is_not_hidden_by_one_that_holds(checkout: Checkout, part: str) -> None:
    done = checkout.test(broken=part)
    assert done.returncode == 3
    assert done.stdout.count("tests -m pytest") == 2


def put_card(checkout: Checkout, *, downloads: bool) -> None:
    """Let the computer have a card that the usual build of torch does not fit."""
    checkout.write_program("nvidia-smi", "exit 0")
    success = "exit 0" if downloads else "exit 1"
    checkout.write_program(
        "python",
        'case "$*" in\n'
        "*graphics_cards*) echo 'cuda-12.6 https://index.test/cu126 GTX 1080' ;;\n"
        f'*--upgrade*torch*) echo "pip $*"; {success} ;;\n'
        "esac",
    )


def run_with_card(checkout: Checkout) -> subprocess.CompletedProcess[str]:
    path = f"{checkout.folder / '.venv' / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return checkout.run("--text", PATH=path)


def test_the_build_of_torch_that_fits_the_card_is_installed_once(checkout: Checkout) -> None:
    put_card(checkout, downloads=True)
    first = run_with_card(checkout)
    assert "Installing torch for GTX 1080 (cuda-12.6)." in first.stderr
    assert "--index-url https://index.test/cu126 --upgrade torch" in first.stderr
    assert first.stdout == "cocite --sample --text\n"
    assert run_with_card(checkout).stderr == ""


def test_without_a_network_the_processor_is_used_and_that_is_said_once(checkout: Checkout) -> None:
    put_card(checkout, downloads=False)
    first = run_with_card(checkout)
    assert "so the CPU is used" in first.stderr
    assert first.stdout == "cocite --sample --text\n"
    second = run_with_card(checkout)
    assert (second.stdout, second.stderr) == ("cocite --sample --text\n", "")


def test_other_libraries_are_pinned_beside_the_torch_of_the_card(checkout: Checkout) -> None:
    (checkout.folder / "resources" / "torch").mkdir(parents=True)
    (checkout.folder / "resources" / "torch" / "cuda-11.8.txt").write_text("torch==2.7.1+cu118\n")
    pins = checkout.shell('torch_name=cuda-11.8; pins | grep "^torch=="').stdout
    assert pins == "torch==2.7.1+cu118\n"
    usual = checkout.shell("pins").stdout
    assert usual == (CHECKOUT / "constraints.txt").read_text("utf-8")
