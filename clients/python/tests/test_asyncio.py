"""Tasks: waits that do not block the loop, and callbacks in the loop."""
import asyncio
import gc
import threading

import pytest

import tuner


def test_a_task_writes_and_receives_without_another_thread(tuner_daemon):
    async def main():
        tuner.get("test.size", 5)
        await tuner.ready()
        seen, loop_thread = [], threading.get_ident()
        arrived = asyncio.Event()

        @tuner.on_change("test.size")
        async def note(size):
            await asyncio.sleep(0)
            seen.append((size, threading.get_ident() == loop_thread))
            arrived.set()

        await tuner.aio.set("test.size", 6)
        assert tuner.get("test.size", 5) == 6
        await asyncio.wait_for(arrived.wait(), 20)
        assert seen == [(6, True)]
        await tuner.aio.update({"test.size": 7})
        assert await tuner.aio.value("test.size") == 7
        await tuner.aio.reset("test.size")
        assert (await tuner.aio.call("tunables.get", key="test.size"))["origin"] == "default"
        with pytest.raises(tuner.RefusedError):
            await tuner.aio.toggle("test.size")

    asyncio.run(main())


def test_an_asynchronous_iterator_yields_each_newest_value(tuner_daemon):
    async def main():
        tuner.get("test.size", 0)
        await tuner.ready()
        seen = []

        async def follow():
            async for size in tuner.changes("test.size"):
                seen.append(size)
                if size == 5:
                    return

        task = asyncio.create_task(follow())
        await asyncio.sleep(0)
        for size in range(1, 6):
            await tuner.aio.set("test.size", size)
        await asyncio.wait_for(task, 20)
        assert seen[-1] == 5 and seen == sorted(seen)

    asyncio.run(main())


def test_an_iterator_yields_without_a_loop_statement_and_is_kept_while_a_task_waits(tuner_daemon):
    async def main():
        tuner.get("test.size", 0)
        await tuner.ready()
        assert await tuner.changes("test.size", initial=True).__anext__() == 0
        seen = asyncio.Queue()

        async def follow():
            seen.put_nowait(await tuner.changes("test.size").__anext__())

        # No reference to the task: the loop has a weak one.
        asyncio.create_task(follow())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        gc.collect()
        await tuner.aio.set("test.size", 6)
        assert await asyncio.wait_for(seen.get(), 20) == 6

    asyncio.run(main())


def test_a_callback_of_a_closed_loop_is_dropped(tuner_daemon, eventually):
    seen = []

    async def main():
        tuner.get("test.size", 0)
        await tuner.ready()
        tuner.on_change("test.size", seen.append)

    asyncio.run(main())
    tuner.set("test.size", 1)
    eventually(lambda: tuner_daemon.client.store.cells["test.size"].observers == [])
    assert seen == []


def test_ready_fails_after_its_time(tuner_daemon):
    async def main():
        tuner_daemon.stop()
        with pytest.raises(tuner.NotReadyError):
            await tuner.ready(0.01)

    tuner.get("test.size", 0)
    asyncio.run(main())


def test_each_task_can_be_in_a_world(tuner_daemon):
    async def main():
        tuner.get("test.size", 0)

        async def private(size):
            async with tuner.world() as world:
                await tuner.aio.set("test.size", size)
                await asyncio.sleep(0)
                assert world.name
                return tuner.get("test.size", 0)

        assert await asyncio.gather(private(1), private(2), private(3)) == [1, 2, 3]
        await tuner.ready()
        assert tuner.get("test.size", 0) == 0

    asyncio.run(main())
