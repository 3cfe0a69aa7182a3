"""How long completions take in a long text: ``python -m tools.lab.benchmarks.completion_speed``.

A bare client of the protocol opens a thesis of 30,000 words beside a library of 5,000 papers, types
sentences that cite at twelve keys a second, and asks for completions at each letter of a key.
Printed are the milliseconds to each answer but the first, answers without hits, and the processor
time of the server and its children for each sentence. Other work on the machine makes them longer.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import psutil

from core.library.indexes.words import WordIndex
from core.library.library import Library
from tests.core.programs.writing import FAMILIES, invented_papers, long_draft

PAPERS, WORDS, SENTENCES = 5_000, 30_000, 9
KEY_S = 1 / 12
START_S = 60.0


class Client:
    """Speaks to a language server over its input and output."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.asked: dict[int, float] = {}
        self.answers: list[tuple[float, int]] = []
        self.has_answered = threading.Event()
        self.has_diagnostics = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def send(self, method: str, values: dict[str, Any], number: int | None = None) -> None:
        """Send a notification, or a request if it has a number."""
        message = {"jsonrpc": "2.0", "method": method, "params": values}
        if number is not None:
            message["id"] = number
            self.asked[number] = time.perf_counter()
        body = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        size = 0
        while line := stream.readline():
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
            if line.strip():
                continue
            message = json.loads(stream.read(size))
            if message.get("method") == "textDocument/publishDiagnostics":
                self.has_diagnostics.set()
            if message.get("id") in self.asked and "method" not in message:
                waited = time.perf_counter() - self.asked[message["id"]]
                result = message.get("result") or {}
                self.answers.append((1000 * waited, len(result.get("items", ()))))
                self.has_answered.set()


def main() -> None:
    """Type, and print what the answers took."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        library = folder / "library"
        with Library.open(library, create=True) as opened:
            list(opened.papers.add(invented_papers(PAPERS), source="benchmark"))
            WordIndex(library / "words", opened.identity).follow(opened.papers)
        draft = folder / "draft" / "draft.tex"
        draft.parent.mkdir()
        draft.write_text(long_draft(WORDS), encoding="utf-8")
        client = Client([sys.executable, "-m", "desktop", "lsp", "--library", str(library)])
        try:
            _type_sentences(client, draft)
        finally:
            client.process.terminate()
            client.process.wait()


def _type_sentences(client: Client, draft: Path) -> None:
    uri, text = draft.as_uri(), draft.read_text(encoding="utf-8")
    number = 1
    client.send("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, number)
    client.has_answered.wait(START_S)
    client.send("initialized", {})
    document = {"uri": uri, "languageId": "latex", "version": 1, "text": text}
    client.send("textDocument/didOpen", {"textDocument": document})
    client.has_diagnostics.wait(START_S)
    client.answers.clear()
    lines = text.split("\n")
    used = []
    for sentence in range(SENTENCES):
        line = next(at for at in range(300 * (sentence + 1), len(lines)) if lines[at].endswith("."))
        column = len(lines[line])
        before = _processor_time(client)
        for key in f" Moors are old \\cite{{{FAMILIES[sentence][:6].lower()}}}.":
            position = {"line": line, "character": column}
            change = {"range": {"start": position, "end": position}, "text": key}
            number, column = number + 1, column + 1
            identified = {"uri": uri, "version": number}
            changes = {"textDocument": identified, "contentChanges": [change]}
            client.send("textDocument/didChange", changes)
            if key.islower() and column - len(lines[line]) > len(" Moors are old \\cite{"):
                place = {"line": line, "character": column}
                asked = {"textDocument": {"uri": uri}, "position": place}
                client.send("textDocument/completion", asked, number)
            threading.Event().wait(KEY_S)
        threading.Event().wait(2)
        used.append(_processor_time(client) - before)
    milliseconds = sorted(waited for waited, _ in client.answers[1:])
    without_hits = sum(not hits for _, hits in client.answers)
    middle, most = milliseconds[len(milliseconds) // 2], milliseconds[len(milliseconds) * 95 // 100]
    print(
        f"{len(milliseconds)} answers: median {middle:.0f} ms, p95 {most:.0f} ms, longest"
        f" {milliseconds[-1]:.0f} ms; {without_hits} without hits; processor time for a sentence:"
        f" {', '.join(f'{one:.2f}' for one in used)} s"
    )


def _processor_time(client: Client) -> float:
    server = psutil.Process(client.process.pid)
    times = [one.cpu_times() for one in (server, *server.children(recursive=True))]
    return sum(one.user + one.system for one in times)


if __name__ == "__main__":
    main()
