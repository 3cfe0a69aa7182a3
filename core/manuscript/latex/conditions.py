r"""Conditions of LaTeX: of ``\ifdraft … \else … \fi`` or ``\iftoggle{x}{…}{…}`` one branch counts.

The flags, toggles and booleans that a manuscript sets are followed in the order of its text, as far
as they can be known. Where they cannot, both branches stay, and the condition is noted.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from core.manuscript.latex.macros import (
    Definition,
    expand,
    find_body,
    parse_argument,
    parse_group,
    take_definition,
    take_definitions,
)

# --- evaluating conditions of LaTeX -----------------------------------------------------
#
# Tests of LaTeX's conditions: true, false, or ``None`` where the source does not say.

_COMMAND_NAME = re.compile(r"\s*\\?(?P<name>[A-Za-z@]+)\s*\Z")
_NUMBER = re.compile(r"\s*(?P<number>[+-]?\d+)\s*(?:\\relax(?![A-Za-z@]))?\s*\Z")
_COMPARED = re.compile(r"(?P<left>[^<>=]*)(?P<sign>[<>=])(?P<right>[^<>=]*)\Z")
_COMMANDS = re.compile(
    r"\\(?:[A-Za-z@]+\*?(?:\s*(?:\[[^\[\]]*\]|\{(?:[^{}]|\{[^{}]*\})*\}))*|.)", re.S
)
_PRINTED = re.compile(r"[^\W_]|\$")
_WORD_OF_TEST = re.compile(
    r"\s*(?:\\(?P<command>[A-Za-z@]+|[()])|(?P<word>[a-z]+)(?=[\s{(])|(?P<bracket>[()])|(?P<plain>[^\\()]+))"
)
_DEEPEST_TEST = 20


@dataclass(slots=True)
class Flags:
    """What a manuscript has set so far.

    ``values`` are those of flags, toggles and booleans, ``None`` where both are possible;
    ``options`` and ``packages`` are what it loads, ``definitions`` its own commands.
    """

    values: dict[str, bool | None] = field(default_factory=dict)
    options: set[str] = field(default_factory=set)
    packages: set[str] = field(default_factory=set)
    definitions: dict[str, Definition] = field(default_factory=dict)


def evaluate_test(name: str, arguments: Sequence[str], flags: Flags) -> bool | None:
    r"""Return what a condition with its branches in braces says: ``iftoggle`` and its arguments."""
    test, is_turned = _TESTS.get(name, (None, False))
    if test is None:
        return None
    value = test(arguments, flags)
    return negation(value) if is_turned else value


def negation(value: bool | None) -> bool | None:
    """Return the opposite of a value that may be unknown."""
    return None if value is None else not value


def compare_numbers(number: str, sign: str, other: str, flags: Flags) -> bool | None:
    """Return whether two numbers compare so; ``None`` if one is not written out in the source."""
    first, second = _number(number, flags), _number(other, flags)
    if first is None or second is None:
        return None
    return first < second if sign == "<" else first > second if sign == ">" else first == second


def are_same_commands(name: str, other: str, flags: Flags) -> bool | None:
    r"""Return what ``\ifx`` says of two commands; ``None`` unless the manuscript defines them."""
    first, second = flags.definitions.get(name), flags.definitions.get(other)
    undefined = {"undefined", "@undefined"} & {name, other}
    if undefined and (first or second):
        return False
    return first == second if first and second else None


def _number(text: str, flags: Flags) -> int | None:
    number = _NUMBER.match(expand(text, flags.definitions))
    return int(number["number"]) if number else None


def _flag(arguments: Sequence[str], flags: Flags) -> bool | None:
    return flags.values.get(arguments[0].strip())


def _is_defined(arguments: Sequence[str], flags: Flags) -> bool | None:
    """Say that a command is defined if the manuscript defines it; others may be of a package."""
    name = _COMMAND_NAME.match(arguments[0])
    return True if name and name["name"] in flags.definitions else None


def _is_empty_command(arguments: Sequence[str], flags: Flags) -> bool | None:
    name = _COMMAND_NAME.match(arguments[0])
    definition = flags.definitions.get(name["name"]) if name else None
    return None if definition is None else not definition.body.strip()


def _is_blank(arguments: Sequence[str], flags: Flags) -> bool | None:
    text = expand(arguments[0], flags.definitions)
    if "#" in text:
        return None
    if "\\" in text:  # what a command prints is not known, but there may be words beside it
        return False if _PRINTED.search(_COMMANDS.sub(" ", text)) else None
    return not text.strip()


def _are_equal(arguments: Sequence[str], flags: Flags) -> bool | None:
    first, second = (expand(text, flags.definitions).strip() for text in arguments[:2])
    if "#" in first + second:
        return None
    return True if first == second else None if "\\" in first + second else False


def _command_says(arguments: Sequence[str], flags: Flags) -> bool | None:
    name = _COMMAND_NAME.match(arguments[0])
    definition = flags.definitions.get(name["name"]) if name else None
    return None if definition is None else _are_equal((definition.body, arguments[1]), flags)


def _is_loaded(arguments: Sequence[str], flags: Flags) -> bool | None:
    return True if arguments[0].strip() in flags.packages else None


def _is_draft(_arguments: Sequence[str], flags: Flags) -> bool | None:
    return "draft" in flags.options and "final" not in flags.options


def _compare(sign: str) -> _Evaluation:
    def compare(arguments: Sequence[str], flags: Flags) -> bool | None:
        return compare_numbers(arguments[0], sign, arguments[1], flags)

    return compare


def _compare_stated(arguments: Sequence[str], flags: Flags) -> bool | None:
    first, sign, second = arguments[:3]
    return compare_numbers(first, sign.strip(), second, flags) if sign.strip() in "<>=" else None


def _expression(arguments: Sequence[str], flags: Flags) -> bool | None:
    return _Expression(arguments[0], flags).value()


_Evaluation = Callable[[Sequence[str], Flags], "bool | None"]
_TESTS: Mapping[str, tuple[_Evaluation | None, bool]] = {
    "iftoggle": (_flag, False), "nottoggle": (_flag, True), "ifbool": (_flag, False),
    "notbool": (_flag, True), "ifthenelse": (_expression, False),
    "ifboolexpr": (_expression, False), "notboolexpr": (_expression, True),
    "ifdef": (_is_defined, False), "ifundef": (_is_defined, True),
    "ifcsdef": (_is_defined, False), "ifcsundef": (_is_defined, True),
    "@ifundefined": (_is_defined, True), "ifdefmacro": (_is_defined, False),
    "ifdefempty": (_is_empty_command, False), "ifcsempty": (_is_empty_command, False),
    "ifdefvoid": (_is_empty_command, False), "ifcsvoid": (_is_empty_command, False),
    "ifblank": (_is_blank, False), "notblank": (_is_blank, True),
    "ifstrempty": (_is_blank, False), "ifstrequal": (_are_equal, False),
    "IfStrEq": (_are_equal, False), "ifdefstring": (_command_says, False),
    "ifcsstring": (_command_says, False), "ifnumequal": (_compare("="), False),
    "ifnumgreater": (_compare(">"), False), "ifnumless": (_compare("<"), False),
    "ifnumcomp": (_compare_stated, False), "ifdraft": (_is_draft, False),
    "ifoptiondraft": (_is_draft, False), "ifoptionfinal": (_is_draft, True),
    "@ifpackageloaded": (_is_loaded, False), "ifpackageloaded": (_is_loaded, False),
    "IfPackageLoadedTF": (_is_loaded, False), "ifglsentryexists": (lambda *_: True, False),
}  # fmt: skip


class _Expression:
    r"""An expression of ``\ifthenelse`` or ``\ifboolexpr``, read from left to right as these do."""

    def __init__(self, text: str, flags: Flags, depth: int = 0) -> None:
        self._text = text
        self._flags = flags
        self._at = 0
        self._depth = depth

    def value(self) -> bool | None:
        """Return the value of all that remains, up to a closing bracket."""
        result = self._one()
        while (match := _WORD_OF_TEST.match(self._text, self._at)) is not None:
            sign = (match["command"] or match["word"] or match["bracket"] or "").lower()
            if sign == ")":
                self._at = match.end()
                return result
            if sign not in ("and", "or"):
                return None if match[0].strip() else result
            self._at = match.end()
            second = self._one()
            if sign == "and":
                both = None if None in (result, second) else True
                result = False if result is False or second is False else both
            else:
                neither = None if None in (result, second) else False
                result = True if result is True or second is True else neither
        return result

    def _one(self) -> bool | None:
        match = _WORD_OF_TEST.match(self._text, self._at)
        if match is None or self._depth > _DEEPEST_TEST:
            return None
        self._at = match.end()
        self._depth += 1
        sign = (match["command"] or match["word"] or match["bracket"] or "").lower()
        if sign in ("not", "("):
            return negation(self._one()) if sign == "not" else self.value()
        if match["plain"] or sign not in _IN_EXPRESSIONS:
            return self._compared(match)
        return self._called(sign)

    def _called(self, name: str) -> bool | None:
        """Return what a test with arguments says: ``equal{a}{b}``."""
        test, count = _IN_EXPRESSIONS[name]
        arguments = []
        for _ in range(count):
            group = parse_group(self._text, self._at)
            if group is None:
                return None
            arguments.append(group[0])
            self._at = group[1]
        return test(arguments, self._flags)

    def _compared(self, match: re.Match[str]) -> bool | None:
        r"""Return what a comparison of two numbers says: ``\pages>10``."""
        begin = match.start()
        rest = re.compile(r"\\(?:and|or|AND|OR|\))").search(self._text, begin)
        end = rest.start() if rest else len(self._text)
        self._at = end
        compared = _COMPARED.match(self._text[begin:end])
        if compared is None:
            return None
        return compare_numbers(compared["left"], compared["sign"], compared["right"], self._flags)


def _is_undefined(arguments: Sequence[str], flags: Flags) -> bool | None:
    return negation(_is_defined(arguments, flags))


_IN_EXPRESSIONS: Mapping[str, tuple[_Evaluation, int]] = {
    "boolean": (_flag, 1), "equal": (_are_equal, 2), "isundefined": (_is_undefined, 1),
    "togl": (_flag, 1), "bool": (_flag, 1),
}  # fmt: skip


_ANY = re.compile(r"\\(?:if(?!f(?![A-Za-z]))|nottoggle|not(?:bool|blank)|@if|If(?:Str|Package))")
_NEW = (
    r"\\newif(?![A-Za-z@])\s*\{?\\if(?P<new>[A-Za-z@]+)\}?"
    r"|\\(?:new|provide)(?:toggle|bool|boolean)\s*\{(?P<declared>[^{}]*)\}"
)
_SET = (
    r"|\\let\s*\\if(?P<let>[A-Za-z@]+)\s*=?\s*\\if(?P<like>true|false)(?![A-Za-z@])"
    r"|\\(?P<how>toggle|bool)(?P<what>true|false)\s*\{(?P<named>[^{}]*)\}"
    r"|\\set(?:toggle|bool|boolean)\s*\{(?P<assigned>[^{}]*)\}\s*\{\s*(?P<as>[A-Za-z]+)\s*\}"
    r"|\\(?!if(?:true|false)(?![A-Za-z@]))(?P<flag>[A-Za-z@]+?)(?P<value>true|false)(?![A-Za-z@])"
)
_TOKEN = re.compile(
    _NEW
    + _SET
    + r"|\\(?P<executed>DeclareOption|AtBeginDocument|AtEndOf(?:Class|Package))\*?(?![A-Za-z@])"
    r"|\\(?P<define>(?:re|provide)?newcommand|(?:provide|renew)command|DeclareRobustCommand"
    r"|(?:[gex]|long)?def|(?:New|Renew|Provide|Declare)DocumentCommand|(?:re)?newenvironment)"
    r"(?![A-Za-z@])"
    r"|\\(?P<test>(?:if(?!f(?![A-Za-z@]))|not(?:toggle|bool|blank)|@if|If(?:Str|Package))[A-Za-z@]*)"
    r"|\\(?P<command>[A-Za-z@]+)|\\(?:.|\n)|(?P<brace>[{}])"
)
_BRANCHES = re.compile(
    r"\\(?:(?P<test>if(?!f(?![A-Za-z@]))[A-Za-z@]*)|(?P<else>else)|(?P<or>or)|(?P<fi>fi))(?![A-Za-z@])"
    r"|\\(?:[A-Za-z@]+|.|\n)"
)
_NEW_FLAG = re.compile(
    r"\\(?:newif(?![A-Za-z@])\s*\{?\\if(?P<name>[A-Za-z@]+)"
    r"|let\s*\\if(?P<like>[A-Za-z@]+)\s*=?\s*\\if(?:true|false)(?![A-Za-z@]))"
)
_SETTING = re.compile(_SET.removeprefix("|"))
_MAY_SET = re.compile(r"\\(?:let|set(?:toggle|bool|boolean)|[A-Za-z@]*(?:true|false))(?![A-Za-z@])")
_USED = re.compile(r"\\(?P<name>[A-Za-z@]+)")
_IN_TWO_BRACES = re.compile(r"\s+\{")
_BLANKS = re.compile(r"[ \t]*(?:\n(?![ \t]*\n)[ \t]*)?")
_HEADS = {
    "ifdefined": re.compile(r"\s*\\(?P<name>[A-Za-z@]+)"),
    "ifx": re.compile(r"\s*\\(?P<left>[A-Za-z@]+)\s*\\(?P<right>[A-Za-z@]+)"),
    "ifnum": re.compile(
        r"\s*(?P<left>[+-]?\d+|\\[A-Za-z@]+)\s*(?P<sign>[<>=])\s*(?P<right>[+-]?\d+|\\[A-Za-z@]+)"
        r"(?:\\relax(?![A-Za-z@]))?"
    ),
}
_OPTIONS = re.compile(
    r"\\(?:documentclass|usepackage|RequirePackage|PassOptionsTo(?:Class|Package))\s*"
    r"(?:\[(?P<options>[^\[\]]*)\]\s*)?\{(?P<names>[^{}]*)\}"
    r"|\\ExecuteOptions\s*\{(?P<executed>[^{}]*)\}"
)
_NO_WORDS = re.compile(
    r"\\(?:input|include|label|[A-Za-z]*ref|includegraphics|usepackage|bibliography[a-z]*)\*?"
    r"\s*(?:\[[^\[\]]*\])?\s*\{[^{}]*\}|\\[A-Za-z@]+\*?(?:\s*\[[^\[\]]*\])?|\\.|\$[^$]*\$"
)
_WORD = re.compile(r"[^\W\d_]{2,}")
_STOPS = ".!?:;,"
_FEWEST_WORDS = 3
_DEEPEST = 40
_ENDS_IN_COMMAND = re.compile(r"\\[A-Za-z@]+\Z")
_IN_BRACES = {
    "iftoggle": 1, "nottoggle": 1, "ifbool": 1, "notbool": 1, "ifthenelse": 1, "ifboolexpr": 1,
    "ifboolexpe": 1, "notboolexpr": 1, "ifdef": 1, "ifundef": 1, "ifcsdef": 1, "ifcsundef": 1,
    "ifdefempty": 1, "ifdefvoid": 1, "ifcsempty": 1, "ifcsvoid": 1, "ifblank": 1, "notblank": 1,
    "ifstrempty": 1, "ifstrequal": 2, "ifdefstring": 2, "ifcsstring": 2, "ifdefstrequal": 2,
    "ifnumequal": 2, "ifnumgreater": 2, "ifnumless": 2, "ifnumodd": 1, "ifnumcomp": 3,
    "ifdimcomp": 3, "ifdimequal": 2, "ifdimgreater": 2, "ifdimless": 2, "IfStrEq": 2,
    "ifoptiondraft": 0, "ifoptionfinal": 0, "ifpackageloaded": 1, "@ifpackageloaded": 1,
    "@ifclassloaded": 1, "@ifundefined": 1, "IfPackageLoadedTF": 1, "ifdefmacro": 1,
    "ifinlist": 2, "ifinlistcs": 2, "ifdefcounter": 1, "ifdeflength": 1, "ifglsentryexists": 1,
}  # fmt: skip
"""Conditions that take both branches in braces, with the number of arguments before these."""


@dataclass(frozen=True, slots=True)
class Uncertain:
    """A condition whose branches are read all, and where it stands in the resolved text."""

    excerpt: str
    at: int


@dataclass(slots=True)
class Conditions:
    """The flags of a manuscript, and what was read or left out for them.

    ``left_out`` holds the branches that are not printed, as LaTeX; ``hiding`` names the conditions
    by which commands of the manuscript hide a text that they are given, once for each text.
    """

    flags: Flags = field(default_factory=Flags)
    left_out: list[str] = field(default_factory=list)
    hiding: list[str] = field(default_factory=list)
    uncertain: list[Uncertain] = field(default_factory=list)
    unclosed: list[Uncertain] = field(default_factory=list)
    """Conditions without an end, whose text is read."""
    names: set[str] = field(default_factory=set)
    """The flags that ``\\newif`` declares."""
    setters: dict[str, dict[str, bool | None]] = field(default_factory=dict)
    """What commands of the manuscript set."""

    def read_styles(self, text: str) -> str:
        """Return the text of classes and packages, which come first, without what cannot count.

        ``learn`` should have seen the manuscript, whose options they read.
        """
        self.learn(text)
        return _Resolution(self, self.flags, is_manuscript=False).resolve(text)

    def resolve_written(self, text: str) -> str:
        """Return a text as it is written, without the branches that surely do not count.

        What commands of the manuscript ask is left for ``resolve_expanded``.
        """
        if not _ANY.search(text):
            return text
        return _Resolution(self, self._copied()).resolve(text)

    def resolve_expanded(self, text: str) -> str:
        """Return a text whose commands are written out, without conditions and what sets them."""
        if not (_ANY.search(text) or self.names or _SETTING.search(text)):
            return text
        return _Resolution(self, self._copied(), is_last=True).resolve(text)

    def _copied(self) -> Flags:
        flags = self.flags
        return Flags(dict(flags.values), flags.options, flags.packages, dict(flags.definitions))

    def learn(self, text: str) -> None:
        """Take in options, packages and flags, and what commands set."""
        for match in _OPTIONS.finditer(text):
            options = match["options"] or match["executed"] or ""
            self.flags.options.update(name.strip() for name in options.split(","))
            if match["names"]:
                self.flags.packages.update(name.strip() for name in match["names"].split(","))
        self.names.update(match["name"] or match["like"] for match in _NEW_FLAG.finditer(text))
        commands: dict[str, Definition] = {}
        take_definitions(text, commands)
        for name in _find_setters(commands):
            body = expand(commands[name].body, commands)
            settings = dict(_setting(match) for match in _SETTING.finditer(body))
            if settings:
                asks = _ANY.search(body) is not None
                self.setters[name] = dict.fromkeys(settings) if asks else settings


def _find_setters(commands: Mapping[str, Definition]) -> set[str]:
    """Return the commands that may set a flag, by themselves or by commands that they use.

    A class defines hundreds that cannot, and each would be written out in full.
    """
    users: dict[str, list[str]] = {}
    setters: set[str] = set()
    for name, definition in commands.items():
        if _MAY_SET.search(definition.body):
            setters.add(name)
        for used in {match["name"] for match in _USED.finditer(definition.body)}:
            users.setdefault(used, []).append(name)
    pending = list(setters)
    while pending:
        new = set(users.get(pending.pop(), ())) - setters
        setters |= new
        pending += new
    return setters


@dataclass(slots=True)
class _Branch:
    """A branch of a condition: where it begins and ends in the text."""

    begin: int
    end: int


@dataclass(slots=True)
class _Resolution:
    """One walk through a text."""

    conditions: Conditions
    flags: Flags
    is_manuscript: bool = True
    is_last: bool = False
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    depth: int = 0
    in_document: bool = False

    def resolve(self, text: str) -> str:
        begin = find_body(text)[1]
        if begin:
            self._walk(text[:begin])
        self.in_document = self.is_manuscript or begin > 0
        self._walk(text[begin:])
        return "".join(self.pieces)

    def _write(self, text: str) -> None:
        if text:
            if text[0].isalpha() and self.pieces and _ENDS_IN_COMMAND.search(self.pieces[-1][-60:]):
                text = f" {text}"
            self.pieces.append(text)
            self.length += len(text)

    def _walk(self, text: str) -> None:
        at, position = 0, 0
        groups: list[dict[str, bool | None]] = []
        while (match := _TOKEN.search(text, position)) is not None:
            position = match.end()
            if match["brace"]:
                self._meet_brace(match["brace"], groups)
            elif match["test"]:
                end = self._condition(text, at, match)
                if end is not None:
                    at = position = end
            elif self._set(match) and self.is_last:
                self._write(text[at : match.start()])
                at = position
            else:
                position = self._pass_over(text, match)
        self._write(text[at:])

    def _meet_brace(self, brace: str, groups: list[dict[str, bool | None]]) -> None:
        """Begin or end a group, whose settings end with it."""
        if brace == "{":
            groups.append(dict(self.flags.values))
        elif groups:
            self.flags.values = groups.pop()

    def _pass_over(self, text: str, match: re.Match[str]) -> int:
        """Take in what a command does to flags and return where it ends."""
        if match["define"]:
            return max(match.end(), self._take_definition(text, match))
        if match["executed"]:
            return max(match.end(), self._execute(text, match))
        self.flags.values.update(self.conditions.setters.get(match["command"] or "", {}))
        return match.end()

    def _set(self, match: re.Match[str]) -> bool:
        """Take in what sets a flag; return whether something does."""
        name = match["new"] or match["declared"]
        if name is not None:
            self.flags.values.setdefault(name.strip(), False)
            return True
        name, value = _setting(match)
        if not name or (match["flag"] and name not in self.conditions.names):
            return False
        self.flags.values[name] = value
        return True

    def _take_definition(self, text: str, match: re.Match[str]) -> int:
        """Take in a definition and return where it ends: what it holds counts where it is used."""
        return take_definition(text, match.start(), self.flags.definitions)

    def _execute(self, text: str, match: re.Match[str]) -> int:
        """Set what an option sets, if it is stated, or what is set later in any case."""
        at = match.end()
        if match["executed"] == "DeclareOption":
            option = parse_group(text, at)
            if option is None:
                return at
            at = option[1]
            if option[0].strip() not in self.flags.options:
                code = parse_group(text, at)
                return code[1] if code else at
        code = parse_group(text, at)
        for setting in _SETTING.finditer(code[0] if code else ""):
            name, value = _setting(setting)
            self.flags.values[name] = value
        return code[1] if code else at

    # --- choosing the branch of a condition -----------------------------------------------------

    def _condition(self, text: str, at: int, match: re.Match[str]) -> int | None:
        """Resolve a condition and return where it ends; ``None`` if it is left as it is."""
        name = match["test"]
        if self.depth > _DEEPEST or name in self.flags.definitions:
            return None
        if name.removeprefix("if") in self.conditions.names or name in _HEADS:
            return self._plain(text, at, match)
        if name in _IN_BRACES or _takes_braces(text, match.end()):
            return self._braced(text, at, match)
        return self._plain(text, at, match)

    def _braced(self, text: str, at: int, match: re.Match[str]) -> int | None:
        r"""Resolve ``\iftoggle{x}{…}{…}``."""
        name = match["test"]
        arguments, end = [], match.end()
        for _ in range(_IN_BRACES.get(name, 0)):
            argument = parse_argument(text, end)
            if argument is None:
                return None
            arguments.append(argument[0])
            end = argument[1]
        first = parse_group(text, end, len(text))
        second = parse_group(text, first[1], len(text)) if first else None
        if first is None or second is None:
            return None
        if name not in _IN_BRACES and not (name == "ifdraft" and name in self.flags.packages):
            return None
        value = evaluate_test(name, arguments, self.flags)
        self._write(text[at : match.start()])
        excerpt = text[match.start() : end]
        signs = ("{", "}{", "}") if not self.is_last else ("", " ", "")
        self._choose(value, first[0], second[0], excerpt, signs)
        return second[1]

    def _plain(self, text: str, at: int, match: re.Match[str]) -> int | None:
        r"""Resolve ``\ifdraft … \else … \fi``."""
        name = match["test"]
        value, begin, excerpt = self._head(text, match)
        branches = _find_branches(text, begin, self.conditions.names)
        if branches is None:
            is_known = (
                name in ("iftrue", "iffalse") or name.removeprefix("if") in self.conditions.names
            )
            if is_known and self.is_last and self.in_document:
                place = self.length + match.start() - at
                self.conditions.unclosed.append(Uncertain(match[0], place))
            return None
        first, second, end = branches
        self._write(text[at : match.start()])
        signs = (" ", "\\else ", "\\fi ") if not self.is_last else ("", " ", "")
        self._choose(
            value,
            text[first.begin : first.end],
            text[second.begin : second.end],
            excerpt,
            signs,
        )
        if text[end - 1].isspace() and self.pieces and self.pieces[-1][-1] in _STOPS:
            self._write(" ")  # TeX would set no blank behind the stop, which nobody means
        return end

    def _head(self, text: str, match: re.Match[str]) -> tuple[bool | None, int, str]:
        """Return the value of a condition of TeX, where its first branch begins, and its head."""
        name, begin = match["test"], match.end()
        value: bool | None = None
        flag = name.removeprefix("if")
        head = _HEADS[name].match(text, begin) if name in _HEADS else None
        if flag in self.conditions.names:
            value = self.flags.values.get(flag, False)
        elif name in ("iftrue", "iffalse"):
            value = name == "iftrue"
        elif head is not None:
            begin = head.end()
            if name == "ifdefined":
                value = True if head["name"] in self.flags.definitions else None
            elif name == "ifx":
                value = are_same_commands(head["left"], head["right"], self.flags)
            else:
                value = compare_numbers(head["left"], head["sign"], head["right"], self.flags)
        blanks = _BLANKS.match(text, begin)
        excerpt = text[match.start() : begin]
        return value, blanks.end() if blanks else begin, excerpt

    def _choose(
        self,
        value: bool | None,
        first: str,
        second: str,
        excerpt: str,
        signs: tuple[str, str, str],
    ) -> None:
        """Write the branch that counts, or both between their signs where that is not known."""
        if value is not None:
            dropped = second if value else first
            if dropped.strip():
                self.conditions.left_out.append(dropped)
                if self.is_last and self.in_document and _has_text(dropped):
                    self.conditions.hiding.append(excerpt)
            self._step_into(first if value else second)
            return
        if self.is_last and self.in_document and (_has_text(first) or _has_text(second)):
            self.conditions.uncertain.append(Uncertain(excerpt, self.length))
        before = dict(self.flags.values)
        self._write((excerpt if not self.is_last else "") + signs[0])
        self._step_into(first)
        after, self.flags.values = self.flags.values, before
        self._write(signs[1])
        self._step_into(second)
        self._write(signs[2])
        for name in {**after, **self.flags.values}:
            if after.get(name) != self.flags.values.get(name):
                self.flags.values[name] = None

    def _step_into(self, branch: str) -> None:
        self.depth += 1
        self._walk(branch)
        self.depth -= 1


def _setting(match: re.Match[str]) -> tuple[str, bool | None]:
    """Return the flag that something sets, "" if none, and its value."""
    name = match["named"] or match["assigned"] or match["flag"] or match["let"] or ""
    value = (match["what"] or match["as"] or match["value"] or match["like"] or "").lower()
    return name.strip(), {"true": True, "false": False}.get(value)


def _has_text(branch: str) -> bool:
    return len(_WORD.findall(_NO_WORDS.sub(" ", branch))) >= _FEWEST_WORDS


def _find_branches(text: str, begin: int, flags: set[str]) -> tuple[_Branch, _Branch, int] | None:
    r"""Return both branches of a condition of TeX and where it ends behind ``\fi``."""
    depth = 0
    first: _Branch | None = None
    start = begin
    signs = _list_signs(text, frozenset(flags))
    for at, end, kind in islice(signs, bisect_left(signs, (begin, 0, "")), None):
        if kind == "test":
            depth += 1
        elif kind == "fi" and depth:
            depth -= 1
        elif depth:
            continue
        elif kind == "or":
            return None
        elif kind == "else" and first is None:
            first = _Branch(begin, at)
            start = end
        elif kind == "fi":
            last = _Branch(start, at)
            return (first, last, end) if first else (last, _Branch(end, end), end)
    return None


@lru_cache(maxsize=4)
def _list_signs(text: str, flags: frozenset[str]) -> list[tuple[int, int, str]]:
    r"""Return where each test, ``\or``, ``\else`` and ``\fi`` is, once for all that have no end."""
    signs: list[tuple[int, int, str]] = []
    for match in _BRANCHES.finditer(text):
        kind = next((name for name in ("test", "fi", "or", "else") if match[name]), "")
        if kind and (kind != "test" or _is_plain(text, match, flags)):
            blanks = _BLANKS.match(text, match.end())
            signs.append((match.start(), blanks.end() if blanks else match.end(), kind))
    return signs


def _is_plain(text: str, match: re.Match[str], flags: Set[str]) -> bool:
    r"""Say whether a condition ends in ``\fi``."""
    name = match["test"]
    if name.removeprefix("if") in flags or name in _HEADS:
        return True
    return name not in _IN_BRACES and not _takes_braces(text, match.end())


def _takes_braces(text: str, at: int) -> bool:
    """Say whether braces follow at once, or two behind blanks, as those of biblatex are written."""
    if text[at : at + 1] == "{":
        return True
    first = parse_group(text, at) if _IN_TWO_BRACES.match(text, at) else None
    return first is not None and parse_group(text, first[1]) is not None
