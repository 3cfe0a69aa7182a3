"""Models and training: the list of models, a new training in steps, its run, its evaluation."""
