"""Card texts, die faces and powers in words, made from the very effects the rules apply."""

# mypyc: off

from __future__ import annotations

from starhall.engine.text.catalogue import Catalogue
from starhall.games.pulp_invasion import cards
from starhall.games.pulp_invasion.cards import (
    ABILITIES,
    ALL_CARDS,
    ANY,
    COLOURS,
    DICE,
    FILTERS,
    MARKS,
    OWN,
    PLANET_ACTIONS,
    PLANET_PRICES,
    PLANET_TEXTS,
    SYSTEM_DICE,
    VERBS,
    Clause,
    Face,
    Text,
)

_ABILITY_VERBS = ("type", "demand", "demand_black", "gain", "lose", "bonus", "reduce")
_CUBE_VERBS = ("seed", "purge")


def effect(text: Catalogue, clause: Clause) -> str:
    """One effect without its trigger: `gain 2 of Combat`."""
    verb = VERBS[clause.verb]
    key = verb
    values: dict[str, object] = {
        "n": abs(clause.n),
        "signed": f"{clause.n:+d}",
        "most": clause.most,
    }
    if verb in _ABILITY_VERBS:
        if clause.who == OWN:
            key = "type_own"
        values["who"] = "any" if clause.who == ANY else ABILITIES[clause.who]
    elif verb in _CUBE_VERBS:
        values["who"] = "any" if clause.who == ANY else COLOURS[clause.who]
    elif verb == "borrow":
        values["who"] = DICE[clause.who]
    elif verb == "upgrade":
        key = "upgrade_system" if clause.who == SYSTEM_DICE else "upgrade_any"
    elif verb in ("swap", "reroll"):
        key = f"{verb}_guardforce" if clause.who == cards.GUARDFORCE else f"{verb}_agents"
    return text.say(f"verb.{key}", values)


def card_text(text: Catalogue, source: Text, own: bool = False) -> str:
    """All effects of a text as sentences; `own` if it speaks of the very card it stands on."""
    sentences = [_standing(text, clause) for clause in source.engage + source.icons + source.evade]
    for verb, said in (
        ("no_die", source.no_die),
        ("free_die", source.free_die),
        ("black_back", source.black_back),
    ):
        if said:
            sentences.append(text.say(f"verb.{verb}"))
    for verb, n in (
        ("cheap_convert", source.cheap_convert),
        ("keep_evaded", source.keep_evaded),
    ):
        if n:
            sentences.append(text.say(f"verb.{verb}", {"n": n}))
    if source.search:
        values = {"n": abs(source.search), "signed": f"{source.search:+d}"}
        sentences.append(text.say("wording.search", values))
    for trigger in ("reveal", "line", "engaged", "first_engaged", "evaded"):
        clauses: list[Clause] = getattr(source, trigger)
        sentences += [_triggered(text, trigger, clause, own) for clause in clauses]
    return " ".join([sentence(part) for part in sentences])


def sentence(part: str) -> str:
    """The part of a text as a sentence by itself."""
    return f"{part[0].upper()}{part[1:]}."


def _standing(text: Catalogue, clause: Clause) -> str:
    what = effect(text, clause)
    if clause.filter == ALL_CARDS:
        return what
    who = text.say(f"wording.{FILTERS[clause.filter]}")
    return text.say("wording.standing", {"who": who, "what": what})


def _triggered(text: Catalogue, trigger: str, clause: Clause, own: bool) -> str:
    what = effect(text, clause)
    if own or trigger not in ("engaged", "evaded"):
        return text.say(f"wording.{trigger}", {"what": what})
    who = text.say(f"wording.{FILTERS[clause.filter]}")
    return text.say(f"wording.{trigger}_who", {"who": who, "what": what})


def planet_text(text: Catalogue, planet: int) -> str:
    """The passive text and the paid action of a Planet (numbered from 0)."""
    marks = [MARKS[mark] for mark in PLANET_PRICES[planet]]
    what = effect(text, PLANET_ACTIONS[planet])
    action = text.say("wording.paid", {"marks": marks, "what": what})
    return f"{card_text(text, PLANET_TEXTS[planet])} {action}."


def face_text(text: Catalogue, face: Face) -> str:
    """What a face of a die does."""
    parts = [effect(text, part) for part in face.parts]
    if len(parts) == 1:
        return parts[0]
    key = "wording.both" if face.together else "wording.or"
    return text.say(key, {"one": parts[0], "other": parts[1]})
