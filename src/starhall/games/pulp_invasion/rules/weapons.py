"""Section 10: finding Super Weapons and using the understood ones, once per Encounter Phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.rules.decision import Decision, GameOver, Reason
from starhall.engine.rules.fields import EVERYONE, NOBODY
from starhall.engine.rules.options import Option
from starhall.engine.text.content import Verbs
from starhall.games.pulp_invasion.content import (
    ABILITIES,
    ANY,
    AT_CHOICE,
    AT_ENGAGE,
    AT_EVADE,
    AT_YELLOW,
    BLACK,
    COLOURS,
    YELLOW,
    Clause,
    Content,
    Use,
)
from starhall.games.pulp_invasion.options import D_BELL, D_CLAIM
from starhall.games.pulp_invasion.rules.dice import FACES, ONE, DieUse, during
from starhall.games.pulp_invasion.rules.effects import (
    ANY_ABILITY,
    calm_quietus,
    has_found,
    reduce_demand,
    remove_cubes,
    understand,
)
from starhall.games.pulp_invasion.rules.legality import QUESTIONS, ask
from starhall.games.pulp_invasion.rules.reckoning import COUNT, drawable, evade_draw
from starhall.games.pulp_invasion.state import CARD_STREAM, WON, Table

# A power makes the uses of its weapon; `when` says in which windows (PI-19.5).
POWERS: Final[Verbs[Callable[[Content, int, Clause], list[Use]]]] = Verbs()


class WeaponUse(Use):
    """The power of a weapon, with the ability it is aimed at if it needs one."""

    def __init__(self, option: Option, part: Clause, weapon: int, ability: int = ANY) -> None:
        super().__init__(option, part)
        self.weapon = weapon
        self.ability = ability

    async def carry_out(self, s: Table) -> None:
        s.fired |= 1 << self.weapon
        if s.witness is not None:
            s.witness.tell("fires", weapon=s.content.weapons[self.weapon])
        await self.follow(s)

    def idle(self, s: Table) -> Reason:
        return Reason("PI-10.9", "weapon_idle", {"weapon": s.content.weapons[self.weapon]})

    async def follow(self, s: Table) -> None:
        raise NotImplementedError


class Reduce(WeaponUse):
    """Nova Lance, Gravity Harpoon: a demand falls."""

    def works(self, s: Table, need: list[int]) -> bool:
        return need[self.ability] > 0

    async def follow(self, s: Table) -> None:
        reduce_demand(s, self.ability, self.part.n)


@POWERS.verb("reduce", ANY_ABILITY, COUNT, when=during(AT_ENGAGE))
def reduce(content: Content, weapon: int, part: Clause) -> list[Use]:
    if part.who != ANY:
        return [Reduce(content.options.fire[weapon], part, weapon, part.who)]
    return [Reduce(content.options.aim[3 * weapon + n], part, weapon, n) for n in range(3)]


class Loom(WeaponUse):
    """Mind Loom: Engage Strength falls, and the type is the player's choice (PI-19.6)."""

    async def follow(self, s: Table) -> None:
        s.loom = self.ability
        if s.witness is not None:
            s.witness.tell("looms", ability=ABILITIES[self.ability])


POWERS.verb("loom", ONE, when=during(AT_ENGAGE))(
    lambda content, weapon, part: [
        Loom(content.options.aim[3 * weapon + n], part, weapon, n) for n in range(3)
    ]
)


class Discount(WeaponUse):
    """Star Mirror: conversions of this payment cost less (PI-6.13)."""

    def works(self, s: Table, need: list[int]) -> bool:
        return need[0] > 0 or need[1] > 0 or need[2] > 0

    async def follow(self, s: Table) -> None:
        s.mirror += self.part.n
        if s.witness is not None:
            s.witness.tell("discounts", n=self.part.n)


POWERS.verb("discount", COUNT, when=during(AT_ENGAGE))(
    lambda content, weapon, part: [Discount(content.options.fire[weapon], part, weapon)]
)


