"""The article that is typeset: all of it is made up, and what it cites is known to the word.

In the text, ``{oak2010}`` cites in brackets, ``{oak2010; elm2012}`` two works, ``{@oak2010}`` names
the authors in the sentence, ``{see oak2010, p. 12}`` adds words, ``{Oak and Elm -oak2010}`` has the
authors typed before. ``^6^`` is raised. ``{{note}}`` stands for the footnote of
that name. Numbers that look like citations and are none stand among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Item = dict[str, Any]  # Any: CSL-JSON

TITLE = "Slow Cooling of Rock Pools between Two Tides"
AUTHORS = (
    ("Ilse", "Brandtmann"),
    ("Jón", "Ólafsson"),
    ("Carmen", "Ruiz"),
    ("Wei", "Lindqvist"),
)
ABSTRACT = (
    "Rock pools lose the warmth of the afternoon more slowly than models of open water predict. "
    "We measured the temperature of forty pools on three shores during two summers. "
    "Depth explains most of the delay, and a cover of weed explains half of the rest. "
    "A short formula with two constants describes every pool within half a degree."
)
KEYWORDS = ("rock pools", "cooling", "tides")


# --- works ---------------------------------------------------------------------------------------


def _people(names: str) -> list[dict[str, str]]:
    people = []
    for name in names.split("; "):
        family, _, given = name.partition(", ")
        if not given:
            people.append({"literal": family})
            continue
        particle = re.match(r"(?:van der|van|von|de) ", family)
        person = {"family": family[particle.end() :] if particle else family, "given": given}
        if particle:
            person["non-dropping-particle"] = particle[0].strip()
        people.append(person)
    return people


def _work(kind: str, key: str, authors: str, year: int, title: str, **fields: str) -> Item:
    item: Item = {
        "id": key,
        "type": kind,
        "author": _people(authors),
        "issued": {"date-parts": [[year]]},
        "title": title,
    }
    for name, value in fields.items():
        variable = name.replace("_", "-")
        item[variable] = _people(value) if variable == "editor" else value
    return item


def _paper(key: str, authors: str, year: int, title: str, place: str, doi: str = "") -> Item:
    """Return an article; ``place`` is "Journal 12(3) 45-67"."""
    match = re.fullmatch(r"(.+) (\d+)(?:\((\d+)\))? (\S+)", place)
    assert match is not None
    fields = {"container_title": match[1], "volume": match[2], "page": match[4]}
    fields |= {"issue": match[3]} if match[3] else {}
    fields |= {"DOI": doi} if doi else {}
    return _work("article-journal", key, authors, year, title, **fields)


WORKS: tuple[Item, ...] = (
    _paper("adler2011", "Adler, Ruth; Bowen, Tom", 2011,
           "Heat budgets of small coastal waters",
           "Journal of Shore Physics 14(2) 101-118", "10.55555/jsp.2011.101"),
    _paper("brook2015", "Brook, Hanna; Castle, Peter; Dorn, Lea", 2015,
           "Weed cover and the night temperature of pools",
           "Coastal Ecology Letters 7(1) 33-41", "10.55555/cel.2015.33"),
    _paper("carver2009", "Carver, Simon", 2009,
           "A thermistor chain for shallow basins",
           "Instruments and Methods 52 211-219"),
    _paper("dunmore2018", "Dunmore, Alice; Eder, Karl; Finch, Owen; Grau, Ida; Holm, Nils; "
           "Ivers, Rosa; Jansen, Piet; Kolb, Uwe", 2018,
           "Forty years of water temperature at the Wendel pier",
           "Annals of Tidal Research 31(4) 560-588", "10.55555/atr.2018.560"),
    _paper("eastman2019a", "Eastman, Vera; Frost, Leo", 2019,
           "Evaporation from sheltered pools in calm weather",
           "Journal of Shore Physics 22(1) 12-29", "10.55555/jsp.2019.12"),
    _paper("eastman2019b", "Eastman, Vera; Frost, Leo", 2019,
           "Radiation loss of wet rock after sunset",
           "Journal of Shore Physics 22(3) 240-252"),
    _paper("farrow2002", "Farrow, J. K.; Gill, M.", 2002,
           "Why do limpets return home?",
           "Coastal Ecology Letters 1(1) 3-9"),
    _paper("garland2020", "Garland, Emil; Hale, Susan; Ingram, Beth", 2020,
           "Mixing by breaking waves: A laboratory study",
           "Fluids of the Shore 9(6) 1401-1433", "10.55555/fos.2020.1401"),
    _paper("huang2021", "Huang, Lan; Ito, Kenji; Kim, Minho", 2021,
           "Thermal images of intertidal rock from small drones",
           "Remote Views 18 77-95", "10.55555/rv.2021.77"),
    _paper("ibsen1997", "Ibsen, Grete", 1997,
           "The survival of <i>Patella vulgata</i> in warm pools",
           "Nordic Shore Biology 40(2) 150-163"),
    _paper("jarvis2013", "Jarvis, Paul; Kent, Dora", 2013,
           "Salinity layers in pools after heavy rain",
           "Annals of Tidal Research 26(1) 48-60"),
    _paper("keller2016", "Keller, Anna", 2016,
           "Counting anemones by night", "Coastal Ecology Letters 8(2) 201-207"),
    _paper("keller2017", "Keller, Martin", 2017,
           "Cooling curves of buckets and basins", "Instruments and Methods 60(3) 318-327"),
    _paper("lomax2022", "Lomax, Irene; Moss, David; Nash, Clara; Orr, Felix", 2022,
           "Heatwaves and the loss of barnacle beds",
           "Global Coasts 5(11) 902-917", "10.55555/gc.2022.902"),
    _paper("meer2014", "van der Meer, Joost; Noor, Samira", 2014,
           "Wind stress over rough ground at low tide", "Fluids of the Shore 3(2) 88-107"),
    _paper("nunez2012", "Núñez, Elena; Öberg, Lars", 2012,
           "Crevice temperatures on the Atlantic coast",
           "Remote Views 9(4) 412-430", "10.55555/rv.2012.412"),
    _paper("osborne2008", "Osborne, Philip", 2008,
           "24 hours in the life of a pool", "Nordic Shore Biology 51(1) 1-15"),
    _paper("pryce2023", "Pryce, Gwen; Quill, Adam", 2023,
           "Machine-read loggers for the splash zone",
           "Instruments and Methods 66(2) e1042", "10.55555/im.2023.e1042"),
    _work("book", "quirke1999", "Quirke, Harold", 1999, "The Physics of Shallow Water",
          publisher="Harbour Press", publisher_place="Lowport"),
    _work("book", "ramsey2005", "Ramsey, Joan; Stark, Edwin", 2005,
          "Life between the Tides: An Introduction", publisher="Northgate University Press",
          publisher_place="Northgate", edition="3"),
    _work("book", "sorel1988", "Sorel, Émile", 1988, "Measuring Warmth",
          publisher="Quay House", publisher_place="Bellmouth"),
    _work("book", "thorne2010", "Thorne, Ada", 2010, "Numerical Recipes for Estuaries",
          publisher="Harbour Press", publisher_place="Lowport", volume="2"),
    _work("chapter", "usher2007", "Usher, Kit; Vane, Laura", 2007,
          "Seaweeds as insulating blankets", container_title="Handbook of Coastal Plants",
          editor="Wolfe, Rita", publisher="Northgate University Press",
          publisher_place="Northgate", page="145-172"),
    _work("chapter", "varga2014", "Varga, Zsófia", 2014, "Rock and heat",
          container_title="Geology of Quiet Shores", editor="Young, Mark; Zeller, Eva",
          publisher="Quay House", publisher_place="Bellmouth", page="60-84"),
    _work("chapter", "wilde1994", "Wilde, Oskar", 1994, "On the colour of granite",
          container_title="Essays in Honour of a Harbour Master", editor="Young, Mark",
          publisher="Harbour Press", publisher_place="Lowport", page="9-30"),
    _work("paper-conference", "xu2019", "Xu, Mei; Yates, Robert", 2019,
          "Learning to predict pool temperature from weather reports",
          container_title="Proceedings of the Sixth Meeting on Coastal Computing",
          page="210-221", publisher="Society for Coastal Computing"),
    _work("paper-conference", "yardley2017", "Yardley, Fiona; Zorn, Bruno; Abbot, Neil", 2017,
          "A network of cheap loggers",
          container_title="Proceedings of the Fourth Meeting on Coastal Computing",
          page="15-26", publisher="Society for Coastal Computing"),
    _work("paper-conference", "zander2006", "Zander, Heike", 2006,
          "Sampling rates for slow signals",
          container_title="Workshop on Field Instruments", page="5-11"),
    _work("thesis", "archer2020", "Archer, Julia", 2020,
          "Heat exchange in artificial tide pools", publisher="University of Northgate",
          genre="PhD thesis"),
    _work("thesis", "birch2003", "Birch, Colin", 2003,
          "Snails of the upper shore and their choice of shade",
          publisher="University of Lowport", genre="Master’s thesis"),
    _work("report", "office2018", "Tidal Survey Office", 2018,
          "State of the northern beaches", publisher="Tidal Survey Office",
          publisher_place="Wendel", number="44", genre="Technical report"),
    _work("report", "cramer2001", "Cramer, Inga; Dale, Stuart", 2001,
          "Calibration of mercury and quartz thermometers",
          publisher="Institute of Standards for the Sea", number="7", genre="Technical report"),
    _work("webpage", "institute2021", "Northern Weather Institute", 2021,
          "Hourly observations of coastal stations", URL="https://weather.example.org/hourly",
          accessed="2023-05-04"),
    _work("webpage", "doyle2016", "Doyle, Brian", 2016, "How to read a tide table",
          URL="https://tides.example.org/read", accessed="2023-05-04"),
    _work("dataset", "egan2022", "Egan, Nora; Fyfe, Sean", 2022,
          "Temperatures of forty rock pools, 2020 to 2021", publisher="Shore Data Archive",
          DOI="10.55555/sda.40"),
    _work("software", "flint2021", "Flint, Gary", 2021, "poolfit: Fitting of cooling curves",
          publisher="Shore Code Library", version="1.4", URL="https://code.example.org/poolfit"),
    _work("article", "grove2023", "Grove, Helen; Hart, Imre", 2023,
          "Small waters remember the afternoon", publisher="arXiv", number="2301.55555",
          URL="https://arxiv.org/abs/2301.55555"),
    _work("article-newspaper", "hobbs2022", "Hobbs, Janet", 2022,
          "Bathers find warm water at midnight", container_title="The Wendel Courier",
          page="3"),
    _work("entry-encyclopedia", "innes1990", "Innes, Roy", 1990, "Tide pool",
          container_title="Encyclopedia of the Coast", publisher="Quay House",
          publisher_place="Bellmouth", page="812-814"),
    _work("patent", "juhl2004", "Juhl, Kirsten", 2004,
          "Float with a self-reading thermometer", number="EP 1 555 555"),
)  # fmt: skip
KEYS = tuple(str(work["id"]) for work in WORKS)
IN_TABLE, IN_NOTE, UNCITED = "cramer2001", "wilde1994", "doyle2016"
"""The works that only the table, only a footnote, and nothing cites (all of them are listed)."""


# --- text ----------------------------------------------------------------------------------------

NOTES = {
    "names": "The names of the shores are those of the older charts.",
    "granite": "The darkest granite was described long ago {wilde1994}.",
    "loggers": "Two loggers were lost in the storm of 12 August and replaced.",
}
TABLE_CAPTION = "Depth and cooling of the pools on three shores."
TABLE = (
    ("Shore", "Pools", "Depth (cm)", "Source"),
    ("Wendel", "14", "31", "this study"),
    ("Lowport", "15", "22", "{cramer2001}"),
    ("Bellmouth", "11", "45", "this study"),
)

_TEXT = """
# Introduction
Rock pools are the part of the sea that stays behind when the tide goes out {ramsey2005}.
Their animals must bear warm afternoons and cold nights within a single day
{ibsen1997; osborne2008}.
Early work treated a pool as a small piece of open water {quirke1999, p. 112}.
Later measurements showed that this picture is wrong in at least two respects
{adler2011; brook2015; jarvis2013}.
{@dunmore2018} report that the nights at a pier have become warmer since 1978.
The same trend appears in hourly records of the coast {institute2021}.
Warm nights matter because many snails feed only in the dark {birch2003; keller2016}.
A pool that cools slowly may therefore be a refuge or a trap.
Which of the two it is depends on the length of the warm hours {lomax2022}.

