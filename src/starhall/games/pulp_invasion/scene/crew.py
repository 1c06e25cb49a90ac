"""The player's own side of the table: Captain, dice, hand, Super Weapons, cubes."""

# mypyc: off

from __future__ import annotations

from starhall.engine.rules.state import UNKNOWN
from starhall.engine.scene.elements import (
    Badge,
    Card,
    Die,
    DieFace,
    Element,
    Note,
    Panel,
    Piece,
    Pile,
    Space,
    Track,
    Value,
)
from starhall.engine.scene.painter import Painter
from starhall.games.pulp_invasion.content import ABILITIES, COLOURS, MARKS, YELLOW, Content
from starhall.games.pulp_invasion.rules.reckoning import dice_forbidden
from starhall.games.pulp_invasion.rules.setup import TRACK_END
from starhall.games.pulp_invasion.scene import wording
from starhall.games.pulp_invasion.state import Table


class CrewPainter(Painter[Table]):
    """Draws what belongs to the Captain; the other parts build upon it."""

    @property
    def content(self) -> Content:
        return self.view.content

    def points(self, amounts: tuple[int, int, int]) -> str:
        return self.say("points", c=amounts[0], d=amounts[1], s=amounts[2])

    def due(self, bill: list[int]) -> str:
        """Demands in words: `4 Super Science, 1 Combat`."""
        parts = [
            f"{bill[track]} {self.text.name('ability', ABILITIES[track])}"
            for track in range(3)
            if bill[track]
        ]
        return ", ".join(parts) or self.say("nothing_due")

    def short_due(self, bill: list[int]) -> str:
        """Demands by the symbols of their cubes: `1 C 4 S`."""
        parts = [
            f"{bill[track]} {self.content.symbols[track]}" for track in range(3) if bill[track]
        ]
        return " ".join(parts) or self.say("nothing_due")

    def cube(self, where: str, colour: int, count: int, touch: tuple[str, ...] = ()) -> Piece:
        """Cubes of one colour, with the symbol that identifies them without it."""
        return Piece(
            id=f"{where}:{COLOURS[colour]}",
            label=self.say("cube", colour=COLOURS[colour]),
            count=count,
            symbol=self.content.symbols[colour],
            tone=COLOURS[colour],
            touch=touch,
        )

    def planet(self, card: int, subtitle: str, touch: tuple[str, ...]) -> Card:
        name = self.content.planets[card - self.content.first_planet]
        return Card(
            id=f"planet:{name}",
            title=self.text.name("planet", name),
            subtitle=subtitle,
            text=wording.planet_text(self.text, self.content, card - self.content.first_planet),
            tone="planet",
            icon=f"planet:{name}",
            touch=touch,
            rule="PI-19.4",
        )

    def open_pile(self, id: str, cards: list[int], icon: str) -> Pile:
        """A pile everybody may look through."""
        badges = [Badge(label=self.text.name("card", self.content.cards[card])) for card in cards]
        return Pile(id=id, title=self.say(id), count=len(cards), icon=icon, badges=badges)

    # Captain

    def captain(self) -> Panel:
        name = self.content.captains[self.view.captain]
        return Panel(
            id="captain",
            title=self.say("captain", captain=name),
            children=[self.track(track) for track in range(3)],
            layout="column",
            place="beside",
        )

    def track(self, track: int) -> Track:
        view = self.view
        name = ABILITIES[track]
        now, most = view.abilities[track], view.maxima[track]
        spaces = [
            Space(
                id=f"track:{name}:{n}",
                label=str(n),
                dim=n > most,
                pieces=[self.cube(f"on_track:{name}", track, 1)] if n == now else [],
            )
            for n in range(TRACK_END + 1)
        ]
        return Track(
            id=f"ability:{name}",
            title=self.say("ability", ability=name, n=now, most=most),
            spaces=spaces,
            touch=(f"ability:{name}",),
            tone=COLOURS[track],
        )

    # Dice

    def dice(self) -> Panel:
        view = self.view
        children = [self.die(die, value) for die, value in enumerate(view.dice)]
        badges = []
        if dice_forbidden(view):
            badges.append(Badge(label=self.say("no_dice"), tone="red"))
        elif view.die_spent:
            badges.append(Badge(label=self.say("die_used"), tone="orange"))
        return Panel(
            id="dice", title=self.say("dice"), children=children, badges=badges, place="below"
        )

    def die(self, die: int, value: int) -> Die:
        family = self.say("die_system" if self.content.system[die] else "die_crew")
        faces = [
            DieFace(face=str(n), text=wording.face_text(self.text, self.content.faces[7 * die + n]))
            for n in range(1, 7)
        ]
        return Die(
            id=f"die:{self.content.dice[die]}",
            face=str(value) if value else "-",
            label=f"{self.text.name('die', self.content.dice[die])} ({family})",
            text=faces[value - 1].text if value else self.say("box"),
            faces=faces,
            tone=self.content.die_colours[die],
            touch=(f"die:{self.content.dice[die]}",),
        )

    # Hand

    def hand(self) -> Panel:
        children: list[Element] = []
        for card in self.view.hand.cards:
            mark = MARKS[self.content.marks[card]]
            children.append(
                Card(
                    id=f"hand:{self.content.cards[card]}",
                    title=self.text.name("card", self.content.cards[card]),
                    icon=f"card:{self.content.cards[card]}",
                    badges=[Badge(label=self.text.name("mark", mark), tone="violet")],
                    touch=(f"mark:{mark}",),
                )
            )
        if not children:
            children.append(Note(id="hand_empty", text=self.say("hand_empty")))
        return Panel(id="hand", title=self.say("hand"), children=children, place="below")

    def decks(self) -> Panel:
        """The Encounters that are over, the Planets to come and those that have been searched."""
        planets = Pile(
            id="planet_deck",
            title=self.say("planet_deck"),
            count=len(self.view.planet_deck.cards),
            icon="planets",
        )
        children = [
            self.open_pile("discard", self.view.discard.cards, "discard"),
            planets,
            self.open_pile("searched", self.view.searched.cards, "planets"),
        ]
        return Panel(id="decks", title=self.say("decks"), children=children, place="drawer")

    # Super Weapons

    def weapons(self) -> Panel:
        view = self.view
        children: list[Element] = [
            self.weapon(card - self.content.first_weapon) for card in view.found.cards
        ]
        deck = view.weapon_deck
        known = [card for card in deck.cards if card != UNKNOWN]
        if known and len(known) == len(deck.cards) and deck.sight != 0:
            children += [
                self.weapon(card - self.content.first_weapon, hidden=True) for card in sorted(known)
            ]
        badges = [
            Badge(
                label=self.say(
                    "weapon_known", weapon=self.content.weapons[card - self.content.first_weapon]
                )
            )
            for card in known
        ]
        children.append(
            Pile(
                id="weapon_deck",
                title=self.say("weapon_deck"),
                count=len(deck.cards),
                icon="weapon_deck",
                badges=badges,
            )
        )
        return Panel(id="weapons", title=self.say("weapons"), children=children, place="drawer")

    def weapon(self, weapon: int, hidden: bool = False) -> Card:
        """How far it is understood, cube by cube."""
        view = self.view
        name = self.content.weapons[weapon]
        needs = self.content.needs[3 * weapon : 3 * weapon + 3]
        values = [
            Value(
                label=self.text.name("cube", COLOURS[colour]),
                value=f"{view.on_weapons[3 * weapon + colour]} / {needs[colour]}",
                tone=COLOURS[colour],
            )
            for colour in range(3)
            if needs[colour]
        ]
        badges = []
        if view.understood >> weapon & 1:
            badges.append(Badge(label=self.say("understood"), tone="green"))
        if view.fired >> weapon & 1:
            badges.append(Badge(label=self.say("used"), tone="orange"))
        pieces = [] if hidden else [self.cube(f"on:{name}", YELLOW, 1)]
        for colour in range(3):
            count = view.on_weapons[3 * weapon + colour]
            if count:
                pieces.append(self.cube(f"on:{name}", colour, count))
        return Card(
            id=f"weapon:{name}",
            title=self.text.name("weapon", name),
            text=wording.sentence(wording.effect(self.text, self.content.powers[weapon])),
            values=values,
            badges=badges,
            pieces=pieces,
            dim=hidden,
            tone="weapon",
            icon=f"weapon:{name}",
            touch=(f"weapon:{name}",),
            rule="PI-19.5",
        )

    # Cubes

    def cubes(self) -> Panel:
        view = self.view
        children = [
            self.cube_pile("bag", view.bag),
            self.cube_pile("supply", view.supply),
        ]
        if any(view.drawn):
            children.append(self.cube_pile("drawn", view.drawn))
        return Panel(id="cubes", title=self.say("cubes"), children=children, place="drawer")

    def cube_pile(self, id: str, counts: list[int]) -> Pile:
        pieces = [
            self.cube(id, colour, counts[colour], (f"cube:{name}",) if id == "bag" else ())
            for colour, name in enumerate(COLOURS)
            if counts[colour]
        ]
        icon = "bag" if id == "bag" else "supply"
        return Pile(id=id, title=self.say(id), count=sum(counts), icon=icon, contents=pieces)
