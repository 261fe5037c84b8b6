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
        let session = caller.session
        let recent = session.recentEvaluations(states)
        let hash = NameHash.of(parameters)
        if recent.writeResponse(to: parameters, hash, to: &writer) {
            return true
        }
        let base = contexts.base(of: session, caller, at: recent.seconds)
        var question = EvaluationQuestion()
        guard question.read(params, in: text, states, contexts, over: base), let flag = question.flag else {
            return false
        }
        let key = flag.definition.key.text
        let start = writer.mark
        let begin = writer.bytes.count
        do {
            let evaluation = question.evaluation(of: flag, in: text, contexts, over: base)
            try evaluation.write(for: key, to: &writer)
            let outcome = evaluation.outcome
            let counts = counts.counts(of: key.utf8.span)
            counts.add(outcome)
            recent.keepResponse(to: parameters, hash, writer, since: begin, counts, outcome)
            return true
        } catch {
            // Stored values are always finite. If writing fails anyway, the general handler returns the right error.
            writer.rewind(to: start)
            return false
        }
    }
}
