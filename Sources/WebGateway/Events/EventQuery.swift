import HTTPCore
import JSONCore
import TunerAPI

/// What the client of a stream of events wants to know.
///
/// Equal queries share a subscription.
struct EventQuery: Hashable {
    /// The world; nil for the shared state.
    let world: String?
    /// The patterns of the tunables; nil for no tunables.
    let match: [String]?
    /// The keys of the flags, where an empty list means every flag; nil for no flags.
    let flags: [String]?
    /// The context of the flags, as JSON; nil without one.
    let context: String?
}

extension EventQuery {
    /// Reads the query of a URL; without `match` and `flags`, it is for every tunable.
    init(_ call: RouteCall, in bytes: Span<UInt8>) throws(QueryFault) {
        try call.checkParameters(["match", "flags", "context", "world"], in: bytes)
        let match: [String]
        let flags: [String]
        do throws(PercentFault) {
            world = try call.world(in: bytes)
            match = try call.parameters("match", in: bytes)
            flags = try call.parameters("flags", in: bytes)
            context = try call.parameter("context", in: bytes)
        } catch {
            throw .encoding(error)
        }
        if let pattern = flags.first(where: { $0 != "*" && $0.contains("*") }) {
            throw .flagPattern(pattern)
        }
        self.match = match.isEmpty ? (flags.isEmpty ? ["*"] : nil) : match
        self.flags = flags.isEmpty ? nil : flags.contains("*") ? [] : flags
    }

    /// The parameters of the subscription to tunables; nil if there is none.
    func values(since: SinceParameters?) -> SubscribeParameters? {
        guard let match else { return nil }
        var parameters = SubscribeParameters()
        parameters.match = PatternList(match)
        parameters.since = since
        return parameters
    }

    /// The parameters of the subscription to flags; nil if there is none.
    var flagParameters: FlagEventParameters? {
        flags.map { FlagEventParameters(keys: $0.isEmpty ? nil : $0, context: context) }
    }
}

/// The parameters of `flags.subscribe`, with a context that the daemon validates.
struct FlagEventParameters: JSONWritable {
    let keys: [String]?
    /// JSON text.
    let context: String?

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let keys {
            writer.name(plain: "keys")
            writer.beginArray()
            for key in keys { writer.string(key) }
            writer.endArray()
        }
        if let context {
            writer.name(plain: "context")
            writer.value(ofClient: context.utf8.span, in: 0..<context.utf8.count)
        }
        writer.endObject()
    }
}
