package import FlagEngine
import JSONCore

extension State {
    /// What all share of a flag.
    package func flag(_ key: Span<UInt8>) -> StoredFlag? { flags.value(of: key) }

    /// What all share of a flag.
    package func flag(_ key: FlagKey) -> StoredFlag? { flag(key.text.utf8.span) }

    /// Hands over what there is of flags behind one, by the keys' bytes, until `body` answers `false`; some may have no
    /// definition any more.
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

    /// Says that there is no such flag, and which may be meant.
    package func unknown(_ key: FlagKey) -> StateRefusal {
        tunable(key.text.utf8.span) != nil
            ? .noFlagButTunable(key) : .unknownFlag(key, nearest: nearest(to: key))
    }
}

extension State {
    /// What a question for a flag comes to that there is not.
    func evaluateUnknown(_ key: FlagKey, _ request: EvaluationRequest) -> Evaluation {
        guard tunable(key.text.utf8.span) == nil else {
            return .unknown(isTunable: true, default: request.callersDefault)
        }
        return .unknown(nearest: nearest(to: key), default: request.callersDefault)
    }
}

extension View {
    /// A flag as it is seen from here.
    package func flag(_ key: Span<UInt8>) -> EffectiveFlag? {
        EffectiveFlag(state.flag(key), own: world?.flags.value(of: key))
    }

    /// A flag as it is seen from here.
    package func flag(_ key: FlagKey) -> EffectiveFlag? { flag(key.text.utf8.span) }

    /// What a flag comes to; of one that there is not, the caller's default, with what may be meant.
    package func evaluate(
        _ key: FlagKey,
        _ request: EvaluationRequest = EvaluationRequest(),
        in context: EvaluationContext
    ) -> Evaluation {
        guard let flag = flag(key) else { return state.evaluateUnknown(key, request) }
        return flag.evaluate(request, in: context)
    }
}
