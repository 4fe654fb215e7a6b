"""Reads an object of the archive of finished matches, without Tinsel.

    PYTHONPATH=generated python read_archive.py 017-3k9m2qx7vd0h5t8wz1ab.pb.zst

`generated` contains the code of the protos: `python -m grpc_tools.protoc -Iproto --python_out=generated …`. An object
contains secrets; see crates/archive/README.md. This program prints no hidden information except names of events.
"""

import datetime
import hashlib
import pathlib
import sys

import zstandard
from tinsel.archive.v1 import archived_match_pb2

BYTES_MAX = 1 << 30  # of an object, decompressed
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def dictionary(path, dictionary_id):
    """The dictionary of an object, which is three folders above it; 0 means none."""
    if dictionary_id == 0:
        return None
    (file,) = (pathlib.Path(path).resolve().parents[2] / "dictionaries").glob(f"{dictionary_id}-*.zdict")
    content = file.read_bytes()
    if hashlib.sha256(content).hexdigest() != file.stem.split("-")[1]:
        sys.exit("the dictionary is damaged")
    return zstandard.ZstdCompressionDict(content)


def read(path):
    """The message of an object."""
    packed = pathlib.Path(path).read_bytes()
    needed = dictionary(path, zstandard.get_frame_parameters(packed).dict_id)
    message = zstandard.ZstdDecompressor(dict_data=needed).stream_reader(packed).read(BYTES_MAX + 1)
    if len(message) > BYTES_MAX:
        sys.exit("the object is too large")
    return archived_match_pb2.ArchivedMatch.FromString(message)


def action_name(action):
    """The game of an action and its kind; the default action has none."""
    if not action.HasField("action"):
        return "default action"
    game = action.action.WhichOneof("game")
    return f"{game}.{getattr(action.action, game).WhichOneof('action')}"


def event_name(event):
    """The kind of an event, preceded by its game if it is an event of a game."""
    kind = event.WhichOneof("event")
    if kind != "game":
        return kind
    game = event.game.WhichOneof("game")
    return f"{game}.{getattr(event.game, game).WhichOneof('event')}"


def main(path):
    match = read(path)
    header, schema = match.record[:4], int.from_bytes(match.record[4:8], "big")
    if header != b"TNSL":
        sys.exit("the record has no header TNSL")
    if match.entries and match.oldest_revision + len(match.entries) - 1 != match.revision:
        sys.exit("the entries have a gap")
    print(f"match {match.match_id}")
    print(f"revision {match.revision}, nonce {match.nonce:016x}")
    print(f"record of schema {schema}, {len(match.record)} bytes")
    print(f"{len(match.entries)} entries, from revision {match.oldest_revision}")
    for revision, entry in enumerate(match.entries, match.oldest_revision):
        time = (EPOCH + datetime.timedelta(milliseconds=entry.at_ms)).isoformat(timespec="milliseconds")
        decision = f"seat {entry.action.seat} {action_name(entry.action)}" if entry.HasField("action") else "no decision"
        events = ", ".join(event_name(addressed.event) for addressed in entry.events)
        print(f"{revision:5} {time} {decision}{': ' if events else ''}{events}")


if __name__ == "__main__":
    main(sys.argv[1])
