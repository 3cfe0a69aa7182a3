r"""A manuscript's own commands: their definitions found, and their uses written out.

``\newcommand``, ``\def`` and their like with plain arguments are understood; whatever is more of
a program is left alone. Expansion ends at a bound, so a definition of itself does no harm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

_MAX_ARGUMENT = 40_000
_MAX_DEPTH = 12
_MAX_EXPANSIONS = 100_000
_MAX_NESTED = 5_000
"""Expansions for one use of a command in the text."""
_MAX_NESTING = 60
"""Uses of commands in the arguments of others, one within the other."""
_LEAST_SWOLLEN, _MOST_SWOLLEN = 10_000, 50
"""Characters, and how many times as long as it is written, that the use of a program becomes."""
_MAX_ADDED = 4_000_000

_BRACES = re.compile(r"\\.|[{}]", re.S)
_BRACKETS = re.compile(r"\\.|[{}\[\]]", re.S)
_BLANKS = re.compile(r"[ \t]*\n?[ \t]*")
_COMMAND = re.compile(r"\\(?:(?P<name>[A-Za-z@]+)|.)", re.S)
_DEFINITION = re.compile(
    r"\\(?P<how>(?:(?:re)?new|provide)(?:command|robustcmd)|(?:(?:re)?new|provide|DeclareRobust)commandx"
    r"|DeclareRobustCommand|DeclareMathOperator|(?:[gex]|long)?def"
    r"|(?:New|Renew|Provide|Declare)(?:Expandable)?DocumentCommand|Declare(?:Multi)?CiteCommand|let"
    r"|(?:re)?newenvironment)"
    r"(?![A-Za-z])\*?\s*"
)
_AT_LETTER = re.compile(r"\\makeat(?P<how>letter|other)(?![A-Za-z@])")
_INNER_COMMAND = re.compile(
    r"\\@(?:ifundefined|namedef|nameuse)\s*\{[^{}]*\}|\\@[a-z]{3,}(?:@[a-z]+)*"
)
_LENGTH = (
    r"[-+]?\s*(?:(?:\d+[.,]?\d*|[.,]\d+)\s*(?:true\s*)?(?:(?:fil{1,3}|[emcp][mxctn]|in|bp|dd|sp|mu)"
    r"(?![a-z])|\\[a-z]{3,})|\d+|\\[a-z]{3,})"
)
_ASSIGNMENT = re.compile(
    r"\\(?:(?:hangindent|hangafter|(?:par|list|item)?(?:par)?indent|(?:par|left|right|baseline|line|top"
    r"|parfill|(?:above|below)display(?:short)?)skip|(?:pre)?tolerance|emergencystretch|looseness"
    r"|[hv](?:fuzz|size|offset)|(?:widow|club|broken|interline|(?:ex)?hyphen)penalty|(?:item|top|par)sep"
    r"|(?:left|right|top|oddside|evenside)margin|text(?:width|height)|columnsep|tabcolsep)\s*="
    r"|(?:hangindent|hangafter|(?:par|baseline|left|right)skip|parindent|looseness|[hvm]skip|[m]?kern"
    r"|penalty)(?=\s*[-+.\d]))"
    rf"\s*{_LENGTH}(?:\s*(?:plus|minus)\s*{_LENGTH}){{0,2}} ?"
)
"""A length or number that is set, and what sets it; or a space or penalty of TeX."""
_RUNNING_TEXT = re.compile(
    r"\\(?:begin\s*\{document\}|chapter|part|(?:sub)*section|[A-Za-z]*cite[A-Za-z]*|input|include)"
    r"|(?:[^\W\d_]+,?[ \n]){12}"
)
"""What speaks against a program: headings, citations, files, a dozen words in a row."""
_NAME = re.compile(r"\s*\{?\s*\\(?P<name>[A-Za-z@]+)\s*\}?")
_PARAMETERS = re.compile(r"(?:#\d|\[#\d\])*")
_COUNT = re.compile(r"\s*\[\s*(?P<count>[0-9])\s*\]")
_PARAMETER = re.compile(r"#(\d)")
_XARGS_DEFAULT = re.compile(r"(?:\A|,)\s*(?P<number>[1-9])\s*=\s*(?P<value>[^,{}]*|\{[^{}]*\})")
_ARGUMENT_TEST = re.compile(
    r"\\If(?P<test>NoValue|Value|Boolean|Blank)(?P<branches>TF|T|F)\s*(?:\{\s*#(?P<number>[1-9])\s*\}"
    r"|#(?P<bare>[1-9]))"
)
NO_VALUE = "-NoValue-"
_CITES_OF_WRAPPERS = {
    r"\mkbibparens": "parencite",
    r"\mkbibbrackets": "parencite",
    r"\mkbibfootnote": "footcite",
    r"\mkbibfootnotetext": "footcite",
    r"\mkbibsuperscript": "supercite",
}
_ALIAS = re.compile(r"\s*=?\s*(?P<of>\\[A-Za-z@]+)")
_XSPACE = re.compile(r"\\xspace(?![A-Za-z])\s*\Z")
_ENDS_IN_COMMAND = re.compile(r"\\[A-Za-z@]+\Z")

_LAST_CALL = re.compile(
    r"\\(?P<name>[A-Za-z@]+)(?P<arguments>(?:\s*\{[^{}]*\}|\s*\[[^\[\]]*\])*)\s*\Z"
)

_UNDERSTOOD_TEXT = """
    begin end item section subsection subsubsection paragraph subparagraph chapter part appendix
    title author date abstract keywords maketitle label ref eqref autoref cref Cref pageref
    footnote caption cite citep citet textbf textit emph text url href input include document
    bibliography thebibliography bibitem newblock and par
    """
_BODY = re.compile(
    r"^(?:[^{\n]|\{(?:[^{}\n]|\{[^{}\n]*\})*+\})*?(?P<begin>\\begin\s*\{document\})", re.M
)
"""Where the text begins, not in the braces of a command that begins it."""
_WORD = re.compile(r"(?<![\\\w])[^\W\d_]{2,}")
_FEWEST_HIDDEN = 3

_UNDERSTOOD = frozenset(_UNDERSTOOD_TEXT.split())
"""Commands the reader knows; a document class that defines them anew still means the same."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of ``NewDocumentCommand``: mandatory (m), optional (o) or a test for a sign (t).

    ``signs`` are its brackets or the sign, ``default`` is its value if it is left out.
    """

    kind: Literal["m", "o", "t"]
    signs: str = ""
    default: str = NO_VALUE


_PLAIN_ARGUMENTS = {
    "m": Argument("m"),
    "v": Argument("m"),
    "o": Argument("o", "[]"),
    "s": Argument("t", "*"),
}


@dataclass(frozen=True, slots=True)
class Definition:
    """What a command of the manuscript's own stands for; ``default`` is that of its first.

    ``signature`` describes arguments that are more than this.
    """

    parameters: int
    body: str
    default: str | None = None
    signature: tuple[Argument, ...] = ()


def parse_group(text: str, at: int, most: int = _MAX_ARGUMENT) -> tuple[str, int] | None:
    """Return what the braces at ``at`` hold and where they end; ``None`` if none stand there.

    None stand there either if they do not end within ``most`` characters.
    """
    begin = _skipped(text, at)
    if text[begin : begin + 1] != "{":
        return None
    depth = 0
    for match in _BRACES.finditer(text, begin, begin + most):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
            if depth == 0:
                return text[begin + 1 : match.start()], match.end()
    return None


def parse_option(
    text: str, at: int, pair: str = "[]", most: int = _MAX_ARGUMENT
) -> tuple[str, int] | None:
    """Return what the brackets at ``at`` hold and where they end; ``None`` as ``group_at``."""
    begin = _skipped(text, at)
    if text[begin : begin + 1] != pair[0]:
        return None
    if pair != "[]":
        end = text.find(pair[1], begin, begin + most)
        return (text[begin + 1 : end], end + 1) if end >= 0 else None
    depth, braces = 0, 0
    for match in _BRACKETS.finditer(text, begin, begin + most):
        braces += {"{": 1, "}": -1}.get(match[0], 0)
        if braces == 0 and match[0] in "[]":
            depth += 1 if match[0] == "[" else -1
            if depth == 0:
                return text[begin + 1 : match.start()], match.end()
    return None


def _skipped(text: str, at: int) -> int:
    blanks = _BLANKS.match(text, at)
    return blanks.end() if blanks else at


def parse_argument(text: str, at: int) -> tuple[str, int] | None:
    """Return the argument at ``at`` as TeX takes it: a group, a command or a single sign."""
    group = parse_group(text, at)
    if group is not None:
        return group
    begin = _skipped(text, at)
    command = _COMMAND.match(text, begin)
    if command:
        return command[0], command.end()
    if begin >= len(text) or text[begin] in "{}":
        return None
    return text[begin], begin + 1


def take_definitions(text: str, definitions: dict[str, Definition]) -> str:
    """Add the definitions in ``text`` to ``definitions`` and return the text without them."""
    pieces, at = [], 0
    while (match := _DEFINITION.search(text, at)) is not None:
        pieces.append(text[at : match.start()])
        at = _definition(text, match, definitions)
    return "".join([*pieces, text[at:]])


def take_definition(text: str, at: int, definitions: dict[str, Definition]) -> int:
    """Add the definition that begins at ``at`` to ``definitions`` and return where it ends."""
    match = _DEFINITION.match(text, at)
    return at if match is None else _definition(text, match, definitions)


def take_code(text: str) -> tuple[str, list[str]]:
    r"""Return a text without what stands between ``\makeatletter`` and ``\makeatother``, and that.

    It is a program. Where it cites, or has headings or paragraphs, it is left as it is.
    """
    pieces, code, at, begin = [], [], 0, None
    for match in _AT_LETTER.finditer(text):
        if match["how"] == "letter":
            begin = match if begin is None else begin
            continue
        if begin is not None:
            inside = text[begin.end() : match.start()]
            if len(inside) <= _MAX_ARGUMENT and not _RUNNING_TEXT.search(inside):
                pieces.append(text[at : begin.start()])
                code.append(inside)
                at = match.end()
        begin = None
    return "".join([*pieces, text[at:]]), code


def drop_inner_commands(text: str) -> str:
    r"""Return a text without commands of LaTeX's own code and what they are set to.

    Such as ``\@ifundefined`` and ``\hangindent=1.5em``.
    """
    text = _INNER_COMMAND.sub("", text)
    return _ASSIGNMENT.sub(
        lambda one: "" if text[one.end() : one.end() + 1] in ".,;:" else " ", text
    )


def _definition(text: str, match: re.Match[str], definitions: dict[str, Definition]) -> int:
    """Take one definition in and return where it ends."""
    how, at = match["how"], match.end()
    if how.endswith("newenvironment"):
        return _environment_end(text, at)
    name = _NAME.match(text, at)
    if name is None:
        return at
    definition, end = _meaning(text, name.end(), how)
    if how == "let" and definition is not None:  # the meaning that a command has now
        definition = definitions.get(definition.body.removeprefix("\\"), definition)
    if how.lower().startswith("provide") and name["name"] in definitions:
        return end
    is_itself = definition is not None and definition.body == f"\\{name['name']}"
    if definition is not None and name["name"] not in _UNDERSTOOD and not is_itself:
        definitions[name["name"]] = definition
    return end


def _meaning(text: str, at: int, how: str) -> tuple[Definition | None, int]:
    if how == "let":
        alias = _ALIAS.match(text, at)
        return (Definition(0, alias["of"]), alias.end()) if alias else (None, at)
    readers = {
        "DocumentCommand": _document_command,
        "def": _primitive,
        "MultiCiteCommand": _many_cite_command,
        "CiteCommand": _cite_command,
        "commandx": _xargs_command,
        "MathOperator": _math_operator,
    }
    reader = next((one for end, one in readers.items() if how.endswith(end)), _new_command)
    return reader(text, at)


def _primitive(text: str, at: int) -> tuple[Definition | None, int]:
    parameters = _PARAMETERS.match(text, at)
    signs = parameters[0] if parameters else ""
    body = parse_group(text, at + len(signs))
    if body is None:
        return None, at
    arguments = ["o" if sign.startswith("[") else "m" for sign in re.findall(r"\[?#\d", signs)]
    signature = tuple(_PLAIN_ARGUMENTS[kind] for kind in arguments) if "o" in arguments else ()
    return Definition(len(arguments), body[0], signature=signature), body[1]


def _math_operator(text: str, at: int) -> tuple[Definition | None, int]:
    body = parse_group(text, at)
    return (Definition(0, rf"\operatorname{{{body[0]}}}"), body[1]) if body else (None, at)


def _new_command(text: str, at: int) -> tuple[Definition | None, int]:
    count_match = _COUNT.match(text, at)
    count, default = 0, None
    if count_match:
        count, at = int(count_match["count"]), count_match.end()
        option = parse_option(text, at)
        default, at = option or (None, at)
    body = parse_group(text, at)
    if body is None:
        return None, at
    return Definition(count, body[0], default), body[1]


def _cite_command(text: str, at: int, parts: int = 4) -> tuple[Definition | None, int]:
    r"""Read ``\DeclareCiteCommand{\name}[\mkbibparens]{…}{…}{…}{…}`` of biblatex."""
    wrapper = parse_option(text, at)
    at = wrapper[1] if wrapper else at
    for _ in range(parts):
        group = parse_group(text, at)
        if group is None:
            return None, at
        at = group[1]
    cited = _CITES_OF_WRAPPERS.get(wrapper[0].strip() if wrapper else "", "cite")
    return Definition(0, f"\\{cited}{'' if parts == 4 else 's'}"), at


def _many_cite_command(text: str, at: int) -> tuple[Definition | None, int]:
    r"""Read ``\DeclareMultiCiteCommand{\names}[\mkbibparens]{\name}{…}``."""
    return _cite_command(text, at, 2)


def _xargs_command(text: str, at: int) -> tuple[Definition | None, int]:
    r"""Read a command of the package xargs: ``\newcommandx{\name}[2][1=see]{…}``."""
    count_match = _COUNT.match(text, at)
    count = int(count_match["count"]) if count_match else 0
    at = count_match.end() if count_match else at
    option = parse_option(text, at)
    at = option[1] if option else at
    body = parse_group(text, at)
    if body is None:
        return None, at
    defaults = {
        int(match["number"]): match["value"].strip("{} ")
        for match in _XARGS_DEFAULT.finditer(option[0] if option else "")
    }
    signature = tuple(
        Argument("o", "[]", defaults[number]) if number in defaults else Argument("m")
        for number in range(1, count + 1)
    )
    return Definition(count, body[0], signature=signature), body[1]


def _document_command(text: str, at: int) -> tuple[Definition | None, int]:
    kinds, body = parse_group(text, at), None
    if kinds is not None:
        body = parse_group(text, kinds[1])
    if kinds is None or body is None:
        return None, at
    signature = _parse_signature(kinds[0])
    if signature is None:
        return None, body[1]
    if all(argument.kind == "m" for argument in signature):
        return Definition(len(signature), body[0]), body[1]
    return Definition(len(signature), body[0], signature=signature), body[1]


def _parse_signature(kinds: str) -> tuple[Argument, ...] | None:
    """Return the arguments that ``s O{see} m`` describes; ``None`` for what is not understood."""
    signature: list[Argument] = []
    at = 0
    while at < len(kinds):
        kind, at = kinds[at], at + 1
        if kind in "+! \t\n":
            continue
        if kind == ">":  # code that changes the argument
            processor = parse_group(kinds, at)
            if processor is None:
                return None
            at = processor[1]
            continue
        argument, at = _parse_signature_letter(kinds, kind, at)
        if argument is None:
            return None
        signature.append(argument)
    return tuple(signature)


def _parse_signature_letter(kinds: str, kind: str, at: int) -> tuple[Argument | None, int]:
    """Return the argument of a letter, whose signs and default follow at ``at``, and their end."""
    plain = _PLAIN_ARGUMENTS.get(kind)
    if plain is not None:
        return plain, at
    if kind == "t":
        return Argument("t", kinds[at : at + 1] or "*"), at + 1
    signs, at = ("[]", at) if kind == "O" else (kinds[at : at + 2], at + 2)
    argument = Argument("o", signs) if kind in "rdRDO" and len(signs) == 2 else None
    if argument is not None and kind in "RDO":
        default = parse_group(kinds, at)
        argument = Argument("o", signs, default[0]) if default else None
        at = default[1] if default else at
    return argument, at


def _environment_end(text: str, at: int) -> int:
    """Return where a definition of an environment ends; its use is read without it."""
    name = parse_group(text, at)
    if name is None:
        return at
    at = name[1]
    count_match = _COUNT.match(text, at)
    at = count_match.end() if count_match else at
    default = parse_option(text, at) if count_match else None
    at = default[1] if default else at
    for _ in range(2):
        part = parse_group(text, at)
        at = part[1] if part else at
    return at


def expand(
    text: str, definitions: dict[str, Definition], hidden: list[tuple[str, str]] | None = None
) -> str:
    """Return the text with the manuscript's own commands written out.

    ``hidden`` takes in commands of the document that print nothing of a text they are given, as
    notes for co-authors, with this text.
    """
    if not definitions:
        return text
    if hidden is None:
        return _Expansion(definitions).of(text)
    at = find_body(text)[1]
    before = _Expansion(definitions).of(text[:at])
    return before + _Expansion(definitions, hidden).of(text[at:])


def find_body(text: str) -> tuple[int, int]:
    """Return where the beginning of the document begins and ends, (0, 0) if there is none."""
    body = _BODY.search(text)
    return body.span("begin") if body else (0, 0)


@dataclass(slots=True)
class _Expansion:
    definitions: dict[str, Definition]
    hidden: list[tuple[str, str]] | None = None
    count: int = 0
    nested: int = 0
    added: int = 0
    depth: int = 0
    endless: set[str] = field(default_factory=set)

    def of(self, text: str, above: frozenset[str] = frozenset()) -> str:
        """Return a text with its commands written out, but for those that are being written out.

        A command that stands in its own meaning is a program, or the meaning that it had before.
        """
        if self.depth > _MAX_NESTING:
            return text
        self.depth += 1
        pieces: list[str] = []
        at = 0
        while (match := _COMMAND.search(text, at)) is not None and not self._is_spent():
            name = match["name"] or ""
            definition = self.definitions.get(name)
            pieces.append(text[at : match.start()])
            at = match.end()
            is_left = name in above or name in self.endless or len(above) > _MAX_DEPTH
            if definition is None or is_left:
                pieces.append(match[0])
                continue
            added = self.added
            replaced, end = self._use(name, definition, text, at, above)
            is_program = len(replaced) > max(
                _LEAST_SWOLLEN, _MOST_SWOLLEN * (len(definition.body) + end - at)
            )
            if is_program or (not above and self.nested > _MAX_NESTED):
                self.endless.add(name)
                self.nested, self.added = 0, added
                pieces.append(match[0])
                continue
            at = end
            before = pieces[-1] or (pieces[-2] if len(pieces) > 1 else "")
            if replaced[:1].isalpha() and _ENDS_IN_COMMAND.search(before[-60:]):
                replaced = " " + replaced
            if _ENDS_IN_COMMAND.search(replaced[-60:]) and text[at : at + 1].isalpha():
                replaced += " "
            pieces.append(replaced)
        self.depth -= 1
        return "".join([*pieces, text[at:]])

    def _is_spent(self) -> bool:
        return self.count > _MAX_EXPANSIONS or self.added > _MAX_ADDED or self.nested > _MAX_NESTED

    def _use(
        self, name: str, definition: Definition, text: str, at: int, above: frozenset[str]
    ) -> tuple[str, int]:
        """Return what a use of the command behind ``at`` stands for, and where the use ends.

        Its arguments are written out first: they may use the command again.
        """
        begin = at
        arguments, at = read_arguments(definition, text, at)
        body = definition.body
        if self.hidden is not None and arguments:
            self.hidden += _unused_texts(name, definition, arguments)
        if definition.signature:
            body = _choose_branches(body, arguments)
            arguments = {
                number: "" if value == NO_VALUE else value for number, value in arguments.items()
            }
        if definition.parameters:
            used = {int(number) for number in _PARAMETER.findall(body)}
            values = {number: self.of(arguments.get(number, ""), above) for number in used}
            if self._is_spent():  # each of many uses within each other may double the text
                return f"\\{name}", begin
            body = _PARAMETER.sub(lambda match: values[int(match[1])], body)
        elif _XSPACE.search(body):
            body = _XSPACE.sub("", body)
        else:
            blanks = _BLANKS.match(text, at)
            word = text[at : at + 1].isspace() and blanks is not None
            if word and blanks is not None and text[blanks.end() : blanks.end() + 1] != "\n":
                at = blanks.end()
            at += 2 if text.startswith("{}", at) else 0
        body, at = self._with_further_arguments(body, text, at, above)
        self.count += 1
        self.nested = self.nested + 1 if above else 0
        self.added += len(body)
        return self.of(body, above | {name}), at

    def _with_further_arguments(
        self, body: str, text: str, at: int, above: frozenset[str]
    ) -> tuple[str, int]:
        r"""Add what the last command of a body takes from the text: of ``\todo`` in ``\ann{text}``.

        ``\ann`` stands for ``\todo{Ann}`` here, and ``\todo`` takes two arguments.
        """
        call = _LAST_CALL.search(body[-200:])
        definition = self.definitions.get(call["name"]) if call else None
        if call is None or definition is None:
            return body, at
        least = definition.parameters - (definition.default is not None)
        if definition.signature:
            least = sum(argument.kind == "m" for argument in definition.signature)
        for _ in range(least - call["arguments"].count("{")):
            argument = parse_group(text, at)
            if argument is None:
                break
            body = f"{body.rstrip()}{{{self.of(argument[0], above)}}}"
            at = argument[1]
        return body, at


def _unused_texts(
    name: str, definition: Definition, arguments: dict[int, str]
) -> Iterator[tuple[str, str]]:
    """Yield the texts that a command is given and does not use, each with its name."""
    uses = {int(number) for number in _PARAMETER.findall(definition.body)}
    for number, argument in arguments.items():
        if number not in uses and len(_WORD.findall(argument)) >= _FEWEST_HIDDEN:
            yield name, argument


def read_arguments(definition: Definition, text: str, at: int) -> tuple[dict[int, str], int]:
    """Return the arguments of a use of a command, by number, and where they end."""
    argument_values: dict[int, str] = {}
    if definition.signature:
        return _signature_arguments(definition.signature, text, at)
    first = 1
    if definition.default is not None and definition.parameters:
        option = parse_option(text, at)
        argument_values[1] = option[0] if option else definition.default
        at = option[1] if option else at
        first = 2
    for number in range(first, definition.parameters + 1):
        argument = parse_argument(text, at)
        if argument is None:
            break
        argument_values[number], at = argument
    return argument_values, at


def _signature_arguments(
    signature: tuple[Argument, ...], text: str, at: int
) -> tuple[dict[int, str], int]:
    argument_values: dict[int, str] = {}
    for number, argument in enumerate(signature, start=1):
        if argument.kind == "t":
            begin = _skipped(text, at)
            is_there = text.startswith(argument.signs, begin)
            argument_values[number] = "true" if is_there else ""
            at = begin + len(argument.signs) if is_there else at
            continue
        if argument.kind == "o":
            value = parse_option(text, at, argument.signs)
            argument_values[number] = value[0] if value else argument.default
        else:
            value = parse_argument(text, at)
            if value is None:
                break
            argument_values[number] = value[0]
        at = value[1] if value else at
    return argument_values, at


def _choose_branches(body: str, arguments: dict[int, str]) -> str:
    r"""Return a body with the branches that ``\IfNoValueTF{#1}{…}{…}`` and its like take."""
    pieces, at = [], 0
    while (match := _ARGUMENT_TEST.search(body, at)) is not None:
        pieces.append(body[at : match.start()])
        at = match.end()
        value = arguments.get(int(match["number"] or match["bare"]), "")
        is_true = {
            "NoValue": value == NO_VALUE,
            "Value": value != NO_VALUE,
            "Boolean": bool(value),
            "Blank": not value.strip() or value == NO_VALUE,
        }[match["test"]]
        for branch in match["branches"]:
            group = parse_argument(body, at)
            if group is None:
                break
            if is_true == (branch == "T"):
                pieces.append(_choose_branches(group[0], arguments))
            at = group[1]
    return "".join([*pieces, body[at:]])
