"""Measure whether a paper that a sentence names ranks first.

``python -m tools.lab.benchmarks.named_papers LIB [LIB …]``: draws papers of each library, writes
sentences that name them in many forms (authors with and without a year, titles in other letter
case, hyphenation or without their subtitle, names of systems), and sentences whose words are names
by chance ("Long sequences", "In May 2019"). Prints how often the paper is first, and how often a
paper is raised that is not meant.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import click

from core.base.files import data_folder
from core.base.identity import family_name, shown_family_name, title_key
from core.base.records import STRONG, Paper, PaperNumber
from core.models.shelf import Shelf
from core.recommend.context import Passage
from core.recommend.method_names import parse_title
from core.recommend.question import Question
from core.workspace import Workspace

_SEED = 20_261_128
_CLAIMS = (
    "that this holds in practice",
    "that the effect depends on the setting",
    "how the two are related",
    "that earlier results do not carry over",
)
_TRAPS = (
    "Long sequences remain a challenge for current models.",
    "Young adults were recruited in May 2019.",
    "Brown and white samples were compared.",
    "In March and April 2020 the measurements were repeated.",
    "May this be the case, the method fails.",
    "Rich representations help, and Sharp edges do not.",
    "He showed that it works.",
    "Results and Discussion are given below.",
    "Small models and Large models differ.",
    "West Africa and South Asia were included.",
    "Green tea and Black tea were tested in Wells of a plate.",
    "King penguins and Fisher information are unrelated.",
    "Bayes' theorem and Newton's method are used throughout.",
    "Student's t test and Fisher's exact test were used.",
    "Adam was used with a learning rate of 0.001.",
    "Deep learning and machine learning are popular.",
    "We report precision and recall in Table 2.",
    "Gene expression was measured in each sample.",
    "Parkinson's disease and Alzheimer's disease are common.",
    "The Prophet and the Gaussian baselines are weak.",
)


class Example(NamedTuple):
    """A sentence, the form in which it names its paper, and the paper."""

    form: str
    sentence: str
    paper: PaperNumber


def write_sentences(papers: Sequence[Paper], count: int, seed: int = _SEED) -> list[Example]:
    """Return ``count`` sentences that each name one of the papers and no other, forms in turn."""
    draw = random.Random(seed)
    order = draw.sample(list(papers), len(papers))
    names = _Names(papers)
    makers: dict[str, Callable[[Paper], str | None]] = {
        form: getattr(names, f"write_{form.replace(' ', '_')}") for form in FORMS
    }
    sentences: list[Example] = []
    waiting = [*FORMS] * (count // len(FORMS) + 1)
    for paper in order:
        if len(sentences) == count:
            break
        for form in dict.fromkeys(waiting):
            text = makers[form](paper)
            if text:
                waiting.remove(form)
                sentences.append(Example(form, text, paper.number))
                break
    return sentences


FORMS = (
    "et al with year",
    "one with year",
    "two with year",
    "two in text",
    "et al in text",
    "family with verb",
    "possessive",
    "work of",
    "title as written",
    "title in small letters",
    "title hyphenated",
    "title without subtitle",
    "system name",
)


class _Names:
    """Writes sentences that name a paper, where only it can be meant."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self._firsts = Counter(_first(paper) for paper in papers)
        self._families = Counter(
            family for paper in papers for family in {family_name(a) for a in paper.authors}
        )
        self._years = Counter(
            (family, paper.year + off)
            for paper in papers
            if paper.year is not None
            for family in {family_name(author) for author in paper.authors}
            for off in (-1, 0, 1)
        )
        self._titles = Counter(title_key(paper.title) for paper in papers)
        self._heads = Counter(title_key(paper.title.partition(":")[0]) for paper in papers)
        self._own = Counter(key for paper in papers for key in parse_title(paper.title).own_keys)

    def _claim(self, paper: Paper) -> str:
        return _CLAIMS[paper.number % len(_CLAIMS)]

    def _family(self, paper: Paper) -> str:
        return shown_family_name(paper.authors[0]) if paper.authors else ""

    def _is_only(self, paper: Paper) -> bool:
        return bool(paper.authors) and self._families[_first(paper)] == 1 and _is_clear(paper)

    def _is_only_in_year(self, paper: Paper) -> bool:
        return (
            bool(paper.authors)
            and self._years[_first(paper), paper.year] == 1
            and len(_first(paper)) > 2
        )

    def write_et_al_with_year(self, paper: Paper) -> str | None:
        if self._is_only_in_year(paper) and len(paper.authors) > 2:
            return f"{self._family(paper)} et al. ({paper.year}) showed {self._claim(paper)}."
        return None

    def write_one_with_year(self, paper: Paper) -> str | None:
        if self._is_only_in_year(paper) and len(paper.authors) == 1:
            return f"It is known from {self._family(paper)} ({paper.year}) {self._claim(paper)}."
        return None

    def write_two_with_year(self, paper: Paper) -> str | None:
        if self._is_only_in_year(paper) and len(paper.authors) == 2:
            first, second = map(shown_family_name, paper.authors)
            return f"It has been argued ({first} and {second}, {paper.year}) {self._claim(paper)}."
        return None

    def write_two_in_text(self, paper: Paper) -> str | None:
        if self._is_only(paper) and len(paper.authors) == 2:
            first, second = map(shown_family_name, paper.authors)
            return f"As {first} and {second} found, it is clear {self._claim(paper)}."
        return None

    def write_et_al_in_text(self, paper: Paper) -> str | None:
        if self._is_only(paper) and len(paper.authors) > 2:
            return f"{self._family(paper)} et al. developed a method and saw {self._claim(paper)}."
        return None

    def write_family_with_verb(self, paper: Paper) -> str | None:
        if self._is_only(paper):
            return f"{self._family(paper)} showed {self._claim(paper)}."
        return None

    def write_possessive(self, paper: Paper) -> str | None:
        if self._is_only(paper):
            return f"In {self._family(paper)}'s view it is clear {self._claim(paper)}."
        return None

    def write_work_of(self, paper: Paper) -> str | None:
        if self._is_only(paper):
            return f"We build on the work of {self._family(paper)}, who saw {self._claim(paper)}."
        return None

    def write_title_as_written(self, paper: Paper) -> str | None:
        return f"We follow {paper.title} here." if self._has_title(paper) else None

    def write_title_in_small_letters(self, paper: Paper) -> str | None:
        return f"The topic is {paper.title.lower()}." if self._has_title(paper) else None

    def write_title_hyphenated(self, paper: Paper) -> str | None:
        if not self._has_title(paper):
            return None
        title = paper.title
        other = title.replace("-", " ") if "-" in title else title.replace(" ", "-", 1)
        return f"This goes back to {other}."

    def write_title_without_subtitle(self, paper: Paper) -> str | None:
        head = paper.title.partition(":")[0]
        is_only = self._heads[title_key(head)] == 1 and sum(parse_title(head).telling) > 3
        return f"We rely on “{head}” in what follows." if ":" in paper.title and is_only else None

    def write_system_name(self, paper: Paper) -> str | None:
        own = parse_title(paper.title).own
        is_only = (
            own
            and self._own[own[0].key] == 1
            and own[0].name_text[1:] != own[0].name_text[1:].lower()
        )
        return (
            f"Here {own[0].name_text} is used, which knows {self._claim(paper)}."
            if is_only
            else None
        )

    def _has_title(self, paper: Paper) -> bool:
        return (
            self._titles[title_key(paper.title)] == 1 and sum(parse_title(paper.title).telling) > 3
        )


