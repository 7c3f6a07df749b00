"""What a reader of Selfish Dwarf believes, against a sum over every deal of the roles."""

from itertools import permutations

import numpy as np
import pytest

from dwarfsim.games.selfish_dwarf import beliefs, view
from dwarfsim.table import Me

from .selfish_dwarf_record import GAME, match, path, play_script, position

KNOBS = np.array([knob.default for knob in GAME.strategies["reader"].knobs.values()], float)
PASS = ("discard", "secret")


def judged(seen, seat, notes):
    """Probabilities of each role at each seat, and of each goal to be the gold."""
    me = Me(seat, np.uint64(1), KNOBS, np.zeros(1), np.array(notes))
    beliefs.judge_all(seen, me)
    roles = me.memory[beliefs.ROLE : beliefs.ROLE + 3 * seen.players]
    return roles.reshape(-1, 3), me.memory[beliefs.GOLD : beliefs.GOLD + 3]


def by_every_deal(seen, seat, notes):
    """The same from Bayes' rule, deal by deal."""
    dealt = [0] * seen.saboteurs + [1] * seen.diggers + [2] * seen.selfish
    told = notes[beliefs.EVIDENCE :][: 9 * seen.players].reshape(seen.players, 3, 3)
    roles, gold = np.zeros((seen.players, 3)), np.zeros(3)
    for deal in set(permutations(dealt)):
        for goal in range(3):
            if deal[seat] == seen.role and view.believed(seen) >> goal & 1:
                others = [s for s in range(seen.players) if s != seat]
                weight = np.exp(sum(told[s, goal, deal[s]] for s in others))
                roles[range(seen.players), deal] += weight
                gold[goal] += weight
    return roles / gold.sum(), gold / gold.sum()


def after(a_match, k, turns):
    """What every seat sees after so many turns, and what it has noted."""
    worker = a_match.worker()
    here = position(a_match, k, turns, worker)
    return [(here.view(seat), worker.memory[seat].copy()) for seat in range(here.rules.players)]


@pytest.mark.parametrize("players, selfish", [(5, True), (6, True), (6, False), (7, True)])
def test_beliefs_are_those_of_a_sum_over_all_deals(players, selfish):
    a_match = match("reader", 3, players=players, selfish=selfish)
    for k, turns in enumerate((0, 5, 20, 45)):
        for seat, (seen, notes) in enumerate(after(a_match, k, turns)):
            for found, expected in zip(
                judged(seen, seat, notes), by_every_deal(seen, seat, notes), strict=True
            ):
                assert found == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("players", range(5, 11))
def test_beliefs_add_up_to_what_was_dealt(players):
    a_match = match("reader", 8, players=players)
    for k in range(10):
        for seat, (seen, notes) in enumerate(after(a_match, k, 4 * k)):
            roles, gold = judged(seen, seat, notes)
            assert roles.sum(axis=1) == pytest.approx(1)
            dealt = seen.saboteurs, seen.diggers, seen.selfish
            assert roles.sum(axis=0) == pytest.approx(dealt)
            assert roles[seat, seen.role] == pytest.approx(1)
            assert gold.sum() == pytest.approx(1)
            possible = view.believed(seen)
            assert [chance > 0 for chance in gold] == [bool(possible >> g & 1) for g in range(3)]


def test_what_was_dealt_is_all_that_is_believed_at_first():
    for seat, (seen, notes) in enumerate(after(match("reader", 2, players=8), 0, 0)):
        roles, gold = judged(seen, seat, notes)
        dealt = np.array([seen.saboteurs, seen.diggers, seen.selfish], float)
        dealt[seen.role] -= 1
        others = np.delete(roles, seat, axis=0)
        assert others == pytest.approx(np.tile(dealt / 7, (7, 1)))
        assert gold == pytest.approx([1 / 3] * 3)


def test_who_has_the_only_role_of_its_kind_knows_that_no_other_has_it():
    for seat, (seen, notes) in enumerate(after(match("reader", 2, players=5), 3, 15)):
        roles, _ = judged(seen, seat, notes)
        if seen.role != view.DIGGER:
            assert not np.delete(roles, seat, axis=0)[:, seen.role].any()


# -------------------------------------------------------------------------------- deeds


def told_by(moves, seat=4, **more):
    """What a seat believes after a script."""
    script = play_script(moves, hears=True, **more)
    return judged(script.position.view(seat), seat, script.notes[seat])


def test_who_builds_is_trusted_and_who_blocks_is_not():
    roles, _ = told_by([*path("EW"), PASS])
    assert roles[0, view.SABOTEUR] < roles[1:4, view.SABOTEUR].min()
    roles, _ = told_by([*path("dead-EW"), PASS])
    assert roles[0, view.SABOTEUR] > roles[1:4, view.SABOTEUR].max()
    assert roles[0, view.SABOTEUR] > 0.5


def test_who_lets_the_tunnel_cave_in_is_suspected():
    tunnel = path("EW", "EW")
    roles, _ = told_by([*tunnel, ("cave in", "cave-in", 2, 0)])
    assert roles[2, view.SABOTEUR] > roles[3, view.SABOTEUR]
    dead = path("EW", "dead-EW")
    roles, _ = told_by([*dead, ("cave in", "cave-in", 2, 0)])
    assert roles[2, view.SABOTEUR] < roles[3, view.SABOTEUR]


def test_sabotage_against_a_trusted_player_is_suspicious():
    hit = ("sabotage", "sabotage-pick", 0)
    roles, _ = told_by([*path("EW"), hit])
    assert roles[1, view.SABOTEUR] > roles[2, view.SABOTEUR]
    roles, _ = told_by([*path("dead-EW"), hit])
    assert roles[1, view.SABOTEUR] < roles[2, view.SABOTEUR]


def test_where_one_who_has_looked_builds_tells_where_the_gold_is():
    moves = [("look", "secret", 0), PASS, PASS, PASS, PASS, ("lay", "NS", 0, -1, False)]
    _, gold = told_by(moves)
    assert gold[0] > 0.4 and gold[0] > gold[1] and gold[0] > gold[2]


def test_a_player_who_has_seen_the_gold_is_sure():
    look = ("look", "secret", 0)
    _, gold = told_by([look], seat=0)
    assert gold == pytest.approx([1, 0, 0])
    _, gold = told_by([look], seat=0, goals="stone 0,gold,stone 1")
    assert gold == pytest.approx([0, 0.5, 0.5])
    _, gold = told_by([look], seat=1)
    assert gold == pytest.approx([1 / 3] * 3)
