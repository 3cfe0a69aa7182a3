"""One scripted run of the commands under strace: it connects to nothing but this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

RUN = """
import sys
from pathlib import Path
from core.commands.cli import main
folder = Path(sys.argv[1])
(folder / "a.bib").write_text("@article{olive, title={Olives of the south}, year={1999}}")
library = ["--library", str(folder / "library")]
for arguments in (
    ["import", *library, str(folder / "a.bib")],
    ["index", *library],
    ["recommend", *library, "--text", "Olives grow in the south."],
    ["backup", *library],
    ["verify", *library],
    ["restore", *library, "--latest"],
):
    assert main(arguments) == 0, arguments
"""
ADDRESS = re.compile(r"sa_family=(AF_\w+)")
LOOPBACK = re.compile(r'inet_addr\("127\.|inet_pton\(AF_INET6, "::1"')


def leaving(trace: str) -> list[str]:
    """Return the calls of a trace that address another machine."""
    found = []
    for line in trace.splitlines():
        family = ADDRESS.search(line)
        if family and family[1] in {"AF_INET", "AF_INET6"} and not LOOPBACK.search(line):
            found.append(line)
    return found


def test_a_call_that_leaves_this_machine_is_seen() -> None:
    away = 'connect(3, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("9.9.9.9")}, 16)'
    local = 'connect(3, {sa_family=AF_INET, sin_port=htons(1), sin_addr=inet_addr("127.0.0.1")}, 1)'
    unix = 'connect(3, {sa_family=AF_UNIX, sun_path="/run/nscd"}, 110)'
    assert leaving("\n".join((away, local, unix))) == [away]


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_run_of_the_commands_reaches_no_other_machine(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    calls = "trace=connect,sendto,sendmsg,sendmmsg"
    python = [sys.executable, "-c", RUN, str(tmp_path)]
    # Without the guard of the tests: it would refuse what this is to see.
    clean = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
    checkout = Path(__file__).resolve().parent.parent.parent
    run = subprocess.run(
        ["strace", "-f", "--seccomp-bpf", "-e", calls, "-o", str(trace), *python],
        cwd=checkout,
        env={**clean, "PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )
    if "ptrace" in run.stderr.lower():
        pytest.skip("strace may not trace here")
    assert run.returncode == 0, run.stderr
    assert leaving(trace.read_text("utf-8", "replace")) == []
