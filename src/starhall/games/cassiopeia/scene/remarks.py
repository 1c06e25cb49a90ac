"""What the rules know about an option: its price and its effect, as part of its sentence."""

# mypyc: off

from __future__ import annotations

from collections.abc import Callable

from starhall.engine.rules.decision import Decision, Remark
from starhall.engine.rules.options import Option
from starhall.engine.text.catalogue import Catalogue
from starhall.games.cassiopeia.content import BOT, RESOURCES, ROW
from starhall.games.cassiopeia.rules.purchases import price_of
from starhall.games.cassiopeia.rules.resources import token_names
from starhall.games.cassiopeia.rules.start import clauses_of
from starhall.games.cassiopeia.rules.turn import cost_of
from starhall.games.cassiopeia.state import Player, Table


def remark(s: Table, decision: Decision, option: Option, text: Catalogue) -> Remark | None:
    """On an option that is offered; what a refused one would cost is part of the reason."""
    made = REMARKS.get(option.verb)
    if made is None or option not in decision.options:
        return None
    return made(s, s.players[decision.seat], option, text)


def on_choose(s: Table, player: Player, option: Option, text: Catalogue) -> Remark | None:
    coins = s.coins[s.row.index(option.value)]
    return Remark("coins", {"n": coins}) if coins else None


def on_effect(s: Table, player: Player, option: Option, text: Catalogue) -> Remark:
    name = s.content.specialists[s.row[player.place]]
    return Remark("effect", {"what": text.say(f"card.specialist.{name}")})


def on_purchase(s: Table, player: Player, option: Option, text: Catalogue) -> Remark:
    return coins(price_of(s, player, option.value + BOT))


def on_buy(s: Table, player: Player, option: Option, text: Catalogue) -> Remark:
    return coins(s.effect(player)[s.part].numbers[1])


def on_build(s: Table, player: Player, option: Option, text: Catalogue) -> Remark:
    what = text.say(f"card.face.{option.arg}")
    fee = fee_of(s, player)
    if fee:
        return Remark("effect_for", {"price": f"coin_{fee}", "what": what})
    return Remark("effect", {"what": what})


def fee_of(s: Table, player: Player) -> int:
    return s.effect(player)[s.part].numbers[1]


def on_turn(s: Table, player: Player, option: Option, text: Catalogue) -> Remark:
    return Remark("effect", {"what": text.say(f"card.face.{option.arg}")})


def on_use(s: Table, player: Player, option: Option, text: Catalogue) -> Remark | None:
    """What the first clause does; a station turns over as well."""
    clause = clauses_of(s, player, s.content.start_effects[option.value])[0]
    values: dict[str, object] = {}
    if clause.verb == "gain":
        values["amount"] = f"{RESOURCES[clause.numbers[0]]}_{clause.numbers[1]}"
    elif clause.verb == "exchange":
        values["taken"] = RESOURCES[clause.numbers[1]]
    return Remark(f"use_{clause.verb}", values)


def coins(price: int) -> Remark:
    return Remark("price", {"price": f"coin_{price}"})


def on_upgrade(s: Table, player: Player, option: Option, text: Catalogue) -> Remark:
    return Remark("upgrades", {"better": RESOURCES[option.value + 1]})


def on_swap(s: Table, player: Player, option: Option, text: Catalogue) -> Remark:
    row = [s.content.planets[player.planet(type)] for type in player.row]
    left = option.value
    return Remark("swaps", {"left": row[left], "right": row[(left + 1) % ROW]})


def on_target(s: Table, player: Player, option: Option, text: Catalogue) -> Remark:
    return Remark("takes", {"who": s.of_colour(option.value).seat, "colour": option.arg})


def on_requisition(s: Table, player: Player, option: Option, text: Catalogue) -> Remark:
    values: dict[str, object] = {"who": s.of_colour(option.value).seat, "colour": option.arg}
    fee = fee_of(s, player)
    if fee:
        return Remark("requisitions_for", values | {"price": f"coin_{fee}"})
    return Remark("requisitions", values)


def on_terraform(s: Table, player: Player, option: Option, text: Catalogue) -> Remark:
    place = player.row.index(option.value - player.planet(0))
    price = token_names(list(cost_of(s, player, place)))
    if s.discount:
        return Remark("discounted", {"price": price, "n": s.discount})
    return Remark("price", {"price": price})


REMARKS: dict[str, Callable[[Table, Player, Option, Catalogue], Remark | None]] = {
    "choose": on_choose,
    "effect": on_effect,
    "purchase": on_purchase,
    "buy": on_buy,
    "build": on_build,
    "turn": on_turn,
    "use": on_use,
    "upgrade": on_upgrade,
    "swap": on_swap,
    "target": on_target,
    "requisition": on_requisition,
    "terraform": on_terraform,
}
