"""Section 8: the Captain's dice, what each verb of a face offers in which window, and its use."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.rules.decision import Decision, Reason
from starhall.engine.rules.options import Option
from starhall.engine.text.content import Number, Verbs, one_of
from starhall.games.pulp_invasion.content import (
    ABILITIES,
    ANY,
    AT_BORROWED,
    AT_CHOICE,
    AT_ENGAGE,
    AT_EVADE,
    AT_SEARCH,
    COLOURS,
    GUARDFORCE,
    NONE,
    YELLOW,
    Clause,
    Content,
    Happening,
    Use,
)
from starhall.games.pulp_invasion.options import (
    D_BORROW,
    D_GIVE,
    D_LOWER,
    D_PICK,
    D_REROLL,
    D_TAKE,
    D_UNDERSTAND,
)
from starhall.games.pulp_invasion.rules.effects import (
    ANY_ABILITY,
    ANY_COLOUR,
    DIE_FAMILY,
    can_purge,
    can_upgrade,
    change_search,
    has_found,
    perform,
    purge,
    reduce_demand,
    removable,
    remove_cubes,
    understand,
    upgrade,
)
from starhall.games.pulp_invasion.rules.legality import QUESTIONS, SEAT, ask
from starhall.games.pulp_invasion.rules.reckoning import (
    CHANGE,
    COUNT,
    bill,
    planet_icons,
    scannable,
)
from starhall.games.pulp_invasion.state import CUBE_STREAM, DICE_STREAM, Table

CREW: Final[list[str]] = ["engineer", "infiltration", "weapons"]
ONE: Final = Number(1, 1)
FOE: Final = one_of("guardforce", "agents")

# A verb of a face makes the uses of a die with it; `when` says in which windows (PI-8.12, PI-8.13).
FACES: Final[Verbs[Callable[[Content, int, Clause], list[Use]]]] = Verbs()


def during(*windows: int) -> Callable[..., bool]:
    return windows.__contains__


class DieUse(Use):
    """A part of a face: what counts at once, and what follows when the die is turned down."""

    def __init__(self, option: Option, part: Clause, die: int) -> None:
        super().__init__(option, part)
        self.die = die

    async def carry_out(self, s: Table) -> None:
        """PI-8.7: the face showing now counts; the die is turned down, then the effect follows.

        Reductions and changes of the Search do not look at any die, so they are noted at once.
        """
        if s.witness is not None:
            s.witness.tell("uses_die", die=s.content.dice[self.die], n=s.dice[self.die])
        self.note(s)
        await turn_down(s, self.die)
        await self.follow(s)

    def note(self, s: Table) -> None:
        pass

    async def follow(self, s: Table) -> None:
        pass


# Bonus, upgrade, search, purge


class Boost(DieUse):
    """PI-8.9, PI-8.10: the demand of one ability falls."""

    def __init__(self, option: Option, part: Clause, die: int, ability: int) -> None:
        super().__init__(option, part, die)
        self.ability = ability

    def works(self, s: Table, need: list[int]) -> bool:
        return need[self.ability] > 0

    def idle(self, s: Table) -> Reason:
        return Reason("PI-8.8", "no_demand", {"ability": ABILITIES[self.ability]})

    def note(self, s: Table) -> None:
        reduce_demand(s, self.ability, self.part.n)


@FACES.verb("bonus", ANY_ABILITY, COUNT, when=during(AT_ENGAGE, AT_BORROWED))
def bonus(content: Content, die: int, part: Clause) -> list[Use]:
    abilities = [0, 1, 2] if part.who == ANY else [part.who]
    return [Boost(content.options.boost[3 * die + n], part, die, n) for n in abilities]


class Effective(DieUse):
    """What follows is an effect as on cards (PI-19.1)."""

    def __init__(self, option: Option, part: Clause, die: int, effect: Happening) -> None:
        super().__init__(option, part, die)
        self.effect = effect

    async def follow(self, s: Table) -> None:
        await perform(s, self.effect)


class Tune(Effective):
    """PI-8.11: another die is turned up."""

    def works(self, s: Table, need: list[int]) -> bool:
        return can_upgrade(s, self.effect)

    def idle(self, s: Table) -> Reason:
        return Reason("PI-8.11", "nothing_to_upgrade", {"die": s.content.dice[self.die]})


@FACES.verb("upgrade", DIE_FAMILY, COUNT, when=during(AT_CHOICE, AT_BORROWED))
def tune(content: Content, die: int, part: Clause) -> list[Use]:
    effect = content.happening(part, upgrade, can_upgrade, f"die/{content.dice[die]}")
    return [Tune(content.options.tune[die], part, die, effect)]


class Seek(DieUse):
    """PI-8.22: one more cube in the Search, once in a round."""

    def works(self, s: Table, need: list[int]) -> bool:
        return not s.die_sought

    def idle(self, s: Table) -> Reason:
        return Reason("PI-8.22", "die_sought")

    def note(self, s: Table) -> None:
        s.die_sought = True
        change_search(s, self.part.n)


FACES.verb("search", CHANGE, when=during(AT_CHOICE, AT_SEARCH, AT_BORROWED))(
    lambda content, die, part: [Seek(content.options.seek[die], part, die)]
)


class Sweep(Effective):
    """PI-8.19: cubes leave the bag before an Evade draws from it."""

    def works(self, s: Table, need: list[int]) -> bool:
        return can_purge(s, self.effect)

    def idle(self, s: Table) -> Reason:
        if self.part.who == ANY:
            return only_yellow()
        return Reason("PI-8.8", "no_cube_in_bag", {"colour": COLOURS[self.part.who]})


def only_yellow() -> Reason:
    return Reason("PI-8.19", "only_yellow")


@FACES.verb("purge", ANY_COLOUR, COUNT, when=during(AT_EVADE))
def sweep(content: Content, die: int, part: Clause) -> list[Use]:
    effect = content.happening(part, purge, can_purge, f"die/{content.dice[die]}")
    return [Sweep(content.options.sweep[die], part, die, effect)]


class Overhaul(DieUse):
    """PI-8.8: a face with `and` is offered if a part of it is possible; it uses all that are."""

    def __init__(self, option: Option, die: int, uses: list[DieUse]) -> None:
        super().__init__(option, uses[0].part, die)
        self.uses = uses

    def works(self, s: Table, need: list[int]) -> bool:
        return any([use.works(s, need) for use in self.uses])

    def idle(self, s: Table) -> Reason:
        values: dict[str, object] = {"die": s.content.dice[self.die], "n": s.dice[self.die]}
        return Reason("PI-8.8", "die_idle", values)

    def note(self, s: Table) -> None:
        need = bill(s, s.active)
        for use in self.uses:
            if use.works(s, need):
                use.note(s)

    async def follow(self, s: Table) -> None:
        for use in self.uses:
            await use.follow(s)


# Artificial Intelligence


class Borrow(DieUse):
    """PI-8.14, PI-8.15: roll a Crew die; its face counts for this Engage only."""

    async def follow(self, s: Table) -> None:
        die = self.part.who
        s.borrowed = 7 * die + roll(s, die)
        need = bill(s, s.active)
        uses = [use for use in s.content.faces[s.borrowed].uses[AT_BORROWED] if use.works(s, need)]
        options = [use.option for use in uses]
        if not options:
            s.borrowed = NONE
            if s.witness is not None:
                s.witness.tell("face_lost")
            return
        options.append(s.options.decline)
        about = f"{s.content.dice[die]}/{s.borrowed % 7}"
        choice = await Decision(SEAT, D_BORROW, options, about)
        s.borrowed = NONE
        for use in uses:
            if use.option is choice:
                assert isinstance(use, DieUse)
                use.note(s)
                await use.follow(s)


FACES.verb("borrow", one_of(*CREW), when=during(AT_ENGAGE))(
    lambda content, die, part: [
        Borrow(content.options.borrow[len(content.dice) * die + part.who], part, die)
    ]
)


def borrowed_uses(s: Table, decision: Decision) -> list[Option]:
    uses = s.content.faces[s.borrowed].uses
    return [use.option for window in uses for use in window]


@QUESTIONS.rule(D_BORROW, borrowed_uses)
def why_not_borrowed(s: Table, decision: Decision, option: Option) -> Reason | None:
    for use in s.content.faces[s.borrowed].uses[AT_BORROWED]:
        if use.option is option:
            return None if use.works(s, bill(s, s.active)) else use.idle(s)
    return Reason("PI-8.15", "not_borrowed")


QUESTIONS.free(D_BORROW, lambda s, _: [s.options.decline])


class AgainstFoe(DieUse):
    """PI-8.13, PI-8.21: what works against one kind of card; a Guardforce needs a Planet icon."""

    def works(self, s: Table, need: list[int]) -> bool:
        kind = self.part.who
        if s.content.kinds[s.line.cards[s.active]] != kind:
            return False
        return kind != GUARDFORCE or planet_icons(s, s.active) > 0

    def idle(self, s: Table) -> Reason:
        key = "needs_guardforce" if self.part.who == GUARDFORCE else "needs_agent"
        values: dict[str, object] = {"die": s.content.dice[self.die], "n": s.dice[self.die]}
        same = s.content.kinds[s.line.cards[s.active]] == self.part.who
        return Reason("PI-8.21" if same else "PI-8.13", key, values)  # or it lacks an icon


class Swap(AgainstFoe):
    """PI-8.16: an owned die for an unowned one, which is rolled."""

    async def follow(self, s: Table) -> None:
        names = s.content.dice
        given = await ask(s, D_GIVE, names[self.die])
        taken = await ask(s, D_TAKE, names[given.value])
        s.dice[given.value] = 0
        if s.witness is not None:
            s.witness.tell("swaps_die", given=names[given.value], taken=names[taken.value])
        s.dice[taken.value] = roll(s, taken.value)


FACES.verb("swap", FOE, when=during(AT_ENGAGE))(
    lambda content, die, part: [Swap(content.options.swap[die], part, die)]
)


class Reroll(AgainstFoe):
    """PI-8.17: an owned die is rolled again."""

    async def follow(self, s: Table) -> None:
        choice = await ask(s, D_REROLL, s.content.dice[self.die])
        s.dice[choice.value] = roll(s, choice.value)


FACES.verb("reroll", FOE, when=during(AT_ENGAGE))(
    lambda content, die, part: [Reroll(content.options.reroll[die], part, die)]
)


@QUESTIONS.rule(D_GIVE, lambda s, _: s.options.give)
@QUESTIONS.rule(D_REROLL, lambda s, _: s.options.roll)
def why_not_own_die(s: Table, decision: Decision, option: Option) -> Reason | None:
    if s.dice[option.value] > 0:
        return None
    rule = "PI-8.16" if decision.kind == D_GIVE else "PI-8.17"
    return Reason(rule, "die_in_box", {"die": s.content.dice[option.value]})


@QUESTIONS.rule(D_TAKE, lambda s, _: s.options.take)
def why_not_take_die(s: Table, decision: Decision, option: Option) -> Reason | None:
    if s.dice[option.value] == 0:
        return None
    return Reason("PI-8.16", "die_owned", {"die": s.content.dice[option.value]})


# Scanning Technology


class Scan(DieUse):
    """PI-8.20: Planet icons of evaded cards count after all."""

    def works(self, s: Table, need: list[int]) -> bool:
        return scannable(s) > 0

    def idle(self, s: Table) -> Reason:
        return Reason("PI-8.20", "no_icons")

    def note(self, s: Table) -> None:
        change_search(s, min(self.part.n, scannable(s)))


FACES.verb("scan_icons", COUNT, when=during(AT_SEARCH))(
    lambda content, die, part: [Scan(content.options.scan[die], part, die)]
)


class FromBag(DieUse):
    """PI-8.19: a cube leaves the bag, if one may."""

    def works(self, s: Table, need: list[int]) -> bool:
        return removable(s)

    def idle(self, s: Table) -> Reason:
        return only_yellow()


class Extract(FromBag):
    """Scanning 2: a cube of the player's choice leaves the bag (PI-8.19)."""

    async def follow(self, s: Table) -> None:
        s.effect = NONE
        choice = await ask(s, D_PICK, f"die/{s.content.dice[self.die]}")
        remove_cubes(s, choice.value, 1)


