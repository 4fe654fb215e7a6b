"""The program under test of `tinsel conformance`. With the argument asyncio it uses the client for asyncio."""

import asyncio
import os
import sys

from tinsel_client import Client, Options, TinselError, aio

milliseconds = {name: float(os.environ[name]) / 1000 for name in os.environ if name.endswith("_MS")}
options = Options(
    api_key=os.environ.get("TINSEL_API_KEY"),
    ca_file=os.environ.get("TINSEL_CA"),
    attempt=milliseconds.get("TINSEL_ATTEMPT_MS", Options.attempt),
    deadline=milliseconds.get("TINSEL_DEADLINE_MS", Options.deadline),
    silence=milliseconds.get("TINSEL_SILENCE_MS", Options.silence),
    ping_after=milliseconds.get("TINSEL_PING_MS", Options.ping_after),
    ping_timeout=milliseconds.get("TINSEL_PING_MS", Options.ping_timeout),
)
servers, match_id = os.environ["TINSEL_SERVERS"].split(","), os.environ["TINSEL_MATCH"]


def play() -> None:
    for turn in Client(servers, options).join(match_id, "Tess").turns():
        try:
            turn.play_default()
        except TinselError as error:
            if not error.is_stale:
                raise


async def play_asyncio() -> None:
    seat = await aio.Client(servers, options).join(match_id, "Tess")
    async for turn in seat.turns():
        try:
            await turn.play_default()
        except TinselError as error:
            if not error.is_stale:
                raise


if sys.argv[1:] == ["asyncio"]:
    asyncio.run(play_asyncio())
else:
    play()
