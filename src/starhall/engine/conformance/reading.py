# mypyc: off
"""Checks on what players read: tokens, sentences, scenes and the log."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from starhall.engine.conformance.looks import Broken, plain, told
from starhall.engine.conformance.registry import END, EVERY_PLY, ONCE, POSITION, check
from starhall.engine.conformance.secrecy import who
from starhall.engine.conformance.walk import Spot
from starhall.engine.errors import LessonError, SceneError, StarhallError, TextError
from starhall.engine.knowledge.memory import GROUP, Event
from starhall.engine.lessons.lesson import course
from starhall.engine.lessons.puzzle import check_puzzle, puzzles
from starhall.engine.lessons.trial import check_lesson
from starhall.engine.match.log import shown
from starhall.engine.match.match import Match
from starhall.engine.rules.decision import Decision
from starhall.engine.scene import words
from starhall.engine.scene.elements import marks
from starhall.engine.scene.passing import passed
from starhall.engine.scene.svg import render as svg
from starhall.engine.text.catalogue import languages
from starhall.engine.text.files import closest
from starhall.engine.text.language import ENGLISH
from starhall.engine.text.translation import faults, rule_faults

TOKEN: Final = re.compile(r"[a-z_]+( [a-z0-9_/.:,()+-]+)?")
ASKED: Final = 4  # decisions whose refusals are read if many are pending
DRAWN: Final = 3  # at one ply in 3, the tables on the way are drawn for one observer


# Tokens


@check("tokens", ONCE)
def tokens_are_unique_and_readable(spot: Spot) -> None:
    """Every option has a unique readable token, and its number is its index."""
    vocabulary = spot.case.game.vocabulary
    owners: dict[str, int] = {}
    for place, option in enumerate(vocabulary.options):
        token = option.token
        if option.number != place:
            raise Broken("fault.token_place", token=token, place=place, number=option.number)
        if token in owners:
            raise Broken("fault.same_token", first=owners[token], place=place, token=token)
        if not TOKEN.fullmatch(token):
            raise Broken("fault.token_form", token=token)
        if vocabulary.find(token) is not option:
            raise Broken("fault.token_found", token=token)
        owners[token] = place
    if not owners:
        raise Broken("fault.no_vocabulary")


# Translations


@check("translations", ONCE)
def translations_are_complete(spot: Spot) -> None:
    """Every text and rule exists in every language of the game, with the same slots."""
    game = spot.case.game
    for language in languages(game.package):
        if language != ENGLISH:
            found = [*faults(game.package, language, game.texts(language))]
            found += rule_faults(game.package, language)
            if found:
                raise Broken("fault.translation", fault=found[0], more=len(found) - 1)


# Lessons


@check("lessons", ONCE)
def lessons_can_be_played(spot: Spot) -> None:
    """Every lesson is sound: choices are offered, goals are reached, things are in the scene.

    Only the steps of a guided game are played here; its tips need a game in which they come up.
    Lessons teach the game with its own content, so a pack need not fit them.
    """
    if spot.case.game.pack is not None:
        return
    try:
        for lesson in course(spot.case.game):
            check_lesson(lesson)
    except LessonError as error:
        raise Broken("fault.error", error=error) from None


# Puzzles


@check("puzzles", ONCE)
def puzzles_fit_the_rules(spot: Spot) -> None:
    """Every puzzle can be reached by its record, and its options are the offered ones.

    Puzzles were found with the game's own content.
    """
    if spot.case.game.pack is not None:
        return
    try:
        for puzzle in puzzles(spot.case.game):
            check_puzzle(puzzle)
    except LessonError as error:
        raise Broken("fault.error", error=error) from None


# Text


@check("text", ONCE)
def things_have_names(spot: Spot) -> None:
    """Everything a player meets has a sentence or a name in the text catalogue."""
    game = spot.case.game
    needed = ["game.title", *[f"setting.{setting.id}.name" for setting in game.settings]]
    needed += [f"setting.{setting.id}.help" for setting in game.settings]
    named = {key.split(".")[1] for key in game.text.templates if key.startswith("name.")}
    for option in game.vocabulary.options:
        pairs = zip(option.kinds, option.parts, strict=True) if option.kinds else ()
        # Hexes and the like need no names; but if one of a kind has a name, all must have one.
        needed += [f"name.{kind}.{part}" for kind, part in pairs if kind in named]
    missing = game.text.check(needed)
    if missing:
        raise Broken("fault.no_text", key=missing[0], file=game.text.file)


@check("text", EVERY_PLY)
def what_is_met_has_sentences(spot: Spot) -> None:
    """Every prompt, option and event that comes up can be read."""
    match = spot.match
    read = spot.trial.notes
    for decision in match.decisions:
        for option in decision.options:
            key = f"{decision.kind}/{decision.about}/{option.number}"
            if key not in read:
                read[key] = _sentence(match, decision, option.number)
    for _, event in spot.news:
        _told(match, event)


def _sentence(match: Match[Any], decision: Decision, number: int) -> str:
    option = match.game.vocabulary.options[number]
    try:
        return match.prompt(decision) + match.label(option, decision)
    except TextError as error:
        raise Broken(
            "fault.unread_option",
            token=option.token,
            seat=decision.seat,
            kind=decision.kind,
            error=error,
        ) from None


def _told(match: Match[Any], event: Event) -> None:
    if event.what == "move" and not match.game.text.has("event.move"):
        return
    key = f"event.{event.what}" if event.what != GROUP else f"group.{event.values['name']}"
    try:
        match.game.text.say(key, event.values, match.names)
    except TextError as error:
        raise Broken("fault.unread_event", what=event.what, error=error) from None


@check("text", POSITION)
def refusals_have_sentences(spot: Spot) -> None:
    """Every refusal can be read, and cites a rule of the rule book."""
    match = spot.match
    for decision in match.decisions[:ASKED]:
        for refusal in match.refusals(decision.seat):
            token = refusal.option.token
            if refusal.option in decision.options:
                raise Broken("fault.offered_refused", token=token, seat=decision.seat)
            try:
                match.reason(refusal)
            except TextError as error:
                raise Broken("fault.unread_reason", token=token, error=error) from None
            if refusal.reason.rule not in match.game.rulebook.rules:
                raise Broken(
                    "fault.unknown_rule",
                    token=token,
                    rule=refusal.reason.rule,
                    file=match.game.rulebook.file,
                )
    for seat in range(match.seats):
        for option in match.game.interjections(match.state, seat):
            match.label(option)


@check("text", END)
def the_ending_has_a_sentence(spot: Spot) -> None:
    """How the game ended can be read."""
    try:
        spot.match.ending()
    except TextError as error:
        raise Broken("fault.unread_end", error=error) from None


# Scene


@check("scene", POSITION)
def scenes_can_be_drawn(spot: Spot) -> None:
    """The scene of every seat is sound and can be drawn and read out."""
    match = spot.match
    for seat in spot.observers:
        try:
            scene = match.scene(seat)
        except SceneError as error:
            raise Broken("fault.scene", seat=seat, error=error) from None
        for thing in scene.things():
            for icon in " ".join([thing.icon, *(mark.icon for mark in marks(thing))]).split():
                if icon not in match.game.look.icons:
                    raise Broken(
                        "fault.icon",
                        id=thing.id,
                        icon=icon,
                        near=closest(icon, match.game.look.icons),
                    )
        words.render(scene)
        if seat is None:
            svg.render(scene)


@check("scene", EVERY_PLY)
def tables_on_the_way_can_be_drawn(spot: Spot) -> None:
    """While the rules run, the table can be drawn after each event that one observer is told of."""
    match = spot.match
    turn, rest = divmod(match.ply, DRAWN)
    if rest or match.ply == match.history.first:
        return
    seat = turn % (match.seats + 1)
    observer = None if seat == match.seats else seat
    news = shown(spot.news, seat, match.all_shown)
    told = [event for _, event in news if event.what != GROUP]
    wanted = [number for number, event in enumerate(told, 1) if match.is_told(event)]
    if len(wanted) > 1:
        try:
            passed(match, observer, match.ply - 1, wanted[:-1])
        except StarhallError as error:
            raise Broken("fault.on_the_way", who=who(observer), error=error) from None


# Events


@check("events", EVERY_PLY)
def events_are_plain_and_addressed(spot: Spot) -> None:
    """Events are plain data, reach only the entitled observers, and never change."""
    seats = spot.match.seats
    for _, event in spot.news:
        if event.what != "move" and not (event.to < 0 or 0 < event.to < 1 << (seats + 1)):
            raise Broken("fault.nobody", what=event.what, to=event.to)
        try:
            msgspec.json.encode(event.values)
        except TypeError as error:
            raise Broken("fault.not_plain", what=event.what, error=error) from None


@check("events", POSITION)
def events_reach_those_entitled(spot: Spot) -> None:
    """A seat sees its own events; of other moves it sees only that a card moved."""
    match = spot.match
    for seat in spot.observers:
        observer = match.observer(seat)
        expected = []
        for ply, event in match.log:
            if event.what == GROUP:
                continue
            heard = match.all_shown or (event.to >> observer) & 1
            if heard:
                expected.append([ply, event.what, event.values])
            elif event.what == "move":
                expected.append([ply, event.what, {**event.values, "card": -1}])
        heard_by = [[ply, what, values] for ply, what, _, values in told(match.events(seat))]
        if plain(expected) != plain(heard_by):
            raise Broken("fault.log", seat=seat)


@check("events", POSITION)
def the_log_stays(spot: Spot) -> None:
    """Events do not change afterwards."""
    notes = spot.trial.notes
    now = [plain(entry) for entry in told(spot.match.log)]
    before = notes.get("log", [])
    assert isinstance(before, list)
    for earlier, later in zip(before, now, strict=False):
        if earlier != later:
            raise Broken("fault.changed_event", before=earlier.decode(), after=later.decode())
    notes["log"] = now
