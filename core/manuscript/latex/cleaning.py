r"""A LaTeX file's text as LaTeX reads it: comments gone, and what is printed as it is written.

``\verb`` and addresses become plain LaTeX; a ``%`` in them is no comment. Every place in the
cleaned text is known in the file.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from core.formats import latex
from core.manuscript.latex.macros import parse_group

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
_CHUNK = re.compile(
    r"^[ \t]*<<(?P<options>[^\n]*)>>=[^\n]*(?P<code>.*?)(?:^@(?=[ \t%\n]|\Z)[^\n]*|\Z)", re.M | re.S
)
_CHILDREN = re.compile(r"\bchild\s*=\s*(?P<names>c\s*\([^()]*\)|[\"'][^\"']*[\"'])")
_QUOTED = re.compile(r"[\"']([^\"']+)[\"']")
_SWEAVE_INPUT = re.compile(r"\\SweaveInput\s*\{(?P<name>[^{}]*?)(?:\.[RS]nw)?\}", re.IGNORECASE)
_VALUE = re.compile(r"\\Sexpr\s*(?=\{)")


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


# --- closing what a text opens and never closes -----------------------------------------
#
# Mends LaTeX whose braces, environments or formulas are not closed, so that the rest is read.
#
# TeX stops at such a place. Here it is closed where a writer most likely meant it to end, at the
# end of the paragraph, and noted.

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
_ASIDE = re.compile(
    r"\\(?:(?:foot|end|side|margin)note(?:text)?|thanks|marginpar|caption|(?:sub)*section|chapter"
    r"|part|(?:sub)?paragraph)\*?\s*(?:\[[^\[\]]*\]\s*)?\Z"
)
"""Commands whose arguments are no running text: one that is not closed ends with its line."""
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
            line_end = self.text.find("\n", one.end, end)
            is_aside = _ASIDE.search(self.text[max(0, one.at - _BEFORE) : one.at])
            end = line_end if is_aside and line_end >= 0 else end
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


def drop_r_code(source: str) -> str:
    r"""Return Sweave or knitr as LaTeX, line by line: ``\input`` for children, no code of R.

    A value that R prints is three dots.
    """

    def replace_chunk(match: re.Match[str]) -> str:
        children = _CHILDREN.search(match["options"])
        names = _QUOTED.findall(children["names"]) if children else []
        inputs = "".join(f"\\input{{{name}}}" for name in names)
        return inputs + "\n" * match[0].count("\n")

    text = _SWEAVE_INPUT.sub(r"\\input{\g<name>.Rnw}", _CHUNK.sub(replace_chunk, source))
    pieces, at = [], 0
    for match in _VALUE.finditer(text):
        value = parse_group(text, match.end()) if match.start() >= at else None
        if value:
            lines = text.count("\n", match.start(), value[1])
            pieces += [text[at : match.start()], "…", "%\n" * lines]
            at = value[1]
    return "".join([*pieces, text[at:]])
