"""Cocite in a real Neovim, set up as ``editors`` says: keys are typed in one without a screen."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from core.library.indexes.words import WordIndex
from core.library.library import Library
from tests.core.programs import writing
from tests.core.programs.serving import fill, window_open

NVIM = shutil.which("nvim")
SET_UP = Path(__file__).resolve().parents[3] / "editors" / "neovim" / "cocite.lua"
pytestmark = pytest.mark.skipif(NVIM is None, reason="Neovim is not installed (apt: neovim)")

SENTENCE = "Contrastive objectives have been used widely in prior work on representation learning."
LATEX = rf"""\documentclass{{article}}
\title{{On learning}}
\begin{{document}}
\section{{Introduction}}
Hard negatives are mined from a citation graph \cite{{}}.
{SENTENCE}
\bibliography{{refs}}
\end{{document}}
"""
BIB = "% kept as it is\n"
WAIT_S = 120.0


TYPIST = r"""
local M = { asked = 0, answers = {}, typed = false }

local function complete()
  local line, column = vim.api.nvim_get_current_line(), vim.api.nvim_win_get_cursor(0)[2]
  local prefix = line:sub(1, column):match('\\cite{(%w+)$')
  if not prefix then
    return
  end
  M.asked = M.asked + 1
  local began = vim.loop.hrtime()
  local where = vim.lsp.util.make_position_params()
  vim.lsp.buf_request(0, 'textDocument/completion', where, function(err, result)
    local items = result and (result.items or result) or {}
    table.insert(M.answers, {
      prefix = prefix,
      hits = #items,
      error = err and vim.inspect(err) or '',
      ms = (vim.loop.hrtime() - began) / 1e6,
    })
  end)
end

function M.type(text)
  M.typed = false
  local at, timer = 1, vim.loop.new_timer()
  timer:start(0, 83, vim.schedule_wrap(function() -- twelve keys a second
    if at > #text then
      timer:stop()
      M.typed = true
      return
    end
    local key = text:sub(at, at)
    vim.api.nvim_input(key == '<' and '<lt>' or key)
    at = at + 1
  end))
end

vim.api.nvim_create_autocmd('TextChangedI', { callback = complete })

function M.write(path)
  vim.fn.writefile({ vim.fn.json_encode(M.answers) }, path)
  return #M.answers
end

