"""Random planets, and a second reading of where units may go that calls none of the rules."""

import random
from heapq import heappop, heappush

import pytest

from starhall.engine.text.rulebook import rule
from starhall.games.cysmic.content import SABOTAGE, TYPES
from starhall.games.cysmic.geometry import hex_named
from starhall.games.cysmic.rules.movement import Walk, reach
from tests.games.cysmic.tables import BLUE, CONTENT, GREEN, HOMES, RED, Laid

DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]  # CY-4.2
Place = tuple[int, int]


def planet() -> dict[str, Place]:
    """CY-4.1 to CY-4.4: names and coordinates."""
    found = {"city": (0, 0)}
    for k in range(6):
        (q, r), (u, v) = DIRECTIONS[k], DIRECTIONS[(k + 2) % 6]
        for n in range(1, 7):
            for j in range(n):
                found[f"{k}.{n}.{j}"] = (n * q + j * u, n * r + j * v)
    return found


COORDS = planet()
NAMES = {place: name for name, place in COORDS.items()}
MOVES = {"soldier": 4, "speaker": 3, "miner": 3, "harvester": 2, "powermech": 3}  # CY-1.5
WALKERS = tuple(MOVES)
VEHICLES = ("harvester", "powermech")
FIGHTERS = ("soldier", "powermech")
CLOSED = ("mountain", "water", "abyss")


def distance(one: str, other: str) -> int:
    """CY-4.6"""
    (q, r), (u, v) = COORDS[one], COORDS[other]
    return max(abs(q - u), abs(r - v), abs(q + r - u - v))


class Planet:
    """A random table in plain words, and the same one laid out."""

    def __init__(self, seed: int) -> None:
        dice = random.Random(seed)
        self.type = dice.choice(WALKERS)
        self.antipodal = dice.random() < 0.3
        self.faction = dice.choice(["", "", "wayfarers", "deepwell"])
        self.spy = dice.choice(["", "", "", "border_lockdown", "cave_in_teams"])
        self.cloud_step = dice.random() < 0.2
        self.dust = dice.random() < 0.2
        self.ground = dict.fromkeys(COORDS, "plain")
        self.ships = set(HOMES[:3])
        free = [name for name in COORDS if name != "city" and name not in self.ships]
        near = dice.choice([name for name in free if int(name.split(".")[1]) >= 3])
        for name in free:
            if name != near and dice.random() < 0.45:
                grounds = ["mountain", "water", "abyss", "devastated", "cave", "cave"]
                self.ground[name] = dice.choice(grounds)
        if dice.random() < 0.5:
            self.ground[near] = "cave"
        self.start = near
        # Who stands where, by seat: a list of types
        self.units: dict[str, dict[int, list[str]]] = {near: {RED: [self.type]}}
        close = [n for n in free if n != near and self.ground[n] not in CLOSED]
        close.sort(key=lambda name: (distance(name, near), name))
        for name in close[:18]:
            kind = dice.random()
            if kind < 0.15:
                sides = {RED: dice.choice([["miner"] * 3, ["speaker", "harvester"]])}
            elif kind < 0.35:
                sides = {dice.choice([BLUE, GREEN]): ["miner"]}
            elif kind < 0.42:
                sides = {RED: ["soldier"], BLUE: ["miner"]}
            elif kind < 0.47:
                sides = {BLUE: ["soldier"], GREEN: ["miner"]}
            else:
                continue
            if all([self.left(seat, type) > 2 for seat in sides for type in sides[seat]]):
                self.units[name] = sides
        self.moves = MOVES[self.type]
        if self.dust:
            self.moves = max(1, self.moves - 1)  # CY-5.14

    def left(self, seat: int, type: str) -> int:
        """How many pieces of a type a player still has."""
        number = WALKERS.index(type)
        pieces = CONTENT.end_piece[number] - CONTENT.first_piece[number]
        return pieces - sum([sides.get(seat, []).count(type) for sides in self.units.values()])

    def laid(self) -> Laid:
        arrows = "antipodal" if self.antipodal else "six_colours"
        game = Laid(3, global_arrows=arrows, trading="off")
        for name, ground in self.ground.items():
            if ground != "plain":
                game.ground(ground, name)
        for name, sides in self.units.items():
            for seat in sorted(sides, reverse=True):
                for type in sides[seat]:
                    game.unit(seat, type, name)
        if self.faction:
            game.faction(RED, self.faction)
        if self.cloud_step:
            game.relics(RED, "cloud_step")
        if self.spy:
            game.spy(BLUE, self.spy, SABOTAGE)
        if self.dust:
            game.s.dust = [BLUE]
        return game.card(RED, f"{self.type}_card")

    # The second reading

    def steps(self, name: str) -> list[tuple[str, str]]:
        """CY-4.5 to CY-4.11: where one step leads, and over what."""
        q, r = COORDS[name]
        around = [(q + u, r + v) for u, v in DIRECTIONS]
        found = [(NAMES[place], "side") for place in around if place in NAMES]
        sector, ring, index = name.split(".") if name != "city" else ("", "", "")
        if ring == "6" and self.spy != "border_lockdown":
            for other in range(6):
                opposite = (int(sector) + 3) % 6
                if str(other) != sector and (not self.antipodal or other == opposite):
                    found.append((f"{other}.6.{index}", "arrow"))
        if self.ground[name] == "cave" and self.spy != "cave_in_teams":
            caves = [n for n, ground in self.ground.items() if ground == "cave" and n != name]
            found += [(other, "cave") for other in caves]
        return found

    def foes(self, name: str) -> list[int]:
        return [seat for seat in self.units.get(name, {}) if seat != RED]

    def may_stop(self, name: str) -> bool:
        """CY-5.2, CY-5.4, CY-5.5, CY-5.7 to CY-5.9, CY-4.19"""
        if self.ground[name] in CLOSED or name in self.ships:
            return False
        own = self.units.get(name, {}).get(RED, [])
        foes = self.foes(name)
        if len(foes) > 1 or (foes and not own and self.type not in FIGHTERS):
            return False
        full = len(own) >= 3
        return not full and not (self.type in VEHICLES and any(t in VEHICLES for t in own))

    def may_pass(self, name: str) -> bool:
        """CY-5.2 to CY-5.4, CY-5.6; Cloud Step and River Craft are for Troops."""
        if name in self.ships or self.foes(name):
            return False
        ground, troop = self.ground[name], self.type not in VEHICLES
        if ground == "mountain":
            return troop and self.cloud_step
        if ground == "water":
            return troop and (self.cloud_step or self.faction == "wayfarers")
        return ground != "abyss"

    def walk(self, start: str, moves: int) -> dict[str, int]:
        """CY-5.1: what can be reached, and how many moves it costs."""
        free = {"wayfarers": "arrow", "deepwell": "cave"}.get(self.faction, "")
        best: dict[tuple[str, bool], int] = {(start, False): 0}
        queue = [(0, start, False)]
        found: dict[str, int] = {}
        while queue:
            cost, name, used = heappop(queue)
            if cost > best[name, used]:
                continue
            if name != start and self.may_stop(name):
                found[name] = min(cost, found.get(name, cost))
            if name != start and not self.may_pass(name):
                continue
            for goal, over in self.steps(name):
                sides = distance(name, goal) == 1  # over a common side no step is free
                gratis = over == free and not used and not sides
                price = cost + (0 if gratis else 1)
                if price <= moves and (self.may_stop(goal) or self.may_pass(goal)):
                    key = (goal, used or gratis)
                    if price < best.get(key, moves + 1):
                        best[key] = price
                        heappush(queue, (price, *key))
        found.pop(start, None)
        return found

    def jump(self) -> set[str]:
        """CY-5.15"""
        return {n for n in COORDS if 0 < distance(n, self.start) <= 5 and self.may_stop(n)}


