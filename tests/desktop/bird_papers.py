"""Papers about birds and sound that nobody wrote: what the sample paper is to cite."""

from __future__ import annotations

from core.base.records import Paper, PaperNumber

PAPERS = (
    ("Four decades of decline in reed-nesting birds", "Elin Sandberg; Piotr Wrona", 2018),
    ("Draining shallow wetlands: what the birds lose", "Nadia Ferreira", 2012),
    ("A network that knows three thousand voices", "Johan Lindqvist; Paul Moreau", 2019),
    ("Convolutional networks for bird species in spectrograms", "Aiko Tan; Ben Roth", 2020),
    ("Why detectors lose precision in the field", "Rosa Keller; Sam Udo; Kim Vale", 2021),
    ("Overlapping voices and background noise: a benchmark", "Omar Haddad", 2022),
    ("Hidden Markov models of song with variable tempo", "Greta Olsen; Ivo Marin", 2004),
    ("Attending over patches of spectrograms", "Li Wen; Dana Hart; Uri Katz", 2022),
    ("Transformers for audio need more data than we thought", "Yara Silva", 2023),
    ("Masked prediction as self-supervised pretraining on audio", "Noor Aziz; Tom Bell", 2021),
    ("Two views of one clip: contrastive pretraining for sound", "Hana Mori; Joel Frick", 2020),
    ("On the choice of negatives", "Filipa Duarte", 2021),
    ("The same individual sings twice: false negatives in nights", "Eva Lund; Per Holm", 2022),
    ("Calibrated uncertainty for active learning", "Vera Abara; Carl Stone", 2020),
    ("Loud is not informative", "Nia Abara; Viktor Holm", 2020),
    ("A chance-corrected agreement coefficient for many raters", "Magda Ruiz", 1981),
    ("How spatially correlated data overstate accuracy", "Ruth Amsel; David Croft", 2017),
    ("Splitting by site: random splits mislead", "Pia Nord; Ali Reza; Sun Hee", 2019),
    ("Per-channel energy normalisation revisited", "Go Sato; Lena Berg; Max Urban", 2019),
    ("Suppressing steady noise with slowly moving energy", "Tara Quinn", 2017),
    ("Mixing spectrograms and their labels", "Zoe Park; Hugo Lang", 2018),
    ("Low-frequency calls over open water", "Erik Dahl; Mona Faber", 2009),
    ("Ensembles of independently trained networks are better calibrated", "Ida Klein", 2018),
    ("Annotation effort saved for marine mammals", "Kai Nakoa; Sue Marsh", 2023),
    ("Few labels for bats: the same savings", "Jan Novak", 2024),
    ("Clean recordings, noisy fields", "Sade Adeyemi", 2020),
    ("Monitoring birds by ear and machine", "Anton Brandt; Lola Osei", 2016),
    ("Deep detectors for dawn choruses", "Egor Petrov; Mia Sands", 2021),
)
VENUES = ("Ecology of Sound", "Proc. Invented Learning", "Field Methods", "J. Wetland Research")


def invented_papers() -> list[Paper]:
    return [_paper(number, *entry) for number, entry in enumerate(PAPERS, start=1)]


def _paper(number: int, title: str, authors: str, year: int) -> Paper:
    names = tuple(authors.split("; "))
    return Paper(
        number=PaperNumber(number),
        id=f"made:{number}",
        ids=(f"made:{number}",),
        title=title,
        abstract=f"{title} is asked about, measured over one season, and found to matter.",
        authors=names,
        year=year,
        venue=VENUES[number % len(VENUES)],
        citation_key=f"{names[0].split()[-1].lower()}{year}{title.split(maxsplit=1)[0].lower()}",
    )
