"""Card texts, die faces and powers in words, made from the effects that the rules apply."""

# mypyc: off

from __future__ import annotations

from starhall.engine.text.catalogue import Catalogue
from starhall.games.pulp_invasion.content import (
    ALL_CARDS,
    FILTERS,
    MARKS,
    Clause,
    Content,
    Face,
    Happening,
    Text,
)


def effect(text: Catalogue, clause: Clause) -> str:
    """One effect without its trigger: `gain 2 of Combat`."""
    values: dict[str, object] = {
        "n": abs(clause.n),
        "signed": f"{clause.n:+d}",
        "most": clause.most,
        "who": clause.word,
    }
    key = f"verb.{clause.verb}_{clause.word}"  # some verbs read differently by their word
    return text.say(key if text.has(key) else f"verb.{clause.verb}", values)


def card_text(text: Catalogue, source: Text, own: bool = False) -> str:
    """All effects of a text as sentences; `own` if it refers to the card itself."""
    return " ".join([sentence(part) for part in _parts(text, source, own)])


def in_brief(text: Catalogue, source: Text) -> str:
    """All effects of a text as parts of one sentence."""
    return "; ".join(_parts(text, source, own=False))


def _parts(text: Catalogue, source: Text, own: bool) -> list[str]:
    parts = [_standing(text, clause) for clause in source.standing]
    if source.search:
        values = {"n": abs(source.search), "signed": f"{source.search:+d}"}
        parts.append(text.say("wording.search", values))
    for trigger in ("reveal", "line", "engaged", "first_engaged", "evaded"):
        effects: list[Happening] = getattr(source, trigger)
        parts += [_triggered(text, trigger, clause, own) for clause in effects]
    return parts


def sentence(part: str) -> str:
    """The part of a text as a sentence by itself."""
    return f"{part[0].upper()}{part[1:]}."


def _standing(text: Catalogue, clause: Clause) -> str:
    what = effect(text, clause)
    if clause.filter == ALL_CARDS:
        return what
    return text.say("wording.standing", {"who": FILTERS[clause.filter], "what": what})


def _triggered(text: Catalogue, trigger: str, clause: Clause, own: bool) -> str:
    what = effect(text, clause)
    if own or trigger not in ("engaged", "evaded"):
        return text.say(f"wording.{trigger}", {"what": what})
    return text.say(f"wording.{trigger}_who", {"who": FILTERS[clause.filter], "what": what})


def planet_text(text: Catalogue, content: Content, planet: int) -> str:
    """The passive text and the paid action of a Planet (numbered from 0)."""
    marks = [MARKS[mark] for mark in content.planet_prices[planet]]
    what = effect(text, content.planet_actions[planet])
    action = text.say("wording.paid", {"marks": marks, "what": what})
    return f"{card_text(text, content.texts[content.first_planet + planet])} {action}."


def face_text(text: Catalogue, face: Face) -> str:
    """What a face of a die does."""
    parts = [effect(text, part) for part in face.parts]
    return joined(text, parts, "both" if face.together else "or")


def joined(text: Catalogue, parts: list[str], how: str) -> str:
    """The parts of a face: `both` of them, one `or` the other, or the only one."""
    if len(parts) == 1:
        return parts[0]
    return text.say(f"wording.{how}", {"one": parts[0], "other": parts[1]})
