"""Answers requests: an ASGI application over a `Site` and a `Hub`."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any, Protocol

from companion.web.guard import HEADERS, asked_for, is_let_in, refusal
from companion.web.hub import Ear, Hub
from companion.web.site import ACT_BYTES, Act, File, Site

ALIVE_S = 5.0
"""A stream on which nothing happens says so often that it is alive."""
READ_S = 20.0
"""Who takes nothing of a stream for so long does not look any more."""
TOKEN_HEADER = "x-tholos-token"  # noqa: S105 - its name, not its value
_JSON = {"content-type": "application/json"}
_EVENTS = {"content-type": "text/event-stream"}
_LINE_END = re.compile("\r\n|\r|\n")
"""Of a stream; to `str.splitlines` a text has more ends, which would be lost."""

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class Line(Protocol):
    """The connection that a request came by."""

    def wait(self, on_lost: Callable[[], object]) -> None:
        """The answer takes as long as it takes; `on_lost` is called where it is not waited for."""
        ...

    def cut(self) -> None:
        """Let it go at once."""
        ...


class App:
    """`names`: under which the machine is known, beside its addresses."""

    def __init__(self, site: Site, hub: Hub, names: Iterable[str]) -> None:
        self._site, self._hub, self._names = site, hub, tuple(name.lower() for name in names)

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request; where something of ours fails, that is told to the loop, and nobody waits."""
        is_begun = False

        async def say(message: Message) -> None:
            nonlocal is_begun
            is_begun = True
            await send(message)

        try:
            await self._answer(scope, receive, say)
        except Exception as error:  # noqa: BLE001 - whatever a text's or a file's maker raises
            slip = {"message": "an answer failed", "exception": error}
            asyncio.get_running_loop().call_exception_handler(slip)
            if is_begun:
                scope["state"]["connection"].cut()
            else:
                await _say(send, 500, "something is wrong with this program; its log says what")

    async def _answer(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        method = scope["method"]
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        path, headers["host"] = asked_for(scope["path"], headers.get("host", ""))
        line: Line = scope["state"]["connection"]
        ends = tuple(str((scope[end] or ("",))[0]) for end in ("client", "server"))
        refused = refusal(self._site, self._names, method, path, headers, (ends[0], ends[1]))
        if refused is not None:
            allowed = {"allow": "POST" if path in self._site.acts else "GET, HEAD"}
            await _say(send, *refused, allowed if refused[0] == 405 else None)
        elif not is_let_in(self._site, path, ends[0], headers.get(TOKEN_HEADER, "")):
            await _say(send, 403, "only for the page that this server has given out")
        elif method == "POST":
            await self._act(line, self._site.acts[path], headers, receive, send)
        elif (events := self._site.streams.get(path) or self._site.hidden_streams.get(path)) is not None:
            await (_say_head(send) if method == "HEAD" else self._stream(line, events, send))
        else:
            found = self._site.files.get(path) or self._site.downloads[path]()
            await _give(send, found, headers)

    async def _act(
        self, line: Line, act: Act, headers: Mapping[str, str], receive: Receive, send: Send
    ) -> None:
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > len(str(ACT_BYTES)) or int(length) > ACT_BYTES:
            await _say(send, 413, f"an act has {ACT_BYTES} bytes at most")
            return
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return  # gone before all of it had come
            body += message.get("body", b"")
            if len(body) > ACT_BYTES:
                await _say(send, 413, f"an act has {ACT_BYTES} bytes at most")
                return
            if not message.get("more_body"):
                break
        done = asyncio.wrap_future(act(body.decode(errors="replace")))
        line.wait(done.cancel)
        await asyncio.wait((done,))
        if done.cancelled():
            return
        why_not = done.result()
        if why_not is None:
            await _send_all(send, 204, {}, b"")
        else:
            await _say(send, 400, why_not)

    async def _stream(self, line: Line, names: tuple[str, ...], send: Send) -> None:
        ear = self._hub.join(names)
        try:
            line.wait(lambda: self._hub.leave(ear))
            await send(_head(200, _EVENTS))
            await _tell(ear, send)
        except TimeoutError:
            line.cut()
        finally:
            self._hub.leave(ear)


async def _tell(ear: Ear, send: Send) -> None:
    """Send what is new, until the other end is gone; what it is too slow for is passed over."""
    while True:
        heard = await ear.hear(ALIVE_S)
        if ear.is_over:
            return
        text = "".join(map(_event, heard, heard.values())) or ": alive\n\n"
        async with asyncio.timeout(READ_S):
            body = text.encode(errors="replace")  # half a character in one event costs nobody the stream
            await send({"type": "http.response.body", "body": body, "more_body": True})


def _event(name: str, text: str) -> str:
    """An event as a stream has it (WHATWG HTML, server-sent events)."""
    lines = "".join(f"data: {line}\n" for line in _LINE_END.split(text))
    return f"event: {name}\n{lines}\n"


async def _say_head(send: Send) -> None:
    """Of a stream: what it would be."""
    await send(_head(200, _EVENTS))
    await send({"type": "http.response.body", "body": b""})


async def _give(send: Send, file: File, headers: Mapping[str, str]) -> None:
    tag = file.tag
    extra = {"content-type": file.kind, "etag": tag, "cache-control": "no-cache"}
    if file.saved_as:
        extra["content-disposition"] = f'attachment; filename="{file.saved_as}"'
    if headers.get("if-none-match") == tag:
        await _send_all(send, 304, extra, b"")
    else:
        await _send_all(send, 200, extra, file.content)


async def _say(send: Send, status: int, sentence: str, extra: Mapping[str, str] | None = None) -> None:
    """Not as it was asked for; a program reads `error`."""
    await _send_all(send, status, {**_JSON, **(extra or {})}, json.dumps({"error": sentence}).encode())


async def _send_all(send: Send, status: int, extra: Mapping[str, str], body: bytes) -> None:
    length = {} if status in (204, 304) else {"content-length": str(len(body))}
    await send(_head(status, {**extra, **length}))
    await send({"type": "http.response.body", "body": body})


def _head(status: int, extra: Mapping[str, str]) -> Message:
    headers = [(name.encode(), value.encode()) for name, value in {**HEADERS, **extra}.items()]
    return {"type": "http.response.start", "status": status, "headers": headers}
