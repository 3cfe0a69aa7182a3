"""Reference entries made up from paper records, in the styles of computer science."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from core.manuscript.references.entry_fields import LabelledEntry
from core.manuscript.references.tokens import split_words

Record = Mapping[str, Any]  # Any: JSON as the corpus has it

_FIELD = re.compile(r"(?P<name>[a-z]+)<(?P<text>[^>]*)>")
_STYLES = """
full       author<%>. date<%>. title<%>. venue<In %>, pages<pages %>, location<%>. publisher<%>.
full       author<%>. date<%>. title<%>. venue<%>, volume<%(%)>:pages<%>.
full       author<%>. date<%>. title<%>. venue<arXiv preprint> note<arXiv:@>.
full       author<%>. title<%>. venue<In %>, pages<pages %>, date<%>.
full       author<%>. title<%>. venue<In %>, pages<pp. %>. publisher<%>, date<%>. url<URL @>.
full       author<%>. title<%>. venue<%>, volume<%(%)>:pages<%>, date<%>.
full       author<%>. title<%>. venue<arXiv preprint> note<arXiv:@>, date<%>.
full       author<%>, title<%>, venue<in: %>, publisher<%>, date<%>, pages<pp. %>.
full       author<%>. date<%>. title<%>. venue<In %> (series<#>). publisher<%>, pages<%>. url<@>
initials   author<%>, “title<%>,” venue<in %>, date<%>, pages<pp. %>.
initials   author<%>, “title<%>,” venue<%>, volume<vol. %, no. %>, pages<pp. %>, date<%>.
initials   author<%>, “title<%>,” venue<arXiv preprint> note<arXiv:@>, date<%>.
initials   author<%>. title<%>. venue<In %>, pages<pages %>, date<%>.
initials   author<%>, title<%>, venue<%> volume<%> (date<%>) pages<%>.
initials   author<%>. title<%>. venue<%>, volume<%(%)>:pages<%>, date<%>.
turned     author<%> (date<%>). title<%>. venue<In %> (pages<pp. %>). publisher<%>.
turned     author<%> (date<%>). title<%>. venue<%>, volume<%(%)>, pages<%>. url<@>
turned     author<%>. title<%>. venue<In %>, pages<pp. %>. publisher<%>, date<%>.
turned     author<%>: title<%>. venue<In: %>, pages<pp. %>. publisher<%>, location<%> (date<%>)
turned     author<%>: title<%>. venue<%> volume<%(%)>, pages<%> (date<%>)
turned     author<%>: title<%>. venue<arXiv preprint> note<arXiv:@> (date<%>)
turned     author<%>, date<%>. title<%>. venue<%> volume<%>, pages<%>.
turned     author<%> (date<%>). title<%> (note<Version 2>) [note<Computer software>]. publisher<%>.
turned     author<%> (date<%>). title<%>. publisher<Zenodo>. url<@>
team       author<%> (date<%>). title<%>. url<@>
team       author<%>. date<%>. title<%>. note<Technical report>, publisher<%>.
team       author<%>. title<%>. url<@>, date<%>.
bare       author<%>. title<%>. venue<%> volume<%>, pages<%> (date<%>).
bare       author<%>. title<%>. venue<%>. date<%>;volume<%(%)>:pages<%>.
inverted   author<%>. “title<%>.” venue<%> volume<%, no. %> (date<%>): pages<%>.
inverted   author<%>. date<%>. “title<%>.” venue<In %>, pages<%>. location<%>: publisher<%>.
""".strip().splitlines()
_PUBLISHERS = (
    "Association for Computational Linguistics", "Springer", "ACM", "IEEE", "PMLR", "Elsevier",
    "Curran Associates, Inc.", "AAAI Press", "MIT Press", "Association for Computing Machinery",
    "Springer International Publishing", "OpenReview.net", "Cambridge University Press",
)  # fmt: skip
_PLACES = (
    "Vancouver, Canada", "Online", "New York, NY, USA", "Cham", "Berlin, Heidelberg", "Paris",
    "Brussels, Belgium", "Minneapolis, Minnesota", "Online and Punta Cana", "Long Beach, CA",
)  # fmt: skip
_MEETINGS = {
    "CVPR": "IEEE/CVF Conference on Computer Vision and Pattern Recognition",
    "ICCV": "IEEE International Conference on Computer Vision",
    "ECCV": "European Conference on Computer Vision",
    "NeurIPS": "Advances in Neural Information Processing Systems",
    "NIPS": "Advances in Neural Information Processing Systems",
    "ICML": "International Conference on Machine Learning",
    "ICLR": "International Conference on Learning Representations",
    "AISTATS": "International Conference on Artificial Intelligence and Statistics",
    "AAAI": "AAAI Conference on Artificial Intelligence",
    "ICRA": "IEEE International Conference on Robotics and Automation",
    "KDD": "ACM SIGKDD International Conference on Knowledge Discovery and Data Mining",
    "IJCAI": "International Joint Conference on Artificial Intelligence",
    "WWW": "The Web Conference",
}
_JOURNALS = (
    "Journal of Machine Learning Research", "IEEE Transactions on Neural Networks", "Nature",
    "Neural Computation", "Computational Linguistics", "Artificial Intelligence", "Neural Networks",
    "Transactions of the Association for Computational Linguistics", "Pattern Recognition Letters",
    "IEEE Trans. Pattern Anal. Mach. Intell.", "Communications of the ACM", "Neurocomputing",
    "ACM Computing Surveys", "Int. J. Comput. Vis.", "Expert Systems with Applications", "JMLR",
    "Information Processing & Management", "Bioinformatics", "Data Mining and Knowledge Discovery",
)  # fmt: skip


def rendered(records: Iterable[Record], seed: int) -> Iterator[LabelledEntry]:
    """Yield an entry for each record that has authors, a year and a title."""
    chance = random.Random(seed)
    for record in records:
        if record["authors"] and record["year"] and len(record["title"]) > 12:
            yield _rendered(record, chance)


def _rendered(record: Record, chance: random.Random) -> LabelledEntry:
    order, style = chance.choice(_STYLES).split(maxsplit=1)
    values = _values(record, order, style, chance)
    text = ""
    spans: list[tuple[int, int, str]] = []
    end = 0
    for field in _FIELD.finditer(style):
        text += style[end : field.start()]
        end = field.end()
        if field["name"] in ("pages", "location", "publisher", "url") and chance.random() < 0.25:
            continue
        printed = field["text"].replace("@", values["@"][0]).replace("#", values["#"][0])
        for value in values[field["name"]]:
            printed = printed.replace("%", value, 1)
        if style.startswith(".", end):
            printed = printed.rstrip(".")
        spans.append((len(text), len(text) + len(printed), field["name"]))
        text += printed
    text = _worn(text + style[end:], chance)
    words = split_words(text)
    labels = [_label(word.start, spans) for word in words]
    return LabelledEntry(text, words, labels)


def _label(index: int, spans: Sequence[tuple[int, int, str]]) -> str:
    return next((name for start, end, name in spans if start <= index < end), "note")


def _values(
    record: Record, order: str, style: str, chance: random.Random
) -> dict[str, Sequence[str]]:
    year = str(record["year"])
    first = chance.randint(1, 900)
    meeting = "In %" in style or "in %" in style or "in: %" in style or "In: %" in style
    return {
        "author": [_authors(record["authors"], order, chance)],
        "date": [chance.choice((year, year, year, f"{year}a", f"June {year}"))],
        "title": [_title(record["title"], style, chance)],
        "venue": [_meeting(record["venue"], year, chance) if meeting else chance.choice(_JOURNALS)],
        "volume": [str(chance.randint(1, 80)), str(chance.randint(1, 12))],
        "pages": [f"{first}{chance.choice('-–')}{first + chance.randint(1, 20)}"],
        "publisher": [chance.choice(_PUBLISHERS)],
        "location": [chance.choice(_PLACES)],
        "#": [f"{chance.choice(sorted(_MEETINGS))} ’{year[2:]}"],
        "@": [_number(style, year, chance)],
        "note": [],
        "url": [],
        "series": [],
    }


def _number(style: str, year: str, chance: random.Random) -> str:
    if "url<" not in style:
        return f"{year[2:]}{chance.randint(1, 12):02}.{chance.randint(1, 18000):05}"
    return chance.choice(("https://openreview.net/forum?id=", "https://doi.org/10.1145/")) + str(
        chance.randint(100000, 9999999)
    )


def _meeting(venue: str, year: str, chance: random.Random) -> str:
    short = (venue or "ICML").partition(" ")[0]
    if short not in _MEETINGS:
        return venue
    name = chance.choice((short, _MEETINGS[short], f"{_MEETINGS[short]} ({short})"))
    ahead = chance.choice(("", "", "Proceedings of the ", "Proc. ", f"{year} "))
    return ahead + name


def _title(title: str, style: str, chance: random.Random) -> str:
    """Return a title as it is or in small letters; of "Name: what it is" sometimes the name."""
    if "Zenodo" in style or "software" in style:
        name = title.rpartition(" ")[2].strip(".?!").lower()
        version = f"{chance.randint(0, 9)}.{chance.randint(0, 20)}"
        return f"{name.capitalize()}/{name}: v{version}" if chance.random() < 0.7 else title
    name = title.partition(": ")[0]
    if name != title and " " not in name and chance.random() < 0.3:
        return name
    return title[0] + title[1:].lower() if chance.random() < 0.5 else title


def _authors(names: Sequence[str], order: str, chance: random.Random) -> str:
    if order == "team":
        return _team(chance)
    several = len(names) > chance.choice((3, 6, 10, 30))
    name_texts = [_name(name, order, at) for at, name in enumerate(names[: 3 if several else None])]
    if several:
        return ", ".join(name_texts) + chance.choice((", et al.", " et al.", ", and others"))
    last = chance.choice((" and ", ", and ", ", & ", ", ")) if len(name_texts) > 1 else ""
    return ", ".join(name_texts[:-1]) + last + name_texts[-1]


def _team(chance: random.Random) -> str:
    first, second, third = (
        chance.choice(words)
        for words in (
            ("National", "European", "The", "International", "United", "World", "Open"),
            (
                "Data",
                "Space",
                "Python",
                "Health",
                "Research",
                "Meteorological",
                "Language",
                "Climate",
            ),
            ("Agency", "Team", "Community", "Organization", "Developers", "Group", "Institute"),
        )
    )
    return f"{first} {second} {third}"


def _name(name: str, order: str, at: int) -> str:
    *given_names, family = name.split() or [name]
    initials = " ".join(f"{part[0]}." for part in given_names)
    if not given_names or order == "full" or (order == "inverted" and at):
        return name
    forms = {
        "initials": f"{initials} {family}",
        "turned": f"{family}, {initials}",
        "bare": f"{family} {initials.replace('.', '').replace(' ', '')}",
        "inverted": f"{family}, {' '.join(given_names)}",
    }
    return forms[order]


def _worn(text: str, chance: random.Random) -> str:
    """Return the text as it is, or with its dashes and quotes as a typewriter has them."""
    return text if chance.random() < 0.875 else text.replace("–", "-").replace("’", "'")
