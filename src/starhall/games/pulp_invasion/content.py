"""Cards, dice and cubes as tables of small numbers: what the rules look at during play.

Cards are numbered: Guardforce, Agents, Events, Locations, Planets, Super Weapons. An ability has
the number of its cube colour (PI-1.6). `reading.py` fills the tables from the content files.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from starhall.engine.rules.content import Content as EngineContent
from starhall.engine.rules.decision import Procedure, Reason
from starhall.engine.rules.options import Option

if TYPE_CHECKING:
    from starhall.games.pulp_invasion.options import Options
    from starhall.games.pulp_invasion.state import Table

NONE: Final = -1

ABILITIES: Final[list[str]] = ["combat", "diplomacy", "science"]
COLOURS: Final[list[str]] = ["red", "blue", "orange", "black", "white", "yellow"]
BLACK: Final = 3
WHITE: Final = 4
YELLOW: Final = 5

MARKS: Final[list[str]] = ["code", "key"]

GUARDFORCE: Final = 0
AGENT: Final = 1
EVENT: Final = 2
KINDS: Final[list[str]] = ["guardforce", "agent", "event"]

# Filters (PI-19.1); `joined` asks for another Guardforce in the line.
FILTERS: Final[list[str]] = ["all", "guardforce", "agents", "leftmost", "rightmost", "joined"]
ALL_CARDS: Final = 0
GUARDFORCES: Final = 1
AGENTS: Final = 2
LEFTMOST: Final = 3
RIGHTMOST: Final = 4
JOINED: Final = 5

# The meaning of the word of an effect, besides abilities, colours and dice
ANY: Final = -1
OWN_ICON: Final = -2
SYSTEM_DICE: Final = 1

# PI-8.3, PI-19.5: the windows in which dice and Super Weapons are used
AT_CHOICE: Final = 0  # PI-D3
AT_ENGAGE: Final = 1  # PI-D4
AT_EVADE: Final = 2  # PI-D6
AT_SEARCH: Final = 3  # PI-D12
AT_YELLOW: Final = 4  # PI-D15
AT_BORROWED: Final = 5  # PI-D9: a rolled face in an Engage
WINDOW_COUNT: Final = 6


class Clause:
    """One effect of a text (PI-19.1): a verb, the cards it means, and its numbers.

    `word` is an ability, a colour, a die or a kind of card, as the verb has it; `who` is its
    number.
    """

    def __init__(self, verb: str, filter: int, word: str, who: int, n: int, most: int) -> None:
        self.verb = verb
        self.filter = filter
        self.word = word
        self.who = who
        self.n = n
        self.most = most


Handler = Callable[["Table", "Happening"], Procedure]
Condition = Callable[["Table", "Happening"], bool]


class Happening(Clause):
    """An effect that happens once (PI-19.1); `number` finds it while it is carried out.

    `origin` is what causes it, as questions and sentences name it: `card/radium_mine`.
    """

    def __init__(
        self, clause: Clause, number: int, handler: Handler, useful: Condition, origin: str
    ) -> None:
        super().__init__(clause.verb, clause.filter, clause.word, clause.who, clause.n, clause.most)
        self.number = number
        self.origin = origin
        self.handler = handler
        self.useful = useful  # would it change anything now?


class Text:
    """The effects of a card text or of a Location action, sorted by when they count (PI-19.1)."""

    def __init__(self) -> None:
        self.standing: list[Clause] = []  # all that stand under `while`, as they are told
        self.changes_engage = False  # is there any of the next five?
        self.types: list[Clause] = []
        self.weapon_strengths: list[Clause] = []
        self.strengths: list[Clause] = []
        self.demands: list[Clause] = []
        self.black_demands: list[Clause] = []
        self.icons: list[Clause] = []
        self.evade_costs: list[Clause] = []
        self.evade_draws: list[Clause] = []
        self.no_die = False
        self.free_die = False
        self.black_back = False
        self.cheap_convert = 0
        self.keep_evaded = 0
        self.search = 0
        self.reveal: list[Happening] = []
        self.line: list[Happening] = []
        self.engaged: list[Happening] = []
        self.first_engaged: list[Happening] = []
        self.evaded: list[Happening] = []


NO_TEXT: Final = Text()


class Use:
    """One way to use a face of a die or a Super Weapon (PI-8.12, PI-8.13, PI-19.5)."""

    def __init__(self, option: Option, part: Clause) -> None:
        self.option = option
        self.part = part

    def works(self, s: Table, need: list[int]) -> bool:
        """PI-8.8, PI-10.9: would it do something now? `need` are the demands still open."""
        return True

    def idle(self, s: Table) -> Reason:
        """Why it would do nothing."""
        raise NotImplementedError

    async def carry_out(self, s: Table) -> None:
        raise NotImplementedError


class Face:
    """One face of a die (PI-8.12, PI-8.13): its parts, used together or not, and its uses."""

    def __init__(self, parts: list[Clause], together: bool, uses: list[list[Use]]) -> None:
        self.parts = parts
        self.together = together
        self.uses = uses  # by window


class Content(EngineContent):
    """The tables of one content."""

    def __init__(self) -> None:
        super().__init__()
        self.options: Options

        # Cubes by colour
        self.cubes: list[int] = []
        self.symbols: list[str] = []
        self.in_bag: list[int] = []  # at the start ...
        self.by_level: list[bool] = []  # ... or as many as there are weapons to find

        self.levels: list[str] = []
        self.level_weapons: list[int] = []

        # All cards, by number
        self.cards: list[str] = []
        self.first_location = 0
        self.first_planet = 0
        self.first_weapon = 0

        self.texts: list[Text] = []  # of line cards and Planets

        # Line cards
        self.kinds: list[int] = []
        self.strengths: list[int] = []
        self.engage_icons: list[int] = []
        self.planet_icons: list[int] = []
        self.marks: list[int] = []
        self.printed_cubes: list[list[int]] = []  # of Locations too

        # [3 * Location + icon]
        self.location_texts: list[Text] = []

        self.planets: list[str] = []
        self.planet_prices: list[list[int]] = []
        self.planet_actions: list[Happening] = []

        self.aliens: list[str] = []
        self.alien_icons: list[int] = []
        self.alien_texts: list[Text] = []
        self.quietus = 0  # the alien that collects black cubes

        self.captains: list[str] = []
        self.captain_numbers: list[list[int]] = []
        self.captain_dice: list[list[int]] = []
        self.captain_keeps: list[int] = []

        self.dice: list[str] = []
        self.system: list[bool] = []
        self.die_colours: list[str] = []
        self.faces: list[Face] = []  # [7 * die + value], value 0 for a die that is not owned
        self.usable_faces: list[int] = []  # by window: those that have a use, as a mask

        self.weapons: list[str] = []
        self.needs: list[int] = []  # [3 * weapon + colour]: cubes that understand it
        self.needs_nothing: list[bool] = []
        self.powers: list[Clause] = []
        self.weapon_uses: list[list[list[Use]]] = []  # by weapon and window

        self.happenings: list[Happening] = []

    def happening(
        self, clause: Clause, handler: Handler, useful: Condition, origin: str
    ) -> Happening:
        """Enter an effect that happens once (PI-19.1)."""
        found = Happening(clause, len(self.happenings), handler, useful, origin)
        self.happenings.append(found)
        return found