@rule("CY-4.1", "CY-4.2", "CY-4.3", "CY-4.5", "CY-4.7", "CY-4.8", "CY-4.9", "CY-4.10", "CY-4.11")
@rule("CY-4.12", "CY-4.19", "CY-4.20", "CY-5.1", "CY-5.2", "CY-5.3", "CY-5.4", "CY-5.5", "CY-5.6")
@rule("CY-5.7", "CY-5.8", "CY-5.9", "CY-5.10", "CY-5.14", "CY-6.4", "CY-8.1", "CY-8.2", "CY-8.6")
@rule("CY-8.13", "CY-25.24", "CY-25.25", "CY-25.28", "CY-25.29", "CY-25.30")
@pytest.mark.parametrize("first", range(0, 60, 15))
def test_units_walk_where_the_rules_let_them(first: int) -> None:
    for seed in range(first, first + 15):
        world = Planet(seed)
        game = world.laid()
        reached = world.walk(world.start, world.moves)
        token = f"unit {world.type}/{world.start}"
        jumps = world.jump() if world.type == "powermech" else set()
        assert (game.kind == "pick_unit" and token in game.offered()) == bool(reached or jumps)
        if not reached:
            continue
        game.choose(token)
        if game.kind == "move_mode":
            game.choose("move")
        assert set(game.hexes()) == set(reached), seed
        walk = Walk(game.s, RED, TYPES.index(world.type))
        found = reach(game.s, walk, hex_named(world.start), world.moves, walk.free)
        assert {name: found.cost[hex_named(name)] for name in reached} == reached, seed
        quiet = [name for name in reached if not world.foes(name)]
        if quiet and not world.faction:  # the next leg, with what is left
            goal = random.Random(seed).choice(sorted(quiet))
            left = world.moves - reached[goal]
            further = world.walk(goal, left)
            # It has left its hex and counts where it stands.
            further.pop(world.start, None)
            game.choose(f"hex {goal}")
            if game.kind == "move_leg":
                assert set(game.hexes()) - {world.start} == set(further), seed
            else:
                assert not further


@rule("CY-4.6", "CY-5.15", "CY-5.16", "CY-5.2", "CY-5.4", "CY-5.5", "CY-5.7", "CY-5.8", "CY-5.9")
@rule("CY-8.13", "CY-25.30")
def test_powermechs_jump_where_the_rules_let_them() -> None:
    seen = 0
    for seed in range(120):
        world = Planet(seed)
        if world.type == "powermech" and seen < 12:
            seen += 1
            game = world.laid().choose(f"unit powermech/{world.start}")
            if game.kind == "move_mode":
                game.choose("jump")
            assert set(game.hexes()) == world.jump(), seed
    assert seen == 12
