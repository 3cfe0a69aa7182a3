r"""Which parts of a text in LaTeX, Markdown or Typst can be read by themselves.

A paragraph can if it stands on the outermost level and holds nothing but words, citations by keys,
formulas in the line, and a few commands that print what they are given. It is then read as it
would be in its place, and nothing else is read in another way for it. What is not certain is no.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from core.manuscript.latex.cites import shows_citation
from core.manuscript.latex.parts import PartContext, SourceReading

_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
_OWN_SIGNS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ue000-\uf8ff"

# --- patterns for LaTeX ---------------------------------------------------------------------------

_LATEX_HEADING = (
    r"\\(?:part|chapter|(?:sub){0,2}section)\*?\{[^{}\\%$#&_^~]+\}"
    r"(?:[ ]?\\label\{[^{}\\%$#\s]*\})?[ \t]*"
)
_SHOWN = (
    "emph|text(?:bf|it|sc|tt|sf|rm|sl|up|md)|enquote|underline|ldots|dots|LaTeX|TeX|BibTeX|ss|ae|oe|aa|AE|OE"
    "|AA|O|o|l|L|i|j|S|P|textendash|textemdash|textquoteright"
)
_KEYS = r"\{[^{}\\%$#\n]*\}"
_LATEX_TOKEN = re.compile(
    rf"(?P<words>[^\\{{}}$%&#^_{_OWN_SIGNS}]+)"
    rf"|\\(?P<cite>[A-Za-z]*[cC]ite[A-Za-z]*)\*?(?:\[[^\[\]{{}}\\%$#&_^]*\]){{0,2}}{_KEYS}"
    rf"|\\(?P<ref>(?:eq|auto|page|name|v|sub|c|C|f|F|s)?ref)\*?{_KEYS}"
    rf"|\\(?P<shown>{_SHOWN})(?![A-Za-z@])"
    r"|\\(?P<sign>[%&_#$,;:!'\"`^~=./ -])"
    r"|\$(?P<math>(?:[^$%\\#&]|\\(?!begin|end|label|text|mbox|hbox|cite|ref|tag|note|footnote|def)"
    r"(?:[A-Za-z]+|[,;:! {}_%&#|]))+)\$"
    r"|(?P<open>\{)|(?P<close>\})"
)
_LATEX_SCAN = re.compile(
    r"\\begin\s*\{(?P<begin>[^{}\n]*)\}|\\end\s*\{(?P<end>[^{}\n]*)\}"
    r"|\\verb\*?(?P<sign>[^A-Za-z\s*])[^\n]*?(?P=sign)|\\(?P<maths>[\[\](])|\\(?P<mathe>\))"
    r"|\\(?:[A-Za-z@]+|.|\n)|%[^\n]*|(?P<open>\{)|(?P<close>\})|(?P<dollars>\$\$?)"
)
_VERBATIM = re.compile(
    r"(?:[BL]?[Vv]erbatim|SaveVerbatim|VerbatimOut|spverbatim|lstlisting|minted|comment|filecontents"
    r"|alltt)\*?"
)
_BEGIN = re.compile(r"\\begin\s*\{document\}")
_PROGRAM = re.compile(
    r"\\(?:(?:re|provide)?newcommand|DeclareRobustCommand|DeclareMathOperator|[gex]?def|long|let"
    r"|(?:New|Renew|Provide|Declare)DocumentCommand|(?:re)?newenvironment|iffalse|makeatletter|catcode"
    r"|endinput|cocitation|[A-Za-z]*[Ss]hort(?:Verb|Inline)|lstnewenvironment"
    r"|[A-Za-z]*VerbatimEnvironment|excludecomment|newverbatim|specialcomment|newminted"
    r"|[A-Za-z]*[tT][cC][bB][lL]isting|DeclareUrlCommand)(?![A-Za-z])"
)
"""What changes how LaTeX itself is read from there on."""
_SHORT_VERB = re.compile(r"[Ss]hort(?:Verb|Inline)")
_DEFINED = re.compile(r"(?:command|[Cc]ommand|def|let|Operator)\*?\s*\{?\s*\\(?P<name>[A-Za-z@]+)")
_BY_NAMES = re.compile(r"\\[cC]ite(?:[pt]|al[pt]|author|year|yearpar)\*?\s*[\[{]")

# --- patterns for Markdown and Typst --------------------------------------------------------------

_MARKDOWN_HEADING = r"#{1,6}[ ][^\n#`{}<>\[\]$\\|^~@!*_]+"
_MARKDOWN_LINE = re.compile(
    rf"(?![ \t>|=+*:!#~<-]|\d+[.)]|\[@[^\]\n]*\]:|-)"
    rf"(?:[^\\`<>{{}}\[\]^~|$\n\t{_OWN_SIGNS}]"
    r"|\[[^\[\]()@\\`<>{}^~|$\n]*@[^\[\]()\\`<>{}^~|$\n]*\](?![(\[:])"
    r"|\$(?=\S)[^$\n`]+(?<=\S)\$(?![\d$]))+"
)
_TYPST_HEADING = r"={1,6}[ ][^\n#`{}<>\[\]$\\@*_\"/]+"
_TYPST_LINE = re.compile(
    rf"(?![ \t=+/-]|\d+\.)(?:(?!//|/\*|\*/|/[ \t])[^\\`<>{{}}\[\]#$\"\n\t{_OWN_SIGNS}]"
    r"|\$[^$\n`\\\"#\[\]{}]+\$)+"
)
_TYPST_WORD = re.compile(r"include|import")
_MARKDOWN_SCAN = re.compile(r"\\.|(?P<open>\[)|(?P<close>\])|(?P<dollars>\$)")
_TYPST_SCAN = re.compile(r"\\.|(?P<open>[\[{])|(?P<close>[\]}])|(?P<dollars>\$)")
_ALIAS = re.compile(r"^\[@[^\]\s]{1,200}\]:", re.M)
_HEADINGS = {
    ".tex": re.compile(rf"(?:{_LATEX_HEADING}\n)*"),
    ".md": re.compile(rf"(?:{_MARKDOWN_HEADING}\n)*"),
    ".typ": re.compile(rf"(?:{_TYPST_HEADING}\n)*"),
}


def read_source(path: Path, context: PartContext | None) -> SourceReading:
    """Read the text of a file, or a part of it, as the ending of its name says.

    The readers are imported here: a window that starts needs none of them.
    """
    if path.suffix == ".tex":
        from core.manuscript.latex import document as latex

        return latex.read_source(path, context)
    if path.suffix == ".md":
        from core.manuscript.markup import markdown

        return markdown.read_source(path, context)
    from core.manuscript.markup import typst

    return typst.read_source(path, context)


def find_paragraphs(text: str) -> tuple[list[int], list[int]]:
    """Return where the paragraphs of a text begin and end; the last one ends with the text."""
    starts, ends = [0], []
    for blank in _BLANK_LINE.finditer(text):
        if blank.end() < len(text):
            ends.append(blank.start())
            starts.append(blank.end())
    return starts, [*ends, len(text)]


def may_be_read_in_parts(text: str, suffix: str, source: SourceReading) -> bool:
    """Whether there is any part of a text that can be read by itself."""
    if suffix not in _HEADINGS or "\r" in text or source.manuscript.references:
        return False
    if any(part.kind not in ("file", "list") for part in source.unread):
        return False
    if suffix == ".tex":
        begin = _BEGIN.search(text)
        at = begin.end() if begin else 0
        return not _PROGRAM.search(text, at) and not _SHORT_VERB.search(text)
    return suffix != ".md" or not _ALIAS.search(text)


def find_outermost(text: str, starts: Sequence[int], suffix: str) -> list[bool]:
    """Return for each paragraph whether nothing is open where it begins."""
    if suffix == ".tex":
        return _find_outermost_in_latex(text, starts)
    pattern = _MARKDOWN_SCAN if suffix == ".md" else _TYPST_SCAN
    levels = []
    depth, formulas, at = 0, 0, 0
    for start in starts:
        for match in pattern.finditer(text, at, start):
            if match.lastgroup == "open":
                depth += 1
            elif match.lastgroup == "close":
                depth = max(0, depth - 1)
            elif match.lastgroup == "dollars":
                formulas += 1
        levels.append(depth == 0 and formulas % 2 == 0)
        at = start
    return levels


def _find_outermost_in_latex(text: str, starts: Sequence[int]) -> list[bool]:
    begin = _BEGIN.search(text)
    at = begin.end() if begin else 0
    opened: list[str] = []
    levels = [False] * len(starts)
    number = next((n for n, start in enumerate(starts) if start >= at), len(starts))
    while match := _LATEX_SCAN.search(text, at):
        while number < len(starts) and starts[number] <= match.start():
            levels[number] = not opened
            number += 1
        if opened and opened[-1] in ("$", "$$") and starts[number - 1] > at:
            return levels  # a formula that goes over the end of its paragraph
        at = match.end()
        if not _follow_sign(match, opened):
            return levels
        if match["begin"] and _VERBATIM.fullmatch(match["begin"]):
            end = text.find(f"\\end{{{match['begin']}}}", at)
            if end < 0:
                return levels
            at = end
    for behind in range(number, len(starts)):
        levels[behind] = not opened
    return levels


_ENDS = {"]": "[", ")": "(", "}": "{"}


def _follow_sign(match: re.Match[str], opened: list[str]) -> bool:
    """Take in what opens or closes; whether the text is in order so far."""
    if match["end"] == "document":
        return False
    begins = match["begin"] or match["open"]
    sign = match["maths"] or match["mathe"]
    dollars = match["dollars"]
    if dollars:
        begins, ends = (None, dollars) if opened[-1:] == [dollars] else (dollars, None)
    elif sign:
        begins, ends = (sign, None) if sign in "[(" else (None, _ENDS[sign])
    else:
        ends = "{" if match["close"] else match["end"]
    if begins:
        opened.append(begins)
    elif ends:
        if opened[-1:] != [ends]:
            return False
        opened.pop()
    return True


def find_headings(text: str, suffix: str) -> str:
    """Return the headings with which paragraphs begin."""
    match = _HEADINGS[suffix].match(text)
    return match[0] if match else ""


def is_plain(text: str, suffix: str) -> bool:
    """Whether a paragraph is of plain words, citations and formulas, perhaps below a heading."""
    body = text[len(find_headings(text, suffix)) :].rstrip("\n")
    if not body.strip() or body != body.lstrip():
        return False
    if suffix == ".tex":
        return _is_plain_latex(body)
    pattern = _MARKDOWN_LINE if suffix == ".md" else _TYPST_LINE
    if suffix == ".typ" and _TYPST_WORD.search(body):
        return False
    return all(pattern.fullmatch(line) for line in body.split("\n"))


def _is_plain_latex(body: str) -> bool:
    if body[0] in "[{*(":
        return False
    depth = at = 0
    for match in _LATEX_TOKEN.finditer(body):
        is_next = match.start() == at
        is_shown = not match["cite"] or shows_citation(match["cite"])
        depth += (match["open"] is not None) - (match["close"] is not None)
        if not (is_next and is_shown and depth >= 0 and _is_balanced(match["math"] or "")):
            return False
        at = match.end()
    return at == len(body) and depth == 0


def _is_balanced(formula: str) -> bool:
    bare = re.sub(r"\\.", "", formula)
    depth = 0
    for sign in bare:
        depth += (sign == "{") - (sign == "}")
        if depth < 0:
            return False
    return depth == 0


def can_stand_alone(text: str, defined: frozenset[str], suffix: str) -> bool:
    """Whether paragraphs can be read by themselves; only the first may have a heading."""
    starts, ends = find_paragraphs(text)
    parts = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    if not all(is_plain(part, suffix) for part in parts):
        return False
    if any(find_headings(part, suffix) for part in parts[1:]):
        return False
    if suffix != ".tex" or not defined:
        return True
    return defined.isdisjoint(re.findall(r"\\([A-Za-z@]+)", text))


def find_defined_commands(text: str, suffix: str) -> frozenset[str]:
    """Return the names of the commands that a text of LaTeX defines."""
    if suffix != ".tex":
        return frozenset()
    return frozenset(match["name"] for match in _DEFINED.finditer(text))


def cites_by_names(text: str) -> bool:
    """Whether a part has a command that lets all citations be shown by names."""
    return _BY_NAMES.search(text) is not None
