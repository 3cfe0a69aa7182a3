r"""Mends LaTeX whose braces, environments or formulas are not closed, so that the rest is read.

TeX stops at such a place. Here it is closed where a writer most likely meant it to end, at the end
of the paragraph, and noted.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

_TOKEN = re.compile(
    r"\\begin\s*\{(?P<begin>[^{}\n]{1,60})\}|\\end\s*\{(?P<end>[^{}\n]{1,60})\}"
    r"|\\(?P<heading>part|chapter|(?:sub){0,2}section)\*?(?![A-Za-z@])"
    r"|\\(?P<open_math>[\[(])|\\(?P<close_math>[\])])|\\(?:[A-Za-z@]+|.|\n)"
    r"|(?P<brace>\{)|(?P<unbrace>\})|(?P<dollars>\$\$?)|(?P<blank>\n[ \t]*\n)"
)
_BLANK = re.compile(r"\n[ \t]*\n|\Z")
_SHORT_ARGUMENT = re.compile(
    r"\\(?P<name>part|chapter|(?:sub){0,2}section|paragraph|subparagraph|emph|text[a-z]{2,8}|underline"
    r"|footnote|caption|[A-Za-z]*cite[A-Za-z]*|[A-Za-z]*ref|label|enquote|title|item|href|url)\*?"
    r"\s*(?:\[[^\[\]]*\]\s*){0,2}\Z"
)
"""Commands whose arguments hold no heading, and end with the paragraph."""
_FORMULAS = frozenset(("$", "$$", "(", "["))
_DEEPEST = 50
_BEFORE = 300
_EXCERPT = 30


@dataclass(frozen=True, slots=True)
class Fault:
    """What is opened at a place of the mended text and never closed.

    ``skipped`` counts the characters that are not read as text for that.
    """

    excerpt: str
    at: int
    skipped: int


@dataclass(slots=True)
class _Opened:
    """Something that is open: a brace ("{"), a formula ("$", "[" …) or an environment's name."""

    sign: str
    at: int
    end: int


@dataclass(slots=True)
class _Mending:
    text: str
    left_out: Collection[str]
    open: list[_Opened] = field(default_factory=list)
    edits: list[tuple[int, int, int, str]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    body: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    blanks: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.blanks = [match.start() for match in _BLANK.finditer(self.text, self.body)]

    def mend(self) -> None:
        for match in _TOKEN.finditer(self.text, self.body):
            kind = match.lastgroup
            if kind == "begin":
                self._push(match["begin"], match)
            elif kind == "brace":
                self._push("{", match)
            elif kind is not None:
                getattr(self, f"_meet_{kind}")(match)
        self._abandon(0, len(self.text))

    def _push(self, sign: str, match: re.Match[str]) -> None:
        self.open.append(_Opened(sign, match.start(), match.end()))
        self.counts[sign] += 1

    def _pop(self) -> None:
        self.counts[self.open.pop().sign] -= 1

    def _end(self, sign: str, match: re.Match[str]) -> None:
        """Close what bears a sign, with all that is still open in it; take a stray end out."""
        if not self.counts[sign]:
            self.edits.append((match.start(), match.end(), 0, " "))
            return
        at = len(self.open) - 1
        while self.open[at].sign != sign:
            at -= 1
        self._abandon(at + 1, match.start())
        self._pop()

    def _meet_end(self, match: re.Match[str]) -> None:
        if match["end"] == "document":
            self._abandon(0, match.start())
        else:
            self._end(match["end"], match)

    def _meet_unbrace(self, match: re.Match[str]) -> None:
        """Close a brace; one cannot be closed over the end of an environment."""
        for one in reversed(self.open):
            if one.sign == "{":
                self._end("{", match)
                return
            if one.sign not in _FORMULAS:
                break
        self.edits.append((match.start(), match.end(), 0, " "))

    def _meet_dollars(self, match: re.Match[str]) -> None:
        sign = match["dollars"]
        top = self.open[-1].sign if self.open else ""
        if sign == "$$" and top == "$":  # an empty formula, or two formulas side by side
            return
        if top == sign:
            self._pop()
        else:
            self._push(sign, match)

    def _meet_open_math(self, match: re.Match[str]) -> None:
        self._push(match["open_math"], match)

    def _meet_close_math(self, match: re.Match[str]) -> None:
        self._end({"]": "[", ")": "("}[match["close_math"]], match)

    def _meet_blank(self, match: re.Match[str]) -> None:
        """End what cannot go over the end of a paragraph: formulas in the line."""
        if self.counts["$"] or self.counts["("]:
            first = next(at for at, one in enumerate(self.open) if one.sign in ("$", "("))
            self._abandon(first, match.start())

    def _meet_heading(self, match: re.Match[str]) -> None:
        """End what can hold no heading: the argument of a short command, and formulas."""
        for at, one in enumerate(self.open[:_DEEPEST]):
            before = self.text[max(0, one.at - _BEFORE) : one.at] if one.sign == "{" else ""
            if one.sign in _FORMULAS or _SHORT_ARGUMENT.search(before):
                self._abandon(at, match.start())
                return

    def _abandon(self, first: int, until: int) -> None:
        """Close what is open from a position on, and note it; the outermost is the fault."""
        for number, one in enumerate(self.open[first:]):
            skipped = self._close(one, until)
            if number == 0 and one.sign != "document":
                self.faults.append(Fault(self._excerpt(one), one.at, skipped))
            self.counts[one.sign] -= 1
        del self.open[first:]

    def _close(self, one: _Opened, until: int) -> int:
        """Close something at the end of its paragraph; return how much is not read for that."""
        end = min(until, self.blanks[bisect_left(self.blanks, one.end)])
        if one.sign == "{":
            self.edits.append((end, end, one.at, "}"))
        elif one.sign in _FORMULAS:
            self.edits.append((one.at, one.end, 0, " "))
        elif one.sign.rstrip("*") in self.left_out:
            self.edits.append((end, end, one.at, f"\\end{{{one.sign}}}"))
            return end - one.end
        else:
            self.edits.append((until, until, one.at, f"\\end{{{one.sign}}}"))
        return 0

    def _excerpt(self, one: _Opened) -> str:
        if one.sign == "{":
            begin = max(0, one.at - _EXCERPT)
            before = re.search(r"\\[A-Za-z]+\*?\s*(?:\[[^\[\]]*\])?\Z", self.text[begin : one.at])
            start = begin + before.start() if before else one.at
            return " ".join(self.text[start : one.end + _EXCERPT].split())
        return self.text[one.at : one.end]

    def mended(self) -> str:
        pieces, at = [], 0
        # Of what closes at one place, that comes first which was opened last.
        for start, end, _, put in sorted(
            self.edits, key=lambda edit: (edit[0], edit[1] > edit[0], -edit[2])
        ):
            if start >= at:
                pieces += [self.text[at:start], put]
                at = end
        return "".join([*pieces, self.text[at:]])


def mend(text: str, left_out: Collection[str]) -> tuple[str, list[Fault]]:
    r"""Return LaTeX with everything closed, and what was not, at its places in ``text``.

    ``left_out`` names the environments that hold no running text. What stands before
    ``\begin{document}`` is left as it is.
    """
    begin = re.search(r"\\begin\s*\{document\}", text)
    mending = _Mending(text, left_out, body=begin.end() if begin else 0)
    mending.mend()
    return (mending.mended() if mending.edits else text), mending.faults
