"""People: their pages, ladders and friends, and what they may report about others."""

from __future__ import annotations

from starhall.server.protocol.wire import Answer, Message


class GameRecord(Answer):
    """The results of a person in one game."""

    game: str
    title: str
    played: int
    won: int
    favourite_seat: int  # from 0
    streak: int = 0  # games won in a row until now
    best_streak: int = 0
    rated_games: int = 0
    rating: float | None = None  # after ten rated games
    low: float | None = None
    high: float | None = None


class Opponent(Answer):
    """A person with whom the owner of the page has played."""

    name: str
    played: int
    won: int  # by the owner of the page


class RecentGame(Answer):
    """A finished game; `table` is empty if others may not look at it."""

    title: str
    game: str
    at: float
    place: int  # 0: without a result
    seats: int
    won: bool = False
    rated: bool = False
    table: str = ""


class Profile(Answer):
    """GET /api/profile, GET /api/pages/{token}: the opponents are sent only to the owner."""

    name: str
    games: list[GameRecord]
    recent: list[RecentGame]
    opponents: list[Opponent] = []
    mine: bool = False
    link: str = ""  # the token of the shared page; for its owner


class SharePage(Message):
    """POST /api/profile/share: a new link to my page, or none."""

    on: bool


class LadderLine(Answer):
    """A rated player: the strength, and between which bounds it lies in 95 of 100 cases."""

    name: str
    rating: float
    low: float
    high: float
    games: int
    bot: bool = False
    you: bool = False


class Ladder(Answer):
    """GET /api/games/{game}/ladder."""

    lines: list[LadderLine]
    fewest: int  # games before anybody is rated
    your_games: int = 0


class Friend(Answer):
    id: str
    name: str


class Friends(Answer):
    """GET /api/friends: my link, my friends, and whom I have blocked."""

    link: str
    friends: list[Friend]
    blocked: list[Friend]


class Befriend(Message):
    """POST /api/friends: the token of somebody's link."""

    token: str


class InviteFriend(Message):
    """POST /api/tables/{id}/invite: a chair for a friend, who gets a message."""

    friend: str
    seat: int


class Block(Message):
    """POST /api/blocks: somebody at a table, by the speaker of a line or by the seat."""

    table: str
    speaker: str = ""
    seat: int | None = None


class Report(Message):
    """POST /api/tables/{id}/report: a line of the chat, for the operator."""

    speaker: str
    at: float
    reason: str = ""


class DeleteMe(Message):
    """POST /api/me/delete: the games stay, without the name. `name` confirms it: my name."""

    name: str
