"""The commands of ``cocite``, one module a family; ``core.commands.cli`` joins them."""
