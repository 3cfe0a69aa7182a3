"""Papers and long drafts that are made up, always the same ones."""

from __future__ import annotations

import random
from collections.abc import Sequence

from core.base.records import PaperRecord

_WORDS = {
    "family": """Bergmann Okafor Lindqvist Marchetti Tanaka Novak Ferreira Haddad Kowalska Duarte
        Becker Sato Whitfield Yilmaz Petrov Achterberg Nakamura Olsen Quispe Rahimi Santangelo
        Thorne Ueda Vance""",
    "given": "Ana Bo Carl Dina Emil Fay Gus Hana Ivo Jun Kira Lars Mona Nils Olga Pia",
    "subject": """peat moors sediments lichens beetles estuaries glaciers orchards retrieval
        embeddings transformers tokenisers parsers summaries citations rankings graphs kernels
        batteries sensors turbines catalysts membranes polymers neurons vaccines antibodies
        proteins ribosomes dialects""",
    "verb": "govern limit improve predict explain delay resemble outlast replace damage",
    "quality": "acid shallow sparse dense northern ancient noisy robust silent urban coastal",
    "method": "sampling regression annealing contrastive-training dating titration tracing",
    "place": "valleys archives clinics harbours schools forests markets laboratories",
}
_DRAWN = {kind: tuple(words.split()) for kind, words in _WORDS.items()}
FAMILIES = _DRAWN["family"]
_OPENINGS = (
    "Previous studies have shown that {q} {s} {v} {t} in {p}.",
    "It is well known that {s} {v} {q} {t}.",
    "Several authors reported that {m} of {s} is unreliable where {t} are {q}.",
    "We describe how {q} {s} were collected from {p} by {m}.",
    "In this chapter the {q} {s} of the {p} are compared with {t}.",
    "The {s} were kept at {n} degrees and measured with {m} for {n} days.",
    "Recent work on {m} suggests that {q} {t} {v} {s} of many {p}.",
    "As described above, {s} and {t} are {q}, and so are the {p}.",
)


def _drawn(chance: random.Random, template: str) -> str:
    def word(kind: str) -> str:
        return chance.choice(_DRAWN[kind])

    return template.format(
        s=word("subject"),
        t=word("subject"),
        v=word("verb"),
        q=word("quality"),
        m=word("method"),
        p=word("place"),
        n=chance.randrange(2, 90),
    )


def invented_papers(count: int, seed: int = 7) -> list[PaperRecord]:
    """Return so many papers with titles, abstracts, authors and DOIs of their own."""
    chance = random.Random(seed)
    papers = []
    for number in range(count):
        title = _drawn(chance, chance.choice(("How {q} {s} {v} {t} in {p}", "{m} of {q} {s}")))
        people = chance.sample(FAMILIES, chance.randrange(1, 5))
        papers.append(
            PaperRecord(
                id=f"w:{number}",
                title=f"{title.capitalize()}, part {number}",
                abstract=" ".join(_drawn(chance, each) for each in chance.sample(_OPENINGS, 4)),
                authors=tuple(f"{chance.choice(_DRAWN['given'])} {family}" for family in people),
                year=1970 + number % 55,
                venue=f"Annals of {chance.choice(_DRAWN['place']).title()}",
                doi=f"10.55555/w.{number}",
            )
        )
    return papers


def sentences(count: int, seed: int = 11) -> list[str]:
    """Return so many sentences, of which about half lack a citation."""
    chance = random.Random(seed)
    return [_drawn(chance, chance.choice(_OPENINGS)) for _ in range(count)]


def long_draft(words: int, keys: Sequence[str] = (), seed: int = 11) -> str:
    """Return the LaTeX source of a thesis of at least so many words; one in nine sentences cites.

    Its last line of text is “Soils of moors are acid \\cite{}.”
    """
    chance = random.Random(seed)
    lines = [
        r"\documentclass{book}",
        r"\title{On moors, models and markets}",
        r"\begin{document}",
    ]
    written = 0
    chapter = 0
    while written < words:
        chapter += 1
        lines += ["", rf"\chapter{{Chapter {chapter} on {chance.choice(_DRAWN['subject'])}}}"]
        for section in range(4):
            lines += ["", rf"\section{{{_drawn(chance, '{q} {s}').capitalize()} {section}}}", ""]
            for _ in range(6):
                for _ in range(chance.randrange(3, 9)):
                    sentence = _drawn(chance, chance.choice(_OPENINGS))
                    if keys and chance.random() < 1 / 9:
                        sentence = rf"{sentence[:-1]} \cite{{{chance.choice(keys)}}}."
                    written += len(sentence.split())
                    lines.append(sentence)
                lines.append("")
    lines += [r"Soils of moors are acid \cite{}.", "", r"\bibliography{refs}", r"\end{document}"]
    return "\n".join(lines) + "\n"
