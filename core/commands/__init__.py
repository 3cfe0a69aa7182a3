"""The commands of ``cocite``, a module for each family; ``core.cli`` puts them together."""
