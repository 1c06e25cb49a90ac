"""Company: the pages of people, their friends, the people they block, invitations by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from starhall.server.errors import BadRequest, Conflict, Forbidden, NotFound
from starhall.server.installed import title_of
from starhall.server.names import clean_line
from starhall.server.protocol.company import (
    Friend,
    Friends,
    GameRecord,
    Ladder,
    LadderLine,
    Opponent,
    Profile,
    RecentGame,
)
from starhall.server.ratings import BOT, FEWEST, interval
from starhall.server.storage.company import CompanyStore
from starhall.server.storage.models import Person, TableRow, speaker_of
from starhall.server.storage.moderation import ModerationStore
from starhall.server.storage.results import PlayedGame, Rating, ResultStore

RECENT = 30  # games on a page
OPPONENTS = 20
MOST_FRIENDS = 200
REASON_LETTERS = 300


class Company:
    """Manages the relations between people."""

    def __init__(
        self, store: CompanyStore, results: ResultStore, moderation: ModerationStore
    ) -> None:
        self.store = store
        self._results = results
        self._moderation = moderation

    # Pages and ladders

    async def page(self, person: Person, mine: bool) -> Profile:
        """The page of a person. Only the owner sees third people and private tables."""
        played = await self._results.games_of(person.id)
        ratings = await self._results.ratings_of(person.id)
        return Profile(
            name=person.name,
            games=_records(played, ratings),
            recent=[_recent(one, mine) for one in played[:RECENT]],
            opponents=_opponents(played) if mine else [],
            mine=mine,
            link=await self.store.link(person.id, "page") if mine else "",
        )

    async def shared_page(self, token: str) -> Profile:
        person = await self.store.behind("page", token) if token.isprintable() else None
        if person is None:
            raise NotFound("profile.none")
        return await self.page(person, mine=False)

    async def ladder(self, game: str, person: str | None) -> Ladder:
        """The ladder of a game. Nobody is rated on fewer than ten games."""
        found = await self._results.ladder(game)
        lines = []
        for one in found:
            if one.rating.games >= FEWEST:
                low, high = interval(one.rating)
                bot = one.player.startswith(BOT)
                lines.append(
                    LadderLine(
                        name=one.player.removeprefix(BOT) if bot else one.name,
                        rating=round(one.rating.mu, 1),
                        low=round(low, 1),
                        high=round(high, 1),
                        games=one.rating.games,
                        bot=bot,
                        you=one.player == person,
                    )
                )
        yours = [one.rating.games for one in found if one.player == person]
        return Ladder(lines=lines, fewest=FEWEST, your_games=sum(yours))

    # Friends

    async def friends(self, person: str) -> Friends:
        link = await self.store.link(person, "friend")
        return Friends(
            link=link or await self.store.set_link(person, "friend"),
            friends=[Friend(id=one.id, name=one.name) for one in await self.store.friends(person)],
            blocked=[
                Friend(id=speaker_of(person, one.id), name=one.name)
                for one in await self.store.blocked_by(person)
            ],
        )

    async def behind(self, token: str) -> Person:
        """The person whose link for becoming friends this is."""
        person = await self.store.behind("friend", token) if token.isprintable() else None
        if person is None:
            raise NotFound("friend.link")
        return person

    async def befriend(self, person: Person, token: str) -> None:
        other = await self.behind(token)
        if other.id == person.id:
            raise BadRequest("friend.own_link")
        if await self._apart(person.id, other.id):
            raise Forbidden("friend.blocked")
        if len(await self.store.friends(person.id)) >= MOST_FRIENDS:
            raise Conflict("friend.most", most=MOST_FRIENDS)
        await self.store.befriend(person.id, other.id)

    async def part(self, person: str, other: str) -> None:
        if other in [one.id for one in await self.store.friends(person)]:
            await self.store.part(person, other)

    async def _apart(self, one: str, other: str) -> bool:
        """Has one of them blocked the other?"""
        return await self.store.has_blocked(one, other) or await self.store.has_blocked(other, one)

    async def invite(self, row: TableRow, host: str, friend: str, seat: int) -> None:
        """Offer a chair to a friend, who then needs no link."""
        if row.host != host:
            raise Forbidden("invite.host")
        if friend not in [one.id for one in await self.store.friends(host)]:
            raise Forbidden("invite.friends")
        if row.status != "waiting":
            raise Conflict("invite.begun")
        if not 0 <= seat < len(row.chairs) or row.chairs[seat].kind not in ("friend", "open"):
            raise Conflict("invite.taken")
        await self.store.invite(row.id, friend, seat)

    # Blocking and reporting

    async def block(self, person: str, row: TableRow, speaker: str, seat: int | None) -> None:
        """Block somebody at a table, identified by seat or by speaker."""
        other = None
        for chair in row.chairs:
            spoke = chair.person is not None and speaker_of(row.id, chair.person) == speaker
            if chair.seat == seat or spoke:
                other = chair.person
        if other is None and speaker.isalnum():
            other = await self._moderation.speaker(row.id, speaker)
        if other is None or other == person:
            raise NotFound("friend.nobody")
        await self.store.block(person, other)

    async def unblock(self, person: str, id: str) -> None:
        for other in await self.store.blocked_by(person):
            if speaker_of(person, other.id) == id:
                await self.store.unblock(person, other.id)

    async def hidden(self, person: str, table: str) -> list[str]:
        """The speakers at a table whose lines this person does not want to read."""
        return [speaker_of(table, one.id) for one in await self.store.blocked_by(person)]

    async def report(self, table: str, reporter: str, speaker: str, at: float, reason: str) -> None:
        line = await self._moderation.said(table, speaker, at) if speaker.isalnum() else None
        if line is None:
            raise NotFound("chat.no_line")
        cleaned = clean_line(reason, REASON_LETTERS) if reason.strip() else ""
        await self._moderation.report(table, reporter, line, cleaned)


def _records(played: Sequence[PlayedGame], ratings: dict[str, Rating]) -> list[GameRecord]:
    """One for each game, the most played first."""
    by_game: dict[str, list[PlayedGame]] = {}
    for one in played:
        by_game.setdefault(one.game, []).append(one)
    records = []
    for game, own in sorted(by_game.items(), key=lambda item: -len(item[1])):
        rating = ratings.get(game)
        record = GameRecord(
            game=game,
            title=title_of(game),
            played=len(own),
            won=len([one for one in own if one.won]),
            favourite_seat=Counter([one.seat for one in own]).most_common(1)[0][0],
            streak=_streak(own),
            best_streak=_best_streak(own),
            rated_games=0 if rating is None else rating.games,
        )
        if rating is not None and rating.games >= FEWEST:
            low, high = interval(rating)
            record.rating, record.low, record.high = (
                round(rating.mu, 1), round(low, 1), round(high, 1),
            )  # fmt: skip
        records.append(record)
    return records


def _streak(played: Sequence[PlayedGame]) -> int:
    """How many games at the start of the list were won. Games without a result do not count."""
    won = 0
    for one in played:
        if one.place and not one.won:
            break
        won += one.won
    return won


def _best_streak(played: Sequence[PlayedGame]) -> int:
    best = now = 0
    for one in played:
        now = now + one.won if one.won or not one.place else 0
        best = max(best, now)
    return best


def _opponents(played: Sequence[PlayedGame]) -> list[Opponent]:
    met: Counter[str] = Counter()
    beaten: Counter[str] = Counter()
    names: dict[str, str] = {}
    for one in played:
        for id, name in one.others:
            met[id] += 1
            beaten[id] += one.won
            names.setdefault(id, name)
    return [
        Opponent(name=names[id], played=count, won=beaten[id])
        for id, count in met.most_common(OPPONENTS)
    ]


def _recent(one: PlayedGame, mine: bool) -> RecentGame:
    return RecentGame(
        title=title_of(one.game),
        game=one.game,
        at=one.at,
        place=one.place,
        seats=one.seats,
        won=one.won,
        rated=one.rated,
        table=one.table if mine or not one.private else "",
    )
