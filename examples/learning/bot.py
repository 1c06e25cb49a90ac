"""A bot that plays by a learned policy; `train.py` makes the policies beside this file.

starhall --games examples/games simulate comet-run --bots examples/learning/bot.py,greedy
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from starhall.bots import Bot, Sight
from starhall.engine.errors import RulesFault
from starhall.engine.rules.options import Option

Array = NDArray[np.float32]
FOLDER = Path(__file__).resolve().parent
NEVER = np.float32(-1e9)  # the score of an option that is not offered


class Policy:
    """A network with one hidden layer: the scores of all options, and the value of the position."""

    def __init__(self, weights: dict[str, Array]) -> None:
        self.weights = weights

    @classmethod
    def new(cls, inputs: int, options: int, hidden: int, random: np.random.Generator) -> Policy:
        def layer(rows: int, columns: int, scale: float) -> Array:
            drawn = random.standard_normal((rows, columns)) * scale / np.sqrt(rows)
            return drawn.astype(np.float32)

        return cls(
            {
                "hidden": layer(inputs, hidden, 1.4),
                "hidden_bias": np.zeros(hidden, np.float32),
                "options": layer(hidden, options, 0.01),
                "options_bias": np.zeros(options, np.float32),
                "value": layer(hidden, 1, 0.1),
                "value_bias": np.zeros(1, np.float32),
            }
        )

    @classmethod
    def load(cls, game: str) -> Policy:
        path = FOLDER / f"{game}.npz"
        if not path.is_file():
            raise RulesFault(f"no policy for {game} in {FOLDER.name}: train.py {game} makes one")
        with np.load(path) as file:
            return cls({name: file[name].astype(np.float32) for name in file.files})

    def save(self, game: str, folder: Path = FOLDER) -> None:
        halves = {name: values.astype(np.float16) for name, values in self.weights.items()}
        np.savez_compressed(folder / f"{game}.npz", **halves)  # type: ignore[arg-type]

    def forward(self, numbers: Array, masks: NDArray[np.int8]) -> tuple[Array, Array, Array]:
        """The hidden layer, the chances of the options, and the values, of several positions."""
        w = self.weights
        hidden = np.tanh(numbers @ w["hidden"] + w["hidden_bias"])
        scores = np.where(masks > 0, hidden @ w["options"] + w["options_bias"], NEVER)
        chances = np.exp(scores - scores.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        return hidden, chances, np.tanh(hidden @ w["value"] + w["value_bias"])[:, 0]


class Learned(Bot):
    """Chooses what its policy likes best."""

    policy: Policy | None = None

    def choose(self, sight: Sight) -> Option:
        game = sight.game
        policy = self.policy = self.policy or Policy.load(game.id)
        seats = sight.view.seats
        encoding = game.encoding(seats)
        page = encoding.page(sight.seat)
        encoding.write_view(page, sight.view, sight.decision)
        numbers = np.asarray(page.numbers)[None]
        mask = np.frombuffer(page.mask, np.int8)[None]
        if numbers.shape[1] != len(policy.weights["hidden"]):
            raise RulesFault(f"the policy for {game.id} was trained with other seats or settings")
        return game.vocabulary.options[int(policy.forward(numbers, mask)[1][0].argmax())]
