# mypyc: off
"""What the rules know about an option: its price and its effect, for its sentence (CY-21.1).

The numbers come from the same functions that the rules use.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from starhall.engine.rules.decision import Decision, Remark
from starhall.engine.rules.options import Option
from starhall.games.cysmic.content import (
    BATTLE,
    DIE_COLOURS,
    EITHER_SIGN,
    EXPLOIT,
    HARVESTER,
    LEVELS,
    MINER,
    NO_VALUE,
    PLUS_1,
    PLUS_2,
    RECRUIT,
    RED,
    SABOTAGE,
    TYPES,
    UPGRADED,
    YELLOW,
)
from starhall.games.cysmic.geometry import CITY
from starhall.games.cysmic.options import Ask, hex_of, type_of
from starhall.games.cysmic.rules.board import counted, foe_at, pieces_at, unlocked
from starhall.games.cysmic.rules.combat import combats
from starhall.games.cysmic.rules.commands import UNIT_OF
from starhall.games.cysmic.rules.construction import module_price, workers_needed
from starhall.games.cysmic.rules.deploying import troop_price, upgrade_price
from starhall.games.cysmic.rules.dice import changed_value, die_name
from starhall.games.cysmic.rules.legality import given
from starhall.games.cysmic.rules.movement import quiet_jump
from starhall.games.cysmic.rules.powers import influence
from starhall.games.cysmic.rules.strike import pool, shield_strength
from starhall.games.cysmic.rules.trading import gifts, why_void, wishes
from starhall.games.cysmic.rules.unit_cards import (
    CAVE_LARDERS,
    QUIET_HARVEST,
    YIELD_EXPLORE,
    YIELD_HARVEST,
    YIELD_MINE,
    YIELD_SCAVENGE,
    toll,
)
from starhall.games.cysmic.state import CAVE, HARVESTED, NONE, ORE_DEPOSIT, Table

HABITATS: Final = ((1, "camp"), (2, "outpost"), (3, "settlement"))  # levels, as they are counted

Rule = Callable[[Table, Decision, Option], Remark | None]
RULES: Final[dict[str, tuple[Rule, str]]] = {}  # with the verb of the options that it is about


def remark(s: Table, decision: Decision, option: Option) -> Remark | None:
    """What is worth knowing about an option that is offered; a die is always named."""
    rule, verb = RULES.get(decision.kind, (None, ""))
    if rule is None or (option.verb != "die" and option not in decision.options):
        return None
    return rule(s, decision, option) if verb in ("", option.verb) else None


def about(*kinds: str, verb: str = "") -> Callable[[Rule], Rule]:
    """Register the decorated function for these kinds of decisions, and for options of the verb."""

    def enter(rule: Rule) -> Rule:
        for kind in kinds:
            RULES[kind] = rule, verb
        return rule

    return enter


# Setup


@about(Ask.FACTION)
def _faction(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-25.26, CY-25.28: what the faction starts with, and its abilities."""
    content, faction = s.content, option.value
    goods = [
        ("start_influence", content.faction_influence[faction]),
        *((f"count_{name}", content.faction_habitats[faction][level]) for level, name in HABITATS),
        *((f"count_{TYPES[type]}", n) for type, n in enumerate(content.faction_units[faction])),
        ("item_ore", content.faction_ore[faction]),
        ("item_cards", content.faction_discovery[faction]),
        ("item_relics", content.faction_relics[faction]),
    ]
    start = [{"key": f"scene.{key}", "n": n} for key, n in goods if n > 0]
    return Remark("faction", {"start": start, "what": f"card.faction.{option.arg}"})


# Command Cards


