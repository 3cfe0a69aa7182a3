"""Commands that BibTeX files define for themselves or take from a journal's class."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_DEFINITION = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand)\*?\s*\{?\s*\\([A-Za-z@]+)\s*\}?"
    r"\s*(?:\[(\d)\])?\s*(?=\{)"
    r"|\\(?:g|e|x)?def\s*\\([A-Za-z@]+)\s*((?:#\d\s*)*)(?=\{)"
)
_PARAMETER = re.compile(r"#(\d)")
_ARGUMENT = re.compile(r"\s*(?=\{)|\s*(\\[A-Za-z]+|[^\s{}])")
_MOST_EXPANSIONS = 200
_LONGEST = 100_000  # letters of a field that is expanded
_MACRO = re.compile(r"\\([A-Za-z]{2,})(?![A-Za-z])\s?(?:\{\})?")
_NAME_ALONE = re.compile(r"\{*\s*\\([A-Za-z]+)\s*(?:\{\})?\s*\}*")


@dataclass(frozen=True, slots=True)
class Command:
    """A command: how many arguments it takes, and what stands in its place."""

    arguments: int
    body: str


SORTING = {
    "noopsort": Command(1, ""),
    "SortNoop": Command(1, ""),
    "sortnoop": Command(1, ""),
    "noop": Command(1, ""),
    "switchargs": Command(2, "#2#1"),
    "printfirst": Command(2, "#1"),
    "singleletter": Command(1, "#1"),
}
"""What files for BibTeX's sorting use by custom, if they do not define it."""

# As aas_macros.sty has them, which NASA's Astrophysics Data System exports.
_JOURNALS = {
    "aj": "The Astronomical Journal",
    "actaa": "Acta Astronomica",
    "araa": "Annual Review of Astronomy and Astrophysics",
    "apj": "The Astrophysical Journal",
    "apjl": "The Astrophysical Journal Letters",
    "apjlett": "The Astrophysical Journal Letters",
    "apjs": "The Astrophysical Journal Supplement Series",
    "apjsupp": "The Astrophysical Journal Supplement Series",
    "ao": "Applied Optics",
    "applopt": "Applied Optics",
    "apss": "Astrophysics and Space Science",
    "aap": "Astronomy & Astrophysics",
    "astap": "Astronomy & Astrophysics",
    "aapr": "The Astronomy and Astrophysics Review",
    "aaps": "Astronomy and Astrophysics Supplement Series",
    "azh": "Astronomicheskii Zhurnal",
    "baas": "Bulletin of the American Astronomical Society",
    "bac": "Bulletin of the Astronomical Institutes of Czechoslovakia",
    "caa": "Chinese Astronomy and Astrophysics",
    "cjaa": "Chinese Journal of Astronomy and Astrophysics",
    "icarus": "Icarus",
    "jcap": "Journal of Cosmology and Astroparticle Physics",
    "jrasc": "Journal of the Royal Astronomical Society of Canada",
    "memras": "Memoirs of the Royal Astronomical Society",
    "mnras": "Monthly Notices of the Royal Astronomical Society",
    "na": "New Astronomy",
    "nar": "New Astronomy Reviews",
    "pra": "Physical Review A",
    "prb": "Physical Review B",
    "prc": "Physical Review C",
    "prd": "Physical Review D",
    "pre": "Physical Review E",
    "prl": "Physical Review Letters",
    "pasa": "Publications of the Astronomical Society of Australia",
    "pasp": "Publications of the Astronomical Society of the Pacific",
    "pasj": "Publications of the Astronomical Society of Japan",
    "psj": "The Planetary Science Journal",
    "rmxaa": "Revista Mexicana de Astronomía y Astrofísica",
    "qjras": "Quarterly Journal of the Royal Astronomical Society",
    "skytel": "Sky and Telescope",
    "solphys": "Solar Physics",
    "sovast": "Soviet Astronomy",
    "ssr": "Space Science Reviews",
    "zap": "Zeitschrift für Astrophysik",
    "nat": "Nature",
    "iaucirc": "IAU Circulars",
    "aplett": "Astrophysical Letters",
    "apspr": "Astrophysics Space Physics Research",
    "bain": "Bulletin of the Astronomical Institutes of the Netherlands",
    "fcp": "Fundamentals of Cosmic Physics",
    "gca": "Geochimica et Cosmochimica Acta",
    "grl": "Geophysical Research Letters",
    "jcp": "The Journal of Chemical Physics",
    "jgr": "Journal of Geophysical Research",
    "jqsrt": "Journal of Quantitative Spectroscopy and Radiative Transfer",
    "memsai": "Memorie della Società Astronomica Italiana",
    "nphysa": "Nuclear Physics A",
    "physrep": "Physics Reports",
    "physscr": "Physica Scripta",
    "planss": "Planetary and Space Science",
    "procspie": "Proceedings of the SPIE",
    "ps": "Physica Scripta",
}


