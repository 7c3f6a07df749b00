"""The findings of the Magic Dwarf study in words: the numbers choose them."""

from dwarfsim import words

LEVELS = tuple(range(1, 8))
WHO = {
    "random": "random play",
    "rush": "a family that only rushes",
    "casual": "a casual family",
    "careful": "a careful family",
    "champion": "a champion",
}


def title(odds, families) -> str:
    """The finding: the best and the worst level of the two families."""
    strong, weak = families[1], families[0]
    parts = []
    for name in (strong, weak):
        best = max(odds[name], key=lambda k: odds[name][k]["mean"])
        worst = min(odds[name], key=lambda k: odds[name][k]["mean"])
        high, low = (words.percent(odds[name][k]["mean"]) for k in (best, worst))
        parts.append((name, best, worst, high, low))
    (_, best, worst, high, low), (_, best2, worst2, high2, low2) = parts
    text = f"{words.capital(WHO[strong])} wins {high} of its games at level {best} and {low} at "
    text += f"level {worst}; {WHO[weak]} {high2}"
    text += f" at level {best2}" if best2 != best else ""
    return text + f" and {low2}" + (f" at level {worst2}" if worst2 != worst else "")


def odds_sentence(name: str, odds) -> str:
    """The easiest and the hardest level of one strategy."""
    best = max(odds, key=lambda k: odds[k]["mean"])
    worst = min(odds, key=lambda k: odds[k]["mean"])
    return (
        f"{words.capital(WHO[name])} wins {interval(odds[best])} at level {best}, "
        f"{in_words(odds[best])}, and {interval(odds[worst])} at level {worst}, "
        f"{in_words(odds[worst])}."
    )


def in_words(found) -> str:
    """As people say it."""
    return words.odds(found["mean"], found["games"])


def interval(found) -> str:
    """Percent, with the interval."""
    return words.percent_interval(found["mean"], found["low"], found["high"])


def short(found) -> str:
    """Percent without its sign, with the interval: for tables."""
    return interval(found).replace(" %", "").replace(" to ", "–")


def skill_title(weak, strong, apart) -> str:
    """What the step between the two families is worth, as a heading."""
    signs = {found.sign for found in apart.values()}
    if signs == {1}:
        values = [100 * found.mean for found in apart.values()]
        ends = f"{min(values):.0f} to {max(values):.0f}"
        if round(min(values)) == round(max(values)):
            ends = f"{max(values):.2g}"
        return f"{words.capital(strong)} instead of {weak} play is worth {ends} points"
    if signs == {0}:
        return f"Between {weak} and {strong} play no difference is seen"
    if signs == {-1}:
        return f"{words.capital(strong)} play wins less often than {weak} play"
    return f"What {strong} instead of {weak} play is worth depends on the level"


def skill_sentence(weak, strong, apart) -> str:
    """Where the families differ most and least, and where they do not."""
    up = {k: d for k, d in apart.items() if d.sign > 0}
    down = {k: d for k, d in apart.items() if d.sign < 0}
    none = [k for k, d in apart.items() if d.sign == 0]
    parts = []
    for group, verb in ((up, "adds"), (down, "costs")):
        if group:
            most = max(group, key=lambda k: abs(group[k].mean))
            least = min(group, key=lambda k: abs(group[k].mean))
            text = f"{verb} {size(group[most])} at level {most}"
            text += f" and {size(group[least])} at level {least}" if least != most else ""
            text += ", the largest and the smallest gap" if least != most and not none else ""
            parts.append(text)
    if none:
        parts.append(f"shows no difference at {words.spans(none, 'level')}")
    return f"{words.capital(strong)} instead of {weak} play {words.listed(parts)}."


def gaps(apart) -> str:
    """The differences of all levels, in points."""
    digits = min(words.decimals(50 * (found.high - found.low)) for found in apart.values())
    shown = (f"{100 * found.mean:z.{min(digits, 1)}f}" for found in apart.values())
    listed = words.listed(text.replace("-", "−") for text in shown)
    return f"From level {min(apart)} to level {max(apart)} the differences are {listed} points."


