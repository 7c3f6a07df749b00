"""What a command left, as tests ask for it."""

import json
from dataclasses import dataclass


@dataclass
class Ran:
    """What a command left: its exit code and what it printed."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> list[dict]:
        """What ``--json`` printed; numbers as JSON knows them, so no NaN."""

        def refuse(constant):
            raise ValueError(f"{constant} is no JSON")

        assert self.code == 0, self.err
        return json.loads(self.out, parse_constant=refuse)

    def row(self, outcome: str, seat=None, index=None) -> dict:
        """The one row of this outcome."""
        key = (outcome, seat, index)
        [row] = [r for r in self.json if (r["outcome"], r["seat"], r["index"]) == key]
        return row
