"""What made-up works are made of."""

from __future__ import annotations

from tools.lab.fitting.made_up_works import Sources

SOURCES = Sources(
    papers=[
        {
            "title": "What a pot hears by the sea",
            "authors": ["Petra Ander", "Uwe van der Dahl"],
            "year": 2011,
        },
        {"title": "Frost: Winters on the shore", "authors": ["R. J. Holt"], "year": 1998},
    ],
    books=[{"title": "A handbook of patient sieving", "author": "Ander, P. and Holt, R."}],
    journals=["Journal of Clay", "Ann. Frost"],
    meetings=["Proceedings of the Meeting on Clay"],
    publishers=["Harbour Press"],
    places=["Lowport"],
)
