"""The verbs of PI-19.1 that happen once: gains and losses, cubes, study, upgrades, hand."""

from __future__ import annotations

from typing import Final

from starhall.engine.rules.decision import Decision, GameOver, Reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import Verbs, one_of
from starhall.games.pulp_invasion.content import (
    ABILITIES,
    ANY,
    BLACK,
    COLOURS,
    MARKS,
    NONE,
    SYSTEM_DICE,
    WHITE,
    YELLOW,
    Handler,
    Happening,
)
from starhall.games.pulp_invasion.options import (
    D_DROP,
    D_EVADE_PAY,
    D_GAIN,
    D_LOSE,
    D_PICK,
    D_STUDY,
    D_UPGRADE,
)
from starhall.games.pulp_invasion.rules.legality import QUESTIONS, SEAT, ask
from starhall.games.pulp_invasion.rules.reckoning import CHANGE, COUNT, search_total
from starhall.games.pulp_invasion.state import EXHAUSTION, WAITING, Table

HAPPENING: Final[Verbs[Handler]] = Verbs()
ANY_ABILITY: Final = one_of("any", *ABILITIES)
COLOUR: Final = one_of(*COLOURS[:YELLOW])
ANY_COLOUR: Final = one_of("any", *COLOURS[:YELLOW])
DIE_FAMILY: Final = one_of("any", "system")

TOP_FACE: Final = 6


async def perform(s: Table, effect: Happening) -> None:
    """Carry out one effect."""
    s.effect = effect.number
    await effect.handler(s, effect)


def check_zeros(s: Table) -> None:
    """PI-18.3: two abilities at 0 during an encounter lose the game."""
    if s.worn_out():
        s.cause = EXHAUSTION
        if s.witness is not None:
            s.witness.tell("exhausted")
        raise GameOver


# Abilities


def can_gain(s: Table, effect: Happening) -> bool:
    tracks = range(3) if effect.who == ANY else range(effect.who, effect.who + 1)
    return any([s.abilities[track] < s.maxima[track] for track in tracks])


@HAPPENING.verb("gain", ANY_ABILITY, COUNT, when=can_gain)
async def gain(s: Table, effect: Happening) -> None:
    """One ability rises, not above the Captain's number (PI-9.17)."""
    if not can_gain(s, effect):
        return
    ability = effect.who
    if ability == ANY:
        choice = await ask(s, D_GAIN, f"{effect.origin}/{effect.n}")
        ability = choice.value
    before = s.abilities[ability]
    s.abilities[ability] = min(s.maxima[ability], before + effect.n)
    if s.witness is not None:
        s.witness.tell("gains", n=s.abilities[ability] - before, ability=ABILITIES[ability])


def gaining(s: Table, ability: int) -> Option:
    """PI-15.2 marks a gain that leaves two abilities at 0; PI-18.4: none loses in the Search."""
    zeros = s.abilities.count(0) - (s.abilities[ability] == 0)
    fatal = zeros >= 2 and not s.searching
    return s.options.gain_fatal[ability] if fatal else s.options.gain[ability]


@QUESTIONS.rule(D_GAIN, lambda s, _: [gaining(s, track) for track in range(3)])
def why_not_gain(s: Table, decision: Decision, option: Option) -> Reason | None:
    return at_maximum(s, option.value)


def at_maximum(s: Table, ability: int) -> Reason | None:
    if s.abilities[ability] < s.maxima[ability]:
        return None
    return Reason(
        "PI-9.17",
        "at_maximum",
        {
            "ability": ABILITIES[ability],
            "captain": s.content.captains[s.captain],
            "n": s.maxima[ability],
        },
    )


def reduce_demand(s: Table, ability: int, n: int) -> None:
    """PI-8.9: the demand of the active card falls."""
    s.reduced[ability] += n
    if s.witness is not None:
        s.witness.tell("reduces", ability=ABILITIES[ability], n=n)


