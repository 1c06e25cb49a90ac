"""Requests about who I am."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.datastructures import Cookie

from starhall.server.config import Config
from starhall.server.hall import Hall
from starhall.server.http.session import Asking, Session, address_of, require
from starhall.server.identities import COOKIE, Identities
from starhall.server.protocol.people import Introduce, Me, Recover, Speak
from starhall.server.storage.models import Person

COOKIE_SECONDS = 400 * 86_400  # as long as browsers keep one


@get("/api/me", summary="Who am I? Nobody yet, if null")
async def me(request: Asking, identities: Identities) -> Me | None:
    """As it is now: the page takes its language from here, and has just been told to change it."""
    person = await identities.read(request.cookies.get(COOKIE, ""))
    return None if person is None else _me(person)


@post("/api/me", summary="Introduce yourself, or take another name")
async def introduce(
    data: Introduce,
    request: Asking,
    identities: Identities,
    config: Config,
    session: Session | None,
) -> Response[Me]:
    if session is not None:
        person = await identities.rename(session.person, data.name)
        return Response(_me(person))
    person, token, phrase = await identities.create(data.name, address_of(request.scope))
    return Response(_me(person, phrase), cookies=[_cookie(request, config, token)])


@post("/api/me/language", summary="Read in another language, in every browser", status_code=200)
async def speak(data: Speak, identities: Identities, session: Session | None) -> Me:
    return _me(await identities.speak(require(session).person, data.language))


@post("/api/me/recover", summary="Move an identity to this browser by its phrase", status_code=200)
async def recover(
    data: Recover, request: Asking, identities: Identities, config: Config
) -> Response[Me]:
    person, token = await identities.recover(data.phrase, address_of(request.scope))
    return Response(_me(person), cookies=[_cookie(request, config, token)])


@post(
    "/api/me/phrase",
    summary="A new recovery phrase; the old one, all other browsers and all tokens are void",
    status_code=200,
)
async def phrase(
    request: Asking, identities: Identities, hall: Hall, session: Session | None
) -> Response[Me]:
    person = require(session).person
    token, made = await identities.replace_phrase(person)
    await hall.programs.revoke_all(person)  # anybody who had the phrase may have made some
    await hall.close_void()
    return Response(_me(person, made), cookies=[_cookie(request, hall.config, token)])


@post("/api/me/logout", summary="Forget this browser", status_code=204)
async def log_out(
    request: Asking, identities: Identities, hall: Hall, session: Session | None
) -> Response[None]:
    """Without the phrase nobody can become this person again."""
    if session is not None:
        await identities.log_out(session.token)
        await hall.close_void()
    return Response(None, cookies=[cleared_cookie(request, hall.config)])


def _me(person: Person, phrase: str | None = None) -> Me:
    return Me(id=person.id, name=person.name, phrase=phrase, language=person.language)


def cleared_cookie(request: Asking, config: Config) -> Cookie:
    return _cookie(request, config, "", 0)


def _cookie(request: Asking, config: Config, token: str, seconds: int = COOKIE_SECONDS) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        httponly=True,
        samesite="strict",
        secure=config.secure or request.url.scheme == "https",
        max_age=seconds,
        path="/",
    )


HANDLERS = [me, introduce, speak, recover, phrase, log_out]
