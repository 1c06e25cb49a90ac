"""The conformance kit: checks that every game must pass, in this repository and outside it.

    from starhall.engine.conformance import check_game
    report = check_game("cyberstrife")
    print(report)

In a test file of a game, with pytest:

    @pytest.mark.parametrize("chosen", by_seats(GAME), ids=label)
    def test_conformance(chosen):
        assert_conforms(chosen)
"""

from starhall.engine.conformance.registry import CHECKS
from starhall.engine.conformance.report import Failure, Outcome, Report
from starhall.engine.conformance.run import check_cases, check_game
from starhall.engine.conformance.testing import assert_conforms, by_seats, label

__all__ = [
    "CHECKS",
    "Failure",
    "Outcome",
    "Report",
    "assert_conforms",
    "by_seats",
    "check_cases",
    "check_game",
    "label",
]
