"""A provider for OpenFeature: ``api.set_provider(TunerProvider())``."""
from __future__ import annotations

import contextlib
import datetime
from typing import Any, Callable, Dict, Mapping, Optional, Sequence, TypeVar, Union

from openfeature.evaluation_context import EvaluationContext
from openfeature.event import ProviderEventDetails
from openfeature.exception import ErrorCode, GeneralError, ProviderNotReadyError
from openfeature.flag_evaluation import FlagResolutionDetails, FlagValueType
from openfeature.provider import AbstractProvider, Metadata

from . import _writing as writing
from ._client import Client
from ._errors import NotReadyError, RefusedError, TunerError
from ._pending import Pending
from ._scope import current

T = TypeVar("T")
READY_SECONDS = 10.0


class TunerProvider(AbstractProvider):
    """Evaluates each flag in the daemon, which knows the rules.

    A change of a flag emits PROVIDER_CONFIGURATION_CHANGED. A lost connection emits PROVIDER_STALE, and its return
    PROVIDER_READY.
    """

    def __init__(self, *, timeout: float = READY_SECONDS) -> None:
        super().__init__()
        self._client: Client = current().client
        self._timeout = timeout
        self._version: Optional[str] = None
        #: Finished by the response to the subscription: each later change is an event.
        self._subscribed: Pending[None] = Pending()

    def get_metadata(self) -> Metadata:
        return Metadata(name="tuner")

    def initialize(self, evaluation_context: EvaluationContext) -> None:
        """Waits for the daemon, and subscribes to changes of the flags."""
        self._client.listen(self._note_state)
        self._client.streams.add("server.subscribe", {}, "server.changed", self._note_change)
        try:
            # A refused declaration concerns the program, not the provider.
            with contextlib.suppress(RefusedError):
                self._client.wait(self._client.ready(), self._timeout, self._late())
            self._client.wait(self._subscribed, self._timeout, self._late())
        except TunerError as error:
            raise ProviderNotReadyError(str(error)) from None

    def _late(self) -> NotReadyError:
        return self._client.not_ready(self._timeout)

    def shutdown(self) -> None:
        self._client.unlisten(self._note_state)
        self._client.streams.remove(self._note_change)

    def _note_state(self, state: str) -> None:
        if state == "connected":
            self._emit(self.emit_provider_ready, ProviderEventDetails())
        else:
            self._emit(self.emit_provider_stale, ProviderEventDetails(message="the connection to the daemon is lost"))

    def _emit(self, emit: Callable[[ProviderEventDetails], None], details: ProviderEventDetails) -> None:
        # A handler of the program can evaluate a flag, which waits for the thread of the connection.
        self._client.dispatcher.submit(lambda: emit(details))

    def _note_change(self, facts: Any) -> None:
        version = facts.get("flagsVersion") if isinstance(facts, dict) else None
        self._subscribed.finish()
        if version is None or version == self._version:
            return
        is_first, self._version = self._version is None, version
        if not is_first:
            self._emit(self.emit_provider_configuration_changed, ProviderEventDetails())

    # Evaluation.

    def _start(self, kind: str, key: str, default: Any, context: Optional[EvaluationContext]) -> Pending[Any]:
        params = {"key": key, "type": kind, "default": default, "context": _members(context)}
        return writing.start(self._client, "flags.evaluate", params)

    def _resolve(
        self, kind: str, key: str, default: T, context: Optional[EvaluationContext]
    ) -> FlagResolutionDetails[T]:
        try:
            return _details(writing.finish(self._client, self._start(kind, key, default, context)), default)
        except TunerError as error:
            raise GeneralError(str(error)) from None

    async def _resolve_in_loop(
        self, kind: str, key: str, default: T, context: Optional[EvaluationContext]
    ) -> FlagResolutionDetails[T]:
        try:
            return _details(await writing.finished(self._start(kind, key, default, context)), default)
        except TunerError as error:
            raise GeneralError(str(error)) from None

    def resolve_boolean_details(
        self, flag_key: str, default_value: bool, evaluation_context: Optional[EvaluationContext] = None
    ) -> FlagResolutionDetails[bool]:
        return self._resolve("boolean", flag_key, default_value, evaluation_context)

    async def resolve_boolean_details_async(
        self, flag_key: str, default_value: bool, evaluation_context: Optional[EvaluationContext] = None
    ) -> FlagResolutionDetails[bool]:
        return await self._resolve_in_loop("boolean", flag_key, default_value, evaluation_context)

    def resolve_string_details(
        self, flag_key: str, default_value: str, evaluation_context: Optional[EvaluationContext] = None
    ) -> FlagResolutionDetails[str]:
        return self._resolve("string", flag_key, default_value, evaluation_context)

    async def resolve_string_details_async(
        self, flag_key: str, default_value: str, evaluation_context: Optional[EvaluationContext] = None
    ) -> FlagResolutionDetails[str]:
        return await self._resolve_in_loop("string", flag_key, default_value, evaluation_context)

    def resolve_integer_details(
        self, flag_key: str, default_value: int, evaluation_context: Optional[EvaluationContext] = None
    ) -> FlagResolutionDetails[int]:
        return _converted(self._resolve("integer", flag_key, default_value, evaluation_context), int)

    async def resolve_integer_details_async(
        self, flag_key: str, default_value: int, evaluation_context: Optional[EvaluationContext] = None
    ) -> FlagResolutionDetails[int]:
        return _converted(await self._resolve_in_loop("integer", flag_key, default_value, evaluation_context), int)

    def resolve_float_details(
        self, flag_key: str, default_value: float, evaluation_context: Optional[EvaluationContext] = None
    ) -> FlagResolutionDetails[float]:
        return _converted(self._resolve("number", flag_key, default_value, evaluation_context), float)

    async def resolve_float_details_async(
        self, flag_key: str, default_value: float, evaluation_context: Optional[EvaluationContext] = None
    ) -> FlagResolutionDetails[float]:
        return _converted(await self._resolve_in_loop("number", flag_key, default_value, evaluation_context), float)

    def resolve_object_details(
        self,
        flag_key: str,
        default_value: Union[Sequence[FlagValueType], Mapping[str, FlagValueType]],
        evaluation_context: Optional[EvaluationContext] = None,
    ) -> FlagResolutionDetails[Union[Sequence[FlagValueType], Mapping[str, FlagValueType]]]:
        return self._resolve("object", flag_key, default_value, evaluation_context)

    async def resolve_object_details_async(
        self,
        flag_key: str,
        default_value: Union[Sequence[FlagValueType], Mapping[str, FlagValueType]],
        evaluation_context: Optional[EvaluationContext] = None,
    ) -> FlagResolutionDetails[Union[Sequence[FlagValueType], Mapping[str, FlagValueType]]]:
        return await self._resolve_in_loop("object", flag_key, default_value, evaluation_context)


def _members(context: Optional[EvaluationContext]) -> Dict[str, Any]:
    """Returns the context as the daemon reads it."""
    if context is None:
        return {}
    members = {name: _plain(value) for name, value in context.attributes.items()}
    if context.targeting_key:
        members["targetingKey"] = context.targeting_key
    return members


def _plain(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {name: _plain(member) for name, member in value.items()}
    return [_plain(element) for element in value] if isinstance(value, (list, tuple)) else value


def _details(result: Any, default: T) -> FlagResolutionDetails[T]:
    code = result.get("errorCode")
    return FlagResolutionDetails(
        value=default if code else result.get("value", default),
        variant=result.get("variant"),
        reason=result.get("reason"),
        error_code=ErrorCode(code) if code in ErrorCode.__members__ else ErrorCode.GENERAL if code else None,
        error_message=result.get("errorMessage"),
        flag_metadata=result.get("metadata") or {},
    )


def _converted(details: FlagResolutionDetails[Any], kind: Any) -> FlagResolutionDetails[Any]:
    details.value = kind(details.value)
    return details
