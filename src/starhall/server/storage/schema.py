"""The tables of the database. A change here needs a migration."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData()

people = Table(
    "people",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("made", Float, nullable=False),
    Column("phrase", String, nullable=False, unique=True),  # hashed
    Column("muted_until", Float, nullable=False, server_default="0"),  # by the operator
    Column("gone", Boolean, nullable=False, server_default="0"),  # the person deleted themselves
    Column("language", String, nullable=False, server_default=""),  # "": as the browser asks
)

# The cookies of a person's browsers, hashed.
keys = Table(
    "keys",
    METADATA,
    Column("hash", String, primary_key=True),
    Column("person", String, ForeignKey("people.id"), nullable=False),
    Column("made", Float, nullable=False),
)

# People who are programs, and their owners; the hash of the token is among the keys.
programs = Table(
    "programs",
    METADATA,
    Column("id", String, ForeignKey("people.id"), primary_key=True),
    Column("owner", String, ForeignKey("people.id"), nullable=False),
    Column("scopes", String, nullable=False),  # separated by blanks
    Column("made", Float, nullable=False),
    Index("programs_by_owner", "owner"),
)

tables = Table(
    "tables",
    METADATA,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", String, nullable=False),
    Column("content", String, nullable=False),
    Column("settings", Text, nullable=False),
    Column("seed", String, nullable=False),
    Column("host", String, ForeignKey("people.id"), nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("private", Boolean, nullable=False),
    Column("forked", String, nullable=False),
    Column("status", String, nullable=False),  # waiting, playing, over, closed
    Column("started", Float, nullable=False),
    Column("moved", Float, nullable=False),
    Column("asked", String, nullable=False),  # the seats that owe an answer: "0,3"
    Column("ending", Text, nullable=False),
    Column("stand_in", String, nullable=False),  # the bot for people who are gone, or empty
    Column("stand_in_seconds", Float, nullable=False),  # how long they must be gone
    Column("commitment", String, nullable=False),  # see proof.py
    Column("secret", String, nullable=False),
    Column("mixed", Boolean, nullable=False),
    Column("chain", String, nullable=False),  # the hash of the last entry
    Column("lesson", String, nullable=False),  # the lesson that is played, with its hash, or empty
    Column("rated", Boolean, nullable=False, server_default="0"),  # the result counts
    Column("clock", Text, nullable=False),  # its settings as JSON, or empty
    Column("dues", Text, nullable=False),  # when each seat's time is up, as JSON, or empty
    Column("due", Float),  # the earliest of them
    Index("tables_by_status", "status", "moved"),
    Index("tables_by_host", "host", "status"),
    Index("tables_by_due", "due"),
)

chairs = Table(
    "chairs",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),  # person, friend, open, bot
    Column("name", String, nullable=False),
    Column("person", String, ForeignKey("people.id")),
    Column("bot", String, nullable=False),  # who plays: for a person, the stand-in
    Column("nonce", String, nullable=False),  # what the browser adds to the seed
    Column("reserved", Boolean, nullable=False),  # for a friend, by invitation only
    Index("chairs_by_person", "person"),
)

invitations = Table(
    "invitations",
    METADATA,
    Column("hash", String, primary_key=True),
    Column("table_id", String, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
)

# The log is authoritative: entries are added, never changed or removed. An undo is an entry too.
entries = Table(
    "entries",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("kind", String, nullable=False),  # see models
    Column("what", String, nullable=False),  # see models.Entry
    Column("at", Float, nullable=False),
    Column("hash", String, nullable=False),
)

# Commitments that a browser has seen and not used yet.
promises = Table(
    "promises",
    METADATA,
    Column("commitment", String, primary_key=True),
    Column("secret", String, nullable=False),
    Column("person", String, ForeignKey("people.id"), nullable=False),
    Column("made", Float, nullable=False),
)

chat = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", String, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer),
    Column("name", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("speaker", String, nullable=False),  # see models.speaker_of; empty: the hall
    Column("person", String),  # null: the hall, or an old line
    Index("chat_by_table", "table_id", "id"),
)

# People who may no longer speak at a table, or no longer enter.
bans = Table(
    "bans",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("speaker", String, primary_key=True),
    Column("kind", String, nullable=False),  # mute, kick
)

# The lessons that people have finished.
learned = Table(
    "learned",
    METADATA,
    Column("person", String, ForeignKey("people.id"), primary_key=True),
    Column("game", String, primary_key=True),
    Column("lesson", String, primary_key=True),
    Column("at", Float, nullable=False),
)

# Reviews of finished games: the progress, and in the end the findings.
reviews = Table(
    "reviews",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String, ForeignKey("people.id"), nullable=False),  # who asked for it
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("at", Float, nullable=False),  # the last progress
    Column("data", Text, nullable=False),  # empty until it is finished
)

# Finished games that a person no longer wants to see in the list.
tidied = Table(
    "tidied",
    METADATA,
    Column("person", String, ForeignKey("people.id"), primary_key=True),
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
)

# Each change of chairs adds a line, so that other processes notice it.
seatings = Table(
    "seatings",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", String, ForeignKey("tables.id"), nullable=False),
)

# The processes of the hall. A process keeps raising its number unless it is alone.
processes = Table(
    "processes",
    METADATA,
    Column("name", String, primary_key=True),
    Column("beat", Integer, nullable=False),
)

# How many sockets a process holds for a seat; seat -1 stands for the spectators.
presence = Table(
    "presence",
    METADATA,
    Column("process", String, primary_key=True),
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("sockets", Integer, nullable=False),
)


def _position(name: str) -> Table:
    return Table(
        name,
        METADATA,
        Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
        Column("count", Integer, nullable=False),  # entries of the log up to then
        Column("data", Text, nullable=False),
    )


# The last stored position of a running game, in case its rules change; and for a game that began
# under older rules the position from which it continues.
positions = _position("positions")
origins = _position("origins")


# The secrets of the hall: the keys of its signatures.
secrets = Table(
    "secrets",
    METADATA,
    Column("name", String, primary_key=True),
    Column("value", Text, nullable=False),
)

# Where people want to be told what waits for them.
channels = Table(
    "channels",
    METADATA,
    Column("id", String, primary_key=True),
    Column("person", String, ForeignKey("people.id"), nullable=False),
    Column("kind", String, nullable=False),  # mail, push, apprise
    Column("target", Text, nullable=False),  # an address, a subscription as JSON, a URL
    Column("label", String, nullable=False),  # what the person reads
    Column("state", String, nullable=False),  # new, on, off, refused
    Column("wants", String, nullable=False),  # which kinds of notifications, by commas
    Column("pace", String, nullable=False),  # soon, hourly, daily
    Column("since", Float, nullable=False),  # when it was made, confirmed or opened again
    Column("sent", Float, nullable=False),  # when the last message was sent
    Column("due", Float),  # when the next one is to be sent; null: nothing waits
    Column("tries", Integer, nullable=False),  # that have failed since then
    Column("fault", String, nullable=False),  # why the last one failed
    Column("claim", String, nullable=False),  # the process that is sending
    Column("claimed_until", Float, nullable=False),
    UniqueConstraint("person", "kind", "target"),
    Index("channels_by_due", "kind", "due"),
)

# What addresses were asked. The rows outlive the channels, so they hold no address, only a key by
# which it is recognised.
addresses = Table(
    "addresses",
    METADATA,
    Column("digest", String, primary_key=True),
    Column("asked", Float, nullable=False),  # when the confirmation was last sent
    Column("refused", Boolean, nullable=False),  # its owner wants no messages
)

# What people are to be told, each thing once; `mark` tells two turns at one table apart.
notifications = Table(
    "notifications",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("person", String, ForeignKey("people.id"), nullable=False),
    Column("kind", String, nullable=False),  # turn, invited, over, wish
    Column("table_id", String, ForeignKey("tables.id"), nullable=False),
    Column("mark", String, nullable=False),
    Column("who", String, nullable=False),  # the name of the person who asks or invites
    Column("made", Float, nullable=False),
    UniqueConstraint("person", "kind", "table_id", "mark"),
)

# The outbox: notifications that are still to be sent, by channel.
deliveries = Table(
    "deliveries",
    METADATA,
    Column("channel", String, ForeignKey("channels.id"), primary_key=True),
    Column("notification", Integer, ForeignKey("notifications.id"), primary_key=True),
)

# Links that people share: to their page, or to become friends.
links = Table(
    "links",
    METADATA,
    Column("person", String, ForeignKey("people.id"), primary_key=True),
    Column("kind", String, primary_key=True),  # page, friend
    Column("token", String, nullable=False, unique=True),
    Column("made", Float, nullable=False),
)

# Friendship is mutual: there are two rows.
friends = Table(
    "friends",
    METADATA,
    Column("person", String, ForeignKey("people.id"), primary_key=True),
    Column("friend", String, ForeignKey("people.id"), primary_key=True),
    Column("made", Float, nullable=False),
)

blocks = Table(
    "blocks",
    METADATA,
    Column("person", String, ForeignKey("people.id"), primary_key=True),
    Column("blocked", String, ForeignKey("people.id"), primary_key=True),
    Column("made", Float, nullable=False),
)

# Friends who are invited to a chair by name.
invited = Table(
    "invited",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("person", String, ForeignKey("people.id"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("made", Float, nullable=False),
    Index("invited_by_person", "person"),
)

# Finished games whose results are known, and the result of each seat.
finals = Table(
    "finals",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("game", String, nullable=False),
    Column("at", Float, nullable=False),
    Column("rated", Boolean, nullable=False),
)

results = Table(
    "results",
    METADATA,
    Column("table_id", String, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String, nullable=False),  # the id of a person, or a bot with its version
    Column("place", Integer, nullable=False),  # 1 is best and may be shared; 0: no result
    Column("won", Boolean, nullable=False),
    Index("results_by_player", "player"),
)

ratings = Table(
    "ratings",
    METADATA,
    Column("game", String, primary_key=True),
    Column("player", String, primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

# Lines of chat that somebody reported. Each is a copy, because chat is deleted after a while.
reports = Table(
    "reports",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table_id", String, ForeignKey("tables.id"), nullable=False),
    Column("reporter", String, ForeignKey("people.id"), nullable=False),
    Column("person", String, ForeignKey("people.id")),  # who said it
    Column("name", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("said", Float, nullable=False),
    Column("reason", String, nullable=False),
    Column("at", Float, nullable=False),
    Column("closed", Boolean, nullable=False),
    UniqueConstraint("table_id", "reporter", "name", "said"),
)