def _first(paper: Paper) -> str:
    return family_name(paper.authors[0]) if paper.authors else ""


def _is_clear(paper: Paper) -> bool:
    """Tell whether the first author is written with a family name that is no word as well."""
    return len(_first(paper)) > 3 and not paper.authors[0].isupper()


@click.command(help=__doc__)
@click.argument("libraries", nargs=-1, type=click.Path(path_type=Path), required=True)
@click.option("--sentences", default=200, show_default=True, help="Of each library.")
@click.option("--model", default="", help="The encoder; “none”: words alone.")
@click.option("--misses", is_flag=True, help="Print the sentences whose paper is not first.")
def main(libraries: tuple[Path, ...], sentences: int, model: str, *, misses: bool) -> None:
    """Ask each library and print the shares."""
    for folder in libraries:
        with closing(Workspace(folder, Shelf(data_folder() / "models"), write=False)) as workspace:
            workspace.indexing.words()
            if model != "none":
                workspace.indexing.load_model(name=model, in_process=True)
            papers = workspace.library.papers
            every = papers.get_many(sorted(papers.numbers()))
            _measure(workspace, write_sentences(every, sentences), misses=misses)
            _try_traps(workspace)


def _measure(workspace: Workspace, sentences: Sequence[Example], *, misses: bool) -> None:
    firsts: defaultdict[str, list[bool]] = defaultdict(list)
    chances: list[float] = []
    for example in sentences:
        ranked = workspace.recommending.engine.rank(_question(example.sentence))
        is_first = ranked.papers[:1] == (example.paper,)
        firsts[example.form].append(is_first)
        chances += [float(ranked.chances[0])] if is_first else []
        if misses and not is_first:
            click.echo(
                f"  {example.form}: {example.sentence} -> {ranked.papers[:1]}, {example.paper}"
            )
    for form, hits in firsts.items():
        click.echo(f"{form:24} {sum(hits):3} of {len(hits):3}")
    every = [hit for hits in firsts.values() for hit in hits]
    click.echo(
        f"{'all':24} {sum(every) / len(every):.3f} of {len(every)}, strong: "
        f"{sum(chance >= STRONG for chance in chances)}"
    )


def _try_traps(workspace: Workspace) -> None:
    for text, title, chance in _list_raised(workspace):
        click.echo(f"  raised by “{text}”: {title} ({chance:.2f})")


def _list_raised(workspace: Workspace) -> Iterator[tuple[str, str, float]]:
    engine = workspace.recommending.engine
    for sentence in _TRAPS:
        for one in engine.find_named(_question(sentence)):
            text = engine.sources.texts.get([one.paper])[one.paper]
            yield one.text, f"{', '.join(text.authors[:2])}: {text.title[:60]}", one.certainty


def _question(sentence: str) -> Question:
    return Question(passage=Passage(sentence=sentence))


if __name__ == "__main__":
    main()