return M
"""


class Neovim:
    """A Neovim that listens on a socket."""

    def __init__(self, socket: Path) -> None:
        self._server = [str(NVIM), "--server", str(socket)]

    def type(self, keys: str) -> None:
        """Type keys as a person would."""
        subprocess.run([*self._server, "--remote-send", keys], check=True, timeout=60)

    def say(self, expression: str) -> Any:  # noqa: ANN401 - JSON
        """Return the value of an expression, through a file: Neovim cuts long answers short."""
        with tempfile.TemporaryDirectory() as folder:
            return self._say_through(Path(folder) / "value.json", expression)

    def _say_through(self, path: Path, expression: str) -> Any:  # noqa: ANN401 - JSON
        asked = f"writefile([json_encode({expression})], {json.dumps(str(path))})"
        told = subprocess.run(
            [*self._server, "--remote-expr", asked],
            check=False,
            capture_output=True,
            text=True,
            timeout=60,
        )
        if told.returncode or not path.is_file():
            return None
        return json.loads(path.read_text(encoding="utf-8"))

    def wait(self, expression: str, wanted: Callable[[Any], object] = bool) -> Any:  # noqa: ANN401
        """Wait until an expression is as wanted, and return it."""
        until = time.monotonic() + WAIT_S
        while not wanted(found := self.say(expression)):
            assert time.monotonic() < until, (expression, found, self.say("execute('messages')"))
        return found


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    folder = tmp_path / "a draft"
    folder.mkdir()
    (folder / "draft.tex").write_text(LATEX, encoding="utf-8")
    (folder / "refs.bib").write_text(BIB, encoding="utf-8")
    return folder / "draft.tex"


@pytest.fixture
def neovim(tmp_path: Path, draft: Path) -> Iterator[Neovim]:
    """Neovim with the draft open."""
    library = tmp_path / "library"
    fill(library)
    with opened(tmp_path, draft, library) as running:
        yield running


@contextmanager
def opened(tmp_path: Path, draft: Path, library: Path) -> Iterator[Neovim]:
    """Open a draft in Neovim, set up as ``editors/README.md`` says."""
    lua = tmp_path / "nvim" / "lua"
    lua.mkdir(parents=True, exist_ok=True)
    shutil.copy(SET_UP, lua)
    command = json.dumps([sys.executable, "-m", "desktop", "lsp", "--library", str(library)])
    init = lua.parent / "init.lua"
    init.write_text(
        f"vim.opt.runtimepath:prepend({json.dumps(str(lua.parent))})\n"
        f"local cmd = vim.fn.json_decode({json.dumps(command)})\n"
        "require('cocite').setup({ cmd = cmd })\n",
        encoding="utf-8",
    )
    socket = tmp_path / "nvim.sock"
    process = subprocess.Popen(
        [str(NVIM), "--headless", "-n", "-u", str(init), "--listen", str(socket), str(draft)],
        stdin=subprocess.DEVNULL,
        env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "config")},
    )
    try:
        yield Neovim(socket)
    finally:
        process.terminate()
        process.wait(60)


def test_a_citation_is_completed_and_the_bibliography_gets_its_entry(
    neovim: Neovim, draft: Path
) -> None:
    neovim.wait("luaeval('#vim.tbl_values(vim.lsp.buf_get_clients(0))')")
    neovim.wait("luaeval('vim.tbl_values(vim.lsp.buf_get_clients(0))[1].initialized or false')")
    neovim.type("/cite{<CR>f{a<C-x><C-o>")
    items = neovim.wait("complete_info(['items']).items")
    words = [item["word"] for item in items]
    assert len(words) >= 2
    wanted = "Mining hard negatives for contrastive learning"
    assert any(wanted in item["info"] for item in items[:2])
    at = next(index for index, item in enumerate(items) if wanted in item["info"])
    neovim.type("<C-n>" * (at - neovim.say("complete_info(['selected']).selected")))
    neovim.wait("getline('.')", lambda line: f"\\cite{{{words[at]}}}" in line)
    neovim.type("<C-y><Esc>:w<CR>")
    bib = draft.with_name("refs.bib")
    neovim.wait("mode()", lambda mode: mode == "n")
    until = time.monotonic() + WAIT_S
    while f"{{{words[at]}," not in bib.read_text(encoding="utf-8"):
        assert time.monotonic() < until, bib.read_text(encoding="utf-8")
    assert bib.read_text(encoding="utf-8").startswith(BIB)
    assert wanted in bib.read_text(encoding="utf-8")
    assert f"\\cite{{{words[at]}}}" in draft.read_text(encoding="utf-8")


def test_a_sentence_without_a_citation_has_a_hint(neovim: Neovim) -> None:
    lines = neovim.wait(
        "luaeval('vim.tbl_map(function(d) return d.lnum end, vim.diagnostic.get(0))')"
    )
    assert LATEX.splitlines().index(SENTENCE) in lines
    told = neovim.say(
        "luaeval('vim.tbl_map(function(d) return d.message end, vim.diagnostic.get(0))')"
    )
    assert any("Needs a citation" in each for each in told)


def test_a_thesis_is_typed_on_while_the_window_comes_and_goes(tmp_path: Path, draft: Path) -> None:
    """Twelve keys a second, 30,000 words, 5,000 papers: each prefix that is typed has hits."""
    library, settings = tmp_path / "library", tmp_path / "settings"
    with Library.open(library, create=True) as made:
        list(made.papers.add(writing.invented_papers(5_000), source="test"))
        WordIndex(library / "words", made.identity).follow(made.papers)
    draft.write_text(writing.long_draft(30_000), encoding="utf-8")
    typist = tmp_path / "nvim" / "lua" / "typist.lua"
    typist.parent.mkdir(parents=True)
    typist.write_text(TYPIST, encoding="utf-8")
    with ExitStack() as window:
        window.enter_context(window_open(library, settings))
        with opened(tmp_path, draft, library) as neovim:
            neovim.wait("luaeval('#vim.tbl_values(vim.lsp.buf_get_clients(0))')")
            neovim.wait("luaeval('#vim.diagnostic.get(0)')")
            asked = 0
            for step, families in enumerate(([0, 1, 2], [3, 4, 5], [6, 7, 8])):
                names = [writing.FAMILIES[family][:6].lower() for family in families]
                text = "".join(f" Moors are old \\cite{{{name}}}." for name in names)
                neovim.type(f"<Esc>{400 * (step + 1)}Go")
                neovim.say(f"luaeval('require(\"typist\").type(_A)', {json.dumps(text)})")
                if step == 1:
                    window.close()  # in the midst of typing
                elif step == 2:
                    window.enter_context(window_open(library, settings))
                neovim.wait("luaeval('require(\"typist\").typed')")
                asked = neovim.wait("luaeval('require(\"typist\").asked')", lambda n: n > asked)  # noqa: B023
            told = tmp_path / "answers.json"
            written = f"luaeval('require(\"typist\").write(_A)', {json.dumps(str(told))})"
            neovim.wait(written, lambda count: count >= asked)
    answers = json.loads(told.read_text(encoding="utf-8"))
    print("ms:", sorted(round(each["ms"]) for each in answers))  # noqa: T201 - to look at
    assert asked >= 9 * 4
    assert [each for each in answers if each["error"] or not each["hits"]] == []
