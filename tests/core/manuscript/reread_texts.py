"""Texts that are edited and read again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from core.manuscript.rereading import TypedReading, TypedTexts

LATEX = r"""\documentclass{article}
\usepackage[numbers]{natbib}
\newcommand{\ours}{our own method}
\title{On moors}
\author{Ada Oak}
\begin{document}
\begin{abstract}
Moors are old. We say how old they are and why this matters.
\end{abstract}

\section{Introduction}\label{sec:intro}
Peat has been measured for long \cite{oak_2010}. As Section~\ref{sec:end} says, $p < 0.05$ holds.
It was \emph{never} disputed \citep[see][p.~3]{elm2011,fir2012}.

Others found the same in Sect.~\ref{sec:intro}. It is the same!
See Fig.~\ref{fig:one} and \autoref{sec:end}.

% a remark that nobody reads
\begin{figure}
\includegraphics{moor}
\caption{A moor that is old and acid in the north}\label{fig:one}
\end{figure}

\begin{itemize}
\item Mosses grow slowly here.

\item Lichens grow faster than mosses do.
\end{itemize}

Peat has been measured again. A moor that is old and acid in the north was chosen.

With \ours{} it is the same.

\begin{equation}
a^2 + b^2 = c^2
\end{equation}

\section{End}\label{sec:end}

All moors are acid~\cite{oak_2010}.

This is the last paragraph of all, and M\"uller agrees with it.

\end{document}
"""
MARKDOWN = """---
title: On moors
author: Ada Oak
abstract: Moors are old and we say why.
---

Peat has been measured for long [@oak2010]. It was *never* disputed by @elm2011.

# Introduction

Others found the same [see @fir2012, p. 3; @oak2010]. With $p < 0.05$ it holds!
A second line of the same paragraph.

## Methods
Text right below a heading is common. It costs 5 dollars.

- Mosses grow slowly here.

- Lichens grow faster than mosses do.

A note hangs here.[^one] And a [link](https://example.org/moors) too.

[^one]: The text of the note cites @birch2014.

```
code that is [not] read
```

| moor | age |
|------|-----|
| old  | 9   |

Peat has been measured again. Code that is not read was chosen.

> A quotation stands here for long.

This is the last paragraph of all.
"""
TYPST = """#set document(title: "On moors", author: "Ada Oak")
#let ours = [our own method]

= Introduction <intro>

Peat has been measured for long @oak2010. It was _never_ disputed @elm2011 @fir2012.

Others found the same in @intro. With $p < 0.05$ it holds!
A second line of the same paragraph.

== Methods
Text right below a heading is common.

#figure(caption: [A moor that is old and acid])[
  Nothing is shown.
]

- Mosses grow slowly here.
- Lichens grow faster than mosses do.

A note hangs here.#footnote[The text of the note cites @birch2014.] With #ours it is the same.

Peat has been measured again. A moor that is old and acid was chosen.

This is the last paragraph of all.
"""
TEXTS = {".tex": LATEX, ".md": MARKDOWN, ".typ": TYPST}


def file_of(folder: Path, suffix: str) -> Path:
    return folder / f"document{suffix}"


def read_whole(path: Path) -> TypedReading:
    return TypedTexts().read_text(path)


def assert_is_same(reading: TypedReading, path: Path) -> None:
    whole = read_whole(path)
    assert replace(reading.manuscript, seconds=0) == replace(whole.manuscript, seconds=0)
    assert reading.locations == whole.locations