So far nobody has followed more than five pools through a whole summer.
The reason is less a lack of interest than a lack of cheap loggers {yardley2017; pryce2023}.
We ask how long a pool stays warmer than the sea beside it.
We also ask whether depth alone decides about that.
The shores were chosen along a coast that has been surveyed before {office2018}.{{names}}

# Related work
Models of shallow water usually begin with a budget of heat {see adler2011; also quirke1999}.
{Adler and Bowen -adler2011} were the first to add a term for rock.
The largest loss after sunset is radiation {eastman2019b}, while evaporation comes second
{eastman2019a}.
{@eastman2019a} measured the second of these in calm weather only.
Wind makes both larger in a way that is not linear {meer2014}.
Mixing by waves has been studied in tanks {garland2020, pp. 1410-1415}.
{@xu2019} learned the temperature of a pool from weather reports, with errors of 1.5 degrees.
Their data came from two pools, one of which had a depth of 12 cm.
For buckets the curve of cooling is known exactly {keller2017}.
Rock gives back heat for hours, as {@varga2014} explains for granite and slate.{{granite}}
Images from drones show the same pattern on a larger scale {huang2021; nunez2012}.
Older books describe it in words {sorel1988; innes1990}.
Even newspapers have noticed it {e.g., hobbs2022; and more recently lomax2022}.
Weed on the surface acts like a blanket {usher2007; brook2015}.
The exact share of this effect remains unknown for natural pools.

