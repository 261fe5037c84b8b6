import FlagEngine
import JSONCore
import RPCCore
import StateCore

extension FlagEvaluator {
    /// Handles the most frequent form of `flags.evaluate`; returns false if the general handler must do it.
    ///
    /// The frequent form is for an existing key, without an explanation. The peer is in no world, and its responses
    /// do not wait. The method creates no string for the key, and no records for the parameters and the result.
    func respond(
        _ params: JSONRange,
        _ text: Span<UInt8>,
        _ peer: any Peer,
        _ writer: inout JSONWriter
    ) -> Bool {
        guard params.kind == .object, states.sharesView(with: peer) else { return false }
        let parameters = text.extracting(params.range)
        let caller = Caller(peer: peer)
        let recent = caller.session.recentEvaluations(states)
        if recent.writeResponse(to: parameters, to: &writer) {
            return true
        }
        guard let (key, request, given) = FlagEvaluator.readMembers(params, text),
            let flag = EffectiveFlag(states.flag(text.extracting(key.range)))
        else { return false }
        let context = contexts.context(of: caller, at: given, in: text, recent)
        let start = writer.mark
        let begin = writer.bytes.count
        do {
            let evaluation = flag.evaluate(request, in: context)
            try evaluation.write(for: flag.definition.key.text, to: &writer)
            let outcome = EvaluationOutcome(evaluation)
            let counts = counts.counts(of: flag.definition.key.text.utf8.span)
            counts.add(outcome)
            recent.keepResponse(to: parameters, writer, since: begin, counts, outcome)
            return true
        } catch {
            // Stored values are always finite. If writing fails anyway, the general handler returns the right error.
            writer.rewind(to: start)
            return false
        }
    }

    private static let keyName: StaticString = "key"
    private static let contextName: StaticString = "context"
    private static let defaultName: StaticString = "default"
    private static let typeName: StaticString = "type"

    /// Reads and returns the members of the parameters; nil if there are other members or a member is wrong.
    ///
    /// If a name is repeated, its last member counts.
    private static func readMembers(
        _ params: JSONRange,
        _ text: Span<UInt8>
    ) -> (key: JSONRange, EvaluationRequest, given: JSONRange?)? {
        var members = JSONMembers(of: params)
        var request = EvaluationRequest()
        var key: JSONRange?
        var given: JSONRange?
        while let (name, value) = members.next(in: text) {
            guard !name.hasEscapes else { return nil }
            let bytes = text.extracting(name.range)
            if keyName.hasBytes(bytes) {
                guard value.kind == .string, !value.hasEscapes else { return nil }
                key = value
            } else if contextName.hasBytes(bytes) {
                guard value.kind == .object else { return nil }
                given = value
            } else if defaultName.hasBytes(bytes) {
                request.callersDefault = value.value(in: text)
            } else if typeName.hasBytes(bytes) {
                guard let type = value.string(in: text).flatMap({ FlagType(rawValue: $0) }) else { return nil }
                request.type = type
            } else {
                return nil
            }
        }
        guard let key else { return nil }
        return (key, request, given)
    }
}