def name_journals(field: str) -> str:
    r"""Return a field with the journals that macros such as ``\apj`` stand for.

    An unknown macro that is all of a field keeps its name.
    """
    if match := _NAME_ALONE.fullmatch(field.strip()):
        return _JOURNALS.get(match[1].lower(), match[1]).replace("&", "\\&")
    return _MACRO.sub(
        lambda match: _JOURNALS.get(match[1].lower(), match[0]).replace(" & ", " \\& "), field
    )


def read_commands(texts: Iterable[str]) -> dict[str, Command]:
    """Return the commands that preambles define, besides those of ``SORTING``."""
    commands = dict(SORTING)
    for text in texts:
        for match in _DEFINITION.finditer(text):
            end = _find_group_end(text, match.end())
            name, parameters = match[1] or match[3], match[2] or str((match[4] or "").count("#"))
            body = text[match.end() + 1 : end - 1]
            if end and f"\\{name}" not in body:
                commands[name] = Command(int(parameters), body)
    return commands


def expand_commands(field: str, commands: Mapping[str, Command]) -> str:
    """Return a field with the commands carried out that are defined."""
    position = expansions = 0
    while (start := field.find("\\", position)) >= 0:
        name = re.compile(r"[A-Za-z@]+").match(field, start + 1)
        command = commands.get(name[0]) if name else None
        if name is None or command is None:
            position = start + 2 if name is None else name.end()
            continue
        arguments, end = _take_arguments(field, name.end(), command.arguments)
        expansions += 1
        if len(arguments) < command.arguments or expansions > _MOST_EXPANSIONS:
            position = name.end()
            continue
        body = _fill(command.body, arguments)
        field = f"{field[:start]}{body}{field[end:].lstrip() if not arguments else field[end:]}"
        position = start
        if len(field) > _LONGEST:
            break
    return field


def _fill(body: str, arguments: list[str]) -> str:
    """Return the body of a command with its arguments in their places."""

    def pick(match: re.Match[str]) -> str:
        number = int(match[1])
        return arguments[number - 1] if 0 < number <= len(arguments) else ""

    return _PARAMETER.sub(pick, body)


def _take_arguments(field: str, position: int, count: int) -> tuple[list[str], int]:
    arguments: list[str] = []
    while len(arguments) < count and (match := _ARGUMENT.match(field, position)):
        if match[1]:
            arguments.append(match[1])
            position = match.end()
            continue
        end = _find_group_end(field, match.end())
        if not end:
            break
        arguments.append(field[match.end() + 1 : end - 1])
        position = end
    return arguments, position


def _find_group_end(text: str, start: int) -> int:
    """Return where the group ends that begins at ``start``, 0 if it does not."""
    depth = 0
    for brace in re.compile(r"\\.|[{}]", re.S).finditer(text, start):
        if brace[0] in "{}":
            depth += 1 if brace[0] == "{" else -1
            if depth == 0:
                return brace.end()
    return 0
