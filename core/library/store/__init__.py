"""The tables of a library, each with what reads and writes it, and with what takes changes back."""
