"""Section 8: the Captain's dice, what each face offers in which window, and its use."""

from __future__ import annotations

from typing import Final

from starhall.engine.errors import ContentError
from starhall.engine.rules.decision import Decision
from starhall.engine.rules.options import Option
from starhall.games.pulp_invasion import content
from starhall.games.pulp_invasion import words as w
from starhall.games.pulp_invasion.cards import (
    ANY,
    BONUS,
    BORROW,
    CHOOSE_WEAPON,
    COLOURS,
    DICE,
    DIE_COUNT,
    FACES,
    FIRST_WEAPON,
    GUARDFORCE,
    KINDS,
    NONE,
    PROBE,
    PURGE,
    REROLL,
    SCAN_ICONS,
    SEARCH,
    SWAP,
    TAKE_CUBE,
    UNDERSTAND,
    UPGRADE,
    VERBS,
    WEAPONS,
    YELLOW,
    Clause,
    Face,
)
from starhall.games.pulp_invasion.effects import (
    SEAT,
    purge,
    removable,
    remove_cubes,
    understand,
    upgradable,
    upgrade,
)
from starhall.games.pulp_invasion.reckoning import die_allowed, planet_icons, scannable
from starhall.games.pulp_invasion.state import CUBE_STREAM, DICE_STREAM, Table

# PI-8.3: the windows in which dice may be used
AT_CHOICE: Final = 0  # PI-D3
AT_ENGAGE: Final = 1  # PI-D4
AT_EVADE: Final = 2  # PI-D6
AT_SEARCH: Final = 3  # PI-D12
AT_YELLOW: Final = 4  # PI-D15
WINDOWS: Final[dict[int, list[int]]] = {
    BONUS: [AT_ENGAGE],
    UPGRADE: [AT_CHOICE],
    SEARCH: [AT_CHOICE, AT_SEARCH],
    PURGE: [AT_EVADE],
    BORROW: [AT_ENGAGE],
    SWAP: [AT_ENGAGE],
    REROLL: [AT_ENGAGE],
    SCAN_ICONS: [AT_SEARCH],
    TAKE_CUBE: [AT_EVADE],
    UNDERSTAND: [AT_CHOICE],
    PROBE: [AT_EVADE],
    CHOOSE_WEAPON: [AT_YELLOW],
}


def _parts_in(window: int) -> list[list[Clause]]:
    """By 7 * die + value: the parts that can be used by themselves in this window."""
    return [
        [part for part in face.parts if not face.together and window in WINDOWS[part.verb]]
        for face in FACES
    ]


def _check_faces() -> None:
    """No stub: every verb a face may have has a window and a rule."""
    for name in content.FACES.known:
        if VERBS.index(name) not in WINDOWS:
            raise ContentError(f"the die verb '{name}' has no rule behind it")


_check_faces()
PARTS: Final[list[list[list[Clause]]]] = [_parts_in(window) for window in range(5)]


# What is offered


def die_options(s: Table, window: int, need: list[int], options: list[Option]) -> None:
    """PI-8.8: add each use of an owned die that does something in this window."""
    if not die_allowed(s):
        return
    dice = s.dice
    parts = PARTS[window]
    for die in range(DIE_COUNT):
        value = dice[die]
        if value == 0:
            continue
        for part in parts[7 * die + value]:
            _offer(s, die, part, need, options)
        if window == AT_ENGAGE and FACES[7 * die + value].together:
            if _overhauls(s, FACES[7 * die + value], need):
                options.append(w.OVERHAUL[die])


