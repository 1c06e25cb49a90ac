"""What a player of Pulp Invasion! might expect to be offered, and the rule that forbids it."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.decision import Decision, Reason, Refusal
from starhall.engine.rules.options import Option
from starhall.engine.text.catalogue import Catalogue
from starhall.games.pulp_invasion import wording
from starhall.games.pulp_invasion import words as w
from starhall.games.pulp_invasion.arsenal import WEAPON_WINDOWS
from starhall.games.pulp_invasion.cards import (
    ABILITIES,
    BONUS,
    BORROW,
    CAPTAINS,
    CARDS,
    COLOURS,
    DICE,
    DIE_COUNT,
    FACES,
    FIRST_PLANET,
    FIRST_WEAPON,
    LOOM,
    MARKS,
    NEEDS,
    PLANET_PRICES,
    PLANETS,
    POWERS,
    REDUCE,
    STRENGTHS,
    SYSTEM,
    VERBS,
    WEAPONS,
    Clause,
)
from starhall.games.pulp_invasion.crew_scene import CrewPainter
from starhall.games.pulp_invasion.dice import (
    AT_CHOICE,
    AT_ENGAGE,
    AT_EVADE,
    AT_SEARCH,
    WINDOWS,
)
from starhall.games.pulp_invasion.effects import held
from starhall.games.pulp_invasion.reckoning import active_text, bill
from starhall.games.pulp_invasion.state import Table

# What one die verb is offered as, where that does not depend on the ability
_USES = {
    "upgrade": w.TUNE,
    "search": w.SEEK,
    "purge": w.SWEEP,
    "swap": w.SWAP,
    "reroll": w.REROLL,
    "scan_icons": w.SCAN,
    "take_cube": w.EXTRACT,
    "understand": w.FATHOM,
    "probe": w.PROBE,
}
_WINDOWS = {
    w.D_ENCOUNTER: AT_CHOICE,
    w.D_BOOST: AT_ENGAGE,
    w.D_EVADE: AT_EVADE,
    w.D_SEARCH: AT_SEARCH,
}


def refusals(view: Table, decision: Decision, text: Catalogue) -> list[Refusal]:
    """For each kind of decision, the options that are missing and why."""
    found: list[Refusal] = []
    kind = decision.kind
    if kind == w.D_ENCOUNTER:
        found += _engaging(view, decision, text)
    elif kind == w.D_BOOST:
        found += _paying(view, decision, text)
    elif kind == w.D_SEARCH:
        found += _planet(view, decision)
    elif kind == w.D_CUBE:
        found += _cube(view, decision)
    elif kind in (w.D_LOSE, w.D_EVADE_PAY):
        found += _at_zero(view)
    elif kind == w.D_GAIN:
        found += _at_maximum(view, decision, w.GAIN)
    elif kind == w.D_PICK:
        found += _empty_colours(view)
    elif kind == w.D_UPGRADE:
        found += _upgrades(view, decision)
    if kind in _WINDOWS:
        found += _dice(view, decision, _WINDOWS[kind], text)
        found += _weapons(view, decision, _WINDOWS[kind])
    return found


def _due(view: Table, text: Catalogue) -> str:
    return CrewPainter(view, None, (), text).due(bill(view, view.active))


def _engaging(view: Table, decision: Decision, text: Catalogue) -> list[Refusal]:
    """PI-5.14, PI-6.1: why a card can only be evaded."""
    if w.ENGAGE in decision.options:
        return []
    card = view.line.cards[view.active]
    if STRENGTHS[card] == 0:
        return [Refusal(w.ENGAGE, Reason("PI-5.14", "strength_zero", {"card": CARDS[card]}))]
    values: dict[str, object] = {"card": CARDS[card], "due": _due(view, text)}
    return [Refusal(w.ENGAGE, Reason("PI-6.1", "cannot_pay", values))]


def _paying(view: Table, decision: Decision, text: Catalogue) -> list[Refusal]:
    """PI-6.9: no part payment."""
    if w.PAY in decision.options:
        return []
    return [Refusal(w.PAY, Reason("PI-6.9", "cannot_pay_yet", {"due": _due(view, text)}))]


# Dice


def _dice(view: Table, decision: Decision, window: int, text: Catalogue) -> list[Refusal]:
    """PI-8.2, PI-8.8: each owned die that could be used in this window but is not offered."""
    found = []
    for die in range(DIE_COUNT):
        value = view.dice[die]
        if value == 0:
            continue
        face = FACES[7 * die + value]
        for option in _die_uses(die, face.parts, face.together, window):
            if option not in decision.options:
                found.append(Refusal(option, _die_reason(view, die, window, text)))
    return found


def _die_uses(die: int, parts: list[Clause], together: bool, window: int) -> list[Option]:
    """What the face would be offered as in this window."""
    if together:
        return [w.OVERHAUL[die]] if window == AT_ENGAGE else []
    found: list[Option] = []
    for part in parts:
        if window not in WINDOWS[part.verb]:
            continue
        if part.verb == BONUS:
            abilities = range(3) if part.who < 0 else [part.who]
            found += [w.BOOST[3 * die + ability] for ability in abilities]
        elif part.verb == BORROW:
            found.append(w.BORROW[DIE_COUNT * die + part.who])
        else:
            found.append(_USES[VERBS[part.verb]][die])
    return found


def _die_reason(view: Table, die: int, window: int, text: Catalogue) -> Reason:
    planet = view.planet.cards[0] - FIRST_PLANET
    if view.planet_text().no_die:
        return Reason("PI-19.4", "no_dice_planet", {"planet": PLANETS[planet]})
    if view.die_spent:
        if view.per_round:
            return Reason("PI-20.3", "die_spent_round")
        return Reason("PI-8.2", "die_spent_search" if window == AT_SEARCH else "die_spent")
    if window != AT_SEARCH:
        card = view.line.cards[view.active]
        if active_text(view).no_die:
            return Reason("PI-19.8", "no_dice_card", {"card": CARDS[card]})
    value = view.dice[die]
    face = wording.face_text(text, FACES[7 * die + value])
    return Reason("PI-8.8", "die_idle", {"die": DICE[die], "n": value, "face": face})


# Super Weapons


def _weapons(view: Table, decision: Decision, window: int) -> list[Refusal]:
    """PI-10.4, PI-10.9: each weapon found that is not offered in its window."""
    found = []
    for card in sorted(view.found.cards):
        weapon = card - FIRST_WEAPON
        if WEAPON_WINDOWS[weapon] != window:
            continue
        values: dict[str, object] = {"weapon": WEAPONS[weapon]}
        if not view.understood >> weapon & 1:
            reason = Reason("PI-10.1", "weapon_unknown", values)
        elif view.fired >> weapon & 1:
            reason = Reason("PI-10.4", "weapon_fired", values)
        else:
            reason = Reason("PI-10.9", "weapon_idle", values)
        found += [
            Refusal(option, reason)
            for option in _weapon_uses(weapon)
            if option not in decision.options
        ]
    return found


def _weapon_uses(weapon: int) -> list[Option]:
    power = POWERS[weapon]
    if power.verb == LOOM or (power.verb == REDUCE and power.who < 0):
        return [w.AIM[3 * weapon + ability] for ability in range(3)]
    return [w.FIRE[weapon]]


# The Search


def _planet(view: Table, decision: Decision) -> list[Refusal]:
    """PI-9.3 to PI-9.5: why the Planet's action is not offered."""
    if w.ACT in decision.options:
        return []
    planet = view.planet.cards[0] - FIRST_PLANET
    values: dict[str, object] = {"planet": PLANETS[planet]}
    if view.planet_paid:
        return [Refusal(w.ACT, Reason("PI-9.5", "planet_paid", values))]
    if any(held(view, mark) < 0 for mark in PLANET_PRICES[planet]):
        values["marks"] = [MARKS[mark] for mark in PLANET_PRICES[planet]]
        return [Refusal(w.ACT, Reason("PI-9.3", "planet_price", values))]
    return [Refusal(w.ACT, Reason("PI-D12", "planet_idle", values))]


