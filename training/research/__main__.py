"""``python -m training.research``: models beside baselines and by published protocols."""

from __future__ import annotations

from collections.abc import Sequence

from training.command_line import LazyCommands

_HELP = """Compare models of papers, with one another and with published baselines.

The scripts that fit the parameters in resources/ are modules of their own:
python -m training.research.fitting.NAME --help, where NAME is one of confidence, gaps, left_out,
punkt, ranker_data, ranker, references and reranking.
"""

COMMANDS = {
    "evaluate": ("training.research.judging.commands:evaluate", "Judge encoders on a query set."),
    "compare": ("training.research.judging.commands:compare", "Compare two files of answers."),
    "baselines": ("training.research.judging.commands:baselines", "Judge the papers' baselines."),
    "rerank": ("training.research.judging.reranking:command", "Judge BM25, then a reranker."),
    "graph": ("training.research.graph.command:command", "Embed the citation graph of a corpus."),
}

cli = LazyCommands(
    COMMANDS, program="python -m training.research", about=_HELP, usage="COMMAND [ARGS]..."
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    return cli.run(arguments)


if __name__ == "__main__":
    raise SystemExit(main())
