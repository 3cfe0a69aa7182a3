r"""Names of journals: the macros of astronomers (``\apj``), short names, and abbreviations.

Lists abbreviate as ISO 4 does ("Proc. Natl. Acad. Sci."), by the macros of the Astrophysics Data
System, or by initials (JHEP). Which words a name has and which of them is short is told from the
two names alone, so that no list of all journals is needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from core.base.identity import plain

_JOURNALS = r"""
aj | AJ | The Astronomical Journal
araa | ARA&A | Annual Review of Astronomy and Astrophysics
apj | ApJ | The Astrophysical Journal
apjl apjlett | ApJL | The Astrophysical Journal Letters
apjs apjsupp | ApJS | The Astrophysical Journal Supplement Series
ao applopt | Appl. Opt. | Applied Optics
apss | Ap&SS | Astrophysics and Space Science
aap astap | A&A | Astronomy & Astrophysics
aapr | A&A Rev. | The Astronomy and Astrophysics Review
aaps aas | A&AS | Astronomy and Astrophysics Supplement Series
actaa | Acta Astron. | Acta Astronomica
azh | AZh | Astronomicheskii Zhurnal
baas | BAAS | Bulletin of the American Astronomical Society
bac | Bull. Astron. Inst. Czechosl. | Bulletin of the Astronomical Institutes of Czechoslovakia
bain | Bull. Astron. Inst. Netherlands | Bulletin of the Astronomical Institutes of the Netherlands
caa | Chinese Astron. Astrophys. | Chinese Astronomy and Astrophysics
cjaa | Chinese J. Astron. Astrophys. | Chinese Journal of Astronomy and Astrophysics
aplett | Astrophys. Lett. | Astrophysical Letters
apspr | Astrophys. Space Phys. Res. | Astrophysics Space Physics Research
fcp | Fund. Cosmic Phys. | Fundamentals of Cosmic Physics
gca | Geochim. Cosmochim. Acta | Geochimica et Cosmochimica Acta
grl | Geophys. Res. Lett. | Geophysical Research Letters
iaucirc | IAU Circ. | IAU Circulars
icarus | Icarus | Icarus
jcap | JCAP | Journal of Cosmology and Astroparticle Physics
jcp | J. Chem. Phys. | The Journal of Chemical Physics
jgr | J. Geophys. Res. | Journal of Geophysical Research
jqsrt | JQSRT | Journal of Quantitative Spectroscopy and Radiative Transfer
jrasc | JRASC | Journal of the Royal Astronomical Society of Canada
lrsp | Living Rev. Sol. Phys. | Living Reviews in Solar Physics
maps | M&PS | Meteoritics & Planetary Science
memras | MmRAS | Memoirs of the Royal Astronomical Society
memsai | Mem. Soc. Astron. Italiana | Memorie della Società Astronomica Italiana
mnras | MNRAS | Monthly Notices of the Royal Astronomical Society
na | New A | New Astronomy
nar | New A Rev. | New Astronomy Reviews
nat | Nature | Nature
natas | Nat. Astron. | Nature Astronomy
nphysa | Nucl. Phys. A | Nuclear Physics A
pasa | PASA | Publications of the Astronomical Society of Australia
pasj | PASJ | Publications of the Astronomical Society of Japan
pasp | PASP | Publications of the Astronomical Society of the Pacific
physrep | Phys. Rep. | Physics Reports
physscr | Phys. Scr. | Physica Scripta
planss | Planet. Space Sci. | Planetary and Space Science
pra | Phys. Rev. A | Physical Review A
prb | Phys. Rev. B | Physical Review B
prc | Phys. Rev. C | Physical Review C
prd | Phys. Rev. D | Physical Review D
pre | Phys. Rev. E | Physical Review E
prl | Phys. Rev. Lett. | Physical Review Letters
procspie | Proc. SPIE | Proceedings of SPIE
psj | PSJ | The Planetary Science Journal
qjras | QJRAS | Quarterly Journal of the Royal Astronomical Society
raa | RAA | Research in Astronomy and Astrophysics
rmxaa | Rev. Mexicana Astron. Astrofis. | Revista Mexicana de Astronomía y Astrofísica
rnaas | RNAAS | Research Notes of the AAS
skytel | S&T | Sky and Telescope
solphys | Sol. Phys. | Solar Physics
sovast | Soviet Ast. | Soviet Astronomy
ssr | Space Sci. Rev. | Space Science Reviews
zap | ZAp | Zeitschrift für Astrophysik
"""
_OTHER_SHORT_NAMES = r"""
JACS | Journal of the American Chemical Society
JINST | Journal of Instrumentation
JETP | Journal of Experimental and Theoretical Physics
NIM | Nuclear Instruments and Methods in Physics Research
PTEP | Progress of Theoretical and Experimental Physics
PoS | Proceedings of Science
RMP | Reviews of Modern Physics
EPJC | European Physical Journal C
PRX | Physical Review X
"""


def _load_rows(table: str) -> list[list[str]]:
    return [[part.strip() for part in row.split(" | ")] for row in table.strip().splitlines()]


NAMES = {macro: row[2] for row in _load_rows(_JOURNALS) for macro in row[0].split()}
"""The journal that each macro stands for."""
SHORT_NAMES = {macro: row[1] for row in _load_rows(_JOURNALS) for macro in row[0].split()}
"""What each macro prints."""

_ABBREVIATIONS = {plain(row[2]): row[1] for row in _load_rows(_JOURNALS)} | {
    plain(row[1]): row[0] for row in _load_rows(_OTHER_SHORT_NAMES)
}

_MACRO = re.compile(r"\\(?P<name>[A-Za-z]+)(?![A-Za-z@])(?:\{\}|\\(?= ))?")
_ONLY_MACRO = re.compile(r"[\s{]*\\(?P<name>[A-Za-z]+)(?:\{\})?[\s}]*")
_SMALL_WORDS = frozenset(
    ("an", "and", "the", "of", "on", "in", "for", "to", "et", "de", "la", "le", "les", "der", "die",
     "das", "des", "du", "della", "di", "und")
)  # fmt: skip
_SINGLE_SMALL_WORD = re.compile(r"(?<!\w)[aey](?![\w.])")
_IN_BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
_WORD = re.compile(r"[^\W_]+")
_LEAST_PARTIAL = 3  # words of a short name that leaves out words of the long one
_SECTION = re.compile(r"[a-z]")


def expand_macros(text: str, *, short: bool = False) -> str:
    r"""Return LaTeX with the macros of journals written out; others stay as they are."""
    names = SHORT_NAMES if short else NAMES
    return _MACRO.sub(lambda match: names.get(match["name"], match[0]).replace("&", r"\&"), text)


def expand_journal_field(text: str) -> str:
    r"""Return the field for a journal with its macros written out.

    Of a macro that is not known and stands alone, the name is left: ``\xyz`` is "xyz".
    """
    expanded_text = expand_macros(text)
    unknown = _ONLY_MACRO.fullmatch(expanded_text)
    return unknown["name"] if unknown else expanded_text


def abbreviate_journal(name: str) -> str:
    """Return the short name of a journal, "" if none is known."""
    return _ABBREVIATIONS.get(plain(name), "")


def are_same_journal(one: str, other: str, *, partly: bool = False) -> bool:
    """Say whether two names may be those of one journal, abbreviated or not.

    ``partly`` allows the shorter name to leave out words, as "Phys. Lett. B" does.
    """
    first, second = _words(one), _words(other)
    shorter, longer = sorted((first, second), key=len)
    if not shorter:
        return False
    if len(first) == len(second):
        return all(map(_are_same_word, first, second))
    return (
        "".join(first) == "".join(second)
        or (len(shorter) == 1 and _are_initials(shorter[0], longer))
        or (partly and len(shorter) >= _LEAST_PARTIAL and _is_part(shorter, longer))
    )


@lru_cache(maxsize=4096)
def _words(name: str) -> tuple[str, ...]:
    full_name = _FULL_NAMES.get(re.sub(r"[\s.]", "", name).casefold(), name)
    full_name = _SINGLE_SMALL_WORD.sub(" ", _IN_BRACKETS.sub(" ", full_name))
    words = _WORD.findall(plain(full_name).lower())
    return tuple(word for word in words if word not in _SMALL_WORDS) or tuple(words)


def _are_same_word(one: str, other: str) -> bool:
    """Say whether one word abbreviates the other, as "Phys" and "Natl" do."""
    short, long = sorted((one, other), key=len)
    if long.startswith(short):
        return True
    letters = iter(long)
    return (
        len(short) >= 3
        and short[0] == long[0]
        and short[-1] in long[-4:]
        and all(letter in letters for letter in short)
    )


def _are_initials(short: str, words: Sequence[str]) -> bool:
    initials = iter(word[0] for word in words)
    return 3 <= len(short) <= 8 and all(letter in initials for letter in short)


def _is_part(shorter: Sequence[str], longer: Sequence[str]) -> bool:
    """Say whether the longer name has the words of the shorter one, in their order, and a section.

    "J. Phys. Chem." is not "The Journal of Physical Chemistry B".
    """
    if not _are_same_word(shorter[0], longer[0]):
        return False
    position = 0
    rest = []
    for word in longer:
        if position < len(shorter) and _are_same_word(shorter[position], word):
            position += 1
        else:
            rest.append(word)
    return position == len(shorter) and not any(_SECTION.fullmatch(word) for word in rest)


_FULL_NAMES = {
    re.sub(r"[\s.]", "", short).casefold(): name
    for short, name in (
        *((row[1], row[2]) for row in _load_rows(_JOURNALS)),
        *((row[0], row[1]) for row in _load_rows(_OTHER_SHORT_NAMES)),
    )
}