def _offer(s: Table, die: int, part: Clause, need: list[int], options: list[Option]) -> None:
    verb = part.verb
    who = part.who
    if verb == BONUS:
        for ability in range(3):
            if need[ability] > 0 and who in (ability, ANY):
                options.append(w.BOOST[3 * die + ability])
    elif verb == BORROW:
        options.append(w.BORROW[DIE_COUNT * die + who])
    elif verb == SEARCH:
        if not s.die_sought:
            options.append(w.SEEK[die])
    elif verb == SCAN_ICONS:
        if scannable(s) > 0:
            options.append(w.SCAN[die])
    elif verb == SWAP:
        if _meets(s, who):
            options.append(w.SWAP[die])
    elif verb == REROLL:
        if _meets(s, who):
            options.append(w.REROLL[die])
    elif verb == UPGRADE:
        if upgradable(s, who):
            options.append(w.TUNE[die])
    elif verb == PURGE:
        if (s.bag[who] > 0) if who != ANY else bool(removable(s)):
            options.append(w.SWEEP[die])
    elif verb == TAKE_CUBE:
        if removable(s):
            options.append(w.EXTRACT[die])
    elif verb == PROBE:
        if removable(s):
            options.append(w.PROBE[die])
    elif verb == UNDERSTAND:
        if puzzling(s):
            options.append(w.FATHOM[die])


def _overhauls(s: Table, face: Face, need: list[int]) -> bool:
    """A face with `and` is offered if at least one of its parts is possible (PI-8.8)."""
    for part in face.parts:
        if part.verb == BONUS:
            if need[part.who] > 0:
                return True
        elif upgradable(s, part.who):
            return True
    return False


def _meets(s: Table, kind: int) -> bool:
    """PI-8.13, PI-8.21: the card in the condition of a face; a Guardforce needs a Planet icon."""
    if KINDS[s.line.cards[s.active]] != kind:
        return False
    return kind != GUARDFORCE or planet_icons(s, s.active) > 0


def puzzling(s: Table) -> list[Option]:
    """The weapons found and not yet understood."""
    return [
        w.UNDERSTAND[weapon]
        for weapon in range(len(WEAPONS))
        if FIRST_WEAPON + weapon in s.found.cards and not (s.understood >> weapon) & 1
    ]


# Use


async def use_die(s: Table, option: Option, need: list[int]) -> None:
    """PI-8.7: the face showing now counts; the die is turned down, then the effect follows.

    Reductions and changes of the Search do not look at any die, so they are noted at once.
    """
    die = die_of(option)
    face = FACES[7 * die + s.dice[die]]
    if s.witness is not None:
        s.witness.tell("uses_die", die=DICE[die], n=s.dice[die])
    verb = option.verb
    s.purpose = purpose_of(face, option)
    if verb == "scan":
        s.gathered += min(face.parts[0].n, scannable(s))
    else:
        note_face(s, face, option, need)
    await turn_down(s, die)
    if verb == "borrow":
        await borrow(s, option.value % DIE_COUNT, need)
    elif verb == "swap":
        await swap(s)
    elif verb == "reroll":
        await reroll(s)
    elif verb == "extract":
        choice = await Decision(SEAT, w.D_PICK, removable(s))
        remove_cubes(s, choice.value, 1)
    elif verb == "fathom":
        choice = await Decision(SEAT, w.D_UNDERSTAND, puzzling(s))
        understand(s, choice.value)
    elif verb == "probe":
        probe(s)
    else:
        await apply_face(s, face, option)


def purpose_of(face: Face, option: Option) -> int:
    """The verb of the face that an option uses (of a face with `and`, the last)."""
    parts = face.parts
    if option.verb == "boost" or option.verb == "borrow":
        return parts[0].verb
    return parts[-1].verb


def die_of(option: Option) -> int:
    """The die that an option uses."""
    if option.verb == "boost":
        return option.value // 3
    if option.verb == "borrow":
        return option.value // DIE_COUNT
    return option.value


async def turn_down(s: Table, die: int) -> None:
    """PI-8.4 to PI-8.6: to a lower value, skipping allowed; at 1 it stays; PI-8.2 is used up."""
    free = s.planet_text().free_die and not s.die_begun
    s.die_spent = True
    s.die_begun = True
    value = s.dice[die]
    if value > 1 and not free:
        s.turning = die
        options = [w.TURN[lower] for lower in range(value - 1, 0, -1)]
        choice = await Decision(SEAT, w.D_LOWER, options, DICE[die])
        s.dice[die] = choice.value
        s.turning = NONE
        if s.witness is not None:
            s.witness.tell("turns_die", die=DICE[die], n=choice.value)


