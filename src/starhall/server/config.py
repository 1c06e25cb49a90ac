"""The settings of a hall: where it listens, where it keeps its games, and its limits."""

from __future__ import annotations

import os
from collections.abc import Iterable
from ipaddress import ip_network
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from starhall.engine.errors import SpokenError

LIMITS_VARIABLE = "STARHALL_LIMITS"
RETENTION_VARIABLE = "STARHALL_RETENTION"
SEED_VARIABLE = "STARHALL_SEED"
OPERATOR_VARIABLE = "STARHALL_OPERATOR_TOKEN"


class BadConfig(SpokenError):
    """The hall cannot be started with this configuration."""

    package = "starhall.server"


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits for one person, one address or one process. People rarely reach them."""

    body_bytes: int = 64 * 1024
    message_bytes: int = 16 * 1024
    messages_per_second: float = 30.0  # of one person, over all sockets
    message_burst: int = 120
    chat_per_second: float = 0.5  # of one person
    spectators_chat_per_second: float = 2.0  # of all spectators of a table
    chat_burst: int = 10
    requests_per_second: float = 30.0  # of one address, including the handshakes of sockets
    request_burst: int = 200
    header_bytes: int = 64 * 1024  # of one request, including its first line
    header_seconds: float = 10.0  # from the connection, or the first byte, to the last header
    body_seconds: float = 30.0  # until the rest of the request has arrived
    connections_per_address: int = 256  # not counting those that have become sockets of tables
    identities_per_hour: int = 120  # of one address
    programs_per_person: int = 10
    program_requests_per_second: float = 10.0  # of all programs of a person
    program_request_burst: int = 60
    poll_seconds: float = 30.0  # that a request may wait until its seat is asked
    hello_seconds: float = 30.0  # until the first message of a socket
    sockets_per_person: int = 24
    sockets: int = 20_000
    tables_per_person: int = 40  # that the person hosts and that are not over
    bot_seats_per_person: int = 100  # at all those tables
    chat_letters: int = 500
    name_letters: int = 40
    chat_lines_kept: int = 100
    live_tables: int = 5_000  # in memory; the oldest are dropped above that, and loaded again
    idle_seconds: float = 600.0  # until a table without sockets leaves memory
    gone_seconds: float = 60.0  # until others may let a bot play for a player who left
    silent_seconds: float = 15.0  # until a silent process counts as gone
    look_seconds: float = 0.5  # between two looks for changes by other processes
    clock_seconds: float = 60.0  # the shortest time that a clock can give
    clock_grace_seconds: float = 300.0  # after the hall opens; nobody runs out of time in them
    job_seconds: float = 60.0  # for one job of a worker; a bot thinks for at most two


class Retention(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many days the hall keeps its data; 0: for ever. See docs/operating.md."""

    games: int = 0  # finished ones, after their end
    chat: int = 365  # of finished games, after their end
    waiting_tables: int = 30  # that never began
    notifications: int = 30
    reports: int = 180  # that are closed
    unused_people: int = 400  # who never sat at a table; browsers keep a cookie this long


class Smtp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The operator's mail server."""

    host: str
    sender: str  # the address that messages come from
    port: int = 587
    tls: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = ""