FACES.verb("take_cube", COUNT, when=during(AT_EVADE))(
    lambda content, die, part: [Extract(content.options.extract[die], part, die)]
)


class Probe(FromBag):
    """Scanning 4: a random cube of the whole bag; yellow goes back, any other to the supply."""

    async def follow(self, s: Table) -> None:
        colour = draw_cube(s, sum(s.bag))
        if colour != YELLOW:
            remove_cubes(s, colour, 1)
        elif s.witness is not None:
            s.witness.tell("probes_yellow")


FACES.verb("probe", ONE, when=during(AT_EVADE))(
    lambda content, die, part: [Probe(content.options.probe[die], part, die)]
)


class Fathom(DieUse):
    """Scanning 3: a weapon found is understood."""

    def works(self, s: Table, need: list[int]) -> bool:
        return s.understood.bit_count() < len(s.found.cards)  # no other can be understood

    def idle(self, s: Table) -> Reason:
        return Reason("PI-8.13", "nothing_to_understand")

    async def follow(self, s: Table) -> None:
        choice = await ask(s, D_UNDERSTAND, s.content.dice[self.die])
        understand(s, choice.value)


FACES.verb("understand", ONE, when=during(AT_CHOICE))(
    lambda content, die, part: [Fathom(content.options.fathom[die], part, die)]
)


