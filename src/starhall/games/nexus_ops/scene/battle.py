"""The current battle: the order of attack, the dice and what they need, and the odds."""

# mypyc: off

from __future__ import annotations

from starhall.engine.scene.elements import Badge, Die, Element, Note, Panel
from starhall.engine.scene.elements import Table as Grid
from starhall.engine.scene.painter import Painter
from starhall.games.nexus_ops.boards import HEXES
from starhall.games.nexus_ops.bot.odds import fight_odds
from starhall.games.nexus_ops.content import SLOT_COUNT, TERRAINS
from starhall.games.nexus_ops.rules.battle_cards import SIDES
from starhall.games.nexus_ops.rules.dice import (
    CANCELLED,
    LAST_STEP,
    is_directed,
    is_hit,
    modifier,
    rolling,
    strikes_first,
)
from starhall.games.nexus_ops.stacks import count
from starhall.games.nexus_ops.state import ATTACKER, DEFENDER, Fight, Table


class BattlePainter(Painter[Table]):
    """Draws the current battle from a view."""

    @property
    def fight(self) -> Fight:
        return self.view.battle()

    def panel(self) -> Panel:
        fight = self.fight
        hex = HEXES[fight.hex]
        children: list[Element] = [self.side(side) for side in (ATTACKER, DEFENDER)]
        if not fight.won:
            children += [self.odds(), self.order()]
        terrain = TERRAINS[self.view.terrain[fight.hex]]
        title = self.say(
            "battle", who=fight.attacker, target=fight.defender, hex=hex, terrain=terrain
        )
        return Panel(
            id="battle",
            title=title,
            children=children,
            layout="column",
            active=True,
            place="beside",
        )

    def order(self) -> Grid:
        """NX-8.11: who rolls when, with what each side needs on its dice."""
        rows = []
        first: list[int] = []
        for slot in reversed(range(SLOT_COUNT)):
            if any(strikes_first(self.view, self.fight, side, slot) for side in (0, 1)):
                first.append(slot)
        for slot in [*first, *(slot for slot in reversed(range(SLOT_COUNT)) if slot not in first)]:
            if not any(count(self.fight.present[side], slot) for side in (ATTACKER, DEFENDER)):
                continue
            unit = self.view.content.units[slot + self.view.alternate]
            row = [self.text.name("unit", unit)]
            for side in (ATTACKER, DEFENDER):
                number = count(self.fight.present[side], slot)
                row += [str(number), self.needs(side, slot) if number else ""]
            due = self.fight.step <= LAST_STEP and any(
                slot in rolling(self.view, self.fight, side, self.fight.step) for side in (0, 1)
            )
            row.append(self.say("now") if due else "")
            rows.append(row)
        attacker, defender = self.names[self.fight.attacker], self.names[self.fight.defender]
        return Grid(
            id="battle:order",
            title=self.say("battle_order"),
            columns=[
                self.say("unit"),
                attacker,
                self.say("needs"),
                defender,
                self.say("needs"),
                self.say("turn_now"),
            ],
            rows=rows,
        )

    def needs(self, side: int, slot: int) -> str:
        """`4+ (5+, +1)`: the face needed, and how it comes about."""
        value = self.view.content.value[slot + self.view.alternate]
        change = modifier(self.view, self.fight, side, slot)
        if not change:
            return f"{value}+"
        face = max(1, value - change)
        needed = f"{face}+" if face <= 6 else self.say("never")
        return f"{needed} ({value}+, {change:+d})"

    def side(self, side: int) -> Panel:
        fight = self.fight
        seat = fight.seat_of(side)
        dice: list[Element] = [
            self.die(side, place, die) for place, die in enumerate(fight.dice[side])
        ]
        notes = self.effects(side)
        if notes:
            dice.append(Note(id=f"battle:{side}:effects", text=", ".join(notes)))
        return Panel(
            id=f"battle:{side}",
            title=self.say(SIDES[side], who=seat),
            owner=seat,
            touch=(f"side:{SIDES[side]}",),
            children=dice,
        )

    def effects(self, side: int) -> list[str]:
        """What cards have done to this side in this battle."""
        fight = self.fight
        found = []
        if fight.bonus[side]:
            found.append(self.say("bonus", n=f"{fight.bonus[side]:+d}"))
        for slot in range(SLOT_COUNT):
            unit = self.view.content.units[slot + self.view.alternate]
            if extra := count(fight.extra[side], slot):
                found.append(self.say("extra_dice", unit=unit, n=extra + 1))
            if (fight.early[side] >> slot) & 1:
                found.append(self.say("early", unit=unit))
        if fight.direct[side]:
            found.append(self.say("all_directed"))
        return found

    def die(self, side: int, place: int, die: int) -> Die:
        view, fight = self.view, self.fight
        slot = (die & 63) >> 3
        badges = []
        if die >= CANCELLED:
            badges.append(Badge(label=self.say("cancelled"), tone="grey"))
        elif is_hit(view, fight, side, die):
            badges.append(Badge(label=self.say("hit"), tone="green"))
            if is_directed(view, fight, side, die):
                badges.append(Badge(label=self.say("directed"), tone="orange"))
        else:
            badges.append(Badge(label=self.say("miss"), tone="grey"))
        from_face = view.content.directed_from[slot + view.alternate]
        return Die(
            id=f"die:{side}:{place}",
            owner=fight.seat_of(side),
            face=str(die & 7),
            label=self.text.name("unit", view.content.units[slot + view.alternate]),
            needs=self.needs(side, slot),
            text=self.say("directs", n=from_face) if from_face <= 6 else "",
            tone="black" if side == ATTACKER else "white",
            badges=badges,
        )

    def odds(self) -> Note:
        """Exact for the policy of odds.py, rounded to whole per cent and tenths."""
        found = fight_odds(self.view, self.fight)
        said = self.say(
            "odds",
            win=f"{100 * found.win:.0f}",
            own=self.tenths(found.attacker_units),
            theirs=self.tenths(found.defender_units),
        )
        return Note(id="battle:odds", text=said)

    def tenths(self, number: float) -> str:
        """Some languages write 1,5 for 1.5."""
        whole, _, tenths = f"{number:.1f}".partition(".")
        return self.say("tenths", whole=whole, tenths=tenths)
