"""What runs while a library is open: the models in use, the indexes, and what answers."""