def _cube(view: Table, decision: Decision) -> list[Refusal]:
    """PI-9.16, PI-10.2: what a cube cannot be used for."""
    colour = COLOURS.index(decision.about)
    found = []
    if w.RAISE[colour] not in decision.options:
        found += _at_maximum(view, decision, w.RAISE, [colour])
    for card in sorted(view.found.cards):
        weapon = card - FIRST_WEAPON
        if w.PLACE[weapon] not in decision.options and any(NEEDS[3 * weapon : 3 * weapon + 3]):
            values: dict[str, object] = {"weapon": WEAPONS[weapon], "colour": decision.about}
            found.append(Refusal(w.PLACE[weapon], Reason("PI-10.2", "not_missing", values)))
    return found


# Abilities, bag, upgrades


def _at_maximum(
    view: Table, decision: Decision, table: list[Option], tracks: list[int] | None = None
) -> list[Refusal]:
    found = []
    for track in tracks if tracks is not None else range(3):
        if table[track] not in decision.options:
            values: dict[str, object] = {
                "ability": ABILITIES[track],
                "captain": CAPTAINS[view.captain],
                "n": view.maxima[track],
            }
            found.append(Refusal(table[track], Reason("PI-9.17", "at_maximum", values)))
    return found


def _at_zero(view: Table) -> list[Refusal]:
    return [
        Refusal(w.LOSE[track], Reason("PI-D10", "at_zero", {"ability": ABILITIES[track]}))
        for track in range(3)
        if view.abilities[track] == 0
    ]


def _empty_colours(view: Table) -> list[Refusal]:
    return [
        Refusal(option, Reason("PI-D14", "no_cube_in_bag", {"colour": COLOURS[colour]}))
        for colour, option in enumerate(w.REMOVE)
        if view.bag[colour] == 0
    ]


def _upgrades(view: Table, decision: Decision) -> list[Refusal]:
    """PI-8.11: dice at 6, and Crew dice where only Systems are meant."""
    found = []
    for die in range(DIE_COUNT):
        if view.dice[die] == 0 or w.UPGRADE[die] in decision.options:
            continue
        if view.dice[die] == 6:
            found.append(
                Refusal(w.UPGRADE[die], Reason("PI-8.11", "die_at_top", {"die": DICE[die]}))
            )
        elif not SYSTEM[die]:
            found.append(
                Refusal(w.UPGRADE[die], Reason("PI-8.11", "only_system", {"die": DICE[die]}))
            )
    return found
