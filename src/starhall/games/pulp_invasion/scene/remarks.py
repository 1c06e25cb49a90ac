"""What the rules know about an option: its price and its effect, as part of its sentence."""

# mypyc: off

from __future__ import annotations

from collections.abc import Callable

from starhall.engine.rules.decision import Decision, Remark
from starhall.engine.rules.options import Option
from starhall.engine.text.catalogue import Catalogue
from starhall.games.pulp_invasion.content import (
    ABILITIES,
    AT_BORROWED,
    AT_CHOICE,
    BLACK,
    COLOURS,
    MARKS,
    Face,
    Use,
)
from starhall.games.pulp_invasion.options import D_BORROW
from starhall.games.pulp_invasion.rules.dice import Boost, DieUse, Overhaul
from starhall.games.pulp_invasion.rules.effects import TOP_FACE, held
from starhall.games.pulp_invasion.rules.payment import cost_of, points
from starhall.games.pulp_invasion.rules.reckoning import (
    bill,
    drawable,
    evade_cost,
    evade_draw,
    search_draw,
)
from starhall.games.pulp_invasion.rules.uses import WINDOWS, all_uses
from starhall.games.pulp_invasion.rules.weapons import Loom, Reduce, WeaponUse
from starhall.games.pulp_invasion.scene import wording
from starhall.games.pulp_invasion.state import Table

Remarker = Callable[[Table, Decision, Option, Catalogue], Remark | None]


def remark(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark | None:
    """The remark on an offered option; what a refused one would do is not known."""
    if option not in decision.options:
        return None
    if decision.kind in WINDOWS or decision.kind == D_BORROW:
        for use in uses_of(s, decision):
            if use.option is option:
                return on_use(s, decision, use, text)
    made = REMARKS.get(option.verb)
    return made(s, decision, option, text) if made is not None else None


# Dice and Super Weapons


def uses_of(s: Table, decision: Decision) -> list[Use]:
    if decision.kind == D_BORROW:
        return s.content.faces[s.borrowed].uses[AT_BORROWED]
    return all_uses(s, WINDOWS[decision.kind])


def on_use(s: Table, decision: Decision, use: Use, text: Catalogue) -> Remark:
    if isinstance(use, WeaponUse):
        weapon = s.content.weapons[use.weapon]
        return Remark("weapon", {"weapon": weapon, "what": effect_of(use, text)})
    assert isinstance(use, DieUse)
    value = s.borrowed % 7 if decision.kind == D_BORROW else s.dice[use.die]
    parts = possible(s, use) if isinstance(use, Overhaul) else [use]
    what = wording.joined(text, [effect_of(part, text) for part in parts], "both")
    return Remark("die", {"die": s.content.dice[use.die], "n": value, "what": what})


def possible(s: Table, use: Overhaul) -> list[DieUse]:
    """The parts of a face with `and` that would do something now (PI-8.8)."""
    need = bill(s, s.active)
    return [part for part in use.uses if part.works(s, need)]


def effect_of(use: Use, text: Catalogue) -> str:
    """What the use does; a use for any ability names the one that it is aimed at.

    A text `_now` leaves out when the effect counts, because it counts here.
    """
    key = f"verb.{use.part.verb}_now"
    if not text.has(key):
        key = f"verb.{use.part.verb}"
    if isinstance(use, (Boost, Reduce, Loom)):
        return text.say(key, {"n": use.part.n, "who": ABILITIES[use.ability]})
    if key.endswith("_now"):
        return text.say(key, {"n": use.part.n})
    return wording.effect(text, use.part)


def on_weapon(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    return Remark("effect", {"what": wording.effect(text, s.content.powers[option.value])})


def on_turn(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    face: Face = s.content.faces[7 * s.turning + option.value]
    return Remark("face", {"what": wording.face_text(text, face)})


def on_owned_die(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    return Remark("shows", {"n": s.dice[option.value]})


def on_upgrade(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    before = s.dice[option.value]
    return Remark("rises", {"before": before, "n": min(TOP_FACE, before + amount(decision))})


def amount(decision: Decision) -> int:
    """By how much a gain or an upgrade raises: `card/vox_the_smuggler/1`."""
    return int(decision.about.rpartition("/")[2])


def on_toll(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    uses = [use for use in all_uses(s, AT_CHOICE) if use.option.number == s.chosen]
    most = uses[0].part.n
    if option is s.options.toll_bag:
        return Remark("tolls", {"n": min(most, s.bag[BLACK])})
    return Remark("tolls_quietus", {"n": min(most, s.quietus)})


# Engaging and evading


def on_engage(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    return Remark("demands", {"points": points(bill(s, s.active))})


def on_evade(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    cubes = min(evade_draw(s, s.active), drawable(s))
    due = evade_cost(s, s.active)
    if due and cubes:
        key = "evading"
    elif due or cubes:
        key = "evading_points" if due else "evading_cubes"
    else:
        key = "evading_free"
    return Remark(key, {"points": due, "n": cubes})


def on_pay(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    key = "pays_fatal" if option.fatal else "pays"
    return Remark(key, {"points": points(bill(s, s.active))})


def on_spend(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    return Remark("pays_fatal" if option.fatal else "pays", {"points": points(cost_of(option))})


# Abilities, cubes, hand


def on_lose(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    return Remark("left", {"n": s.abilities[option.value] - 1})


def on_gain(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    before = s.abilities[option.value]
    most = min(s.maxima[option.value], before + amount(decision))
    return Remark("rises", {"before": before, "n": most})


def on_raise(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    before = s.abilities[option.value]
    return Remark("rises", {"before": before, "n": before + 1})


def on_place(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    first = 3 * option.value
    short = [s.content.needs[first + n] - s.on_weapons[first + n] for n in range(3)]
    cubes = [f"{COLOURS[n]}_{short[n]}" for n in range(3) if short[n] > 0]
    return Remark("needs", {"cubes": cubes})


def on_remove(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    return Remark("in_bag", {"n": s.bag[option.value]})


def on_drop(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    card = s.content.cards[held(s, option.value)]
    return Remark("drops", {"card": card, "mark": MARKS[option.value]})


# The Search


def on_visit(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    standing = s.content.texts[s.content.first_planet + option.value]
    return Remark("face", {"what": wording.in_brief(text, standing)})


def on_draw(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    cubes = search_draw(s)
    return Remark("draws" if cubes else "draws_nothing", {"n": cubes})


def on_act(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark:
    planet = s.planet.cards[0] - s.content.first_planet
    marks = [MARKS[mark] for mark in s.content.planet_prices[planet]]
    what = wording.effect(text, s.content.planet_actions[planet])
    return Remark("acts", {"marks": marks, "what": what})


REMARKS: dict[str, Remarker] = {
    "visit": on_visit,
    "claim": on_weapon,
    "understand": on_weapon,
    "turn": on_turn,
    "give": on_owned_die,
    "roll": on_owned_die,
    "upgrade": on_upgrade,
    "toll_bag": on_toll,
    "toll_quietus": on_toll,
    "engage": on_engage,
    "evade": on_evade,
    "evade_instead": on_evade,
    "go": on_evade,
    "pay": on_pay,
    "pay_fatal": on_pay,
    "spend": on_spend,
    "spend_fatal": on_spend,
    "lose": on_lose,
    "gain": on_gain,
    "raise": on_raise,
    "place": on_place,
    "remove": on_remove,
    "drop": on_drop,
    "draw": on_draw,
    "act": on_act,
}