@HAPPENING.verb("lose", ANY_ABILITY, COUNT)
async def lose(s: Table, effect: Happening) -> None:
    """Points are lost one at a time; `any` lets the player choose each (PI-D10)."""
    for _ in range(effect.n):
        ability = effect.who
        if ability == ANY:
            options = losable(s)
            if not options:
                return
            choice = await Decision(SEAT, D_LOSE, options, effect.origin)
            ability = choice.value
        if s.abilities[ability] > 0:
            lose_point(s, ability)


def lose_point(s: Table, ability: int, how: str = "loses") -> None:
    s.abilities[ability] -= 1
    if s.witness is not None:
        s.witness.tell(how, n=1, ability=ABILITIES[ability])


def losable(s: Table) -> list[Option]:
    """Each ability above 0."""
    abilities = s.abilities
    if 0 not in abilities:  # then no loss leaves two of them at 0
        return s.options.lose[:]
    return [losing(s, track) for track in range(3) if abilities[track] > 0]


def losing(s: Table, ability: int) -> Option:
    """PI-15.2 marks a point whose loss ends the game; PI-18.4: none does in the Search."""
    left = s.abilities[ability] - 1
    zeros = s.abilities.count(0) + (1 if left == 0 else 0)
    fatal = zeros >= 2 and left >= 0 and not s.searching
    return s.options.lose_fatal[ability] if fatal else s.options.lose[ability]


@QUESTIONS.rule(D_EVADE_PAY, lambda s, _: [losing(s, track) for track in range(3)])
@QUESTIONS.rule(D_LOSE, lambda s, _: [losing(s, track) for track in range(3)])
def why_not_lose(s: Table, decision: Decision, option: Option) -> Reason | None:
    if s.abilities[option.value] > 0:
        return None
    rule = "PI-D7" if decision.kind == D_EVADE_PAY else "PI-D10"
    return Reason(rule, "at_zero", {"ability": ABILITIES[option.value]})


# Cubes


def move_cubes(source: list[int], target: list[int], colour: int, n: int) -> int:
    """PI-14.3: move up to n cubes, as many as there are, and return how many moved."""
    moved = min(n, source[colour])
    source[colour] -= moved
    target[colour] += moved
    return moved


def can_seed(s: Table, effect: Happening) -> bool:
    return s.supply[effect.who] > 0


@HAPPENING.verb("seed", COLOUR, COUNT, when=can_seed)
async def seed(s: Table, effect: Happening) -> None:
    moved = move_cubes(s.supply, s.bag, effect.who, effect.n)
    if s.witness is not None and moved > 0:
        s.witness.tell("seeds", n=moved, colour=COLOURS[effect.who])


def can_purge(s: Table, effect: Happening) -> bool:
    return s.bag[effect.who] > 0 if effect.who != ANY else removable(s)


@HAPPENING.verb("purge", ANY_COLOUR, COUNT, when=can_purge)
async def purge(s: Table, effect: Happening) -> None:
    """From the bag to the supply; `any` lets the player pick each cube or stop (PI-D14)."""
    if effect.who != ANY:
        remove_cubes(s, effect.who, effect.n)
        return
    for _ in range(effect.n):
        if not removable(s):
            return
        choice = await ask(s, D_PICK, effect.origin)
        if choice is s.options.stop:
            return
        remove_cubes(s, choice.value, 1)


def removable(s: Table) -> bool:
    """PI-8.19: is there a cube in the bag that is not yellow?"""
    bag = s.bag
    return bag[0] > 0 or bag[1] > 0 or bag[2] > 0 or bag[BLACK] > 0 or bag[WHITE] > 0


def stopping(s: Table, decision: Decision) -> list[Option]:
    """PI-D14: only `purge` may be stopped; Scanning 2 takes its cube."""
    return [s.options.stop] if s.effect != NONE else []


@QUESTIONS.rule(D_PICK, lambda s, _: s.options.remove)
def why_not_remove(s: Table, decision: Decision, option: Option) -> Reason | None:
    if s.bag[option.value] > 0:
        return None
    return Reason("PI-D14", "no_cube_in_bag", {"colour": COLOURS[option.value]})


QUESTIONS.free(D_PICK, stopping)


