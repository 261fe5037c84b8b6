"""A scripted agent, with the client of the package mcp: agent.py SCENARIO MODE TUNERCTL [ARGUMENT]...

MODE is auto (the version without a handshake) or legacy (the version with initialize).
"""
import asyncio
import json
import os
import re
import subprocess
import sys

import mcp_types
from mcp import Client, StdioServerParameters, stdio_client

scenario, mode, tunerctl = sys.argv[1:4]
arguments = sys.argv[4:]
updates = asyncio.Queue()


async def note(message):
    if isinstance(message, mcp_types.ResourceUpdatedNotification):
        await updates.put(message.params.uri)


def connect(*options):
    server = StdioServerParameters(
        command=tunerctl, args=["mcp", *options], env={"TUNER_SOCKET": os.environ["TUNER_SOCKET"]}
    )
    info = mcp_types.Implementation(name="demo", version="1")
    return Client(stdio_client(server), mode=mode, client_info=info, message_handler=note)


async def call(client, tool, **values):
    result = await client.call_tool(tool, values)
    print(tool, "failed:" if result.is_error else "->", result.content[0].text.replace("\n", " | "))
    return result


def shared(*words):
    return subprocess.run([tunerctl, *words], check=True, capture_output=True, text=True).stdout


def measure(program):
    """Returns the width of the picture that the playground prints: the widest of some frames, without colors."""
    frames, text = 0, []
    for line in program.stdout:
        text.append(re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line).rstrip())
        frames += line.startswith("connected")
        if frames == 40:
            return max(len(line) for line in text[len(text) // 2 :] if "▀" in line or "▄" in line)
    raise SystemExit("the playground has ended")


async def tune():
    """Tunes the playground to a width by what it prints, and proposes the result."""
    target = int(arguments[1])
    async with connect("--match", "playground.*") as client:
        print(client.protocol_version)
        await client.get_prompt("tune", {"goal": f"the picture is {target} columns wide"})
        keys = (await client.call_tool("tuner_list", {"search": "spacing"})).structured_content["tunables"]
        key, value = keys[0]["key"], keys[0]["value"]
        first = await client.call_tool("tuner_set", {"values": {key: value + 1}})
        environment = os.environ | {"TUNER_WORLD": first.structured_content["world"]}
        program = subprocess.Popen([arguments[0]], env=environment, stdout=subprocess.PIPE, text=True)
        value += 1
        try:
            while (width := measure(program)) != target:
                value += 1 if width < target else -1
                await client.call_tool("tuner_set", {"values": {key: value}})
        finally:
            program.kill()
            program.wait()
        await call(client, "tuner_diff")
        proposal = await client.call_tool("tuner_propose", {"summary": f"{width} columns"})
        print("proposal", proposal.structured_content["proposal"])


async def change():
    """Changes, undoes and reads values and flags, with errors."""
    async with connect() as client:
        await call(client, "tuner_set", values={"wind": 9, "rain": 2})
        await call(client, "tuner_set", values={"wind": 99})
        await call(client, "tuner_set", values={"wnd": 1})
        await call(client, "tuner_flag_force", key="beta", variant="on")
        await call(client, "tuner_flag_explain", key="beta")
        print("shared:", shared("get", "wind").strip(), shared("flag", "get", "beta").strip())
        await call(client, "tuner_undo")
        await call(client, "tuner_diff")
        await call(client, "tuner_undo", all=True)
        await call(client, "tuner_diff")


async def secret():
    """Reads and refuses a secret in every way that a session has; the test searches the output."""
    async with connect() as client:
        for tool, values in [
            ("tuner_list", {}), ("tuner_get", {"keys": ["token"]}), ("tuner_describe", {"key": "token"}),
            ("tuner_history", {}), ("tuner_applied", {}), ("tuner_set", {"values": {"token": 7}}),
            ("tuner_set", {"values": {"token": "hunter2-new"}, "dryRun": True}),
            ("tuner_set", {"values": {"token": "hunter2-too-long-for-it"}}),
            ("tuner_set", {"values": {"token": "hunter2-new"}}), ("tuner_diff", {}), ("tuner_undo", {}),
            ("tuner_set", {"values": {"token": "hunter2-new"}}), ("tuner_propose", {"summary": "new token"}),
        ]:
            print((await client.call_tool(tool, values)).model_dump_json())
        print((await client.read_resource("tuner://key/token")).model_dump_json())
        print((await client.list_resources()).model_dump_json())


async def watch():
    """Subscribes to a key, which another program changes."""
    uri = "tuner://key/wind"
    async with connect() as client:
        assert uri in [str(resource.uri) for resource in (await client.list_resources()).resources]
        if mode == "legacy":
            await client.session.subscribe_resource(uri)
            shared("set", "wind", "5")
            print(await asyncio.wait_for(updates.get(), 30))
        else:
            async with client.listen(resource_subscriptions=[uri]) as subscription:
                print(subscription.honored.resource_subscriptions)
                shared("set", "wind", "5")
                print((await asyncio.wait_for(anext(subscription), 30)).uri)
        text = (await client.read_resource(uri)).contents[0].text
        print(json.loads(text)["value"])


async def attempt():
    """Tries shared values."""
    async with connect("--shared", "--for", "5m") as client:
        await call(client, "tuner_try", values={"wind": 9, "rain": 2}, flags=[{"key": "beta", "variant": "on"}])
        print(shared("history", "1").replace("\n", " | "))
        await call(client, "tuner_undo")
        print(shared("get", "wind").strip())


async def search():
    """Runs a search and a comparison, with progress."""
    steps = []

    async def report(progress, total, message):
        steps.append((progress, total))

    async with connect("--allow-commands") as client:
        found = await client.call_tool(
            "tuner_optimize",
            {"keys": ["size"], "minimize": f"{tunerctl} get size", "budget": 9},
            progress_callback=report,
        )
        print(found.is_error, found.structured_content["values"], steps[0], shared("get", "size").strip())
        compared = await client.call_tool(
            "tuner_compare", {"a": {}, "b": {"size": 20}, "metric": f"{tunerctl} get size", "rounds": 4}
        )
        print(compared.is_error, compared.structured_content["a"]["median"], compared.structured_content["b"]["median"])
        failed = await client.call_tool("tuner_optimize", {"keys": ["size"], "minimize": "exit 3", "budget": 9})
        print(failed.is_error, failed.content[0].text.splitlines()[0])


asyncio.run(globals()[scenario]())
