"""Limits on what one visitor may do."""

from starhall.server.limits import TokenBuckets


def test_many_addresses_do_not_make_the_hall_forget_who_has_used_up_what() -> None:
    buckets = TokenBuckets(rate=0.001, burst=3, most=20)
    while buckets.take("greedy"):
        pass
    for number in range(100):
        assert buckets.take(f"address {number}")
    assert not buckets.take("greedy")
    assert len(buckets._buckets) <= 20
