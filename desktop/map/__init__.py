"""The map of the library: a plane to walk over, and what one can do with papers on it."""
