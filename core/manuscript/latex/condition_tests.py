r"""Tests of LaTeX's conditions: true, false, or ``None`` where the source does not say."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from core.manuscript.latex.macros import Definition, expand, parse_group

_COMMAND_NAME = re.compile(r"\s*\\?(?P<name>[A-Za-z@]+)\s*\Z")
_NUMBER = re.compile(r"\s*(?P<number>[+-]?\d+)\s*(?:\\relax(?![A-Za-z@]))?\s*\Z")
_COMPARED = re.compile(r"(?P<left>[^<>=]*)(?P<sign>[<>=])(?P<right>[^<>=]*)\Z")
_WORD_OF_TEST = re.compile(
    r"\s*(?:\\(?P<command>[A-Za-z@]+|[()])|(?P<word>[a-z]+)(?=[\s{(])|(?P<bracket>[()])|(?P<plain>[^\\()]+))"
)
_DEEPEST = 20


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
    return None if "\\" in text or "#" in text else not text.strip()


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
    "IfPackageLoadedTF": (_is_loaded, False),
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
        if match is None or self._depth > _DEEPEST:
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
