"""A training corpus of invented papers, small enough to train on within a test.

Six topics of ten papers; each paper has four words of its topic that it uses again and again, and
a sentence that cites it uses them too, so that an encoder can learn which paper is meant. Twelve
further papers have full texts that cite those of two topics each.
"""

from __future__ import annotations

import gzip
import itertools
import json
import random
from pathlib import Path
from typing import Any

TOPICS = {
    "soils": "peat acidity moor humus clay leaching lime drainage sediment nitrogen root tillage"
    " compost erosion sand silt",
    "stars": "nebula spectrum dwarf orbit parallax magnitude cluster supernova dust telescope"
    " redshift flare plasma comet halo disk",
    "bread": "yeast dough gluten crumb crust oven starter flour ferment knead rye proofing steam"
    " loaf bran enzyme",
    "birds": "plumage nest migration song wader clutch moult gull falcon habitat egg flock ringing"
    " beak roost wing",
    "bridges": "girder cable truss span arch pier fatigue vibration rivet deck abutment load"
    " corrosion strut weld pylon",
    "music": "melody rhythm chord tempo timbre score cadence fugue violin harmony octave pitch"
    " choir tuning scale meter",
}
PER_TOPIC = 10
CITING = 14
DEV = ("c:9", "c:10", "c:11")
TEST = ("c:12", "c:13")
TITLES_ONLY = 4

_Record = dict[str, Any]


def own_words(number: int) -> list[str]:
    """Return the four words that paper ``number`` uses again and again."""
    words = TOPICS[topic_of(number)].split()
    at = number % PER_TOPIC
    return [
        words[(at * step + shift) % len(words)] for step, shift in ((1, 0), (3, 5), (5, 2), (7, 9))
    ]


def topic_of(number: int) -> str:
    """Return the topic of paper ``number``."""
    return list(TOPICS)[number // PER_TOPIC % len(TOPICS)]


def make_tiny_corpus(folder: Path) -> Path:
    """Write the corpus into a new folder and return it."""
    (folder / "fulltexts").mkdir(parents=True)
    cited = [_cited(number) for number in range(len(TOPICS) * PER_TOPIC)]
    titles_only = [
        {
            "id": f"t:{at}",
            "title": f"Notes on {' and '.join(own_words(at * 11)[:2])}",
            "abstract": "",
        }
        for at in range(TITLES_ONLY)
    ]
    texts = [_full_text(at) for at in range(CITING)]
    citing = [{key: text[key] for key in ("id", "title", "abstract", "year")} for text in texts]
    write_lines(folder / "papers.jsonl.gz", [*cited, *citing[:-1], *titles_only])  # one has none
    for name in ("train", "dev", "test"):
        chosen = [text for text in texts if split_of(text["id"]) == name]
        write_lines(folder / "fulltexts" / f"invented-{name}.jsonl.gz", chosen)
    edges = [*_edges(), *((f"c:{at}", f"t:{at % TITLES_ONLY}") for at in range(CITING))]
    rows = "".join(f"{one}\t{other}\n" for one, other in edges)
    (folder / "edges.tsv").write_text(rows, encoding="utf-8")
    splits: dict[str, list[str]] = {"train": [], "dev": [], "test": []}
    for text in texts:
        splits[split_of(text["id"])].append(text["id"])
    (folder / "splits.json").write_text(json.dumps(splits), encoding="utf-8")
    return folder


def split_of(paper_id: str) -> str:
    """Return the split of a citing paper."""
    return "dev" if paper_id in DEV else "test" if paper_id in TEST else "train"


def write_lines(path: Path, records: list[_Record]) -> None:
    """Write JSON Lines, plain or gzip as the name says."""
    text = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)
    path.write_bytes(
        gzip.compress(text.encode(), mtime=0) if path.suffix == ".gz" else text.encode()
    )


def vocabulary() -> str:
    """Return every word of the corpus: what a tiny encoder needs to know."""
    said = " ".join(record["abstract"] + " " + record["title"] for record in _all_papers())
    return " ".join((said, *TOPICS.values(), *_FILLERS))


