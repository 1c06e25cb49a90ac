from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starhall.engine.errors import BadSetting
from starhall.engine.rules.chance import Chance, Stream, commitment, seed_bytes, verify

KEYS = st.binary(min_size=32, max_size=32)


def raw(key: bytes) -> Iterator[int]:
    """The bytes of a stream, straight from their definition."""
    block = 0
    while True:
        yield from blake2b(block.to_bytes(8, "little"), key=key, digest_size=64).digest()
        block += 1


def some_stream(number: int = 0) -> Stream:
    return Stream(seed_bytes(number))


# The same numbers everywhere


def test_the_first_draws_of_a_seed_are_fixed_for_ever() -> None:
    chance = Chance(seed_bytes(7), ("deck", "dice"))
    deck, dice = chance.streams
    assert [deck.below(6) for _ in range(20)] == [
        2, 2, 2, 3, 5, 4, 2, 4, 0, 1, 0, 2, 0, 1, 0, 0, 5, 4, 5, 3,
    ]  # fmt: skip
    assert [dice.roll() for _ in range(20)] == [
        2, 5, 1, 6, 4, 1, 4, 5, 4, 2, 2, 5, 1, 2, 2, 1, 2, 6, 2, 1,
    ]  # fmt: skip


def test_draws_of_every_width_are_fixed_for_ever() -> None:
    stream = Stream(bytes(range(32)))
    widths = (2, 3, 7, 52, 255, 256, 257, 1000, 65536, 65537, 10**9, 2**40, 2**64 + 1)
    assert [stream.below(n) for n in widths] == [
        0, 0, 6, 47, 21, 101, 160, 384, 45487, 12866, 363966205, 672066961321,
        3711454971807960745,
    ]  # fmt: skip
    assert stream.used == 33


def test_shuffles_and_samples_are_fixed_for_ever() -> None:
    stream = Stream(bytes(32))
    cards = list(range(20))
    stream.shuffle(cards)
    assert cards == [9, 0, 2, 8, 19, 3, 18, 15, 6, 4, 14, 5, 7, 11, 17, 12, 16, 10, 13, 1]
    assert stream.sample(list(range(30)), 8) == [7, 23, 3, 9, 10, 6, 19, 14]


def test_the_seeds_of_numbers_and_their_commitments_are_fixed_for_ever() -> None:
    seed = seed_bytes(7)
    assert seed.hex() == "550ef1e1f72fe47ce52b734c045ff5c08132f86bf0f2dca0528a22f90d294592"
    assert commitment(seed) == "40e729500559406e55280669ff0028f1e010f474aca054c8212a3d7f16d1c4bf"


@given(KEYS)
def test_small_draws_are_the_bytes_of_the_hash(key: bytes) -> None:
    stream = Stream(key)
    assert [stream.below(256) for _ in range(200)] == list(islice(raw(key), 200))


@given(KEYS, st.integers(2, 256))
def test_bytes_past_the_last_multiple_are_thrown_away(key: bytes, n: int) -> None:
    kept = (byte % n for byte in raw(key) if byte < 256 - 256 % n)
    stream = Stream(key)
    assert [stream.below(n) for _ in range(100)] == list(islice(kept, 100))


@given(KEYS, st.integers(257, 1 << 16))
def test_wide_draws_take_two_bytes_the_first_being_the_higher(key: bytes, n: int) -> None:
    source = raw(key)
    pairs = ((high << 8) | low for high, low in zip(source, source, strict=False))
    kept = (pair % n for pair in pairs if pair < 65536 - 65536 % n)
    stream = Stream(key)
    assert [stream.below(n) for _ in range(50)] == list(islice(kept, 50))


# Fairness


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 10, 12, 52, 100, 129, 200, 255, 256, 257, 300])
def test_every_number_is_equally_likely(n: int) -> None:
    draws = 100 * n
    stream = some_stream(n)
    counts = Counter(stream.below(n) for _ in range(draws))
    assert set(counts) == set(range(n))
    # Chi square has the mean n - 1 and the deviation sqrt(2(n - 1)): six deviations are generous,
    # and a draw that favours the low numbers by one part in ten is far outside.
    chi = sum((count - 100) ** 2 / 100 for count in counts.values())
    assert abs(chi - (n - 1)) < 6 * (2 * (n - 1)) ** 0.5


def test_following_draws_do_not_hang_together() -> None:
    stream = some_stream(99)
    pairs = Counter((stream.below(6), stream.below(6)) for _ in range(36 * 100))
    chi = sum((count - 100) ** 2 / 100 for count in pairs.values())
    assert len(pairs) == 36
    assert abs(chi - 35) < 6 * 70**0.5


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    stream = some_stream(4)
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(24 * 100):
        cards = [0, 1, 2, 3]
        stream.shuffle(cards)
        orders[tuple(cards)] += 1
    chi = sum((count - 100) ** 2 / 100 for count in orders.values())
    assert len(orders) == 24
    assert abs(chi - 23) < 6 * 46**0.5