@about(Ask.PLAY)
def _command(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-3.12, CY-6.3, CY-7.1, CY-7.15: for whom or what the card works now."""
    card = option.value
    if card in UNIT_OF:
        unit = UNIT_OF[card]
        free = len(unlocked(s, decision.seat, [unit]))
        return Remark("act", {"n": free}) if free else Remark("nobody_acts", {"unit": TYPES[unit]})
    if card == BATTLE:
        return Remark("combats", {"n": len(combats(s, decision.seat))})
    if card == RECRUIT:
        return Remark("recruits", {"n": influence(s, decision.seat)})
    return None


# Where units and ships go


@about(Ask.LEG, Ask.JUMP, Ask.DEPLOY, verb="hex")
def _arrival(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-5.7, CY-5.12: whom the unit meets, what it finds."""
    foe = foe_at(s, decision.seat, option.value)
    if foe != NONE:
        joins = s.players[decision.seat].here[option.value] > 0
        return Remark("joins" if joins else "attacks", {"foe": foe})
    return Remark("finds") if s.tokens[option.value] else None


@about(Ask.ESCAPE, Ask.FLEE, verb="hex")
def _find(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-5.13: a Relic Token is taken by units that flee or escape onto it."""
    return Remark("finds") if s.tokens[option.value] else None


@about(Ask.SHIP, Ask.SHIP_MOVE, Ask.SHIP_START, verb="hex")
def _landing(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-9.2: what the ship destroys where it lands."""
    hex = option.value
    what: list[dict[str, object]] = []
    if s.level[hex] > 0:
        what.append({"key": "scene.the_level", "level": LEVELS[s.level[hex]]})
    for player in s.players:
        pieces = pieces_at(s, player.seat, hex)
        if pieces:
            key = "scene.own_units" if player.seat == decision.seat else "scene.units_of"
            what.append({"key": key, "units": counted(s, pieces), "who": player.seat})
    if s.tokens[hex]:
        what.append({"key": "scene.the_token"})
    own = s.flag[hex] == decision.seat or bool(pieces_at(s, decision.seat, hex))
    return Remark("destroys", {"what": what}, costly=own) if what else None


# What things cost


@about(Ask.BUILD, verb="build")
def _module(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-9.10: its ore."""
    return Remark("ore", {"n": module_price(s, decision.seat, option.value, given(decision)[0])})


@about(Ask.WORK_MODULE, verb="build")
def _hand_made(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-10.5: its ore and its workers."""
    ore, labour = given(decision)
    price = module_price(s, decision.seat, option.value, ore)
    workers = workers_needed(s, decision.seat, option.value, labour)
    if workers == 0:
        return Remark("ore", {"n": price})
    return Remark("ore_and_workers", {"n": price, "workers": workers})


@about(Ask.WORKER)
def _worker(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-10.6: what it costs to recruit."""
    return Remark("worth", {"n": s.content.cost[type_of(option)]})


@about(Ask.RECRUIT, verb="type")
def _troop(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-7.1: its influence."""
    price = troop_price(s, decision.seat, option.value, given(decision)[0] > 0)
    return Remark("influence", {"n": price}) if price > 0 else Remark("free")


@about(Ask.UPGRADE, Ask.DROPSHIP, verb="unit")
def _upgrade(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-7.6, CY-7.7: the Vehicle it becomes, and its ore."""
    type = type_of(option)
    price = upgrade_price(s, decision.seat, type, given(decision)[0])
    key = "upgrade" if price > 0 else "upgrade_free"
    return Remark(key, {"into": TYPES[UPGRADED[type]], "n": price})


# What units do where they stand


@about(Ask.DIG, verb="unit")
def _dig(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-8.7, CY-8.13: the ground under the unit decides."""
    player, hex = s.players[decision.seat], hex_of(option)
    powers, deposit = player.powers, s.ground[hex] == ORE_DEPOSIT
    if type_of(option) == MINER and deposit:
        return Remark("mines", {"n": max(0, 1 + powers[YIELD_MINE])})
    if type_of(option) == MINER:
        cards = max(0, 1 + powers[YIELD_EXPLORE])
        ore = powers[CAVE_LARDERS] if s.ground[hex] == CAVE else 0
        return Remark("explores_ore" if ore > 0 else "explores", {"n": ore, "cards": cards})
    assert type_of(option) == HARVESTER
    if not deposit:
        return Remark("scavenges", {"n": max(0, 2 + powers[YIELD_SCAVENGE])})
    quiet = powers[QUIET_HARVEST] > 0 and not player.turn_marks & HARVESTED
    ore = max(0, 5 + powers[YIELD_HARVEST])
    return Remark("harvests_quietly" if quiet else "harvests", {"n": ore})


@about(Ask.PERSUADE, verb="unit")
def _persuade(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-8.2, CY-18.1: the influence of the Habitat, whose it is, and the toll."""
    hex = hex_of(option)
    level, owner = s.level[hex], s.flag[hex]
    values: dict[str, object] = {"n": level, "foe": owner}
    if owner == NONE:
        return Remark("persuades", values)
    return Remark("persuades_toll" if toll(s, owner) else "persuades_foe", values)


@about(Ask.NEUTRALIZE)
def _neutralize(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-8.9, CY-25.28: the toll for taking down a flag."""
    price = toll(s, int(decision.about.split("/")[1]) - 1)
    return Remark("ore", {"n": price}) if option is s.options.yes and price > 0 else None


@about(Ask.MODE, Ask.EVAC_JUMP)
def _jump(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-5.15, CY-9.12: whether the ground shakes."""
    if option not in (s.options.jump, s.options.yes):
        return None
    return Remark("no_tremor" if quiet_jump(s, decision.seat) else "tremor")


# Combat and hacking


@about(Ask.COMBAT)
def _combat(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-7.15: who is on the other side."""
    return Remark("against", {"foe": foe_at(s, decision.seat, option.value)})


@about(Ask.STRIKE)
def _strike(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-11.10: the dice that would be rolled."""
    if option is not s.options.strike or s.fight is None:
        return None
    dice = pool(s, s.fight)
    colours = (("scene.red_dice", dice.count(RED)), ("scene.yellow_dice", dice.count(YELLOW)))
    return Remark("dice", {"dice": [{"key": key, "n": n} for key, n in colours if n > 0]})


def _amount(s: Table, decision: Decision, die: int) -> int:
    """CY-11.13, CY-11.16, CY-11.18, CY-11.38: by how much the die would change; 0 if unknown."""
    fight = s.fight
    assert fight is not None
    if decision.kind == Ask.SHIELD:
        return -shield_strength(s, decision.seat, TYPES.index(decision.about))
    if decision.kind == Ask.BONUS_DIE:
        return 1
    if decision.kind == Ask.STRIKE_DIE:
        return {PLUS_1: 1, PLUS_2: 2}.get(fight.face, 0)
    if decision.kind == Ask.TARGET_DIE and decision.about.startswith("lower/"):
        return -int(decision.about.split("/")[1])
    if decision.kind == Ask.MOD_DIE:
        value = s.content.modifier[fight.colours[die]][given(decision)[0]]
        return 0 if value in (EITHER_SIGN, NO_VALUE) else value
    return 0


@about(
    Ask.STRIKE_DIE, Ask.REROLL, Ask.BONUS_DIE, Ask.SHIELD, Ask.MOD_DIE, Ask.TARGET_DIE, Ask.HACK_DIE
)
def _die(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-11.22, CY-11.23: the die, and what it becomes."""
    if option.verb != "die" or s.fight is None:
        return None
    values: dict[str, object] = {"die": die_name(s.fight, option.value)}
    amount = _amount(s, decision, option.value)
    if amount == 0:
        return Remark("die", values)
    before = s.fight.values[option.value]
    after = changed_value(before, amount)
    return (
        Remark("die_becomes", {**values, "n": after})
        if after != before
        else Remark("die_stays", values)
    )


@about(Ask.ADJUST)
def _adjust(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-15.5: what the hacking die becomes."""
    if s.fight is None or option is s.options.skip:
        return None
    amount = 1 if option is s.options.plus else -1
    return Remark("becomes", {"n": changed_value(s.fight.values[0], amount)})


@about(Ask.SIGN)
def _sign(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-11.21: what the die becomes with either sign."""
    amount = 1 if option is s.options.plus else -1
    value = int(decision.about.split("_")[-1])
    return Remark("becomes", {"n": changed_value(value, amount)})


@about(Ask.MODIFIER)
def _modifier(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-11.21: what the card does to a die of each colour on the table."""
    if option.verb != "modify" or s.fight is None:
        return None
    changes: list[dict[str, object]] = []
    for colour in sorted(set(s.fight.colours)):
        value = s.content.modifier[colour][option.value]
        if value != NO_VALUE:
            by = "±1" if value == EITHER_SIGN else f"{value:+d}"
            key = f"scene.modifier_{DIE_COLOURS[colour]}"
            changes.append({"key": key, "by": by})
    return Remark("card", {"what": changes}) if changes else None


@about(Ask.HACK_SHIP)
def _ship(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-15.2: the number that the die must show."""
    return Remark("needs", {"n": s.players[option.value].colour + 1})


# Cards


@about(Ask.DISCOVERY, Ask.REACT, Ask.KEEP, Ask.RELIC_NOW, Ask.FREE_1, Ask.FREE_2)
def _card(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-17.4, CY-25.21: the text of the card, or its Resource Gain."""
    if option.verb in ("use", "react"):
        return Remark("card", {"what": f"card.discovery.{option.arg}"})
    if option.verb == "cash":
        return Remark("card", {"what": _gains(s, option.value)})
    if option.verb in ("keep", "activate"):
        return Remark("card", {"what": f"card.relic.{option.arg}"})
    if option.verb == "replace":
        return Remark("card", {"what": f"card.relic.{option.parts[1]}"})
    return None


def _gains(s: Table, card: int) -> list[dict[str, object]]:
    """CY-17.4: the Resource Gain of a Discovery card."""
    return [
        {"key": f"scene.gain_{clause.verb}", "n": clause.numbers[0]}
        for clause in s.content.gain[card]
    ]


@about(Ask.SIDE)
def _side(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-14.2: what the side does, and whether it stays."""
    side = SABOTAGE if option is s.options.sabotage_side else EXPLOIT
    card = s.content.espionage.index(decision.about)
    what = f"{'sabotage' if side == SABOTAGE else 'exploit'}.{decision.about}"
    when = "scene.stays" if s.content.stays[card][side] else "scene.now"
    return Remark("espionage", {"what": what, "when": when})


@about(Ask.DROP_SPY)
def _spy(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-14.4: the active card that would go."""
    cards = s.players[option.value].spy.cards
    return Remark("active", {"card": s.content.cards[cards[0]]}) if cards else None


# Trading


@about(Ask.GIVE)
def _item(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-13.4: a Habitat that is Colony City."""
    return Remark("city") if option is s.options.habitat[CITY] else None


@about(Ask.GET)
def _finish_offer(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-13.3: an offer that is void counts all the same."""
    if option is not s.options.done or s.offer is None:
        return _item(s, decision, option)
    void = why_void(s, s.offer)
    return None if void is None else Remark(void.key, void.values)


@about(Ask.ANSWER)
def _answer(s: Table, decision: Decision, option: Option) -> Remark | None:
    """CY-13.3: what both sides give."""
    if option is not s.options.accept or s.offer is None:
        return None
    return Remark("accept", {"give": gifts(s.offer), "get": wishes(s.offer)})
