"""Monte-Carlo strategy analysis of tabletop games."""

__version__ = "0.1.0"