def note_face(s: Table, face: Face, option: Option, need: list[int]) -> None:
    """The bonus or search part of an owned or borrowed face, if the option uses it."""
    verb = option.verb
    for part in face.parts:
        if part.verb == BONUS:
            if verb == "boost":
                if part.who == ANY or part.who == option.value % 3:
                    s.reduced[option.value % 3] += part.n
            elif verb == "overhaul" and need[part.who] > 0:
                s.reduced[part.who] += part.n
        elif part.verb == SEARCH and verb == "seek":
            s.die_sought = True
            s.gathered += part.n


async def apply_face(s: Table, face: Face, option: Option) -> None:
    """The upgrade or purge part of an owned or borrowed face, if the option uses it."""
    verb = option.verb
    for part in face.parts:
        if part.verb == UPGRADE:
            if verb == "tune" or verb == "overhaul":
                await upgrade(s, part)
        elif part.verb == PURGE and verb == "sweep":
            await purge(s, part)


def roll(s: Table, die: int) -> int:
    value = s.chance.streams[DICE_STREAM].roll()
    if s.witness is not None:
        s.witness.tell("rolls_die", die=DICE[die], n=value)
    return value


async def borrow(s: Table, die: int, need: list[int]) -> None:
    """PI-8.14, PI-8.15: roll a Crew die; its face counts for this Engage only."""
    s.borrowed = 7 * die + roll(s, die)
    face = FACES[s.borrowed]
    options: list[Option] = []
    if face.together:
        if _overhauls(s, face, need):
            options.append(w.OVERHAUL[die])
    else:
        for part in face.parts:
            if part.verb != PURGE:
                _offer(s, die, part, need, options)
    if not options:
        s.borrowed = NONE
        return
    options.append(w.DECLINE)
    choice = await Decision(SEAT, w.D_BORROW, options, DICE[die])
    s.borrowed = NONE
    if choice is not w.DECLINE:
        note_face(s, face, choice, need)
        await apply_face(s, face, choice)


async def swap(s: Table) -> None:
    """PI-8.16: an owned die for an unowned one, which is rolled."""
    boxed = [w.TAKE[die] for die in range(DIE_COUNT) if s.dice[die] == 0]
    given = await Decision(SEAT, w.D_GIVE, [w.GIVE[die] for die in owned(s)])
    taken = await Decision(SEAT, w.D_TAKE, boxed, DICE[given.value])
    s.dice[given.value] = 0
    if s.witness is not None:
        s.witness.tell("swaps_die", given=DICE[given.value], taken=DICE[taken.value])
    s.dice[taken.value] = roll(s, taken.value)


async def reroll(s: Table) -> None:
    """PI-8.17: an owned die is rolled anew."""
    choice = await Decision(SEAT, w.D_REROLL, [w.ROLL[die] for die in owned(s)])
    s.dice[choice.value] = roll(s, choice.value)


def owned(s: Table) -> list[int]:
    return [die for die in range(DIE_COUNT) if s.dice[die] > 0]


def draw_cube(s: Table, most: int) -> int:
    """A random cube among the first `most` colours: its colour. It stays in the bag."""
    bag = s.bag
    total = 0
    for colour in range(most):
        total += bag[colour]
    pick = s.chance.streams[CUBE_STREAM].below(total)
    for colour in range(most):
        pick -= bag[colour]
        if pick < 0:
            return colour
    return most - 1


def probe(s: Table) -> None:
    """Scanning 4: a random cube of the whole bag; yellow goes back, any other to the supply."""
    colour = draw_cube(s, len(COLOURS))
    if colour != YELLOW:
        remove_cubes(s, colour, 1)
    elif s.witness is not None:
        s.witness.tell("probes_yellow")