def _all_papers() -> list[_Record]:
    return [_cited(number) for number in range(len(TOPICS) * PER_TOPIC)]


def _cited(number: int) -> _Record:
    one, two, three, four = own_words(number)
    topic = topic_of(number)
    return {
        "id": f"p:{number}",
        "title": f"The {one} and {two} of {topic}, part {number}",
        "abstract": f"We study {one} with {three}. Older work on {topic} left out {two}."
        f" We measured {four} and {three} on many samples. Our results show that {two} follows"
        f" {one} wherever {four} is present.",
        "authors": [f"Ada Byron{number}"],
        "year": 2000 + number % PER_TOPIC,
        "venue": f"Journal of {topic}",
    }


_FILLERS = (
    "The matter is still open.",
    "We return to it below.",
    "All figures were taken twice.",
    "This holds for most samples.",
)


def _full_text(at: int) -> _Record:
    draw = random.Random(at)
    first, second = at % len(TOPICS), (at + 1 + at // len(TOPICS)) % len(TOPICS)
    pool = [topic * PER_TOPIC + place for topic in (first, second) for place in range(PER_TOPIC)]
    references = sorted(draw.sample(pool, 12))
    names = {number: f"[{key}]" for key, number in enumerate(references, start=1)}
    words = [own_words(number)[0] for number in references]
    return {
        "id": f"c:{at}",
        "title": f"Of {words[0]} and {words[-1]}: survey {at}",
        "abstract": f"We gather what is known of {' and '.join(dict.fromkeys(words[:5]))}. The"
        f" survey covers {words[-2]} and {words[-3]} and ends with open questions on {words[-1]}.",
        "year": 2015 + at % 5,
        "sections": [
            {
                "title": heading,
                "paragraphs": [_paragraph(draw, references, names) for _ in range(3)],
            }
            for heading in ("1 Introduction", "2 Related Work", "3 Method")
        ],
        "references": [
            {"key": str(key), "text": f"A. Byron. Part {number}.", "id": f"p:{number}"}
            for key, number in enumerate(references, start=1)
        ]
        + [{"key": "13", "text": "B. Unknown. A lost report.", "id": None}],
    }


def _paragraph(draw: random.Random, references: list[int], names: dict[int, str]) -> list[_Record]:
    """Return sentences that cite none, one, two together, and two or three apart."""
    one, *others = draw.sample(references, 4)
    together = draw.sample([each for each in references if each != one], 2)
    pair = "".join(names[each] for each in together).replace("][", ", ")
    sentences = [
        _sentence(draw.choice(_FILLERS), {}),
        _sentence(f"{_about(one)} was measured {names[one]}.", {one: names[one]}),
        _sentence(
            f"{_about(together[0])} and {_about(together[1])} go together {pair}.",
            dict.fromkeys(together, pair),
        ),
        _sentence(draw.choice(_FILLERS), {}),
    ]
    some = others[: draw.choice((2, 3))]
    listed = ", ".join(f"{_about(each)} {names[each]}" for each in some)
    return [*sentences, _sentence(f"Known are {listed}.", {each: names[each] for each in some})]


def _about(number: int) -> str:
    return " ".join(own_words(number)[:3])


def _sentence(text: str, cited: dict[int, str]) -> _Record:
    markers = [
        [text.index(name), text.index(name) + len(name)] for name in dict.fromkeys(cited.values())
    ]
    return {"text": text, "cites": [f"p:{number}" for number in cited], "markers": markers}


def _edges() -> list[tuple[str, str]]:
    """Within a topic each paper cites the two before it and one drawn from further back."""
    pairs = []
    for topic, place in itertools.product(range(len(TOPICS)), range(1, PER_TOPIC)):
        begin, number = topic * PER_TOPIC, topic * PER_TOPIC + place
        earlier = {number - 1, max(begin, number - 2), begin + place * 7 % place}
        pairs += [(f"p:{number}", f"p:{each}") for each in sorted(earlier)]
    return pairs
