"""The settings: the one that holds them while the program runs, and the panel that shows them."""