@QUESTIONS.rule(D_UNDERSTAND, lambda s, _: s.options.understand)
def why_not_understand(s: Table, decision: Decision, option: Option) -> Reason | None:
    values: dict[str, object] = {"weapon": s.content.weapons[option.value]}
    if not has_found(s, option.value):
        return Reason("PI-8.13", "weapon_not_found", values)
    understood = (s.understood >> option.value) & 1
    return Reason("PI-10.1", "weapon_understood", values) if understood else None


# Turning down and rolling


async def turn_down(s: Table, die: int) -> None:
    """PI-8.4 to PI-8.6: to a lower value, skipping allowed; at 1 it stays; PI-8.2 is used up."""
    free = s.planet_text().free_die and not s.die_begun
    s.die_spent = True
    s.die_begun = True
    value = s.dice[die]
    if value > 1 and not free:
        s.turning = die
        turn = s.options.turn
        options = [turn[lower] for lower in range(value - 1, 0, -1)]
        choice = await Decision(SEAT, D_LOWER, options, s.content.dice[die])
        s.dice[die] = choice.value
        s.turning = NONE
        if s.witness is not None:
            s.witness.tell("turns_die", die=s.content.dice[die], n=choice.value)


@QUESTIONS.rule(D_LOWER, lambda s, _: s.options.turn[1:])
def why_not_turn(s: Table, decision: Decision, option: Option) -> Reason | None:
    value = s.dice[s.turning]
    if option.value < value:
        return None
    return Reason("PI-8.4", "not_lower", {"die": s.content.dice[s.turning], "n": value})


def roll(s: Table, die: int) -> int:
    value = s.chance.streams[DICE_STREAM].roll()
    if s.witness is not None:
        s.witness.tell("rolls_die", die=s.content.dice[die], n=value)
    return value


def draw_cube(s: Table, cubes: int) -> int:
    """The colour of a random cube among the first `cubes`, by colour. It stays in the bag."""
    pick = s.chance.streams[CUBE_STREAM].below(cubes)
    colour = 0
    bag = s.bag
    while pick >= bag[colour]:
        pick -= bag[colour]
        colour += 1
    return colour
