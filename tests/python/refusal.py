"""Sends a request with many invalid fields, with the default limits of gRPC, and prints the reason of the refusal.

    python refusal.py 127.0.0.1:7400 ../../proto
"""

import importlib
import sys

import grpc

from play import SECONDS, generate, refusal


def main(server, protos):
    generate(protos)
    api = importlib.import_module("tinsel.v1.match_service_pb2")
    calls = importlib.import_module("tinsel.v1.match_service_pb2_grpc")
    asked = api.CreateMatchRequest()
    asked.config.jingle_brawl.SetInParent()
    for number in range(60):
        asked.time_control.phases.add(phase=f"no phase {number}")
    with grpc.insecure_channel(server) as channel:
        try:
            calls.MatchServiceStub(channel).CreateMatch(asked, timeout=SECONDS)
        except grpc.RpcError as error:
            info, fields = refusal(error)
            print(error.code().name, info.reason, len(fields), "fields")


main(*sys.argv[1:])
