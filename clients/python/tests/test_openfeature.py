"""The provider with the SDK of OpenFeature."""
import asyncio
import queue

import pytest

api = pytest.importorskip("openfeature.api")

from openfeature.evaluation_context import EvaluationContext  # noqa: E402
from openfeature.event import ProviderEvent  # noqa: E402
from openfeature.exception import ErrorCode, ProviderNotReadyError  # noqa: E402

from test_flags import SALE  # noqa: E402
from tuner.openfeature import TunerProvider  # noqa: E402

FLAGS = {
    **SALE,
    "test.word": {"state": "ENABLED", "variants": {"a": "x", "b": "y"}, "defaultVariant": "a"},
    "test.whole": {"state": "ENABLED", "variants": {"a": 3}, "defaultVariant": "a"},
    "test.half": {"state": "ENABLED", "variants": {"a": 1.5}, "defaultVariant": "a"},
    "test.object": {
        "state": "ENABLED",
        "variants": {"a": {"x": [1]}},
        "defaultVariant": "a",
        "metadata": {"team": "web"},
    },
}


@pytest.fixture
def client(tuner_daemon):
    tuner_daemon.call("flags.define", flags=FLAGS)
    api.set_provider_and_wait(TunerProvider())
    yield api.get_client()
    api.clear_providers()


def test_each_type_is_evaluated_with_the_context(client):
    gold = EvaluationContext("ada", {"tier": "gold"})
    assert client.get_boolean_value("test.sale", False) is False
    details = client.get_boolean_details("test.sale", False, gold)
    assert (details.value, details.variant, details.reason) == (True, "on", "TARGETING_MATCH")
    assert client.get_string_value("test.word", "") == "x"
    whole, half = client.get_integer_value("test.whole", 0), client.get_float_value("test.half", 0.0)
    assert (whole, half) == (3, 1.5) and type(whole) is int
    assert type(client.get_float_value("test.whole", 0.0)) is float
    details = client.get_object_details("test.object", {})
    assert details.value == {"x": [1]} and details.flag_metadata == {"team": "web"}


def test_faults_have_the_default_and_a_code(client):
    details = client.get_boolean_details("test.none", True)
    assert (details.value, details.error_code) == (True, ErrorCode.FLAG_NOT_FOUND)
    details = client.get_boolean_details("test.word", True)
    assert (details.value, details.error_code) == (True, ErrorCode.TYPE_MISMATCH)


def test_a_task_evaluates_without_blocking_its_loop(client):
    async def main():
        assert await client.get_string_value_async("test.word", "") == "x"
        assert (await client.get_integer_details_async("test.whole", 0)).value == 3
        assert await client.get_boolean_value_async("test.sale", True) is False
        assert await client.get_float_value_async("test.half", 0.0) == 1.5
        assert await client.get_object_value_async("test.object", {}) == {"x": [1]}

    asyncio.run(main())


def test_events_follow_the_flags_and_the_connection(client, tuner_daemon):
    events = queue.Queue()
    # A handler can evaluate a flag.
    client.add_handler(
        ProviderEvent.PROVIDER_CONFIGURATION_CHANGED,
        lambda details: events.put(("changed", client.get_string_value("test.word", ""))),
    )
    client.add_handler(ProviderEvent.PROVIDER_STALE, lambda details: events.put("stale"))
    tuner_daemon.call("flags.set", key="test.word", value="y")
    assert events.get(timeout=20) == ("changed", "y")
    tuner_daemon.stop()
    assert events.get(timeout=20) == "stale"
    client.add_handler(ProviderEvent.PROVIDER_READY, lambda details: events.put("ready"))
    tuner_daemon.start()
    # A new connection, and the version of the flags, can be events before it.
    while events.get(timeout=20) != "ready":
        pass
    assert client.get_string_value("test.word", "") == "y"


def test_without_a_daemon_the_provider_is_not_ready(tuner_daemon):
    tuner_daemon.stop()
    with pytest.raises(ProviderNotReadyError):
        api.set_provider_and_wait(TunerProvider(timeout=0.05))
    assert api.get_client().get_boolean_value("test.sale", True) is True
    api.clear_providers()
