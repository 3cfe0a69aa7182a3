"""Imports every module that training reaches, and says which packages are missing."""

from __future__ import annotations

import importlib
import pkgutil

import click

import training


def modules() -> list[str]:
    """Return the names of all modules of ``training``."""
    packages = pkgutil.walk_packages(training.__path__, "training.", onerror=lambda _: None)
    return [module.name for module in packages if module.name != "training.__main__"]


def missing() -> list[str]:
    """Return what cannot be imported, and why."""
    failed = []
    for name in modules():
        try:
            importlib.import_module(name)
        except ImportError as error:
            failed.append(f"{name}: {error}")
    return failed


@click.command()
def command() -> None:
    """List what is missing, and end with 1 if there is anything."""
    failed = missing()
    for fault in failed:
        click.echo(fault)
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    command()
