"""The tables of a library, each with what reads and writes it, and the inverses of changes."""
