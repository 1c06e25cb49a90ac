"""The scores of section 7 a second time: slow, and straight from the effects in the card files.

It shares nothing with the rules but the cards themselves, so that two different readings of the
rules must agree on every line-up.
"""

from collections.abc import Iterator

from starhall.engine.text.content import Effect, Pair, Word
from starhall.games.cyberstrife.game import GAME
from starhall.games.cyberstrife.reading import TraitEntry, UnitEntry
from starhall.games.cyberstrife.rules.effects import TRAIT_VERBS, UNIT_VERBS

UNITS = {
    unit.id: (unit, UNIT_VERBS.parse(unit.effects, unit.id))
    for unit in GAME.files.load("units.toml", "unit", UnitEntry)
}
TRAITS = {
    trait.id: TRAIT_VERBS.parse(trait.effects, trait.id)
    for trait in GAME.files.load("traits.toml", "trait", TraitEntry)
}

Lane = tuple[str, int]  # the unit, and the duplicates on it
Places = dict[tuple[int, int], Lane]  # by side (0 attacks) and lane (1 to 3)


class Paper:
    """A battle on paper: who stands where, traits by side, unit cards owned by side."""

    def __init__(self, places: Places, traits: list[list[str]], owned: list[int]) -> None:
        self.places = places
        self.traits = traits
        self.owned = owned

    def types(self, place: tuple[int, int]) -> set[str]:
        return set(UNITS[self.places[place][0]][0].types)

    def printed(self, place: tuple[int, int]) -> int:
        unit = UNITS[self.places[place][0]][0]
        return unit.attack if place[0] == 0 else unit.defense

    def opposite(self, place: tuple[int, int]) -> tuple[int, int] | None:
        other = (1 - place[0], place[1])
        return other if other in self.places else None

    def effects(self) -> Iterator[tuple[int, tuple[int, int] | None, Effect]]:
        """Every effect on the table: side, place (None for traits), effect; jammed ones too."""
        for side in (0, 1):
            for trait in self.traits[side]:
                for effect in TRAITS[trait]:
                    yield side, None, effect
        for place in sorted(self.places):
            for effect in UNITS[self.places[place][0]][1]:
                yield place[0], place, effect

    def meant(self, side: int, source: tuple[int, int] | None, word: Word) -> list[tuple[int, int]]:
        """The places a scope means."""
        found = []
        for place in self.places:
            friend = place[0] == side
            lanes = abs(place[1] - source[1]) if source is not None else 0
            fits = {
                "self": place == source,
                "opposite": not friend and lanes == 0,
                "friendly": friend,
                "other_friendly": friend and place != source,
                "adjacent_friendly": friend and lanes == 1,
                "enemy": not friend,
            }
            if fits[word.name] and (not word.filter or set(word.filter) & self.types(place)):
                found.append(place)
        return found

    def holds(
        self, side: int, source: tuple[int, int] | None, place: tuple[int, int], word: Word
    ) -> bool:
        """Is a condition true for the affected unit?"""
        named = set(word.filter)
        mine = [other for other in self.places if other[0] == side]
        if word.name == "vs":
            enemy = self.opposite(place)
            return enemy is not None and bool(named & self.types(enemy))
        if word.name == "lane":
            return (place[1] == 2) == ("centre" in named)
        if word.name in ("with", "without"):
            along = any(named & self.types(other) for other in mine if other != source)
            return along == (word.name == "with")
        if word.name == "outnumbered":
            return 2 * len(mine) < len(self.places)
        if word.name == "types_at_least":
            return len(set().union(*[self.types(other) for other in mine])) >= int(word.filter[0])
        if word.name == "cohesion":
            return any(self.types(place) & self.types(other) for other in mine if other != place)
        if word.name == "weak":
            return self.printed(place) <= int(word.filter[0])
        assert word.name == "fewer_cards"
        return self.owned[side] < self.owned[1 - side]

    def reached(
        self, side: int, source: tuple[int, int] | None, effect: Effect
    ) -> list[tuple[int, int]]:
        """The places an effect reaches, all its conditions met."""
        words = [arg for arg in effect.args if isinstance(arg, Word)]
        conditions = words[2:] if effect.verb == "per" else words[1:]
        return [
            place
            for place in self.meant(side, source, words[0])
            if all(self.holds(side, source, place, word) for word in conditions)
        ]

    def blank(self) -> set[tuple[int, int]]:
        """The places whose text is jammed and not protected."""
        jammed: set[tuple[int, int]] = set()
        safe: set[tuple[int, int]] = set()
        for side, source, effect in self.effects():
            if effect.verb == "jam":
                jammed.update(self.reached(side, source, effect))
            if effect.verb == "unjammable":
                safe.update(self.reached(side, source, effect))
        return jammed - safe

    def scores(self) -> dict[tuple[int, int], int]:
        blank = self.blank()
        scores = {place: self.printed(place) for place in self.places}
        worth = dict.fromkeys(self.places, 3)
        for side, source, effect in self.effects():
            if source in blank:
                continue
            if effect.verb == "copy_base" and source is not None:
                enemy = self.opposite(source)
                if enemy is not None:
                    scores[source] += max(0, self.printed(enemy) - self.printed(source))
            if effect.verb not in ("mod", "per", "dup_bonus"):
                continue
            pair = next(arg for arg in effect.args if isinstance(arg, Pair))
            for place in self.reached(side, source, effect):
                half = pair.first if place[0] == 0 else pair.second
                if effect.verb == "dup_bonus":
                    worth[place] = max(worth[place], half)
                elif effect.verb == "per":
                    counted = effect.args[1]
                    assert isinstance(counted, Word)
                    scores[place] += half * len(self.meant(side, source, counted))
                else:
                    scores[place] += half
        return {
            place: score + worth[place] * self.places[place][1] for place, score in scores.items()
        }

    def lanes(self) -> str:
        """Who wins lanes 1 to 3."""
        scores = self.scores()
        ties = any(e.verb == "win_ties" for trait in self.traits[0] for e in TRAITS[trait])
        winners = ""
        for lane in (1, 2, 3):
            attacker, defender = scores.get((0, lane)), scores.get((1, lane))
            if attacker is None or defender is None:
                winners += "-" if attacker is defender else "D" if attacker is None else "A"
            else:
                winners += "A" if attacker > defender or (ties and attacker == defender) else "D"
        return winners