# Materials and methods
## Field sites
We chose forty pools on three shores by drawing lots.
Each pool was mapped at low tide with a ruler and a level {zander2006}.
The volume was between 0.2 m^3^ and 4 m^3^ in all cases.
Three pools held more than 10^6^ grains of sand and were left out.
Tide times were taken from the tables of the harbour of Wendel.
The rock is granite on two shores and slate on the third {varga2014; ramsey2005}.

## Loggers and calibration
Every pool received one logger at a depth of 5 cm and another at the bottom {pryce2023}.
The loggers follow a design with a float {juhl2004; carver2009}.
They were calibrated in water baths at 5, 15 and 25 degrees as advised by {@carver2009}.
The share of valid readings was in the interval [0.97, 1] for all loggers.{{loggers}}
Sampling every ten minutes is enough for signals this slow {zander2006; thorne2010, chap. 3}.
All readings are public {egan2022}.

## Model
Our model has two constants, one for the rock and one for the air.
It follows the scheme for basins without inflow {thorne2010; keller2017; archer2020}.
Curves were fitted with free software {flint2021}.
We write T(0) for the temperature at the turn of the tide (Equation 1).
The first constant was fixed at the value of {@archer2020} for artificial pools.
The second was left free and lay between 2 and 9 hours.

# Results
Pools stayed warmer than the sea for 6.5 hours on average (n = 38).
Depth explained 61 percent of the differences between pools.
This is more than {@brook2015} found on a single shore.
A cover of weed explained half of what was left, in agreement with theory {usher2007}.
Table 1 lists the depth and the delay for each shore.
Rain had no effect on the bottom logger, although layers of fresh water are common {jarvis2013}.
Wind above 8 metres per second doubled the loss, as predicted {meer2014; garland2020}.
The formula fits every pool within half a degree.
Its residuals show no trend with time (p = 0.4).
Limpets were counted on 12 of 30 visits, and their number did not change {farrow2002; ibsen1997}.

