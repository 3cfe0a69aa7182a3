r"""What LaTeX would number: sections as they come, and what ``\ref`` prints for a label."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from core.manuscript.latex.style import Style

LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_DEPTH = re.compile(r"\\setcounter\s*\{secnumdepth\}\s*\{\s*(?P<depth>-?\d+)\s*\}")
_EVENT = re.compile(
    r"\\(?P<section>part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)(?P<star>\*?)(?![A-Za-z])"
    r"|\\begin\s*\{(?P<begin>[A-Za-z]+)(?P<begin_star>\*?)\}"
    r"|\\end\s*\{(?P<end>[A-Za-z]+)\*?\}"
    r"|\\(?P<caption>caption)\*?(?![A-Za-z])|\\label\s*\{(?P<label>[^{}]*)\}"
    r"|\\(?P<appendix>appendix)(?![A-Za-z])|(?P<row>\\\\)|\\(?P<unnumbered>nonumber|notag)"
)
_FLOATS = {"figure": "Figure", "table": "Table", "algorithm": "Algorithm", "listing": "Listing",
           "wrapfigure": "Figure", "sidewaystable": "Table",
           "sidewaysfigure": "Figure"}  # fmt: skip
_EQUATIONS = frozenset(
    {"equation", "align", "gather", "multline", "eqnarray", "flalign", "alignat"}
)
_MANY_ROWS = _EQUATIONS - {"equation", "multline"}


@dataclass(slots=True)
class SectionCounter:
    """Counts headings as the document class does."""

    chapters: bool = False
    romans: bool = False
    depth: int = 3
    counts: dict[str, int] = field(default_factory=dict)
    in_appendix: bool = False

    @classmethod
    def of(cls, style: Style, text: str) -> SectionCounter:
        """Return the counter of a manuscript, whose whole text this is."""
        depth_match = _DEPTH.search(text)
        usual = 2 if style.chapters else 3
        return cls(
            style.chapters, style.romans, int(depth_match["depth"]) if depth_match else usual
        )

    def level(self, name: str) -> int:
        """Return the level of a kind of heading, 1 for the highest."""
        first = 1 if self.chapters else 2
        return max(1, LEVELS.index(name) - first + 1)

    def step(self, name: str, *, starred: bool) -> str:
        """Count a heading and return its number, "" for one that bears none."""
        at = LEVELS.index(name)
        if starred or at - 1 > self.depth:
            return ""
        self.counts[name] = self.counts.get(name, 0) + 1
        for below in LEVELS[at + 1 :]:
            if name != "part":
                self.counts[below] = 0
        return self._format_number(name)

    def appendix(self) -> None:
        """Go on with letters."""
        self.in_appendix = True
        self.counts = dict.fromkeys(LEVELS[1:], 0)

    def _format_number(self, name: str) -> str:
        at = LEVELS.index(name)
        if name == "part":
            return _roman(self.counts[name])
        if self.romans:
            return self._in_romans(name)
        first = LEVELS.index("chapter" if self.chapters else "section")
        numbers = [self.counts.get(level, 0) for level in LEVELS[min(first, at) : at + 1]]
        number_texts = [str(number) for number in numbers]
        if self.in_appendix and numbers:
            number_texts[0] = _letter(numbers[0])
        return ".".join(number_texts)

    def _in_romans(self, name: str) -> str:
        number = self.counts[name]
        if name == "section":
            return _letter(number) if self.in_appendix else _roman(number)
        return _letter(number) if name == "subsection" else str(number)


def _letter(number: int) -> str:
    return chr(ord("A") + (max(number, 1) - 1) % 26)


def _roman(number: int) -> str:
    roman_text = ""
    for value, sign in ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while number >= value and len(roman_text) < 12:
            roman_text, number = roman_text + sign, number - value
    return roman_text


@dataclass(frozen=True, slots=True)
class Target:
    """What a label stands for: ("Section", "2.1")."""

    kind: str
    number: str


def label_targets(text: str, counter: SectionCounter) -> dict[str, Target]:
    """Return what each label of the body stands for, as far as it is counted here."""
    return _Numbering(counter).of(text)


@dataclass(slots=True)
class _Numbering:
    counter: SectionCounter
    counts: dict[str, int] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)
    here: Target | None = None
    section: Target | None = None

    def of(self, text: str) -> dict[str, Target]:
        targets: dict[str, Target] = {}
        for match in _EVENT.finditer(text):
            if match["label"] is not None:
                if self.here is not None:
                    targets.setdefault(match["label"].strip(), self.here)
            elif match["begin"] or match["end"]:
                self._environment(match)
            else:
                self._mark(match)
        return targets

    def _mark(self, match: re.Match[str]) -> None:
        inside = self.open[-1] if self.open else ""
        if match["section"]:
            number = self.counter.step(match["section"], starred=bool(match["star"]))
            kind = "Chapter" if match["section"] == "chapter" else "Section"
            if self.counter.in_appendix:
                kind = "Appendix"
            self.here = self.section = Target(kind, number) if number else self.section
        elif match["appendix"]:
            self.counter.appendix()
        elif match["caption"] and inside in _FLOATS:
            self.here = self._next(_FLOATS[inside])
        elif match["row"] and inside in _MANY_ROWS:
            self.here = self._next("Equation")
        elif match["unnumbered"] and inside in _MANY_ROWS:
            self.counts["Equation"] = max(0, self.counts.get("Equation", 0) - 1)

    def _environment(self, match: re.Match[str]) -> None:
        name = match["begin"] or match["end"]
        if name not in _FLOATS and name not in _EQUATIONS:
            return
        if match["end"]:
            if name in self.open:
                while self.open.pop() != name:
                    pass
            self.here = self.section
        else:
            starred = match["begin_star"] and name in _EQUATIONS
            self.open.append("starred" if starred else name)
            if name in _EQUATIONS and not starred:
                self.here = self._next("Equation")

    def _next(self, kind: str) -> Target:
        self.counts[kind] = self.counts.get(kind, 0) + 1
        return Target(kind, str(self.counts[kind]))
