"""Section 16: content that is wrong is refused, and two contents are played side by side."""

import pytest

from starhall.engine.errors import ContentError
from starhall.engine.match.match import Match
from starhall.games.nexus_ops.game import GAME, NexusOps
from tests.games.nexus_ops.tables import CONTENT
from tests.packs import packed


def changed(file: str, id: str, old: str, new: str) -> NexusOps:
    """The game with one change in one entry of its content files."""
    text = GAME.files.read(file)
    before, mark, after = text.partition(f'id = "{id}"')
    assert mark and old in mark + after, f"{file} has no '{old}' in {id}"
    text = before + (mark + after).replace(old, new, 1)
    texts = '[name.token]\nex_g_bonanza = "a bonanza"\n'
    files = {f"content/{file}": f"replace = true\n{text}"}
    return packed(GAME, files | ({"text/en.toml": texts} if "ex_g_bonanza" in text else {}))


def test_two_contents_are_played_side_by_side() -> None:
    cheap = changed("units.toml", "dragon", "cost = 12", "cost = 1")
    matches = [Match(GAME, 2, seed=1), Match(cheap, 2, seed=1)]
    for match in matches:
        match.choose("lead ares_inc")
        match.choose("lead zyborg_tech")
    offered = ["buy dragon" in [o.token for o in m.decision.options] for m in matches]
    assert offered == [False, True]
    matches[1].choose("buy dragon")
    matches[0].choose("buy human")
    assert [m.state.players[m.state.active].rubium for m in matches] == [6, 7]
    assert cheap.content.hash != GAME.content.hash
    assert matches[0].record().content != matches[1].record().content


def test_each_content_has_its_own_options_and_settings() -> None:
    renamed = changed("tokens.toml", "ex_g_ref3", "ex_g_ref3", "ex_g_bonanza")
    assert "g_bonanza" in [setting.id for setting in renamed.settings]
    assert "g_bonanza" not in [setting.id for setting in GAME.settings]
    assert renamed.vocabulary is not GAME.vocabulary
    assert [o.token for o in renamed.vocabulary.options] == [
        o.token for o in GAME.vocabulary.options
    ]
    played = Match(renamed, 2, {"g_bonanza": "ex_leaper"}, seed=1)
    assert played.settings["extra_tokens"] == "custom"


@pytest.mark.parametrize(
    ("file", "id", "old", "new", "why"),
    [
        ("energize.toml", "en_emergency_funds", "gain(5)", "gian(5)", "did you mean 'gain'"),
        ("energize.toml", "en_corporate_spies", "spy()", "reroll()", "no verb 'reroll'"),
        ("energize.toml", "en_warp_gate", "warp(3)", "warp(3); gain(1)", "one effect, not 2"),
        ("missions.toml", "sm_outnumbered", "fewer()", "land(8)", "no verb 'land'"),
        ("missions.toml", "sm_forward_base", "camp(3)", "camp(13)", "at most 12"),
        ("units.toml", "strider", "stride(rock_plains)", "stride(rock)", "must be one of"),
        ("units.toml", "boulder_blitzer", "count = 6", "count = 7", "the same figures"),
        ("units.toml", "magma_diver", "step = 2", "step = 1", "steps 1 to 6"),
        ("tokens.toml", "ex_ref2", "refinery = 2", "", "a unit, a refinery or both"),
        ("boards.toml", "standard_2", "seats = 2", "seats = 3", "as many home bases"),
    ],
)
def test_wrong_content_is_refused(file: str, id: str, old: str, new: str, why: str) -> None:
    with pytest.raises(ContentError, match=why):
        changed(file, id, old, new)


def test_every_card_has_a_handler() -> None:
    assert len(CONTENT.handler) == len(CONTENT.playable) == len(CONTENT.cards)
    assert CONTENT.miners == 0xFFF  # NX-1.7: human, fungoid, crystalline
