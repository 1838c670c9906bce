"""The server's thread: one loop, the gate, and the connections that it let in."""

import asyncio
import logging
import socket
import threading
from collections.abc import Iterable
from contextlib import suppress

from uvicorn.config import Config

from companion.web.app import App
from companion.web.connection import MOST_BYTES, Connection
from companion.web.gate import Gate, Lost
from companion.web.hub import Hub
from companion.web.site import Site

STOP_S = 1.0
"""It ends within that, or is left behind: nobody is waited for."""
_MOST_TOLD = 5
_LOG = logging.getLogger("tholos")
_QUIET = "uvicorn.error"


class Serving:
    """Serves from the moment it is made until `stop`, on a socket that listens; in a thread of its own.

    OSError, RuntimeError: the system has no loop or no thread to give. `error` is what has ended it, where
    it was not `stop`.
    """

    def __init__(self, listener: socket.socket, site: Site, hub: Hub, names: Iterable[str]) -> None:
        logging.getLogger(_QUIET).disabled = True  # what strangers send is not worth a line in the log each
        self._listener, self._hub = listener, hub
        self._app = App(site, hub, names)
        self._loop = asyncio.new_event_loop()
        self._is_over = asyncio.Event()
        self._connections: set[Connection] = set()
        self._told = 0
        self.error: Exception | None = None
        self.thread = threading.Thread(target=self._run, name="web", daemon=True)
        try:
            self.thread.start()
        except RuntimeError:
            self._loop.close()
            raise

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs; it ends by itself only where something is wrong with this program."""
        return self.thread.is_alive()

    def end(self) -> None:
        """Have it end, and return at once; whoever looks is cut off."""
        with suppress(RuntimeError):  # it has ended by itself
            self._loop.call_soon_threadsafe(self._is_over.set)

    def stop(self) -> None:
        """End it, and wait for that."""
        self.end()
        self.thread.join(STOP_S)

    def _run(self) -> None:
        try:
            self._loop.set_exception_handler(self._tell)
            self._loop.run_until_complete(self._serve())
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told by whoever tends the server
            self.error = error
        finally:
            self._hub.end()
            self._listener.close()
            self._loop.close()

    async def _serve(self) -> None:
        config = Config(
            self._app,
            interface="asgi3",
            http=Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            date_header=False,
            h11_max_incomplete_event_size=MOST_BYTES,
        )
        config.load()
        self._hub.begin(self._loop)
        admissions: set[asyncio.Task[None]] = set()

        def admit(caller: socket.socket, lost: Lost) -> None:
            def settle(task: asyncio.Task[None]) -> None:
                admissions.discard(task)
                error = None if task.cancelled() else task.exception()
                if task.cancelled() or error is not None:  # it has come to no connection that could end
                    caller.close()
                    lost()
                if error is not None:
                    self._tell(self._loop, {"exception": error})

            task = asyncio.create_task(self._admit(config, caller, lost))
            admissions.add(task)
            task.add_done_callback(settle)

        gate = Gate(self._listener, admit, self._loop)
        await self._is_over.wait()
        gate.close()
        self._hub.end()
        for connection in tuple(self._connections):
            connection.cut()
        rest = asyncio.all_tasks() - {asyncio.current_task()}
        for task in rest:
            task.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    async def _admit(self, config: Config, caller: socket.socket, lost: Lost) -> None:
        """Make a connection of a socket."""

        def gone() -> None:
            self._connections.discard(connection)
            lost()

        connection = Connection(config, gone, self._loop)
        self._connections.add(connection)
        try:
            await self._loop.connect_accepted_socket(lambda: connection, caller)
        except BaseException:
            self._connections.discard(connection)
            raise

    def _tell(self, loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        """Something of ours has failed: the log hears of it, though not without end; the server goes on."""
        self._told += 1
        if self._told <= _MOST_TOLD:
            _LOG.error("the page: %s", context.get("exception") or context.get("message"))