class Notify(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Notifications for people who are away; see docs/notifications.md."""

    url: str = ""  # of the hall, as people know it; messages link to it
    contact: str = ""  # whom push services may write to: an e-mail address
    smtp: Smtp | None = None
    push: bool = True
    push_hosts: tuple[str, ...] = ()  # besides the known push services
    apprise: dict[str, tuple[str, ...]] = {}  # by scheme: the hosts that it may talk to
    private_hosts: tuple[str, ...] = ()  # allowed hosts whose address may be private
    gather_seconds: float = 60.0  # until a message is sent, so that it can report several things
    mail_seconds: float = 900.0  # at least, between two messages to one address
    send_seconds: float = 20.0  # for one message; a service that takes longer has failed
    lease_seconds: float = 120.0  # until another process may send what this one claimed
    retry_seconds: float = 30.0  # after the first failure; doubled after each further one
    look_seconds: float = 60.0  # between two looks for what was missed
    channels_per_person: int = 10


class Config(msgspec.Struct, frozen=True):
    """The settings of one process of the hall."""

    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 0  # processes for bots; 0: one less than there are cores, at least two
    secure: bool = False  # behind https: cookies are never sent in the clear
    limits: Limits = Limits()
    trusted_hosts: tuple[str, ...] = ()  # in addition to loopback and the address it listens on
    trusted_proxies: tuple[str, ...] = ()  # addresses and networks; these name their clients
    operator_token: str = ""  # opens pages that only the operator may see
    seed: str = ""  # the default seed of tables, for tests; empty draws 256 bits
    notice: str = ""  # a sentence that everybody reads in the lobby
    notify: Notify = Notify()
    retention: Retention = Retention()

    @property
    def database_url(self) -> str:
        return async_url(self.database or f"sqlite:///{default_database()}")

    @property
    def bot_workers(self) -> int:
        return self.workers or max(2, (os.cpu_count() or 2) - 1)


def checked_proxies(names: Iterable[str]) -> tuple[str, ...]:
    """Addresses and networks of proxies. Misspelled ones are refused, not silently ignored."""
    for name in names:
        try:
            ip_network(name)
        except ValueError:
            raise BadConfig("config.proxy", name=name) from None
    return tuple(names)


def default_database() -> Path:
    """A file in the directory where this user's programs keep their data."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "starhall" / "hall.db"


def async_url(url: str) -> str:
    """The address for the asynchronous drivers; a bare path is an SQLite file."""
    if "://" not in url:
        return f"sqlite+aiosqlite:///{url}"
    kind, _, rest = url.partition("://")
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "postgres": "postgresql+asyncpg",
        "postgresql": "postgresql+asyncpg",
    }
    known = {**drivers, **{driver: driver for driver in drivers.values()}}
    if kind not in known:
        raise BadConfig("config.database_kind", url=url)
    return f"{known[kind]}://{rest}"


def seed_from_environment() -> str:
    """One seed for all tables. It reveals every card, so it is for tests only."""
    return os.environ.get(SEED_VARIABLE, "")


def operator_token_from_environment() -> str:
    """Not a command-line option, because all users of the machine can see those."""
    return os.environ.get(OPERATOR_VARIABLE, "")


def limits_from_environment() -> Limits:
    """Limits set by the operator, as JSON: STARHALL_LIMITS='{"tables_per_person": 200}'."""
    text = os.environ.get(LIMITS_VARIABLE, "")
    if not text:
        return Limits()
    try:
        return msgspec.json.decode(text, type=Limits)
    except msgspec.DecodeError as error:
        raise BadConfig("config.limits", name=LIMITS_VARIABLE, why=error) from None


def retention_from_environment() -> Retention:
    """Retention set by the operator, as JSON: STARHALL_RETENTION='{"chat": 30}'."""
    text = os.environ.get(RETENTION_VARIABLE, "")
    try:
        return msgspec.json.decode(text, type=Retention) if text else Retention()
    except msgspec.DecodeError as error:
        raise BadConfig("config.retention", name=RETENTION_VARIABLE, why=error) from None


def notify_from(file: Path | None) -> Notify:
    """The settings for notifications from the operator's TOML file."""
    if file is None:
        return Notify()
    try:
        found = msgspec.toml.decode(file.read_bytes(), type=Notify)
    except OSError as error:
        raise BadConfig("config.read", file=file, why=error.strerror) from None
    except (msgspec.DecodeError, UnicodeError) as error:
        raise BadConfig("config.notify", file=file, why=error) from None
    site = urlsplit(found.url)
    if found.url and (site.scheme not in ("http", "https") or not site.hostname or site.path):
        raise BadConfig("config.url", file=file, url=found.url)
    if not found.url and (found.smtp or found.apprise):
        raise BadConfig("config.no_url", file=file)
    return found
