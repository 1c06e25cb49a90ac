"""OpenSpiel: every installed game as `starhall_<game>`, with chance nodes, for its algorithms.

    game = openspiel.load("comet-run", players=2, turns=2)
    game = pyspiel.load_game("starhall_comet_run(players=2,turns=2)")

Chance is explicit: where the rules draw a number, a chance node lists the outcomes. Where several
seats may decide at once, they are asked one after the other and do not see each other's answers.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from starhall.engine.game import Game, Setting, Value, find, installed
from starhall.engine.match.outcomes import Branch, Tree
from starhall.engine.rules.chance import SEED_BYTES, Chance
from starhall.engine.rules.fields import EVERYONE, OPEN, UNSAVED
from starhall.engine.rules.state import State, Zone
from starhall.envs.observed import rewards

MOST_OUTCOMES = 256  # of one draw
DRAWS = 64  # for each choice, at most

_registered: set[str] = set()


def short_name(game: str) -> str:
    """The name of a game in OpenSpiel."""
    return f"starhall_{game.replace('-', '_')}"


def load(game: str, players: int | None = None, **settings: Value) -> Any:
    """A game as OpenSpiel knows it."""
    rules = find(game)
    register(rules)
    parameters = {"players": rules.seats.start if players is None else players, **settings}
    for setting in rules.settings:  # in the type that OpenSpiel knows
        if setting.id in parameters:
            parameters[setting.id] = type(_default(setting))(parameters[setting.id])
    return pyspiel.load_game(short_name(game), parameters)


def register_all() -> None:
    """Register every installed game."""
    for game in installed().values():
        register(game)


def register(game: Game[Any]) -> None:
    """Register a game under its name, once."""
    if game.id in _registered:
        return
    _registered.add(game.id)
    kind = game_type(game, game.seats.start)

    def create(parameters: dict[str, Any] | None = None) -> SpielGame:
        return SpielGame(game, parameters or {})

    # OpenSpiel keeps it until after the interpreter has ended, when it can no longer be freed.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(create))
    pyspiel.register_game(kind, create)


def game_type(game: Game[Any], players: int) -> Any:
    """What OpenSpiel wants to know about a game."""
    return pyspiel.GameType(
        short_name=short_name(game.id),
        long_name=game.text.say("game.title"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION
        if has_secrets(game)
        else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM
        if players > 1
        else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats.stop - 1,
        min_num_players=game.seats.start,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.seats.start,
            "cached": False,
            **{setting.id: _default(setting) for setting in game.settings},
        },
    )


def _default(setting: Setting) -> Value:
    """OpenSpiel needs a default of the right type; an empty text stands for the game's own.

    OpenSpiel writes a game with its parameters and reads it again, and reads digits as a number.
    """
    if setting.default is None:
        return ""
    digits = isinstance(setting.default, str) and setting.default.isdecimal()
    return int(setting.default) if digits else setting.default


def _given(game: Game[Any], parameters: dict[str, Any]) -> dict[str, Any]:
    """The parameters as the game takes them: those with choices are texts."""
    named = {setting.id for setting in game.settings if setting.choices}
    return {
        name: str(value) if name in named else value
        for name, value in parameters.items()
        if value != ""
    }


def has_secrets(game: Game[Any]) -> bool:
    """Does the table have anything that a seat may not see?"""
    tree = Tree(game, game.seats.start, {})
    chance = Chance(bytes(SEED_BYTES), game.streams)
    return _secret(game.deal(tree.seats, tree.settings, chance))


def _secret(part: Any) -> bool:
    for field in type(part).FIELDS:
        if field.declared.sight == UNSAVED:
            continue
        shape = type(part).SHAPE[field.name]
        if shape in (Zone, [Zone]):
            if field.declared.seen_by != EVERYONE:
                return True
        elif isinstance(shape, (list, type)):
            value = getattr(part, field.name)
            parts = value if isinstance(shape, list) else [value]
            if any(_secret(each) for each in parts if each is not None):
                return True
        elif field.declared.sight != OPEN:
            return True
    return False


Way = tuple[int, "Way"] | None


class Node:
    """A branch in OpenSpiel's hands. It never changes, so copies of a state share it.

    With `cached`, a node keeps its children: algorithms that walk the whole tree again and again
    run the rules only once.
    """

    __slots__ = ("branch", "cached", "children", "texts", "way")

    def __init__(self, branch: Branch, cached: bool, way: Way = None) -> None:
        self.branch = branch
        self.cached = cached
        self.way = way  # the actions that lead here, the last one first
        self.children: dict[int, Node] = {}
        self.texts: dict[int, str] = {}

    def child(self, action: int) -> Node:
        found = self.children.get(action)
        if found is None:
            branch, way = self.branch, (action, self.way)
            if branch.weights:
                found = Node(branch.draw(action), self.cached, way)
            else:
                option = branch.tree.game.vocabulary.options[action]
                found = Node(branch.choose(option), self.cached, way)
            if self.cached:
                self.children[action] = found
        return found

    def text(self, seat: int) -> str:
        if seat not in self.texts:
            self.texts[seat] = self.branch.information_state(seat).text
        return self.texts[seat]

    def __deepcopy__(self, memo: object) -> Node:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """OpenSpiel writes a state with its node: the game and the way to it are enough."""
        tree, actions, way = self.branch.tree, list[int](), self.way
        while way is not None:
            action, way = way
            actions.append(action)
        where = (tree.game.id, tree.seats, tree.settings, self.cached)
        return node_at, (*where, actions[::-1])


def node_at(
    game: str, players: int, settings: dict[str, Value], cached: bool, actions: list[int]
) -> Node:
    """The node that these actions lead to, for unpickling."""
    node = Node(Tree(find(game), players, settings).root(), cached)
    for action in actions:
        node = node.child(action)
    return node


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game with its settings."""

    def __init__(self, rules: Game[Any], parameters: dict[str, Any]) -> None:
        given = _given(rules, parameters)
        players = int(given.pop("players", rules.seats.start))
        cached = bool(given.pop("cached", False))
        self.tree = Tree(rules, players, given)
        self.encoding = rules.encoding(players, given)
        self.longest = rules.bound(players, self.tree.settings)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rules.vocabulary),
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if players > 1 else None,
            max_game_length=self.longest,
        )
        super().__init__(game_type(rules, players), info, parameters)
        self.root = Node(self.tree.root(), cached)

    def new_initial_state(self, text: str | None = None) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.longest * DRAWS

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A point of the tree."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.node = game.root

    def current_player(self) -> int:
        branch = self.node.branch
        if branch.weights:
            return int(pyspiel.PlayerId.CHANCE)
        if branch.over:
            return int(pyspiel.PlayerId.TERMINAL)
        assert branch.decision is not None
        return branch.decision.seat

    def _legal_actions(self, player: int) -> list[int]:
        decision = self.node.branch.decision
        assert decision is not None
        return sorted([option.number for option in decision.options])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.node.branch.chances))

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"draw {action}"
        return self.node.branch.tree.game.vocabulary.options[action].token

    def is_terminal(self) -> bool:
        branch = self.node.branch
        return branch.over and not branch.weights

    def returns(self) -> list[float]:
        branch = self.node.branch
        if not self.is_terminal():
            return [0.0] * branch.tree.seats
        assert branch.state is not None
        return rewards(branch.tree.game.result(branch.state))

    def __str__(self) -> str:
        branch = self.node.branch
        done = " ".join([str(action) for action in self.history()])
        return f"{branch.tree.game.id}: {done}"


class SpielObserver:
    """What a player is given: the numbers of its page, or all that it has seen as a text."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.game = game
        self.kind = kind
        self.secrets = has_secrets(game.tree.game)
        seats, encoding = game.tree.seats, game.encoding
        self.pages = [encoding.page(seat) for seat in range(seats)]
        self.tensor: NDArray[np.float32] = np.zeros(seats + encoding.size, np.float32)
        self.dict = {"player": self.tensor[:seats], "page": self.tensor[seats:]}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        branch = state.node.branch
        table: State | None = branch.state
        if table is not None:
            page = self.pages[player]
            self.game.encoding.write(page, table, branch.decision)
            self.dict["page"][:] = page.numbers

    def string_from(self, state: SpielState, player: int) -> str:
        if not self.kind.public_info and not self.secrets:
            return ""  # only the private part is wanted, and there is none
        if self.kind.perfect_recall:
            return state.node.text(player)
        self.set_from(state, player)
        entries = zip(self.game.encoding.legend, self.dict["page"], strict=True)
        told = [f"{entry}={value:g}" for entry, value in entries if value]
        return f"player {player}: {', '.join(told)}"
