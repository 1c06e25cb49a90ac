"""Messages by e-mail, through the operator's mail server."""

from __future__ import annotations

import contextlib
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate
from html import escape
from typing import Final
from urllib.parse import urlsplit

import aiosmtplib

from starhall.engine.text.language import active
from starhall.server.config import Notify, Smtp
from starhall.server.errors import BadRequest
from starhall.server.notify import network
from starhall.server.notify.transports import Leaving, SendFailed, TargetGone
from starhall.server.notify.wording import HALL, Message
from starhall.server.words import say

LONGEST: Final = 254  # letters of an address
GONE: Final = range(550, 554)  # answers of a server that does not know the mailbox


class Mail:
    """Opens a connection for each message: there are few, and a lost connection costs nothing."""

    slots = 4

    def __init__(self, config: Notify, smtp: Smtp) -> None:
        self._smtp = smtp
        self._url = config.url
        self._site = urlsplit(config.url).hostname or "localhost"
        self._seconds = config.send_seconds

    def check(self, target: str) -> tuple[str, str]:
        """One plain address: no name, no list, no line break that could end a header."""
        wrong = BadRequest("channel.mail_address")
        name, at, domain = target.strip().rpartition("@")
        if (
            not name
            or not at
            or len(target) > LONGEST
            or not target.isascii()
            or not target.isprintable()
        ):
            raise wrong
        if any(c in ' ,;:<>()[]"\\' for c in name + domain) or "." not in domain.strip("."):
            raise wrong
        try:
            address = Address(username=name, domain=domain.lower())
        except ValueError:
            raise wrong from None
        return address.addr_spec, address.addr_spec

    async def send(self, target: str, message: Message, leave: Leaving) -> None:
        smtp = self._smtp
        # The operator's own server may be on a private network.
        socket = await network.connect(smtp.host, smtp.port, private=[smtp.host])
        client = aiosmtplib.SMTP(
            hostname=smtp.host,
            sock=socket,
            use_tls=smtp.tls == "tls",
            start_tls=smtp.tls == "starttls",
            username=smtp.user or None,
            password=smtp.password or None,
            local_hostname=self._site,
            timeout=self._seconds,
        )
        try:
            async with client:
                await client.send_message(self._compose(target, message, leave))
        except aiosmtplib.SMTPRecipientsRefused as error:
            refused = error.recipients[0]
            kind = TargetGone if refused.code in GONE else SendFailed
            why = f"{refused.code} {refused.message}"
            raise kind("send.mail", why=why) from None
        except aiosmtplib.SMTPException as error:
            raise SendFailed("send.mail", why=str(error)) from None
        finally:
            with contextlib.suppress(OSError):
                socket.close()

    def _compose(self, target: str, message: Message, leave: Leaving) -> EmailMessage:
        mail = EmailMessage()
        mail["From"] = f"{HALL} <{self._smtp.sender}>"
        mail["To"] = target
        mail["Subject"] = message.title
        mail["Date"] = formatdate()
        mail["Message-ID"] = f"<{message.id[:40]}@{self._site}>"  # the same if it is sent again
        mail["Auto-Submitted"] = "auto-generated"
        mail["List-Unsubscribe"] = f"<{leave.one_click}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(self._text(message, leave))
        mail.add_alternative(self._html(message, leave), subtype="html")
        mail["Content-Language"] = active()  # last: setting the content removes such headers
        return mail

    def _text(self, message: Message, leave: Leaving) -> str:
        parts = [f"{line.text}\n{self._link(line.path)}\n" for line in message.lines]
        return "\n".join([*parts, f"{say('message.leave')}: {leave.page}\n"])

    def _html(self, message: Message, leave: Leaving) -> str:
        lines = [(escape(line.text), escape(self._link(line.path))) for line in message.lines]
        rows = "".join([ROW.format(*line, escape(say("message.open"))) for line in lines])
        return PAGE.format(
            language=active(),
            title=escape(message.title),
            rows=rows,
            leave=escape(leave.page),
            hall=escape(say("message.from")),
            no_more=escape(say("message.leave")),
        )

    def _link(self, path: str) -> str:
        return path if path.startswith("http") else f"{self._url}{path}"

    def stop(self) -> None:
        pass


ROW: Final = (
    '<p style="margin:0 0 8px">{0}</p><p style="margin:0 0 24px"><a href="{1}" style="background:'
    "#ffd166;color:#1a1300;padding:10px 18px;border-radius:9px;text-decoration:none;font-weight:"
    '600;display:inline-block">{2}</a></p>'
)
PAGE: Final = (
    '<div lang="{language}" style="background:#f3f4fa;padding:24px;'
    'font:16px/1.5 system-ui,sans-serif;color:#161a2b">'
    '<div style="max-width:520px;margin:0 auto;background:#fff;border-radius:14px;padding:26px">'
    '<h1 style="font-size:20px;margin:0 0 16px">{title}</h1>{rows}'
    '<p style="font-size:13px;color:#5b6178;margin:0">{hall} '
    '<a href="{leave}" style="color:#5b6178">{no_more}</a></p></div></div>'
)