@given(KEYS, st.integers(1, 1 << 80))
def test_a_draw_is_below_its_bound(key: bytes, n: int) -> None:
    assert 0 <= Stream(key).below(n) < n


def test_one_possibility_needs_no_chance() -> None:
    stream = some_stream()
    assert stream.below(1) == 0
    assert stream.used == 0


@pytest.mark.parametrize("n", [0, -3])
def test_there_is_nothing_to_draw_below_zero(n: int) -> None:
    with pytest.raises(ValueError, match=f"below\\({n}\\): there is no number to draw"):
        some_stream().below(n)


# Shuffles and samples


@given(KEYS, st.lists(st.integers()))
def test_a_shuffle_keeps_the_cards(key: bytes, cards: list[int]) -> None:
    shuffled = cards[:]
    Stream(key).shuffle(shuffled)
    assert Counter(shuffled) == Counter(cards)


@given(KEYS, st.lists(st.integers(), unique=True), st.data())
def test_a_sample_takes_different_places_and_leaves_the_list(
    key: bytes, cards: list[int], data: st.DataObject
) -> None:
    n = data.draw(st.integers(0, len(cards)))
    before = cards[:]
    drawn = Stream(key).sample(cards, n)
    assert cards == before
    assert len(drawn) == n == len(set(drawn))
    assert set(drawn) <= set(cards)


def test_a_sample_of_all_is_an_order_of_all() -> None:
    stream = some_stream(1)
    firsts = Counter(stream.sample([1, 2, 3], 3)[0] for _ in range(300))
    assert all(60 < firsts[card] < 140 for card in (1, 2, 3))


def test_more_than_there_is_cannot_be_sampled() -> None:
    with pytest.raises(ValueError):
        some_stream().sample([1, 2], 3)


# Streams


@given(st.integers(0, 200))
def test_a_draw_more_in_one_stream_leaves_the_others_as_they_are(more: int) -> None:
    names = ("deck", "dice", "events")
    quiet, busy = Chance(seed_bytes(3), names), Chance(seed_bytes(3), names)
    for _ in range(more):
        busy.streams[1].roll()
    for number in (0, 2):
        draws = [quiet.streams[number].below(100) for _ in range(70)]
        assert draws == [busy.streams[number].below(100) for _ in range(70)]


def test_streams_differ_by_name_and_seed_and_not_by_place() -> None:
    def first(seed: int, names: tuple[str, ...], name: str) -> list[int]:
        stream = Chance(seed_bytes(seed), names).streams[names.index(name)]
        return [stream.below(256) for _ in range(16)]

    deck = first(1, ("deck", "dice"), "deck")
    assert deck != first(1, ("deck", "dice"), "dice")
    assert deck != first(2, ("deck", "dice"), "deck")
    assert deck == first(1, ("dice", "events", "deck"), "deck")


@given(st.integers(0, 150), st.integers(1, 150))
def test_a_copy_goes_its_own_way_from_the_same_place(before: int, after: int) -> None:
    chance = Chance(seed_bytes(5), ("one", "two"))
    for _ in range(before):
        chance.streams[0].below(256)
    twin = chance.copy()
    ahead = [twin.streams[0].below(256) for _ in range(after)]
    assert chance.used == before
    assert twin.used == before + after
    assert [chance.streams[0].below(256) for _ in range(after)] == ahead
    assert chance.copy().names == ("one", "two") and chance.copy().seed == chance.seed


def test_used_counts_the_bytes_of_all_streams() -> None:
    chance = Chance(seed_bytes(5), ("one", "two"))
    assert chance.used == 0
    for _ in range(64):
        chance.streams[0].below(256)
    assert chance.used == 64
    chance.streams[0].below(256)
    chance.streams[1].below(65536)
    assert chance.used == 67


# Seeds


def test_a_seed_is_a_number_a_text_hexadecimal_or_32_bytes() -> None:
    whole = bytes(range(32))
    assert seed_bytes(whole) == whole
    assert seed_bytes(whole.hex()) == whole
    assert seed_bytes(whole.hex().upper()) == whole
    assert seed_bytes("7") == seed_bytes(7) != seed_bytes(8)
    assert len(seed_bytes("a merry evening")) == 32


@pytest.mark.parametrize("text", ["z" * 64, "ab " * 21 + " ", "ab" * 31 + "  "])
def test_a_text_as_long_as_hexadecimal_that_is_none_is_a_text(text: str) -> None:
    assert len(text) == 64
    assert len(seed_bytes(text)) == 32


def test_bytes_of_another_length_are_refused() -> None:
    with pytest.raises(BadSetting, match="a seed has 32 bytes, not 3"):
        seed_bytes(b"abc")


@given(KEYS, KEYS)
def test_a_commitment_fits_its_own_seed_only(seed: bytes, other: bytes) -> None:
    promised = commitment(seed)
    assert verify(seed, promised)
    assert verify(other, promised) == (seed == other)
    assert seed.hex() not in promised
