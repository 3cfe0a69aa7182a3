"""LaTeX manuscripts written by the tests, with a bibliography beside them."""

from __future__ import annotations

from pathlib import Path

from core.base.records import Manuscript
from core.manuscript.latex.document import parse

BIB = """
@article{oak2019, title={Recorders at the {Edge}}, author={Oak, Tim and Alder, Sue and Birch, Al},
  journal={Quiet Places}, year=2019, volume=7, pages={1--9}, doi={10.1000/Quiet.7}}
@inproceedings{elm2021, title={An Hour of Silence}, author={Ida Elm and Max Yew},
  booktitle={Proceedings of Listening}, year=2021}
@misc{never2001, title={Never Mentioned}, author={Nick Ever}, year=2001}
"""
NATBIB = r"\usepackage{natbib}\bibliographystyle{plainnat}"
NUMERIC = r"\bibliographystyle{plain}"


def written(folder: Path, body: str, *, preamble: str = NATBIB, bib: str = BIB) -> Path:
    path = folder / "marsh.tex"
    (folder / "marsh.bib").write_text(bib, encoding="utf-8")
    text = f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n"
    path.write_text(text + "\\bibliography{marsh}\n\\end{document}\n", encoding="utf-8")
    return path


def read(folder: Path, body: str, *, preamble: str = NATBIB, bib: str = BIB) -> Manuscript:
    return parse(written(folder, body, preamble=preamble, bib=bib))


def texts(manuscript: Manuscript) -> list[str]:
    return [sentence.text for sentence in manuscript.sentences]


def markers(manuscript: Manuscript) -> list[tuple[str, list[str], tuple[str, ...]]]:
    """Return each marker with the first words of what it leads to, having checked its span."""
    found = []
    for sentence in manuscript.sentences:
        for marker in sentence.markers:
            assert sentence.text[marker.start : marker.end] == marker.text
            titles = [manuscript.references[at].title for at in marker.references]
            found.append((marker.text, titles, marker.unresolved))
    return found