def remove_cubes(s: Table, colour: int, n: int) -> None:
    moved = move_cubes(s.bag, s.supply, colour, n)
    if s.witness is not None and moved > 0:
        s.witness.tell("purges", n=moved, colour=COLOURS[colour])


def can_calm(s: Table, effect: Happening) -> bool:
    return s.quietus > 0


@HAPPENING.verb("calm", COUNT, when=can_calm)
async def calm(s: Table, effect: Happening) -> None:
    calm_quietus(s, effect.n)


def calm_quietus(s: Table, n: int) -> None:
    """Black cubes leave The Quietus for the supply (PI-12.6)."""
    moved = min(n, s.quietus)
    s.quietus -= moved
    s.supply[BLACK] += moved
    if s.witness is not None and moved > 0:
        s.witness.tell("calms", n=moved)


# Super Weapons


def has_found(s: Table, weapon: int) -> bool:
    return s.content.first_weapon + weapon in s.found.cards


def found_weapons(s: Table) -> list[int]:
    """The weapons found, in the order of their names (PI-15.3)."""
    return sorted([card - s.content.first_weapon for card in s.found.cards])


def missing(s: Table, weapon: int, colour: int) -> bool:
    """PI-10.2: does a found weapon still need a cube of this colour?"""
    if (s.understood >> weapon) & 1:
        return False
    return s.on_weapons[3 * weapon + colour] < s.content.needs[3 * weapon + colour]


def not_missing(s: Table, weapon: int, colour: int) -> Reason | None:
    if missing(s, weapon, colour):
        return None
    values: dict[str, object] = {"weapon": s.content.weapons[weapon], "colour": COLOURS[colour]}
    return Reason("PI-10.2", "not_missing", values)


def put_on_weapon(s: Table, weapon: int, colour: int) -> None:
    """PI-10.1: with all its cubes the weapon is Understood."""
    s.on_weapons[3 * weapon + colour] += 1
    if s.witness is not None:
        s.witness.tell("studies", weapon=s.content.weapons[weapon], colour=COLOURS[colour])
    if not any([missing(s, weapon, track) for track in range(3)]):
        understand(s, weapon)


def understand(s: Table, weapon: int) -> None:
    s.understood |= 1 << weapon
    if s.witness is not None:
        s.witness.tell("understands", weapon=s.content.weapons[weapon])


def can_study(s: Table, effect: Happening) -> bool:
    colours = [colour for colour in range(3) if s.supply[colour] > 0]
    return any([missing(s, weapon, colour) for weapon in found_weapons(s) for colour in colours])


