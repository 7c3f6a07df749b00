"""
The numbers of `reader`: what deeds tell about roles, and what each role's options are worth.

Values are in units of the round: 1 is the difference between a round won and lost.
"""

from ...game import Knob

BELIEF = {
    "build": Knob(-0.96, "log odds of a saboteur from a card that lowers its player's D", -5, 5),
    "idle": Knob(0.56, "from a path card that leaves it", -5, 5),
    "block": Knob(2.67, "from a path card that raises it", -5, 5),
    "cave": Knob(0.87, "from a cave-in that lengthens the way", -5, 5),
    "clear": Knob(-0.68, "from a cave-in that shortens it", -5, 5),
    "away": Knob(0.2, "from a card put away by an unbroken player", -5, 5),
    "peek": Knob(-0.09, "from a look at a goal", -5, 5),
    "foe": Knob(1.14, "log odds of sabotage against the other side", 0, 5),
    "friend": Knob(0.28, "log odds of repairs on one's own side", 0, 5),
    "astray": Knob(3.02, "log odds against a path card that leaves its player's D", 0, 10),
    "wait": Knob(0.71, "log odds of a Selfish Dwarf from waiting near the goal", 0, 5),
}
DIGGER = {
    "dig_decay": Knob(0.83, "digger: worth of a tunnel for each card that is missing", 0.05, 0.99),
    "dig_starve": Knob(0.37, "digger: share of the risk that a Selfish Dwarf ends it", 0, 3),
    "dig_look": Knob(0.33, "digger: worth of a secret card where nothing is known", -1, 1),
    "dig_hit": Knob(0.14, "digger: worth of sabotage against a sure saboteur", -1, 1),
    "dig_doubt": Knob(0.56, "digger: probability from which sabotage is worth it", 0, 1),
    "dig_rival": Knob(0.33, "digger: weight of a Selfish Dwarf near the goal, in sabotage", 0, 3),
    "dig_help": Knob(0.21, "digger: worth of repairing a sure gold-digger", -1, 1),
    "dig_mend": Knob(0.23, "digger: worth of repairing oneself", -1, 1),
    "dig_keep_path": Knob(0.02, "digger: worth of an opening in the hand", -0.3, 0.3),
    "dig_keep_dead": Knob(-0.05, "digger: worth of a dead end in the hand", -0.3, 0.3),
    "dig_keep_hit": Knob(0.0, "digger: worth of a sabotage card in the hand", -0.3, 0.3),
    "dig_keep_help": Knob(0.02, "digger: worth of a repair card in the hand", -0.3, 0.3),
    "dig_keep_cave": Knob(0.03, "digger: worth of a cave-in in the hand", -0.3, 0.3),
}
SABOTEUR = {
    "sab_decay": Knob(0.78, "saboteur: cost of a tunnel for each card that is missing", 0.05, 0.99),
    "sab_along": Knob(-0.08, "saboteur: worth of building along while the goal is far", -1, 1),
    "sab_far": Knob(7, "saboteur: cards missing from which the goal is far", 1, 20),
    "sab_clog": Knob(0.1, "saboteur: worth of taking the place of a shortest way", -1, 1),
    "sab_look": Knob(0.01, "saboteur: worth of a secret card where nothing is known", -1, 1),
    "sab_hit": Knob(0.19, "saboteur: worth of sabotage against a sure opponent", -1, 1),
    "sab_next": Knob(0.46, "saboteur: more if the goal is near, by who plays soon", 0, 3),
    "sab_pile": Knob(0.55, "saboteur: share of that against a broken opponent", -1, 1),
    "sab_help": Knob(0.11, "saboteur: worth of repairing a sure saboteur", -1, 1),
    "sab_mend": Knob(0.2, "saboteur: worth of repairing oneself", -1, 1),
    "sab_keep_path": Knob(0.01, "saboteur: worth of an opening in the hand", -0.3, 0.3),
    "sab_keep_dead": Knob(0.05, "saboteur: worth of a dead end in the hand", -0.3, 0.3),
    "sab_keep_hit": Knob(0.12, "saboteur: worth of a sabotage card in the hand", -0.3, 0.3),
    "sab_keep_help": Knob(-0.04, "saboteur: worth of a repair card in the hand", -0.3, 0.3),
    "sab_keep_cave": Knob(0.12, "saboteur: worth of a cave-in in the hand", -0.3, 0.3),
}
SELFISH = {
    "self_one": Knob(0.12, "selfish: worth of one card missing, for the others to lay", 0, 1),
    "self_two": Knob(0.24, "selfish: worth of two cards missing", 0, 1),
    "self_three": Knob(0.22, "selfish: worth of three cards missing", 0, 1),
    "self_decay": Knob(0.9, "selfish: and for each more card", 0.05, 0.99),
    "self_look": Knob(0.1, "selfish: worth of a secret card where nothing is known", -1, 1),
    "self_hit": Knob(0.1, "selfish: worth of sabotage, with the goal a card away", -1, 1),
    "self_next": Knob(0.5, "selfish: more against those who play soon", 0, 3),
    "self_foe": Knob(0.1, "selfish: worth of sabotage against a sure saboteur", -1, 1),
    "self_help": Knob(0.0, "selfish: worth of repairing a sure gold-digger", -1, 1),
    "self_mend": Knob(0.3, "selfish: worth of repairing oneself", -1, 1),
    "self_keep_path": Knob(0.03, "selfish: worth of an opening in the hand", -0.3, 0.3),
    "self_keep_dead": Knob(-0.02, "selfish: worth of a dead end in the hand", -0.3, 0.3),
    "self_keep_hit": Knob(0.05, "selfish: worth of a sabotage card in the hand", -0.3, 0.3),
    "self_keep_help": Knob(0.05, "selfish: worth of a repair card in the hand", -0.3, 0.3),
    "self_keep_cave": Knob(0.05, "selfish: worth of a cave-in in the hand", -0.3, 0.3),
}
KNOBS = BELIEF | DIGGER | SABOTEUR | SELFISH

# places in ``me.knobs``
BUILD, IDLE, BLOCK, CAVE, CLEAR, AWAY, PEEK, FOE, FRIEND, ASTRAY, WAIT = range(len(BELIEF))
_AT = len(BELIEF)
DIG_DECAY, DIG_STARVE, DIG_LOOK, DIG_HIT, DIG_DOUBT, DIG_RIVAL = range(_AT, _AT + 6)
DIG_HELP, DIG_MEND, DIG_KEEP = range(_AT + 6, _AT + 9)
_AT += len(DIGGER)
SAB_DECAY, SAB_ALONG, SAB_FAR, SAB_CLOG, SAB_LOOK, SAB_HIT = range(_AT, _AT + 6)
SAB_NEXT, SAB_PILE, SAB_HELP, SAB_MEND, SAB_KEEP = range(_AT + 6, _AT + 11)
_AT += len(SABOTEUR)
SELF_ONE, SELF_TWO, SELF_THREE, SELF_DECAY, SELF_LOOK, SELF_HIT = range(_AT, _AT + 6)
SELF_NEXT, SELF_FOE, SELF_HELP, SELF_MEND, SELF_KEEP = range(_AT + 6, _AT + 11)
# what a hand's cards are worth stands in this order from each KEEP on
KEEP_PATH, KEEP_DEAD, KEEP_HIT, KEEP_HELP, KEEP_CAVE = range(5)
