"""The names of what a report counts, from the texts of the game."""

from __future__ import annotations

from typing import Any

from starhall.engine.game import Game


class Names:
    """The names of cards, units, actions and endings."""

    def __init__(self, rules: Game[Any]) -> None:
        self.text = rules.text
        self.tokens = rules.vocabulary.tokens
        self.tables: dict[str, str] = {}  # by entry: where its name is
        for place, keys in rules.described.items():
            file, _, table = place.partition(".")
            for id, entry in rules.files.entries(f"{file}.toml").items():
                if entry[""] == table and keys:
                    self.tables.setdefault(id, keys[0])

    def thing(self, kind: str, id: str) -> str:
        if kind and self.text.has(f"name.{kind}.{id}"):
            return _upper(self.text.say(f"name.{kind}.{id}", {"n": 1}))
        table = self.tables.get(id, "")
        if table and self.text.has(f"{table}.{id}"):
            return _upper(self.text.say(f"{table}.{id}", {"n": 1}))
        return words(id)

    def used(self, what: str) -> str:
        """`buy dragon` as `Rubium Dragon`."""
        option = self.tokens.get(what)
        if option is None:
            return self.thing("", what.partition(" ")[2])
        kinds = option.kinds or ("",) * len(option.parts)
        parts = [self.thing(*pair) for pair in zip(kinds, option.parts, strict=True)]
        return ", ".join(parts) or words(option.verb)

    def ending(self, reason: str) -> str:
        return self.called("ending", reason)

    def kind(self, role: str) -> str:
        """What a role is: a faction, a captain."""
        key = f"lab.kind.{role}"
        return self.text.say(key) if self.text.has(key) else role

    def called(self, what: str, id: str) -> str:
        """What the reports of a game call an ending, a verb or a kind of role."""
        key = f"lab.{what}.{id}"
        return _upper(self.text.say(key)) if self.text.has(key) else words(id)


def words(id: str) -> str:
    return _upper(id.replace("_", " ").replace("/", ", "))


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
