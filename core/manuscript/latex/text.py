r"""Reads the body of a LaTeX manuscript: headings, paragraphs, formulas, citations.

pylatexenc parses; what it cannot parse is cut at blank lines until only the broken paragraph is
taken as plain text. A command nobody knows is passed over and what its braces hold is kept.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import count
from typing import Any

from pylatexenc.latex2text import (  # type: ignore[import-untyped]
    LatexNodes2Text,
    MacroTextSpec,
    get_default_latex_context_db,
)
from pylatexenc.latexwalker import (  # type: ignore[import-untyped]
    LatexCharsNode,
    LatexToken,
    LatexWalker,
    LatexWalkerError,
)
from pylatexenc.latexwalker import (
    get_default_latex_context_db as walker_context_db,
)
from pylatexenc.macrospec import EnvironmentSpec, MacroSpec  # type: ignore[import-untyped]
from typing_extensions import override

from core.formats import latex
from core.manuscript.latex.cites import COMMAND, Shown
from core.manuscript.latex.macros import parse_group
from core.manuscript.latex.numbers import LEVELS, SectionCounter, Target
from core.manuscript.text.composed import Composer, shorten_formula
from core.manuscript.text.languages import detect_code

logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)  # it comments on broken input

_Node = Any  # pylatexenc ships no types

_DROPPED = {
    "label": "{", "vspace": "*{", "hspace": "*{", "includegraphics": "*[[{", "caption": "*[{",
    "captionof": "{[{", "captionsetup": "[{", "footnote": "[{", "footnotetext": "[{",
    "footnotemark": "[", "thanks": "{", "tnotetext": "[{", "fntext": "[{", "cortext": "[{",
    "marginpar": "[{", "marginnote": "[{", "sidenote": "[{", "endnote": "[{",
    "bibliographystyle": "{", "bibliography": "{", "nobibliography": "*{", "printbibliography": "[",
    "addbibresource": "[{", "pagestyle": "{", "thispagestyle": "{", "pagenumbering": "{",
    "setcounter": "{{", "addtocounter": "{{", "stepcounter": "{", "refstepcounter": "{",
    "newcounter": "{[", "setlength": "{{", "addtolength": "{{", "addcontentsline": "{{{",
    "markboth": "{{", "markright": "{", "index": "{", "hypersetup": "{", "rule": "[{{",
    "pdfbookmark": "[{{", "definecolor": "{{{", "color": "[{", "pagecolor": "[{", "fontsize": "{{",
    "linespread": "{", "enlargethispage": "*{", "graphicspath": "{", "newtheorem": "*{[{[",
    "theoremstyle": "{", "title": "[{", "subtitle": "{", "titlerunning": "{", "author": "[{",
    "authorrunning": "{", "date": "{", "institute": "{", "affil": "[{", "affiliation": "[{",
    "address": "[{", "email": "[{", "ead": "[{", "orcid": "{", "keywords": "{", "icmltitle": "{",
    "icmlauthor": "{{", "icmlaffiliation": "{{", "icmlcorrespondingauthor": "{{",
    "icmlkeywords": "{", "icmltitlerunning": "{", "ccsdesc": "[{", "acmConference": "[{{{",
    "acmDOI": "{", "acmYear": "{", "acmISBN": "{", "copyrightyear": "{", "setcopyright": "{",
    "received": "[{", "citestyle": "{", "setcitestyle": "{", "bibliographyunit": "[",
    "nocopyright": "", "hyphenation": "{", "tikzset": "{", "forestset": "{", "pgfplotsset": "{",
    "lstset": "{", "lstinputlisting": "[{", "inputminted": "[{{", "verbatiminput": "*{",
    "VerbatimInput": "[{", "BVerbatimInput": "[{", "LVerbatimInput": "[{", "setminted": "[{",
    "verbatimtabinput": "[{", "column": "{{", "usemintedstyle": "[{", "fvset": "{",
    "DeclareMathOperator": "*{{", "usepackage": "[{", "vskip": "", "includepdf": "[{",
    "phantom": "{", "hphantom": "{", "vphantom": "{", "addvspace": "{", "newpage": "",
    "usetikzlibrary": "{", "crefname": "{{{", "Crefname": "{{{", "renewcommand": "*{[[{",
    "acknowledgement": "", "doi": "{", "jyear": "{", "numberwithin": "{{", "bibinfo": "{{",
    "icmlsetsymbol": "{{", "printAffiliationsAndNotice": "{", "documentclass": "[{",
    "maketitle": "", "tableofcontents": "", "glsresetall": "", "glsaddall": "[",
    "newacronym": "[{{{", "DeclareAcronym": "{{", "selectlanguage": "[{", "fontfamily": "{",
    "DeclareFontFamily": "{{{", "DeclareFontShape": "{{{{{{", "DeclareFontEncoding": "{{{",
    "printglossary": "[", "printglossaries": "[", "printnoidxglossary": "[",
    "printacronyms": "[", "printindex": "[", "printnomenclature": "[",
    "togglefalse": "{", "toggletrue": "{", "newtoggle": "{", "makeatletter": "", "makeatother": "",
}  # fmt: skip
_LANGUAGES = (
    "arabic", "czech", "danish", "dutch", "english", "finnish", "french", "german", "greek",
    "hebrew", "italian", "latin", "ngerman", "norwegian", "polish", "portuguese", "russian",
    "sanskrit", "spanish", "swedish", "syriac", "turkish",
)  # fmt: skip
_KEPT = {  # the argument that is printed, counted from the last
    "textcolor": "[{{", "colorbox": "[{{", "href": "[{{", "hyperref": "[{", "parbox": "[[[{{",
    "hypertarget": "{{", "hyperlink": "{{",
    "multicolumn": "{{{", "raisebox": "{[[{", "scalebox": "{[{", "resizebox": "*{{{",
    "rotatebox": "[{{", "makebox": "[[{", "framebox": "[[{", "gls": "*[{", "Gls": "*[{",
    "glspl": "*[{", "Glspl": "*[{", "acrshort": "*[{", "acrlong": "*[{", "acrfull": "*[{",
    "ac": "*{", "acp": "*{", "acs": "*{", "acl": "*{", "acf": "*{", "mbox": "{", "url": "{",
    "path": "{", "nolinkurl": "{", "SI": "[{{", "si": "[{", "num": "[{", "foreignlanguage": "[{{",
    "fcolorbox": "[{[{{", **dict.fromkeys((f"text{name}" for name in _LANGUAGES), "[{"),
    "enquote": "*{", "emph": "{", "uline": "{", "hl": "{", "st": "{", "added": "[{",
    "ensuremath": "{", "footnotesize": "", "sloppy": "", "textls": "*[{", "fbox": "{",
}  # fmt: skip
_ALL_SHOWN = {"lettrine": "[{{"}
"""Commands of which the last two arguments are printed."""
_REMARKS = {
    "todo": "[{", "todoi": "[{", "TODO": "[{", "todonote": "[{", "fixme": "[{", "FIXME": "[{",
    "fxnote": "[{", "fxwarning": "[{", "fxerror": "[{", "fxfatal": "[{", "nb": "{", "XXX": "{",
    "pdfcomment": "[{", "pdfmargincomment": "[{", "missingfigure": "[{", "deleted": "[{",
}  # fmt: skip
"""Commands for what authors write to each other, or have taken out: no text of the manuscript."""
_SIZES = frozenset(
    ("tiny", "scriptsize", "footnotesize", "small", "normalsize", "large", "Large", "LARGE", "huge",
     "Huge", "bfseries", "itshape", "scshape", "slshape", "ttfamily", "sffamily", "rmfamily",
     "mdseries", "upshape", "normalfont", "em", "bf", "it", "tt", "sc", "sl", "rm")
)  # fmt: skip
"""Commands that change how the text behind them looks, and print nothing, no blank either."""
_ONE_SHOWN = {"texorpdfstring": 0, "IfFileExists": 1, "replaced": -2, "pdfmarkupcomment": -2}
"""Commands of which one argument is printed, counted from the first, or from the last."""
_SIGNS = {
    "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "LaTeXe": "LaTeX 2e", "eg": "e.g.",
    "ie": "i.e.", "etal": "et al.", "cf": "cf.", "vs": "vs.", "wrt": "w.r.t.", "etc": "etc.",
    "-": "", "/": "", "@": "", "!": "", "\\": " ", "newline": " ", "linebreak": " ", " ": " ",
    "quad": " ", "qquad": " ", "hfill": " ", "xspace": "", "textbackslash": "\\", "\n": " ",
    "textsuperscript": "", "textsubscript": "", "today": "",
}  # fmt: skip
_MATH_SIGNS = {  # what pylatexenc does not know
    "ne": "≠", "neg": "¬", "land": "∧", "lor": "∨", "iff": "⇔", "implies": "⇒", "bot": "⊥",
    "Re": "Re", "Im": "Im", "triangle": "△", "coloneqq": ":=", "models": "⊨", "colon": ":",
    "|": "‖", "checkmark": "✓", "xrightarrow": "→", "bmod": "mod", "mod": "mod", "lVert": "‖",
    "rVert": "‖", "lvert": "|", "rvert": "|",
    **{name: name for name in ("arg", "argmax", "argmin", "det", "dim", "ker", "Pr", "gcd", "erf")},
}  # fmt: skip
_REFS = {"ref": "", "eqref": "()", "autoref": "kind", "cref": "kind", "Cref": "kind",
         "pageref": "page", "nameref": "", "vref": "", "subref": "", "cpageref": "page",
         "labelcref": "", "fref": "kind", "Fref": "kind", "sref": "kind"}  # fmt: skip
LEFT_OUT = frozenset(
    ("figure", "table", "tabular", "tabularx", "tabulary", "longtable", "supertabular", "array",
     "wrapfigure", "wraptable", "algorithm", "algorithmic", "algorithm2e", "lstlisting", "listing",
     "verbatim", "minted", "Verbatim", "tikzpicture", "pgfpicture", "thebibliography", "CCSXML",
     "comment", "sidewaystable", "sidewaysfigure", "teaserfigure", "SCfigure", "subfigure",
     "filecontents", "titlepage", "forest", "picture", "keyword", "keywords",
     "IEEEkeywords", "marginfigure", "margintable", "icmlauthorlist", "highlights", "tblr",
     "graphicalabstract", "prompt", "tcblisting", "threeparttable", "floatingfigure", "hscode",
     "pboxed", "plboxed", "ppboxed", "tabbing", "prooftree", "tikzcd", "mathpar", "algo",
     "mathparpagebreakable", "pseudocode", "CodeChunk", "Schunk", "Shaded", "Highlighting",
     "knitrout", "kframe", "bytefield", "grammar", "bnf", "circuitikz", "ganttchart")
)  # fmt: skip
"""Environments that hold no running text."""
DISPLAYED = frozenset(
    ("equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign", "alignat",
     "dmath", "subequations", "IEEEeqnarray", "math", "split", "aligned", "xalignat")
)  # fmt: skip
"""Environments that hold a formula."""
_INLINE = {"enumerate*": True, "itemize*": False, "description*": False,
           "inparaenum": True, "inparaitem": False, "inparadesc": False}  # fmt: skip
"""Lists whose items stand in the line (enumitem, paralist), and whether these are counted."""
_WITH_ARGUMENTS = {"minipage": "[[[{", "multicols": "{", "adjustbox": "{", "spacing": "{",
                   "list": "{{", "tcolorbox": "[", "threeparttable": "[",
                   **dict.fromkeys(("otherlanguage", "otherlanguage*", "foreignlanguage"), "[{"),
                   **dict.fromkeys(("adjustwidth", "adjustwidth*"), "[{{"), "hyphenrules": "{",
                   "quoting": "[", **dict.fromkeys(_LANGUAGES, "["),
                   "abstract": "[", "appendices": "", "itemize": "[", "enumerate": "[",
                   "description": "[", "compactitem": "[", "compactenum": "[",
                   "compactdesc": "[", "asparaenum": "[", "asparaitem": "[",
                   **dict.fromkeys(_INLINE, "[")}  # fmt: skip
ABSTRACT_NAME = (
    r"(?:(?:the|my|thesis|diss|eng?|english|german|french|fr|de|es|pt|it|ru|ch|cn|zh|[ce])?"
    r"(?:abstract|abstrakt|resumo|resumen|resume|zusammenfassung|kurzfassung|sommario|riassunto"
    r"|samenvatting|streszczenie|sammendrag|sammanfattning)"
    r"(?:page|eng?|english|fr|de|es|pt|it|ru|cn|zh|[0-9])?)"
)
"""The name of an environment or command for an abstract, in any case."""
_ABSTRACT = re.compile(ABSTRACT_NAME, re.IGNORECASE)
_ABSTRACT_TITLES = {
    "de": "Zusammenfassung", "fr": "Résumé", "es": "Resumen", "pt": "Resumo", "it": "Sommario",
    "ru": "Аннотация", "zh": "摘要", "ja": "要旨", "ko": "초록",
}  # fmt: skip
"""The heading of an abstract in languages other than English."""
_THANKS = frozenset({"acks", "acknowledgements", "acknowledgments", "ack", "acknowledgement"})
_NOTES = frozenset({"footnote", "endnote", "sidenote", "marginnote", "marginpar"})
_CITED = re.compile(rf"\\{COMMAND}\{{(\d+)\}}")
_HEADING = re.compile(r"\\(?:chapter|(?:sub){0,2}section)\*?\s*[\[{]")
_BREAKS = frozenset(
    {"par", "item", "bigskip", "medskip", "smallskip", "newpage", "clearpage", "appendix"}
)
_IN_FORMULAS = re.compile(
    r"\\label\s*\{[^{}]*\}|\\(?:nonumber|notag|displaystyle|textstyle|limits|nolimits)(?![A-Za-z])"
    r"|\\tag\*?\s*\{[^{}]*\}|\(\\?#[a-z]+:[\w:.-]{1,80}\)|\\[!,;:>]|\\(?:begin|end)\s*\{(?:split|aligned|subequations)\}"
)
_PLACE_SIGNS = tuple(map(chr, range(0xE000, 0xF8FF)))
"""Letters of no script, which stand for the citations of a formula while it is made plain."""
_LAST_STOP = re.compile(r"\s*([.,;:]?)\s*\Z")
_DEGREES = re.compile(r"\^\{?∘\}?")
_BRAKET = re.compile(r"\\[bB]raket(?=\{)")
_FRACTION = re.compile(r"\\[dtc]frac(?![A-Za-z])")
_OPTION = re.compile(r"\s*\[[^\[\]]*\]")
_SPACED = re.compile(r"\s+")
_NEW_SENTENCE = re.compile(r"\s*[A-Z]")
_BLANK_LINE = re.compile(r"\n[ \t]*\n\s*")
_BROKEN = (LatexWalkerError, RecursionError, ValueError, TypeError, AttributeError, LookupError)
_SMALLEST_PIECE = 400
_MOST_FORMULAS = 4000


@cache
def _converter() -> LatexNodes2Text:
    context = get_default_latex_context_db()
    all_signs = {**_SIGNS, **_MATH_SIGNS}
    signs = [MacroTextSpec(name, simplify_repl=text) for name, text in all_signs.items()]
    dropped = ("label", "nonumber", "cite", COMMAND)
    nothing = [MacroTextSpec(name, simplify_repl="") for name in dropped]
    context.add_context_category("cocite", prepend=True, macros=[*signs, *nothing])
    return LatexNodes2Text(latex_context=context, math_mode="text")


@cache
def _formula_context() -> Any:  # noqa: ANN401 - pylatexenc ships no types
    return walker_context_db()


@cache
def _context() -> Any:  # noqa: ANN401 - pylatexenc ships no types
    context = walker_context_db()
    macros = [MacroSpec(name, spec) for name, spec in {**_DROPPED, **_KEPT, **_ALL_SHOWN}.items()]
    macros += [MacroSpec(name, spec) for name, spec in _REMARKS.items()]
    macros += [MacroSpec(name, "*[{") for name in LEVELS]
    macros += [MacroSpec(name, "*{") for name in _REFS]
    macros += [
        MacroSpec(COMMAND, "{"),
        MacroSpec("texorpdfstring", "{{"),
        MacroSpec("IfFileExists", "{{{"),
        MacroSpec("replaced", "[{{"),
        MacroSpec("pdfmarkupcomment", "[{{"),
        MacroSpec("item", "["),
        MacroSpec("braket", "{"),
    ]
    environments = [EnvironmentSpec(name, spec) for name, spec in _WITH_ARGUMENTS.items()]
    context.add_context_category("cocite", prepend=True, macros=macros, environments=environments)
    return context


def drop_citations(text: str) -> str:
    r"""Return LaTeX without the ``\cocitation{number}`` in it, whose numbers nobody should read."""
    return _CITED.sub("", text)


@lru_cache(maxsize=_MOST_FORMULAS)
def formula_text(source_formula: str) -> str:
    """Return a formula as readable plain text on one line; documents repeat short ones."""
    bare = _set_brackets(_FRACTION.sub(r"\\frac", _IN_FORMULAS.sub(" ", source_formula)))
    try:
        nodes = WordsWalker(bare, latex_context=_formula_context()).get_latex_nodes()[0]
        plain_formula = str(_converter().nodelist_to_text(nodes))
    except _BROKEN:
        plain_formula = latex.decode(bare)
    degrees = _DEGREES.sub("°", plain_formula.replace("&", " "))
    return _SPACED.sub(" ", degrees).strip()


def _set_brackets(formula: str) -> str:
    r"""Return a formula with the brackets of ``\braket{a|b}``, which pylatexenc reads as two."""
    pieces, at = [], 0
    for match in _BRAKET.finditer(formula):
        group = parse_group(formula, match.end())
        if match.start() >= at and group and not formula.startswith("{", group[1]):
            pieces += [formula[at : match.start()], r"\langle ", group[0], r"\rangle "]
            at = group[1]
    return "".join([*pieces, formula[at:]])


class TextBody:
    """Walks through LaTeX and writes what it says into a composer."""

    def __init__(
        self,
        composer: Composer,
        counter: SectionCounter,
        citations: Callable[[Sequence[int]], Shown],
        targets: Mapping[str, Target],
    ) -> None:
        self.composer = composer
        self.appendix: int | None = None
        self._counter = counter
        self._citations = citations
        self._targets = targets
        self._inline: list[Iterator[int] | None] = []
        self._behind_inline = False
        self.aside: list[str] = []
        """What was left out on purpose, as LaTeX: tables, figures, settings."""
        self.notes: list[str] = []
        """The notes, as LaTeX, of which only the citations are read."""
        self.remarks: list[tuple[str, str]] = []
        """The remarks of authors, as LaTeX, each behind the name of its command."""

    def take(self, text: str) -> None:
        """Write all that ``text`` says."""
        for nodes in _parsed(text):
            for node in nodes:
                try:
                    self._node(node)
                except _BROKEN:
                    cut_text = node.latex_verbatim()[:_SMALLEST_PIECE]
                    self.composer.write(latex.decode(drop_citations(cut_text)))
        self.composer.end_paragraph()

    def plain(self, text: str) -> str:
        """Return what ``text`` says on one line."""
        body = TextBody(Composer(), self._counter, self._citations, self._targets)
        body.take(text)
        return body.composer.plain()

    def _nodes(self, nodes: Sequence[_Node] | None) -> None:
        for node in nodes or ():
            if node is not None:
                self._node(node)

    def _node(self, node: _Node) -> None:
        kind = type(node).__name__
        if kind == "LatexCharsNode":
            self._chars(node.chars)
        elif kind == "LatexGroupNode":
            self._nodes(node.nodelist)
        elif kind == "LatexMacroNode":
            self._macro(node)
        elif kind == "LatexEnvironmentNode":
            self._environment(node)
        elif kind == "LatexMathNode":
            self._math(node)
        elif kind == "LatexSpecialsNode":
            self._special(node)

    def _chars(self, chars: str) -> None:
        first, *other_parts = _BLANK_LINE.split(chars)
        if self._behind_inline and first.strip():
            self._behind_inline = False
            # The stop behind the last item is often set far away, once for all lists.
            if _NEW_SENTENCE.match(first) and not self.composer.ends_sentence():
                self.composer.write(".")
        self.composer.write(first)
        for part in other_parts:
            self.composer.end_paragraph()
            self.composer.write(part)

    def _special(self, node: _Node) -> None:
        signs = {"~": " ", "&": " ", "\n\n": ""}
        text = signs.get(node.specials_chars)
        if node.specials_chars == "\n\n":
            self.composer.end_paragraph()
        self.composer.write(_text(node) if text is None else text)

    def _math(self, node: _Node) -> None:
        inside = "".join(part.latex_verbatim() for part in node.nodelist or () if part is not None)
        self._formula(inside, is_displayed=node.displaytype == "display")

    def _formula(self, source_formula: str, *, is_displayed: bool) -> None:
        """Write a formula, with its citations where they stand in it."""
        free_signs = (sign for sign in _PLACE_SIGNS if sign not in source_formula)
        numbers: dict[str, int] = {}

        def take_number(match: re.Match[str]) -> str:
            sign = next(free_signs)
            numbers[sign] = int(match[1])
            return sign

        text = formula_text(_CITED.sub(take_number, source_formula))
        lost_signs = "".join(sign for sign in numbers if sign not in text)  # of a tag
        if lost_signs:
            text = _LAST_STOP.sub(rf"{lost_signs}\1", text, count=1)
        if is_displayed:
            text = f" {shorten_formula(text, ''.join(numbers))} "
        at = 0
        for place, sign in enumerate(text):
            if sign in numbers:
                before = text[at:place].rstrip("^")
                self.composer.write(before)
                self._marker([numbers[sign]], is_raised=len(before) < place - at)
                at = place + 1
        self.composer.write(text[at:])

    # --- what each command does -----------------------------------------------------------------

    def _macro(self, node: _Node) -> None:
        name = node.macroname
        if name in LEVELS:
            self._heading(node)
        elif name == COMMAND or name in _NOTES:
            self._cite(node)
        elif name in _REFS:
            self._ref(node)
        elif name in _SIGNS:
            self.composer.write(_SIGNS[name] + _space_behind(node))
        elif name in _BREAKS:
            self._break(node)
        elif name in _SIZES:
            return
        elif name in _DROPPED or name in _REMARKS:
            self._leave_out(node)
        else:
            self._words(node)

    def _leave_out(self, node: _Node) -> None:
        self.aside.append(node.latex_verbatim())
        if node.macroname in _REMARKS and any(part is not None for part in _arguments(node)):
            self.remarks.append((node.macroname, node.latex_verbatim()))

    def _break(self, node: _Node) -> None:
        if node.macroname == "appendix":
            self._begin_appendix()
            return
        if node.macroname == "item" and self._inline:
            self._inline_item(node)
            return
        self.composer.end_paragraph()
        self._nodes(_arguments(node))

    def _words(self, node: _Node) -> None:
        """Write what a command of no special meaning prints."""
        arguments = [part for part in _arguments(node) if part is not None]
        if node.macroname in _KEPT:
            self._nodes(arguments[-1:])
        elif node.macroname in _ALL_SHOWN:
            first, second = arguments[-2:]
            self._nodes([first])
            if node.macroname != "lettrine":
                self.composer.write(" ")
            self._nodes([second])
        elif node.macroname in _ONE_SHOWN:
            argument = _ONE_SHOWN[node.macroname]
            self._nodes(arguments[argument : argument + 1])
        elif arguments and not _is_accent(node.macroname):
            self._nodes([part for part in arguments if not _is_option(part)])
        else:
            text = _text(node)
            self.composer.write(text + ("" if len(text) == 1 and text.isalpha()
                                        else _space_behind(node)))  # fmt: skip

    def _heading(self, node: _Node) -> None:
        starred, _, title = _arguments(node)
        if title is None:
            return
        name = node.macroname
        number = self._counter.step(name, starred=starred is not None)
        heading_text = self.plain(title.latex_verbatim()).rstrip(" .:")
        if heading_text:
            self.composer.heading(number, heading_text, self._counter.level(name))

    def _begin_appendix(self) -> None:
        self._counter.appendix()
        self.composer.end_paragraph()
        if self.appendix is None:
            self.appendix = len(self.composer.sections)

    def _cite(self, node: _Node) -> None:
        """Add a marker; a note is left out but for what it cites: its sentence rests on that."""
        if node.macroname in _NOTES:
            self.notes.append(node.latex_verbatim())
        numbers = [int(digits) for digits in _CITED.findall(node.latex_verbatim())]
        if numbers:
            self._marker(numbers, is_raised=node.macroname in _NOTES)

    def _marker(self, numbers: Sequence[int], *, is_raised: bool) -> None:
        cited_text = self._citations(numbers)
        if cited_text.text:
            self.composer.cite(
                cited_text.text,
                cited_text.references,
                cited_text.unresolved,
                before_stop=cited_text.raised or is_raised,
            )

    def _ref(self, node: _Node) -> None:
        how = _REFS[node.macroname]
        arguments = _arguments(node)
        label_list = arguments[-1].latex_verbatim().strip("{}") if arguments[-1] is not None else ""
        shown_numbers = []
        for label in label_list.split(","):
            target = self._targets.get(label.strip())
            number = target.number if target else "??"
            if how == "page":
                number = "??"
            kind = f"{target.kind} " if how == "kind" and target else ""
            shown_numbers.append(f"({number})" if how == "()" else kind + number)
        self.composer.write(" and ".join(shown_numbers))

    # --- what each environment does -------------------------------------------------------------

    def _environment(self, node: _Node) -> None:
        name = node.environmentname.rstrip("*")
        if name in LEFT_OUT and not _HEADING.search(node.latex_verbatim()):
            self.aside.append(node.latex_verbatim())
            return
        if node.environmentname in _INLINE:
            self._inline_list(node)
            return
        if name in DISPLAYED:
            self.aside.append(node.latex_verbatim())
            inside = "".join(part.latex_verbatim() for part in node.nodelist if part is not None)
            self._formula(inside, is_displayed=True)
        elif _ABSTRACT.fullmatch(name):
            self._abstract(node)
        elif name in _THANKS:
            self.composer.heading("", "Acknowledgements", 1)
            self._nodes(node.nodelist)
            self.composer.end_paragraph()
        elif name == "appendices":
            self._begin_appendix()
            self._nodes(node.nodelist)
        else:
            self._block(node, name)

    def _abstract(self, node: _Node) -> None:
        """Write an abstract below the one heading of all beside it that are in its language."""
        words = latex.decode(drop_citations(node.latex_verbatim()))
        title = _ABSTRACT_TITLES.get(detect_code(words), "Abstract")
        if not self.composer.enter_section(title, {"Abstract", *_ABSTRACT_TITLES.values()}):
            self.composer.heading("", title, 1)
        self._nodes(_without_option(node.nodelist))
        self.composer.leave_section()

    def _inline_list(self, node: _Node) -> None:
        """Write a list whose items stand in the sentence."""
        self._inline.append(count(1) if _INLINE[node.environmentname] else None)
        self._nodes(node.nodelist)
        self._inline.pop()
        self._behind_inline = True

    def _inline_item(self, node: _Node) -> None:
        labels = [part for part in _arguments(node) if part is not None]
        numbers = self._inline[-1]
        self.composer.write(" ")
        if labels:
            self._nodes(labels)
        elif numbers is not None:
            self.composer.write(f"({next(numbers)})")
        self.composer.write(" ")

    def _block(self, node: _Node, name: str) -> None:
        """Write an environment that sets its text apart: a list, a theorem, a quotation."""
        if name not in ("document", "frontmatter", "sloppypar", "CJK", "CJK*"):
            self.composer.end_paragraph()
        self._name_theorem(node)
        self._nodes(_without_option(node.nodelist))
        self.composer.end_paragraph()

    def _name_theorem(self, node: _Node) -> None:
        """Write the name of a theorem or definition if it cites whom it is of."""
        for option in _arguments(node):
            if option is not None and _is_option(option) and _CITED.search(option.latex_verbatim()):
                self.composer.write("(")
                self._nodes(option.nodelist)
                self.composer.write(") ")


def _parsed(text: str) -> Iterator[list[_Node]]:
    """Yield the parsed nodes; where parsing fails, those of ever smaller pieces."""
    try:
        walker = WordsWalker(text, latex_context=_context(), tolerant_parsing=True)
        yield walker.get_latex_nodes()[0]
        return
    except _BROKEN:
        pass
    breaks = [match.end() for match in _BLANK_LINE.finditer(text)]
    middle = min(breaks, key=lambda at: abs(at - len(text) // 2), default=0)
    if 0 < middle < len(text):
        yield from _parsed(text[:middle])
        yield from _parsed(text[middle:])
    else:
        plain_text = latex.decode(drop_citations(text))
        yield WordsWalker(latex.encode(plain_text)).get_latex_nodes()[0]


def _arguments(node: _Node) -> list[_Node]:
    arguments = node.nodeargd.argnlist if node.nodeargd is not None else None
    return list(arguments or ())


def _is_option(node: _Node) -> bool:
    return type(node).__name__ == "LatexGroupNode" and node.delimiters[0] == "["


def _without_option(nodes: Sequence[_Node] | None) -> list[_Node]:
    """Return what an environment holds without the option that stands first."""
    inside = list(nodes or ())
    if inside and type(inside[0]).__name__ == "LatexCharsNode":
        head = _OPTION.match(inside[0].chars)
        if head:
            inside[0] = LatexCharsNode(chars=inside[0].chars[head.end() :])
    return inside


def _is_accent(name: str) -> bool:
    return not name.isalpha() or name in {"c", "d", "b", "k", "r", "t", "u", "v", "H"}


def _space_behind(node: _Node) -> str:
    return " " if node.macro_post_space else ""


def _text(node: _Node) -> str:
    try:
        return str(_converter().nodelist_to_text([node]))
    except _BROKEN:
        return ""


# --- walker -----------------------------------------------------------------------------
#
# The parser of LaTeX: pylatexenc's, which reads plain words at once instead of letter by letter.
#
# At each token pylatexenc copies the text since the last node, so a long text without a macro
# takes the square of its length; and tokens are what its time goes to.

_SIGN = r"(?:[^\W_]|[.,/:;()=+*|\"@]|-(?!-)|'(?!')|[!?](?!`))"
_BLANK = r"[ \t]*+\n?[ \t]*+"
_WORDS = re.compile(rf"(?P<space>{_BLANK}){_SIGN}++(?:{_BLANK}{_SIGN}++)*+")
"""No sign that LaTeX or a macro could read in another way, and no empty line."""


class WordsWalker(LatexWalker):  # type: ignore[misc]
    r"""Gives the nodes of ``LatexWalker``, with a token for plain words instead of each letter.

    An argument without braces is still one letter, as in ``\frac12``.
    """

    @override
    def get_token(self, pos: int, *arguments: Any, **options: Any) -> Any:
        """Return the token at a position; words where nodes are read, and not an argument."""
        if "include_brace_chars" not in options or not options.get("environments", True):
            return super().get_token(pos, *arguments, **options)
        words = _WORDS.match(self.s, pos)
        if words is not None:
            return _word_token(words, words.end("space"), words["space"])
        token = super().get_token(pos, *arguments, **options)
        words = _WORDS.match(self.s, token.pos) if token.tok == "char" else None
        return token if words is None else _word_token(words, token.pos, token.pre_space)


def _word_token(words: re.Match[str], start: int, pre_space: str) -> LatexToken:
    text = words.string[start : words.end()]
    return LatexToken(tok="char", arg=text, pos=start, len=len(text), pre_space=pre_space)
