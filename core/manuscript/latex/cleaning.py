r"""A LaTeX file's text as LaTeX reads it: comments gone, and what is printed as it is written.

``\verb`` and addresses become plain LaTeX; a ``%`` in them is no comment. Every place in the
cleaned text is known in the file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from core.formats import latex

_VERBATIM = (
    "verbatim", "Verbatim", "BVerbatim", "LVerbatim", "SaveVerbatim", "VerbatimOut", "spverbatim",
    "lstlisting", "minted", "comment", "filecontents", "alltt", "tcblisting", "dispListing",
    "luacode", "pycode", "python", "sageblock", "code", "spec", "program", "Code", "CodeInput",
    "CodeOutput", "Sinput", "Soutput", "Scode", "verbatimtab", "verbatimwrite", "pyglist",
    "pygmented", "pyverbatim", "haskell", "sourcecode", "semiverbatim", "boxedverbatim",
    "listingcont", "xcomment",
)  # fmt: skip
_CALLED_CODE = r"[A-Za-z]+(?:code|verbatim)"
"""Environments with such a name hold code, unless the manuscript defines them otherwise."""
_NEW_ENVIRONMENT = re.compile(
    r"\\(?:re)?newenvironment\*?\s*\{(?P<name>[A-Za-z]+)\*?\}"
    r"(?P<code>[^\n]{0,200}\n?[^\n]{0,200}?\\(?:VerbatimEnvironment|verbatim|lstlisting|minted|alltt"
    r"|Verbatim|lst@|comment)(?![A-Za-z]))?"
)
_URLS = ("url", "path", "nolinkurl", "burl", "lurl", "href", "doi")
_NEW_VERBATIM = re.compile(
    r"\\(?:lstnewenvironment|DefineVerbatimEnvironment|RecustomVerbatimEnvironment|excludecomment"
    r"|newverbatim|specialcomment|(?:newtcblisting|NewTCBListing|DeclareTCBListing)"
    r"(?:\s*\[[^\[\]]*\])?)\s*\{(?P<name>[A-Za-z]+)\*?\}"
    r"|\\newminted\s*(?:\[(?P<minted>[A-Za-z]+)\])?\s*\{(?P<language>[A-Za-z]+)\}"
)
_NEW_URL = re.compile(r"\\DeclareUrlCommand\s*\{?\s*\\(?P<name>[A-Za-z]+)")
_SHORT_VERB = re.compile(
    r"\\(?:MakeShortVerb|DefineShortVerb|lstMakeShortInline)\*?\s*(?:\[[^\[\]]*\])?\s*\{?\\?"
    r"(?P<sign>[^\sA-Za-z{}\\%])"
)
_NEVER = re.compile(r"(?P<line>(?m:^)[ \t]*)?\\iffalse(?![A-Za-z@])")
_BRANCH = re.compile(
    r"\\(?:(?P<if>if(?!f(?![A-Za-z])|thenelse|def(?!ined)|undef|str|blank|bool|toggle|numcomp|dimcomp|"
    r"File|pdfTeX|empty)[A-Za-z@]*)|(?P<else>else)|(?P<fi>fi))(?![A-Za-z@])(?P<rest>[ \t]*\n)?"
)
_BRACE = re.compile(r"\\.|[{}]|\n[ \t]*\n")
_ACTIVE = re.compile(r"(?<!\\)[%$]")
_LONGEST_ADDRESS = 2_000


@dataclass(slots=True)
class MappedText:
    """A text made of another by leaving parts out or replacing them.

    ``anchors`` are pairs of places, in this text and in the other, between which both go on alike.
    """

    text: str
    anchors: list[tuple[int, int]]

    def origin(self, at: int) -> int:
        """Return where a place was in the other text."""
        here, there = self.anchors[bisect_right(self.anchors, (at, 1 << 60)) - 1]
        return there + at - here

    def without(self, ranges: Sequence[tuple[int, int]]) -> MappedText:
        """Return the text without some ranges, which are in order."""
        pieces, anchors, at, length = [], [], 0, 0
        for start, end in [*ranges, (len(self.text), len(self.text))]:
            inner = [(here, there) for here, there in self.anchors if at < here < start]
            anchors += [(length, self.origin(at) if self.text else 0)]
            anchors += [(length + here - at, there) for here, there in inner]
            pieces.append(self.text[at:start])
            length += start - at
            at = end
        return MappedText("".join(pieces), anchors)


def never_shown(text: str) -> list[tuple[int, int]]:
    r"""Return the ranges that stand between ``\iffalse`` and ``\else`` or ``\fi``, and these."""
    ranges: list[tuple[int, int]] = []
    at = 0
    while begin := _NEVER.search(text, at):
        at = begin.end()
        stop = _branch_end(text, at)
        last = _branch_end(text, stop.end()) if stop and stop["else"] else None
        if stop is None or (stop["else"] and last is None):
            break
        start = begin.start() if begin["line"] is not None else begin.end() - len("\\iffalse")
        at = _cut_end(stop, whole_lines=begin["line"] is not None)
        ranges.append((start, at))
        if last is not None:
            at = _cut_end(last, whole_lines=False)
            ranges.append((last.start(), at))
    return ranges


def _cut_end(stop: re.Match[str], *, whole_lines: bool) -> int:
    return stop.end() if whole_lines or stop["rest"] is None else stop.start("rest")


def _branch_end(text: str, at: int) -> re.Match[str] | None:
    r"""Return the ``\else`` or ``\fi`` that belongs to a condition which begins before ``at``."""
    depth = 0
    for match in _BRANCH.finditer(text, at):
        if match["if"]:
            depth += 1
        elif depth == 0:
            return match
        elif match["fi"]:
            depth -= 1
    return None


@dataclass(slots=True)
class Cleaner:
    r"""Takes comments out, and what is printed as it is written.

    ``\verb`` becomes plain LaTeX. The commands and environments that a manuscript defines for such
    are learnt from its files as they come.
    """

    verbatim: set[str] = field(default_factory=lambda: set(_VERBATIM))
    urls: set[str] = field(default_factory=lambda: set(_URLS))
    short: set[str] = field(default_factory=set)
    code: list[str] = field(default_factory=list)
    unclosed: list[tuple[str, int]] = field(default_factory=list)
    _plain: set[str] = field(default_factory=set)

    def learn(self, raw: str) -> None:
        """Take in what a file defines."""
        for match in _NEW_VERBATIM.finditer(raw):
            name = match["name"] or match["minted"]
            self.verbatim.add(name or f"{match['language']}code")
        for match in _NEW_ENVIRONMENT.finditer(raw):
            (self.verbatim if match["code"] else self._plain).add(match["name"])
        self.urls.update(match["name"] for match in _NEW_URL.finditer(raw))
        self.short.update(match["sign"] for match in _SHORT_VERB.finditer(raw))

    def _pattern(self) -> re.Pattern[str]:
        names = "|".join([*sorted(self.verbatim), _CALLED_CODE])
        urls = "|".join(sorted(self.urls))
        short = "".join(map(re.escape, sorted(self.short)))
        shorts = rf"|(?P<short>[{short}])(?P<shown>[^\n]*?)(?P=short)" if short else ""
        return re.compile(
            rf"(?P<line>(?m:^)[ \t]*)?\\begin\s*\{{(?P<verbatim>(?:{names})\*?)\}}"
            r"|\\(?:[vV]erb|spverb|lstinline|mint(?:inline)?)\*?(?:\s*\[[^\[\]\n]*\])?(?:\{[A-Za-z+#]*\}(?=[^\s\w]))?"
            r"(?:(?P<sign>[^\sA-Za-z*{\[])(?P<inside>[^\n]*?)(?P=sign)|(?<!verb)(?=(?P<braced>\{)))"
            r"|(?P<open>\\(?:[vV]erb|spverb|lstinline)\*?[^\sA-Za-z*{}\[\\])"
            rf"|\\(?:{urls})\*?(?![A-Za-z])\s*(?:\[[^\[\]]*\]\s*)?"
            r"(?:(?P<address>\{)|(?P<mark>[|!+])(?P<path>[^\n]*?)(?P=mark))"
            r"|\\(?:.|\n)"
            rf"|(?P<comment>%)[^\n]*(?:\n[ \t]*(?P<blank>\n)?|\Z){shorts}"
        )

    def cleaned(self, raw: str) -> MappedText:
        """Return a file's text as LaTeX reads it, with the places where it stands in the file."""
        pieces: list[str] = []
        anchors: list[tuple[int, int]] = []
        at, length = 0, 0

        def copy(until: int) -> None:
            nonlocal length
            anchors.append((length, at))
            pieces.append(raw[at:until])
            length += until - at

        pattern, position = self._pattern(), 0
        while match := pattern.search(raw, position):
            position = match.end()
            replaced = self._replaced(raw, match)
            if replaced is None:
                continue
            start, replacement, end = replaced
            copy(start)
            anchors.append((length, start))
            pieces.append(replacement)
            length += len(replacement)
            at = position = end
        copy(len(raw))
        return MappedText("".join(pieces), anchors)

    def _replaced(self, raw: str, match: re.Match[str]) -> tuple[int, str, int] | None:
        """Return what stands for a match: where it begins, the text, and where it ends."""
        if match["comment"]:
            blank = match["blank"] is not None
            return match.start(), "\n" if blank else "", match.end() - blank
        if match["verbatim"] or match["address"] or match["braced"]:
            return (self._block if match["verbatim"] else self._group)(raw, match)
        if match["open"]:
            self.unclosed.append((match["open"], match.start()))
            return match.start(), "", match.end()
        groups = match.groupdict()
        inside = [groups[name] for name in ("inside", "path", "shown") if groups.get(name)]
        return (match.start(), latex.encode(inside[0]), match.end()) if inside else None

    def _block(self, raw: str, match: re.Match[str]) -> tuple[int, str, int] | None:
        name = match["verbatim"]
        if name.rstrip("*") in self._plain:
            return None
        ended = re.compile(rf"\\end\s*\{{{re.escape(name)}\}}(?P<rest>[ \t]*\n)?").search(
            raw, match.end()
        )
        again = f"\\begin{{{name}}}"  # one block within another can only be the next
        if ended is None or again in raw[match.end() : ended.start()]:
            self.unclosed.append((f"\\begin{{{name}}}", match.start()))
            return match.start(), "\n", match.end()
        self.code.append(raw[match.end() : ended.start()])
        whole_lines = match["line"] is not None
        end = ended.end() if whole_lines or ended["rest"] is None else ended.start("rest")
        return match.start(), "", end

    def _group(self, raw: str, match: re.Match[str]) -> tuple[int, str, int] | None:
        """Return an address, or code in braces, with the signs escaped that LaTeX would act on."""
        begin = match.end() if match["address"] else match.end() + 1
        end = _closed(raw, begin)
        if end is None:
            return None
        inside = raw[begin:end]
        if match["braced"]:
            return match.start(), latex.encode(inside), end + 1
        return begin, _ACTIVE.sub(r"\\\g<0>", inside), end


def _closed(raw: str, at: int) -> int | None:
    """Return where the brace closes that opened before ``at``; ``None`` if no line near has it."""
    depth = 0
    for match in _BRACE.finditer(raw, at, at + _LONGEST_ADDRESS):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            if depth == 0:
                return match.start()
            depth -= 1
        elif match[0][0] == "\n":
            return None
    return None
