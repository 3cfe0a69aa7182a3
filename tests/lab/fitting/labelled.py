"""Reference entries with labelled fields."""

from __future__ import annotations

import random

FAMILIES = ("Ander", "Holt", "Corso", "Tamm", "Oyen", "Dahl", "Renn", "Lund", "Brandvik", "Berg")
THINGS = ("pots", "clay", "frost", "beaches", "votes", "sieves", "winters", "shores", "ice", "wind")
VENUES = ("Journal of Clay", "Annals of Frost", "Shore Letters", "Review of Winters")


def invented(count: int) -> list[dict[str, str]]:
    chance = random.Random(7)
    entries = []
    for _ in range(count):
        one, other = chance.sample(FAMILIES, 2)
        entries.append(
            {
                "author": f"{one}, {one[1].upper()}. and {other}, {other[1].upper()}.",
                "date": f"({chance.randint(1950, 2020)}).",
                "title": f"On {' and '.join(chance.sample(THINGS, 3))} by the sea.",
                "journal": f"{chance.choice(VENUES)},",
                "volume": f"{chance.randint(1, 40)},",
                "pages": f"{chance.randint(1, 400)}–{chance.randint(401, 900)}.",
            }
        )
    return entries
