"""More than one person: watching, talking, agreeing, leaving a seat to a bot and coming back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.web.conftest import Visit
from tests.web.play import MINE, open_table


def pair(visit: Visit) -> tuple[Page, Page]:
    """Two people at a table of Nexus Ops."""
    ann = visit("Ann")
    open_table(ann, "nexus-ops", [{"kind": "me"}, {"kind": "friend"}])
    link = ann.get_by_label("Invitation for seat 2").input_value()
    boris = visit("Boris", link)
    boris.get_by_role("button", name="Join").click()
    for page in (ann, boris):
        expect(page.locator(".scene .panel").first).to_be_visible()
    return ann, boris


def in_turn(ann: Page, boris: Page) -> tuple[Page, Page]:
    """The one who is asked, and the one who waits."""
    return (ann, boris) if ann.locator(".ask.mine").count() else (boris, ann)


def test_a_spectator_sees_no_hand_and_chat_reaches_all(visit: Visit) -> None:
    ann = visit("Ann")
    chairs = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    table = open_table(ann, "cyberstrife", chairs)
    expect(ann.locator(MINE).first).to_be_visible()
    boris = visit("Boris", f"/t/{table}")
    expect(boris.locator(".ask")).to_contain_text("You are watching")
    hand = ann.locator("[data-id='hand:0'] .card h4").all_inner_texts()
    assert len(hand) == 6
    expect(boris.locator(".options button")).to_have_count(0)
    assert not set(hand) & set(boris.locator(".scene .card h4").all_inner_texts())
    ann.get_by_role("tab", name="Chat").click()
    ann.get_by_label("Say something").fill("<b>hello</b>")
    ann.get_by_role("button", name="Send").click()
    boris.get_by_role("tab", name="Chat").click()
    expect(boris.locator(".chat")).to_contain_text("<b>hello</b>")


def test_a_line_is_reported_and_a_silent_spectator_is_sent_away(visit: Visit) -> None:
    ann = visit("Ann")
    table = open_table(ann, "cyberstrife", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    expect(ann.locator(MINE).first).to_be_visible()
    boris, eve = visit("Boris", f"/t/{table}"), visit("Eve", f"/t/{table}")
    for page in (ann, boris, eve):
        page.get_by_role("tab", name="Chat").click()
    boris.get_by_label("Say something").fill("hello")
    boris.get_by_role("button", name="Send").click()
    ann.get_by_role("button", name="Report this line of Boris").click()
    report = ann.get_by_role("dialog", name="Report")
    report.get_by_role("button", name="Cancel").click()
    expect(report).to_have_count(0)
    ann.get_by_role("button", name="Report this line of Boris").click()
    report.get_by_role("textbox").fill("too loud")
    report.get_by_role("button", name="Report").click()
    expect(ann.locator(".notices")).to_contain_text("The operator will look at it.")
    expect(boris.locator(".watchers")).to_have_text("2 spectators")
    expect(boris.get_by_role("button", name="2 spectators")).to_have_count(0)
    ann.get_by_role("button", name="2 spectators").click()
    watching = ann.get_by_role("dialog", name="Spectators")
    watching.get_by_role("button", name="Send Eve away").click()
    expect(eve.locator("main")).to_contain_text("not open to you any more")
    expect(watching.get_by_role("button", name="Send Eve away")).to_have_count(0)
    expect(watching.get_by_role("button", name="Send Boris away")).to_be_visible()


def test_taking_back_what_others_have_seen_needs_their_consent(visit: Visit) -> None:
    ann, boris = pair(visit)
    first, second = in_turn(ann, boris)
    before = first.locator(".options").inner_text()
    first.locator(MINE).first.click()
    expect(second.locator(MINE).first).to_be_visible()
    second.locator(MINE).first.click()
    expect(first.locator(".log li")).not_to_have_count(1)
    first.get_by_role("button", name="Ask to take back").click()
    expect(first.locator(".notices")).to_contain_text("The others have been asked")
    wish = second.get_by_role("dialog")
    expect(wish).to_contain_text("would like to take back")
    wish.get_by_role("button", name="Yes").click()
    expect(first.locator(".log li")).to_have_count(0)
    assert first.locator(".options").inner_text() == before


def test_a_bot_plays_for_me_until_i_am_back(visit: Visit) -> None:
    ann, boris = pair(visit)
    first, second = in_turn(ann, boris)
    mine = first.locator(".seats li.viewer")
    let_a_bot_play(first)
    expect(mine).to_contain_text("a bot stands in")
    expect(second.locator(MINE).first).to_be_visible()
    expect(first.locator(".prompt")).to_have_text("A bot is playing for you.")
    first.get_by_role("button", name="Play myself again").click()
    expect(mine).not_to_contain_text("a bot stands in")
    let_a_bot_play(second)  # up to a question for the one who is back
    expect(first.locator(MINE).first).to_be_visible()


def let_a_bot_play(page: Page) -> None:
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Let a bot play for me").click()


def test_a_bot_plays_for_somebody_gone_until_they_are_back(visit: Visit) -> None:
    ann, boris = pair(visit)
    first, second = in_turn(ann, boris)
    gone = "Ann" if first is ann else "Boris"
    seat = second.locator(".seats li", has_text=gone)
    table = first.url
    first.goto("about:blank")
    expect(seat).to_contain_text("away")
    second.get_by_role("button", name=f"Let a bot play for {gone}").click()
    expect(seat).to_contain_text("a bot stands in")
    expect(second.locator(".log li").first).to_be_visible()
    first.goto(table)
    expect(first.locator(".prompt")).to_have_text("A bot is playing for you.")
    first.get_by_role("button", name="Play myself again").click()
    expect(seat).not_to_contain_text("a bot stands in")
    expect(seat).not_to_contain_text("away")


def test_a_recovery_phrase_brings_my_games_to_another_browser(visit: Visit) -> None:
    page = visit("Ann")
    table = open_table(page, "cyberstrife", [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    page.goto("/")
    page.locator(".me").click()
    page.get_by_role("button", name="Show me a recovery phrase").click()
    phrase = page.locator(".phrase").inner_text()
    other = visit("")
    other.get_by_role("button", name="I have a recovery phrase").click()
    other.get_by_label("Recovery phrase").fill("these are not the words")
    other.get_by_role("button", name="Recover my games").click()
    expect(other.locator(".notices .bad")).to_be_visible()
    other.get_by_label("Recovery phrase").fill(phrase)
    other.get_by_role("button", name="Recover my games").click()
    other.get_by_role("region", name="My games").get_by_role("link").first.click()
    expect(other).to_have_url(f"{page.url.rstrip('/')}/t/{table}")
    expect(other.locator(MINE).first).to_be_visible()


def test_a_private_table_greets_who_has_its_link(visit: Visit) -> None:
    ann = visit("Ann")
    table = open_table(ann, "cyberstrife", [{"kind": "me"}, {"kind": "friend"}], private=True)
    invitation = ann.evaluate(
        "async (id) => (await (await fetch(`/api/tables/${id}`)).json()).invitations[1]", table
    )
    boris = visit("Boris", f"/t/{table}?invitation={invitation}")
    expect(boris.get_by_role("heading", name="Ann invites you to Cyberstrife")).to_be_visible()
    boris.get_by_role("button", name="Join").click()
    expect(boris.locator(".scene .panel").first).to_be_visible()
