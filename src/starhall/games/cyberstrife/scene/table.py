"""The table of Cyberstrife as one seat sees it, made from its view alone."""

# mypyc: off

from __future__ import annotations

from typing import Literal

from starhall.engine.rules.state import UNKNOWN, Zone
from starhall.engine.scene.elements import (
    Badge,
    Card,
    Element,
    Note,
    Panel,
    Pile,
    Scene,
    SeatInfo,
    Stat,
    Value,
)
from starhall.games.cyberstrife.options import LANES
from starhall.games.cyberstrife.rules.battle import lineup
from starhall.games.cyberstrife.rules.deploying import lane_order
from starhall.games.cyberstrife.rules.scores import Outcome, resolve
from starhall.games.cyberstrife.rules.turn import step_of
from starhall.games.cyberstrife.scene.cards import CardPainter
from starhall.games.cyberstrife.state import (
    ACTIVE,
    ENDED,
    FIRST,
    HAND_LIMIT,
    Copy,
    Player,
    Turn,
)


class TablePainter(CardPainter):
    """Draws the table part by part."""

    def paint(self) -> Scene:
        """Battles first, then the viewer's own side, the other companies, the decks."""
        view = self.view
        areas: list[Element] = []
        if not view.over:
            areas.append(self.strands())
            areas += [self.battle(turn) for turn in view.turns() if self.facing(turn)]
        for seat in self.clockwise(view.first):
            player = view.players[seat]
            own = seat == self.seat and player.alive
            areas.append(self.own_side(player) if own else self.company(player))
        areas += [self.copy(number, copy) for number, copy in enumerate(view.copies)]
        return Scene(
            subtitle=self.say("over") if view.over else self.say("round", n=view.round()),
            seats=[self.seat_info(player) for player in view.players],
            areas=areas,
        )

    def seat_info(self, player: Player) -> SeatInfo:
        status = "" if player.alive else self.say("out")
        return SeatInfo(name=self.names[player.seat], status=status)

    # Turns and battles

    def strands(self) -> Panel:
        notes = [
            Note(id=f"strand:{turn.number}", text=self.describe(turn), owner=turn.seat)
            for turn in self.view.turns()
            if turn.kind != ENDED
        ]
        return Panel(id="strands", title=self.say("strands"), children=notes, layout="column")

    def describe(self, turn: Turn) -> str:
        values: dict[str, object] = {
            "who": turn.seat,
            "target": turn.target,
            "step": self.step(turn),
        }
        if turn.kind == FIRST:
            key = "turn_first"
        elif turn.kind != ACTIVE:
            key = "turn_redeploy"
        elif turn.target < 0:
            key = "turn_active"
        elif turn.fighting and not self.view.preparing(turn):
            key = "turn_battle"
        else:
            key = "turn_against"
        sentence = self.text.say(f"scene.{key}", values, self.names)
        return f"{sentence} ({self.say('expiring')})" if turn.expiring else sentence

    def step(self, turn: Turn) -> str:
        """The step that a strand is at; after the last one with a name it ends."""
        step = step_of(turn)
        return step if self.text.has(f"name.step.{step}") else "end"

    def facing(self, turn: Turn) -> bool:
        """Do both sides stand against each other, and has the viewer seen all of them?"""
        if not self.view.face_to_face(turn):
            return False
        sides = (self.view.players[turn.seat], self.view.players[turn.target])
        return not any(UNKNOWN in lane.cards for player in sides for lane in player.lanes)

    def battle(self, turn: Turn) -> Panel:
        """Both sides face to face with the scores as they stand and where they come from."""
        outcome = resolve(lineup(self.view, turn), explain=True)
        rows: list[Element] = []
        for side, seat in enumerate((turn.seat, turn.target)):
            player = self.view.players[seat]
            rows.append(
                Panel(
                    id=f"battle:{turn.number}:{side}",
                    title=self.names[seat],
                    owner=seat,
                    children=[self.fighter(player, lane, side, outcome) for lane in range(3)],
                )
            )
        return Panel(
            id=f"battle:{turn.number}",
            title=self.say("battle", who=turn.seat, target=turn.target),
            children=rows,
            layout="column",
            active=True,
        )

    def fighter(self, player: Player, lane: int, side: int, outcome: Outcome) -> Card:
        zone = player.lanes[lane]
        id = f"fighter:{zone.name}"
        if not zone.cards:
            return self.gap(id, player, lane)
        card = self.unit(id, zone.cards[0], player.seat, self.lane_keys(player, lane))
        place = side * 3 + lane
        shares = [share for share in outcome.shares if share.place == place]
        note = " ".join(f"{share.amount:+d}" for share in shares[1:])
        card.values = [
            Value(
                label=self.say("score"),
                value=outcome.scores[place],
                note=f"{shares[0].amount} {note}".strip(),
            )
        ]
        card.badges = [Badge(label=self.say("lane_of", lane=LANES[lane]))]
        if len(zone.cards) > 1:
            label = self.say("duplicates", n=len(zone.cards) - 1)
            card.badges = [*card.badges, Badge(label=label, tone="yellow")]
        return card

    # Companies

    def own_side(self, player: Player) -> Panel:
        hand: list[Element] = []
        counts: dict[int, int] = {}
        marked = list(player.marks)
        planned = self.planned(player)
        for unit in sorted(player.hand.cards):
            counts[unit] = counts.get(unit, 0) + 1
            id = self.view.content.cards[unit]
            keys = (f"unit:{id}",)
            card = self.unit(f"hand:{id}:{counts[unit]}", unit, player.seat, keys)
            if unit in marked:
                marked.remove(unit)
                card.badges = [Badge(label=self.say("marked"), tone="orange")]
                card.touch = tuple(f"held:{key}" for key in keys)
            elif planned.get(unit):
                lane = LANES[planned[unit].pop(0)]
                card.badges = [Badge(label=self.say("planned", lane=lane), tone="teal")]
                card.touch = tuple(f"held:{key}" for key in keys)
            hand.append(card)
        children: list[Element] = [
            Panel(
                id=f"hand:{player.seat}", title=self.say("your_hand"), children=hand, layout="row"
            )
        ]
        return self.side_panel(player, children)

    def planned(self, player: Player) -> dict[int, list[int]]:
        """By unit: the lanes it is planned for but does not yet stand in (CS-5.7)."""
        lanes: dict[int, list[int]] = {}
        if player.plan:
            turn = self.view.turn_of(player.seat)
            attacking = self.view.preparing(turn)
            order = lane_order(self.view.players[turn.target]) if attacking else [0, 1, 2]
            for lane, unit in zip(order, player.plan, strict=False):
                lanes.setdefault(unit, []).append(lane)
        return lanes

    def company(self, player: Player) -> Panel:
        """Another player: how many cards, what is known of them, what lies open."""
        if not player.alive:
            note = Note(id=f"out:{player.seat}", text=self.say("out"), owner=player.seat)
            return Panel(
                id=f"company:{player.seat}",
                title=self.names[player.seat],
                owner=player.seat,
                children=[note],
            )
        return self.side_panel(player, [self.closed_hand(player.hand)])

    def closed_hand(self, hand: Zone) -> Element:
        known = [card for card in hand.cards if card != UNKNOWN]
        if len(known) == len(hand.cards) and known:
            cards = [
                self.unit(f"{hand.name}:{i}", card, hand.seat, ()) for i, card in enumerate(known)
            ]
            return Panel(id=hand.name, title=self.say("hand"), owner=hand.seat, children=cards)
        badges = [Badge(label=f"{self.say('known')}: {self.card_name(card)}") for card in known]
        return Pile(
            id=hand.name,
            title=self.say("hand"),
            count=len(hand.cards),
            icon="hand",
            owner=hand.seat,
            badges=badges,
        )

    def side_panel(self, player: Player, children: list[Element]) -> Panel:
        fighting = any(
            self.facing(turn) and player.seat in (turn.seat, turn.target)
            for turn in self.view.turns()
        )
        if not fighting:
            children.append(
                Panel(
                    id=f"lanes:{player.seat}",
                    title=self.say("lanes"),
                    children=[self.lane(player, lane) for lane in range(3)],
                    owner=player.seat,
                )
            )
        traits = [self.trait(player, trait, i) for i, trait in enumerate(player.traits.cards)]
        children.append(
            Panel(
                id=f"traits:{player.seat}",
                title=self.say("traits"),
                children=traits,
                owner=player.seat,
            )
        )
        stats = [
            Stat(id=f"{key}:{player.seat}", label=self.say(key), value=value, max=most, icon=key)
            for key, value, most in (
                ("owned", player.owned(), HAND_LIMIT),
                ("turns", player.turns, None),
                ("won", player.won, None),
            )
        ]
        return Panel(
            id=f"company:{player.seat}",
            title=self.names[player.seat],
            owner=player.seat,
            children=[*children, *stats],
            layout="row",
            active=player.seat == self.seat,
            place=self.place(player),
        )

    def place(self, player: Player) -> Literal["centre", "below", "drawer"]:
        """The centre shows the opponents the viewer faces, or everybody else if there are none."""
        if player.seat == self.seat:
            return "below"
        turns = self.view.turns()
        faced = {turn.target for turn in turns if turn.seat == self.seat and turn.target >= 0}
        faced |= {turn.seat for turn in turns if turn.target == self.seat}
        return "drawer" if faced and player.seat not in faced else "centre"

    def lane(self, player: Player, lane: int) -> Card:
        zone = player.lanes[lane]
        keys = self.lane_keys(player, lane)
        if not zone.cards:
            return self.gap(zone.name, player, lane)
        if zone.cards[0] == UNKNOWN:
            return Card(
                id=zone.name,
                subtitle=self.say("lane_of", lane=LANES[lane]),
                face_up=False,
                owner=player.seat,
                tone="hidden",
                touch=keys,
            )
        card = self.unit(zone.name, zone.cards[0], player.seat, keys)
        card.badges = [*card.badges, Badge(label=self.say("lane_of", lane=LANES[lane]))]
        card.face_up = zone.sight < 0
        return card

    def lane_keys(self, player: Player, lane: int) -> tuple[str, ...]:
        """The decision tells whose lane an option means: the viewer's or the target's."""
        key = f"lane:{LANES[lane]}"
        if player.seat == self.seat:
            return (key,)
        for turn in self.view.turns():
            looking = turn.seat == self.seat and turn.target == player.seat
            if looking and self.view.preparing(turn):
                return (key,)
        return ()

    def copy(self, number: int, copy: Copy) -> Panel:
        title = self.say("decks")
        if len(self.view.copies) > 1:
            title = self.say("pool", n=number + 1)
        piles = [
            self.deck(f"unit_deck:{number}", "unit_deck", copy.unit_deck),
            self.pile(f"unit_pile:{number}", "unit_pile", copy.unit_pile, "unit_deck"),
            self.deck(f"trait_deck:{number}", "trait_deck", copy.trait_deck),
            self.pile(f"trait_pile:{number}", "trait_pile", copy.trait_pile, "trait_deck"),
        ]
        return Panel(id=f"copy:{number}", title=title, children=piles, place="drawer")