def size(found) -> str:
    """The size of a difference in points."""
    low, high = sorted((abs(found.low), abs(found.high)))
    text = words.points(abs(found.mean), low, high).removeprefix("+")
    mean, _, rest = text.partition(" ")
    return f"{mean} points {rest}"


def up_to(size: float) -> str:
    """The size of a largest difference, in points."""
    return f"up to {100 * abs(size):.2g}"


def shorter(found) -> str:
    """A difference in points with its interval: for tables."""
    return words.points(found.mean, found.low, found.high).replace(" to ", ", ")


def order_title(by_name, families) -> str:
    """For which of the families the printed order is right, as a heading."""
    right = [n for n in families if all(sign == 1 for sign in by_name[n])]
    wrong = [n for n in families if any(sign == -1 for sign in by_name[n])]
    if len(right) == len(families):
        return f"The printed order of the levels is right for {words.listed(families)} play"
    if wrong:
        pairs = sorted({k for n in wrong for k, s in zip(LEVELS, by_name[n]) if s == -1})
        listed = words.listed(f"{k} and {k + 1}" for k in pairs)
        return f"Levels {listed} are in the wrong order for {words.listed(wrong)} play"
    vague = [n for n in families if n not in right]
    pairs = sorted({k for n in vague for k, s in zip(LEVELS, by_name[n]) if s == 0})
    listed = words.listed(f"{k} and {k + 1}" for k in pairs)
    rest = f"for {words.listed(vague)} play no difference is seen between levels {listed}"
    if right:
        return f"The printed order is right for {words.listed(right)} play; {rest}"
    return words.capital(rest)


def order_sentences(by_name) -> str:
    """What the signs of the six steps say: a sentence for all strategies of which it is true."""
    groups = {}
    for name, signs in by_name.items():
        groups.setdefault(tuple(signs), []).append(name)
    return " ".join(order_sentence(names, signs) for signs, names in groups.items())


def order_sentence(names, signs) -> str:
    """What the signs of the six steps say of these strategies."""
    who = words.listed(WHO[name] for name in names)
    easier = [k + 1 for k, sign in zip(LEVELS, signs) if sign < 0]
    level = [k for k, sign in zip(LEVELS, signs) if sign == 0]
    if not easier and not level:
        return f"For {who} each level is harder than the one before."
    if len(level) == len(signs):
        return f"For {who} no difference is seen between any level and the next."
    parts = []
    if easier:
        parts.append(words.listed(f"level {k} is easier than level {k - 1}" for k in easier))
    if level:
        pairs = words.listed(f"{k} and {k + 1}" for k in level)
        parts.append(f"no difference is seen between levels {pairs}")
    rest = "; every other step makes it harder" if len(easier) + len(level) < len(signs) else ""
    return f"For {who} {words.listed(parts)}{rest}."


def steps_sentence(name, found) -> str:
    """The largest and the smallest step between neighbouring levels."""
    most = max(found, key=lambda k: found[k].mean)
    least = min(found, key=lambda k: found[k].mean)
    parts = []
    for k in (most, least):
        one = found[k]
        mean, _, rest = words.points(one.mean, one.low, one.high).partition(" ")
        parts.append(f"from level {k} to {k + 1}, {mean.removeprefix('+')} points {rest}")
    return f"For {WHO[name]} the largest step is {parts[0]}, and the smallest {parts[1]}."


def goals_title(gain) -> str:
    """Whether the easier goals are easier, as a heading."""
    easier = [found.sign > 0 for by_level in gain.values() for found in by_level.values()]
    if all(easier):
        most = max(found.mean for by_level in gain.values() for found in by_level.values())
        return f"The easier goals help at every level, by {up_to(most)} points"
    if not any(easier):
        return "The easier goals are not seen to be easier"
    return "The easier goals are easier, but not at every level"


def goals_sentence(name, odds, levels) -> str:
    """The odds at the first and last level, by goal."""
    first, last = LEVELS[0], LEVELS[-1]

    def at(k):
        found = [levels(name, level=k).estimate("won")]
        found += [odds[name, need][k] for need in (3, 2)]
        four, three, two = (words.percent(x["mean"]) for x in found)
        return f"{four} of its games with four students, {three} with three and {two} with two"

    return f"At level {first} {WHO[name]} wins {at(first)}; at level {last} it wins {at(last)}."


