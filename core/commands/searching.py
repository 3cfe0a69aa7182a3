"""The command that searches a library: ``search``."""

from __future__ import annotations

from pathlib import Path

import click

from core.commands import common, printing
from core.programs import json_forms

_SETTINGS = {"ignore_unknown_options": True, "help_option_names": ["--help"]}
"""``-survey`` is a word that is not wanted, and so is ``-hypothesis``."""


@click.command(context_settings=_SETTINGS)
@common.library_folder
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED)
@common.limit_option
@common.as_json_option
def search(folder: Path, words: tuple[str, ...], limit: int, as_json: bool) -> None:
    r"""Find papers by words and fields, as the search field of the window does.

    All of WORDS must hold. The last one may be the beginning of a word.

    \b
      graph walks          papers with both words
      '"hard negatives"'   these words beside one another
      -survey              without this word
      author:noether       also title: venue: keyword: tag: collection:
      year:2019-2022       also year:2019  year:2019-  'year:>2019'
      key:noether1921      a citation key; also doi: and arxiv:

    The shell takes quotes and > for itself: put what has them in single quotes.
    """
    text = " ".join(words)
    with common.open_workspace(folder) as workspace:
        numbers = workspace.papers.search(text)
        instead = "" if numbers else workspace.papers.searching.did_you_mean(text)
        papers = workspace.library.papers.get_many(numbers[:limit])
    if as_json:
        printing.say_json(json_forms.search_json(text, papers, len(numbers), instead))
    else:
        printing.print_papers(papers, len(numbers), instead)
