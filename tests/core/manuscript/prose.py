"""Sentences written for the tests; ``|`` says where a word may be divided."""

from __future__ import annotations

TITLE = "Sorting Pebbles by Sound on Windy Shores"
AUTHORS = ("Mara Ilves", "Tobias Renn", "Oona Castell")

ABSTRACT = [
    "We study how a walker can sort peb|bles by the sound they make.",
    "A small record|er and a slow ear are enough for the first rough order.",
    "On four beaches our meth|od agrees with sieves in nine cases of ten.",
    "The re|cord|ings and all measured weights are given away freely.",
]

INTRODUCTION = [
    "People have sorted stones for longer than they have written about it (Ander and Holt, 1998).",
    "Sieves are exact, but they are heavy and make a walk|er unhappy.",
    "Sound, on the other hand, travels by it|self and needs no shovel.",
    "Early trials used clay pots as resonators (Brandvik et al., 2004; Corso, 2009a).",
    "Later work by Dahl et al. (2011) moved the whole ex|periment into a tent.",
    "None of these looked at wind, which is strange, for shores are windy.",
    "A gust carries away the high tones first and the low ones hardly at all.",
    "What remains is enough to tell gra|vel from sand, e.g. on a pier.",
    "Fig. 2 of the older re|port shows the loss for one evening in March.",
    "We ask how much of the order survives when nobody waits for calm weather.",
]

METHOD = [
    "Each pebble falls from the same height on|to a plate of slate.",
    "A micro|phone hangs two hands above the plate and is covered with wool.",
    "The first mil|lisecond of the sound is thrown away because it belongs to the plate.",
    "From the rest we keep the pitch, the decay and the num|ber of re|bounds.",
    "These three numbers are compared with those of pebbles of known weight.",
    "The near|est five neighbours vote, and the wind speed weighs their votes.",
    "Corso (2009b) used a similar vote but asked only a single neigh|bour.",
    "We repeated every fall ten times, i.e. until the plate became warm.",
    "Broken peb|bles were put aside and are not counted in any table.",
    "The whole procedure fits into a ruck|sack and takes about an hour.",
]

RESULTS = [
    "On calm days the order by sound and the order by sieve hardly differ.",
    "With more wind the small classes melt into each other, as we had feared.",
    "The large classes keep apart even in a storm that moved the tent.",
    "Weighting the votes re|pairs about one half of the damage.",
    "A listener without any in|strument did worse on all four beaches.",
    "This agrees with the tables of Ander and Holt (1998), who had no wind at all.",
    "Two of the beaches share their slate, and there the method is at its best.",
    "We found no effect of the hour, of the tide or of the colour of the peb|bles.",
    "A longer series would be needed to say more about frost.",
    "All differences named here are larger than those between two walkers.",
]

REFERENCES = [
    "Ander, P. and Holt, R. (1998). A handbook of patient sieving. Shore Press.",
    (
        "Brandvik, S., Oyen, K., and Tamm, L. (2004). Clay pots as resonators on beaches. "
        "Journal of Quiet Instruments, 12(3):45–61."
    ),
    (
        "Corso, E. (2009a). What a pot hears at noon. In Proceedings of the Third Meeting on Clay, "
        "pages 7–15."
    ),
    "Corso, E. (2009b). One neighbour is enough. Annals of Small Votes, 4:101–119.",
    (
        "Dahl, I., Renn, T., and Ilves, M. (2011). A tent as a laboratory. Journal of Quiet "
        "Instruments, 19(1):1–22. doi:10.5555/jqi.2011.19.1."
    ),
]


def plain(sentences: list[str]) -> list[str]:
    """Return the sentences as a reader should see them."""
    return [sentence.replace("|", "") for sentence in sentences]
