"""``python -m dwarfsim``."""

from .cli import main

main()
