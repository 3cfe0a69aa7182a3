"""Long lives of a library: plans of thousands of actions and disturbances, checked step by step.

A *plan* (``plans.py``) is the version a library begins with, whose tables ``earlier.py`` fills,
and a list of actions, each a name and a seed for all that it chooses; some are disturbed: killed
at a call that writes, as an upgrade may be, or met by a full disk. It is a function of its seed,
and JSON. What an action chooses depends on the library as it then is, so that any part of a plan
is a plan: one that fails is shrunk to the few actions that matter (``shrinking.py``).

A *life* (``life.py``) carries a plan out. Beside the library it keeps *rows* (``rows.py``): a
plain dictionary of what the library must hold, which each action changes by a rule of its own
(``papers.py``, ``merging.py``, ``hanging.py``, ``texts.py``, whose readers know what a file says
by its content). What following a Zotero gives (``zotero.py``) is not worked out: some things must
hold after each look, and a second look must change nothing. After each action the tables are read
with plain SQL (``observing.py``) and must equal the rows; the history must tell the change
(``past.py``) and give it back. Rarer actions (``upkeep.py``) look at what costs more: the whole
check of the database, indexes beside new ones, exports and what is made of them, backups and
sidecars made into libraries again, a second process that reads or wants to write, clocks that
jump.

``running.py`` is the process in which lives go on, with ``tests/faults.c`` before the C library.
Plans that found something are kept in ``kept/`` and run with every change; ``python -m
tools.lab.benchmarks.lives`` runs many. As an action means what its code makes of its seed, what a
plan found gets a plain test too. ``planted.py`` has bugs that lives must find.
"""
