"""Models and training: the shelf, a new training in steps, its live run, and its judgement."""