class Still(WeaponUse):
    """Chronal Vault: this Evade draws no cubes."""

    def works(self, s: Table, need: list[int]) -> bool:
        return evade_draw(s, s.active) > 0 and drawable(s) > 0

    async def follow(self, s: Table) -> None:
        s.stilled = True
        if s.witness is not None:
            s.witness.tell("stills")


POWERS.verb("still", when=during(AT_EVADE))(
    lambda content, weapon, part: [Still(content.options.fire[weapon], part, weapon)]
)


class Toll(WeaponUse):
    """Void Bell: black cubes leave the bag or The Quietus (PI-D18)."""

    def works(self, s: Table, need: list[int]) -> bool:
        return s.bag[BLACK] > 0 or s.quietus > 0

    async def follow(self, s: Table) -> None:
        choice = await ask(s, D_BELL)
        if choice is s.options.toll_bag:
            remove_cubes(s, BLACK, self.part.n)
        else:
            calm_quietus(s, self.part.n)


POWERS.verb("toll", COUNT, when=during(AT_CHOICE))(
    lambda content, weapon, part: [Toll(content.options.fire[weapon], part, weapon)]
)


@QUESTIONS.rule(D_BELL, lambda s, _: [s.options.toll_bag, s.options.toll_quietus])
def why_not_toll(s: Table, decision: Decision, option: Option) -> Reason | None:
    if option is s.options.toll_quietus:
        return Reason("PI-D18", "quietus_empty") if s.quietus == 0 else None
    if s.bag[BLACK] > 0:
        return None
    return Reason("PI-D18", "no_cube_in_bag", {"colour": COLOURS[BLACK]})


# Finding a weapon


def find_weapon(s: Table, weapon: int) -> None:
    """PI-9.12, PI-9.13, PI-10.3: the weapon is yours; the last one wins the game at once."""
    s.move(s.content.first_weapon + weapon, s.weapon_deck, s.found)
    s.drawn[YELLOW] -= 1  # the cube lies on the weapon from now on
    if s.witness is not None:
        s.witness.tell("finds", weapon=s.content.weapons[weapon])
    if s.content.needs_nothing[weapon]:
        understand(s, weapon)
    if len(s.found.cards) == s.wanted:
        s.cause = WON
        if s.witness is not None:
            s.witness.tell("wins", n=s.wanted)
        raise GameOver


class ChooseWeapon(DieUse):
    """Scanning 6: the weapon of a true lead is the player's choice (PI-D15)."""

    async def follow(self, s: Table) -> None:
        await claim(s)


FACES.verb("choose_weapon", ONE, when=during(AT_YELLOW))(
    lambda content, die, part: [ChooseWeapon(content.options.use, part, die)]
)


async def claim(s: Table) -> None:
    """PI-10.8, PI-16.3: the deck is shown, one weapon taken, the rest shuffled face down."""
    deck = s.weapon_deck
    s.reveal(deck, EVERYONE)
    if s.witness is not None:
        s.witness.tell("looks_through", n=len(deck.cards))
    choice = await ask(s, D_CLAIM)
    taken = s.content.first_weapon + choice.value
    rest = [card for card in deck.cards if card != taken]
    s.chance.streams[CARD_STREAM].shuffle(rest)
    deck.cards = [*rest, taken]
    s.reveal(deck, NOBODY)
    find_weapon(s, choice.value)


@QUESTIONS.rule(D_CLAIM, lambda s, _: s.options.claim)
def why_not_claim(s: Table, decision: Decision, option: Option) -> Reason | None:
    values: dict[str, object] = {"weapon": s.content.weapons[option.value]}
    if has_found(s, option.value):
        return Reason("PI-10.8", "weapon_found", values)
    if s.content.first_weapon + option.value in s.weapon_deck.cards:
        return None
    return Reason("PI-2.9", "weapon_in_box", values)