@HAPPENING.verb("study", COUNT, when=can_study)
async def study(s: Table, effect: Happening) -> None:
    """Cubes of missing colours come from the supply (PI-D17)."""
    for _ in range(effect.n):
        if not can_study(s, effect):
            return
        choice = await ask(s, D_STUDY, effect.origin)
        s.supply[choice.value % 3] -= 1
        put_on_weapon(s, choice.value // 3, choice.value % 3)


@QUESTIONS.rule(
    D_STUDY,
    lambda s, _: [s.options.study[3 * weapon + n] for weapon in found_weapons(s) for n in range(3)],
)
def why_not_study(s: Table, decision: Decision, option: Option) -> Reason | None:
    colour = option.value % 3
    if s.supply[colour] == 0:
        return Reason("PI-D17", "supply_empty", {"colour": COLOURS[colour]})
    return not_missing(s, option.value // 3, colour)


# Dice


def can_upgrade(s: Table, effect: Happening) -> bool:
    for die, value in enumerate(s.dice):
        if 0 < value < TOP_FACE and (effect.who != SYSTEM_DICE or s.content.system[die]):
            return True
    return False


@HAPPENING.verb("upgrade", DIE_FAMILY, COUNT, when=can_upgrade)
async def upgrade(s: Table, effect: Happening) -> None:
    """PI-8.11: one owned die below 6 rises, at most to 6."""
    if not can_upgrade(s, effect):
        return
    choice = await ask(s, D_UPGRADE, f"{effect.origin}/{effect.n}")
    die = choice.value
    s.dice[die] = min(TOP_FACE, s.dice[die] + effect.n)
    if s.witness is not None:
        s.witness.tell("upgrades", die=s.content.dice[die], n=s.dice[die])


@QUESTIONS.rule(D_UPGRADE, lambda s, _: s.options.upgrade)
def why_not_upgrade(s: Table, decision: Decision, option: Option) -> Reason | None:
    die = option.value
    values: dict[str, object] = {"die": s.content.dice[die]}
    if s.dice[die] == 0:
        return Reason("PI-8.11", "die_in_box", values)
    if s.content.happenings[s.effect].who == SYSTEM_DICE and not s.content.system[die]:
        return Reason("PI-8.11", "only_system", values)
    return Reason("PI-8.11", "die_at_top", values) if s.dice[die] == TOP_FACE else None


# Search, hand, line


def can_search_more(s: Table, effect: Happening) -> bool:
    return search_total(s) < sum(s.bag)


@HAPPENING.verb("search", CHANGE, when=can_search_more)
async def search_more(s: Table, effect: Happening) -> None:
    change_search(s, effect.n)


def change_search(s: Table, n: int) -> None:
    """PI-9.2: this many cubes more, or fewer, are drawn in the Search of this round."""
    s.gathered += n
    if s.witness is not None:
        s.witness.tell("search_grows" if n > 0 else "search_shrinks", n=abs(n))


def held(s: Table, mark: int) -> int:
    """PI-15.4: the hand card with this mark that was held longest, or -1."""
    for card in s.hand.cards:
        if s.content.marks[card] == mark:
            return card
    return -1


def can_drop(s: Table, effect: Happening) -> bool:
    return bool(s.hand.cards)


@HAPPENING.verb("drop", COUNT, when=can_drop)
async def drop(s: Table, effect: Happening) -> None:
    """Hand cards are discarded; with both marks in hand the player says which (PI-D13)."""
    for _ in range(effect.n):
        if not can_drop(s, effect):
            return
        choice = await ask(s, D_DROP, effect.origin)
        card = held(s, choice.value)
        s.move(card, s.hand, s.discard)
        if s.witness is not None:
            s.witness.tell("drops", card=s.content.cards[card])


@QUESTIONS.rule(D_DROP, lambda s, _: s.options.drop)
def why_not_drop(s: Table, decision: Decision, option: Option) -> Reason | None:
    if held(s, option.value) >= 0:
        return None
    return Reason("PI-D13", "mark_not_held", {"mark": MARKS[option.value]})


def seed_printed(s: Table, card: int) -> None:
    """PI-4.7, PI-4.8: the printed cubes of a drawn card go into the bag, if the supply has them."""
    content = s.content
    supply, bag = s.supply, s.bag
    for colour in content.printed_cubes[card]:
        if supply[colour] > 0:
            supply[colour] -= 1
            bag[colour] += 1
            if s.witness is not None:
                s.witness.tell("seeds_printed", card=content.cards[card], colour=COLOURS[colour])


def become_location(s: Table, card: int) -> None:
    """PI-4.9: a Location leaves the line and replaces the old one."""
    s.gather(s.location, s.discard)
    s.move(card, s.line, s.location)
    s.fates.pop()
    if s.witness is not None:
        s.witness.tell("location", location=s.content.cards[card])


def can_reinforce(s: Table, effect: Happening) -> bool:
    return bool(s.decks[s.sector].cards)


@HAPPENING.verb("reinforce", COUNT, when=can_reinforce)
async def reinforce(s: Table, effect: Happening) -> None:
    """Further cards of the current deck join at the right end; a Location takes its place."""
    for _ in range(effect.n):
        if not can_reinforce(s, effect):
            return
        card = s.draw(s.decks[s.sector], s.line)
        s.fates.append(WAITING)
        place = card >= s.content.first_location
        if s.witness is not None:
            key = "reinforced_location" if place else "reinforced"
            s.witness.tell(key, card=s.content.cards[card])
        seed_printed(s, card)
        if place:
            become_location(s, card)
