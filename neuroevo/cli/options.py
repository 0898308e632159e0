"""Options that several commands share."""

from __future__ import annotations

import click

seed_option = click.option(
    "--seed", default=0, show_default=True, help="Where the deals come from."
)
workers_option = click.option(
    "--workers", type=int, help="Threads; all cores by default. Never changes a result."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
