"""What every language of the engine's texts keeps to."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

from core.base.phrases import Phrases

UNKNOWN = ("", " ", "Größe 🙂", "%1 of %n {0}", "half \ud800 a pair", "A text nobody has said.")
NUMBERS = (0, 7, 999, 1_000, 1_234_567, -42, 2**40)


def assert_are_phrases(phrases: Phrases) -> None:
    """Check what whoever writes a file relies on, from any thread."""
    assert re.fullmatch(r"[a-z]{2,3}(-[A-Za-z0-9]+)*", phrases.language)
    for text in UNKNOWN:
        assert phrases.say(text) == text
    assert phrases.say("To cite").strip()
    for number in NUMBERS:
        said = phrases.number(number)
        assert int(re.sub(r"\D", "", said)) == abs(number)
        assert (number < 0) == any(sign in said for sign in "-\u2212")
    assert len({phrases.number(number) for number in NUMBERS}) == len(NUMBERS)
    days = [date(2020, 2, 28) + timedelta(days) for days in range(400)]
    said_days = [phrases.day(day) for day in days]
    assert len(set(said_days)) == len(days)
    for day, said in zip(days, said_days, strict=True):
        assert {str(day.day), str(day.year)} <= set(re.findall(r"\d+", said))
        assert re.search(r"[^\W\d_]{3}", said), "the name of the month"
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(phrases.day, days)) == said_days
