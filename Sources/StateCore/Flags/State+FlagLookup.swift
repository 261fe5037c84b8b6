package import FlagEngine
import JSONCore

extension State {
    /// Returns the shared part of a flag, or nil if there is none.
    package func flag(_ key: Span<UInt8>) -> StoredFlag? { flags.value(of: key) }

    /// Returns the shared part of a flag, or nil if there is none.
    package func flag(_ key: FlagKey) -> StoredFlag? { flag(key.text.utf8.span) }

    /// Calls `body` with each flag after `key` in byte order, until `body` returns false.
    ///
    /// A flag that only has an override has no definition.
    package func visitFlags<Failure: Error>(
        after key: FlagKey? = nil,
        _ body: (Span<UInt8>, StoredFlag) throws(Failure) -> Bool
    ) throws(Failure) {
        let start = key?.text ?? ""
        let everything = ""
        try flags.visit(
            from: start.utf8.span,
            included: start.isEmpty,
            prefix: everything.utf8.span
        ) { (bytes, flag) throws(Failure) in try body(bytes, copy flag) }
    }

    /// Returns the refusal for an unknown flag, which names a tunable of that name or the nearest flag.
    package func unknown(_ key: FlagKey) -> StateRefusal {
        tunable(key.text.utf8.span) != nil
            ? .noFlagButTunable(key) : .unknownFlag(key, nearest: nearest(to: key))
    }
}

extension State {
    /// Returns the evaluation of a flag that does not exist: the caller's default, and a hint.
    func evaluateUnknown(_ key: FlagKey, _ request: EvaluationRequest) -> Evaluation {
        guard tunable(key.text.utf8.span) == nil else {
            return .unknown(isTunable: true, default: request.callersDefault)
        }
        return .unknown(nearest: nearest(to: key), default: request.callersDefault)
    }
}

extension View {
    /// Returns a flag as this view sees it, or nil if it has no definition.
    package func flag(_ key: Span<UInt8>) -> EffectiveFlag? {
        EffectiveFlag(state.flag(key), own: world?.flags.value(of: key))
    }

    /// Returns a flag as this view sees it, or nil if it has no definition.
    package func flag(_ key: FlagKey) -> EffectiveFlag? { flag(key.text.utf8.span) }

    /// Returns the evaluation of a flag.
    ///
    /// If the flag does not exist, the result is the caller's default, with a hint for the name.
    package func evaluate(
        _ key: FlagKey,
        _ request: EvaluationRequest = EvaluationRequest(),
        in context: EvaluationContext
    ) -> Evaluation {
        guard let flag = flag(key) else { return state.evaluateUnknown(key, request) }
        return flag.evaluate(request, in: context)
    }
}
