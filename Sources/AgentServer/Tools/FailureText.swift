import ConsoleCore
import JSONCore
import RPCCore

/// An error of the daemon, for an agent that corrects its call.
struct FailureText {
    /// The sentences of the daemon, one for each fault.
    let sentences: [String]
    /// The keys that the faults are about, and that the agent may read.
    let keys: [String]

    init(_ error: RemoteError, _ limits: KeyLimits) {
        let faults = error.data["faults"]?.elements ?? []
        let named = ([error.data] + faults).compactMap { $0["key"]?.text }
        var seen: Set<String> = []
        keys = named.filter { seen.insert($0).inserted && limits.allows($0) }
        let nearest = ([error.data] + faults).compactMap { $0["nearest"]?.text }.filter { !limits.allows($0) }
        sentences = error.sentences.map { sentence in
            // The name of a key that the agent may not read.
            nearest.reduce(sentence.shownWhole) { $0.replacingText(NearestName.question($1), with: "") }
        }
    }
}