def length_title(found) -> str:
    """The range of typical lengths, as a heading."""
    means = [one["mean"] for by_level in found.values() for one in by_level.values()]
    low, high = round(min(means)), round(max(means))
    if low == high:
        return f"A game takes about {low} turns on average"
    return f"A game takes {low} to {high} turns on average"


def _half(found) -> float:
    """Half the width of the widest interval."""
    return max((one["high"] - one["low"]) / 2 for by in found.values() for one in by.values())


def length_sentence(name, found) -> str:
    """Mean and middle range at the longest and the shortest level."""
    long = max(found, key=lambda k: found[k]["mean"])
    brief = min(found, key=lambda k: found[k]["mean"])

    def at(k):
        one = found[k]
        mean = f"{one['mean']:.{min(1, words.decimals(_half({name: found})))}f}"
        return f"{mean} turns on average at level {k} ({one['p10']:.0f} to {one['p90']:.0f})"

    return f"{words.capital(WHO[name])} plays {at(long)} and {at(brief)}."


def length_intervals(found) -> str:
    """What the brackets hold, and how sure the means are."""
    half = _half(found)
    shown = f"{half:.{words.decimals(half)}f}"
    return f"At least eight games in ten are within the brackets; the means are known to ±{shown}."


def dwarf_title(found) -> str:
    """Whether the dwarves help, as a heading."""
    signs = {one.sign for by_level in found.values() for one in by_level.values()}
    tops = {n: max(abs(one.mean) for one in by_level.values()) for n, by_level in found.items()}
    each = words.listed(f"{n} play by {up_to(top)}" for n, top in tops.items())
    if signs == {1}:
        return f"The four dwarf cards help at every level: {each} points"
    if signs == {0}:
        return "The four dwarf cards are not seen to change the odds"
    if signs == {-1}:
        return f"The four dwarf cards hurt at every level: {each} points"
    if -1 not in signs:
        return f"The four dwarf cards help, but not everywhere: {each} points"
    return "The four dwarf cards help at some levels and hurt at others"


def dwarf_sentence(name, found) -> str:
    """What the dwarves are worth to one strategy."""
    most = max(found, key=lambda k: abs(found[k].mean))
    least = min(found, key=lambda k: abs(found[k].mean))
    if found[most].sign == 0:
        return f"For {WHO[name]} the four dwarf cards make no difference that is seen."
    verb = "add" if found[most].sign > 0 else "cost"
    text = f"For {WHO[name]} the four dwarf cards {verb} {size(found[most])} at level {most}"
    if found[least].sign == 0:
        return text + f", and make no difference that is seen at level {least}."
    other = "add" if found[least].sign > 0 else "cost"
    other = "and" if other == verb else f"but {other}"
    return text + f" {other} {size(found[least])} at level {least}."


def duel_title(found) -> str:
    """Whether it pays to start, as a heading."""
    ahead = [n for n in found if found[n].sign > 0]
    behind = [n for n in found if found[n].sign < 0]
    if len(ahead) == len(found):
        return "In the duel it pays to start"
    if len(behind) == len(found):
        return "In the duel it pays not to start"
    if not ahead and not behind:
        return "In the duel no edge of the team that starts is seen"
    parts = [f"more often under {words.listed(ahead)}"] if ahead else []
    parts += [f"less often under {words.listed(behind)}"] if behind else []
    return f"In the duel the team that starts wins {words.listed(parts)} play"


def duel_sentences(found) -> str:
    """How often the team that starts wins under each strategy."""
    made, unseen = [], [n for n in found if found[n].sign == 0]
    for name, one in found.items():
        if one.sign:
            half = [0.5 + x / 2 for x in (one.mean, one.low, one.high)]
            odds = words.percent_interval(*half)
            made.append(f"In a duel of two {name} teams the one that starts wins {odds}.")
    if unseen:
        who = words.listed(unseen, "or")
        made.append(f"In a duel of two {who} teams no edge of the team that starts is seen.")
    return " ".join(made)