# Discussion
Our pools cooled more slowly than any bucket of the same size {keller2017; sorel1988}.
The rock around them is the likely reason {varga2014, p. 71}.
A similar delay was reported for crevices by {@nunez2012}.
It was predicted for tanks of concrete as well {archer2020; grove2023}.
A preprint goes further and claims that small waters remember the afternoon {grove2023}.
We cannot confirm this, since our loggers ended at midnight.
Warm pools may help snails that feed at night {birch2003; keller2016; osborne2008}.
They may also harm barnacles during heatwaves {lomax2022; dunmore2018}.
Both effects deserve an experiment with shaded pools.
Drones could find pools that are worth the effort {huang2021}.
A longer series would need the help of weather services {institute2021; office2018}.
Models that learn from reports would profit from it too {xu2019}.
For physical reasons the limit must lie near ten hours {quirke1999; adler2011}.

# Conclusions
Depth and weed decide how long a rock pool keeps its warmth.
Two constants are enough to describe it, one of which can be looked up {archer2020}.
The loggers and the software are free for everyone {egan2022; flint2021}.
We hope that others will measure their own shores.
"""

_CITE = re.compile(r"\{(?!\{)(?P<inside>[^{}]+)\}")
_NOTE = re.compile(r"\{\{(?P<name>\w+)\}\}")
_KEY = re.compile(r"[a-z]+\d{4}[a-z]?")
_HYPHEN = re.compile(r"(?<=[^\W\d_])[-‐](?=[^\W\d_])")
"""Within a word, where a line may have ended."""
_WORD = re.compile(r"[^\W\d_]+|\d+")


@dataclass(frozen=True, slots=True)
class Cite:
    """What is cited behind the word at ``anchor``, counted from the first word of the article."""

    anchor: int
    keys: frozenset[str]
    in_note: bool = False


def split_words(text: str) -> list[str]:
    """Return the words of a text in small letters, without what only sets it off."""
    return [word.casefold() for word in _WORD.findall(_HYPHEN.sub("", text))]


def list_headings() -> list[str]:
    """Return the headings of the text, in their order."""
    return [line.lstrip("# ") for line in _TEXT.splitlines() if line.startswith("#")]


def list_blocks() -> Iterator[tuple[int, str]]:
    """Yield level and text of the headings, and the paragraphs with the level 0."""
    lines: list[str] = []
    for line in [*_TEXT.splitlines(), ""]:
        if lines and (not line.strip() or line.startswith("#")):
            yield 0, " ".join(lines)
            lines = []
        if line.startswith("#"):
            level = len(line) - len(line.lstrip("#"))
            yield level, line[level:].strip()
        elif line.strip():
            lines.append(line.strip())


def list_words_and_cites() -> tuple[list[str], list[Cite]]:
    """Return the words of all paragraphs, without what cites, and what is cited behind which."""
    words: list[str] = []
    cites: list[Cite] = []
    for level, text in list_blocks():
        if level:
            continue
        end = 0
        for match in re.finditer(f"{_CITE.pattern}|{_NOTE.pattern}", text):
            words += split_words(text[end : match.start()])
            end = match.end()
            inside = match["inside"] or NOTES[match["name"]]
            if keys := frozenset(KEYS) & set(_KEY.findall(inside)):
                cites.append(Cite(len(words) - 1, keys, in_note=match["inside"] is None))
        words += split_words(text[end:])
    return words, cites


def write_markdown(text: str, *, with_names: bool = True) -> str:
    """Return a text of the article as Pandoc's Markdown.

    Authors in a sentence are typed ``with_names``, as whoever cites by numbers has to do.
    """
    text = text.replace("[0.97, 1]", "\\[0.97, 1\\]")
    text = _NOTE.sub(lambda match: f"^[{write_markdown(NOTES[match['name']])}]", text)
    return _CITE.sub(lambda match: _cite(match["inside"], with_names=with_names), text)


def _cite(inside: str, *, with_names: bool) -> str:
    if inside.startswith("@") and not with_names:
        return inside
    names, dash, key = inside.partition(" -")
    if inside.startswith("@"):
        names, dash, key = name_authors(inside[1:]), "-", inside[1:]
    if dash:
        return f"{names} [-@{key}]"
    return "[" + _KEY.sub(lambda match: f"@{match[0]}", inside) + "]"


def name_authors(key: str) -> str:
    """Return the authors of a work as a sentence names them."""
    people = WORKS[KEYS.index(key)]["author"]
    names = [_full_family(person) for person in people]
    return f"{names[0]} et al." if len(names) > 2 else " and ".join(names)


def _full_family(person: dict[str, str]) -> str:
    particle = person.get("non-dropping-particle", "")
    return f"{particle} {person.get('family', person.get('literal', ''))}".strip()


def write_table() -> str:
    """Return the table of the article as Pandoc's Markdown."""
    widths = [16] * len(TABLE[0])
    rows = [[write_markdown(cell).ljust(16) for cell in row] for row in TABLE]
    rule = " ".join("-" * width for width in widths)
    lines = [" ".join(rows[0]), rule, *(" ".join(row) for row in rows[1:])]
    return "\n".join(lines) + f"\n\n: {TABLE_CAPTION}\n"
