"""``python -m tools.lab``: measures machines and models, beside baselines and by protocols."""

from __future__ import annotations

from collections.abc import Sequence

from training.commands.command_line import LazyCommands

_HELP = """Measure this machine, and compare models with one another and with published baselines.

The scripts that fit the parameters in resources/ are modules of their own:
python -m tools.lab.fitting.NAME --help, where NAME is one of gaps, general_words, left_out,
punkt, ranker, ranker_data, references and scoring.
"""

COMMANDS = {
    "evaluate": ("tools.lab.judging.commands:evaluate", "Judge encoders on a query set."),
    "compare": ("tools.lab.judging.commands:compare", "Compare two files of answers."),
    "baselines": ("tools.lab.judging.commands:baselines", "Judge the papers' baselines."),
    "rerank": ("tools.lab.judging.reranking:command", "Judge BM25, then a reranker."),
    "graph": ("tools.lab.baselines.graph:command", "Embed the citation graph of a corpus."),
    "speed": ("tools.lab.measuring.speed:command", "How fast a recipe trains here."),
    "peer": ("tools.lab.measuring.peer:command", "The same beside another library's trainer."),
    "measure": ("tools.lab.measuring.command:command", "Speed, memory, and the papers' claims."),
    "cut": ("tools.lab.corpus_cut:command", "A part of a corpus, of a size that travels."),
    "vary": ("tools.lab.corpus_variant:command", "A corpus as an experiment of the papers has it."),
    "ship": ("tools.lab.shipping:command", "A trained model as what comes with Cocite."),
    "page": (
        "tools.lab.manuscript_page:command",
        "How a manuscript is read, as a page.",
    ),
    "proving-ground": (
        "tools.lab.proving_ground.command:command",
        "A made-up article in many styles and formats, and what is read of it.",
    ),
}

cli = LazyCommands(COMMANDS, program="python -m tools.lab", about=_HELP, usage="COMMAND [ARGS]...")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    return cli.run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
