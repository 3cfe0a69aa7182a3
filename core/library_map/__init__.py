"""The map of a library: a place in the plane for each paper, near those it is like."""
