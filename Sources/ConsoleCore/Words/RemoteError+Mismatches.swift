import JSONCore
package import RPCCore
import TunableEngine
import TunerAPI

extension RemoteError {
    /// The keys whose values have the wrong type, or are no durations where the declaration demands one.
    ///
    /// The typed text of such a value may mean another value: `on` is true, and `90s` is `PT1M30S`.
    package var mismatchedKeys: [String] {
        (data["faults"]?.elements ?? [data]).compactMap(\.mismatchedKey)
    }

    /// Creates the error for texts that are refused before the daemon receives them.
    package init(refusing texts: [(key: String, sentence: String)]) {
        let kind = ErrorKind.outOfRange
        var facts: JSONObject = ["kind": .string(kind.rawValue)]
        if texts.count > 1 {
            let faults = texts.map { ["key": .string($0.key), "message": .string($0.sentence)] as JSON }
            facts["faults"] = .array(faults)
        } else {
            facts["key"] = texts.first.map { .string($0.key) }
        }
        self.init(code: Int64(kind.code), message: texts.first?.sentence ?? "", data: .object(facts))
    }

    /// Returns the error with other sentences for the faults of some keys.
    package func with(_ sentences: [String: String]) -> RemoteError {
        guard !sentences.isEmpty, case .object(var members) = data else { return self }
        members["faults"] = members["faults"]?.elements.map { faults in
            .array(
                faults.map { fault in
                    guard case .object(var facts) = fault, let sentence = facts["key"]?.text.flatMap({ sentences[$0] })
                    else { return fault }
                    facts["message"] = .string(sentence)
                    return .object(facts)
                }
            )
        }
        let only = members["key"]?.text.flatMap { sentences[$0] }
        return RemoteError(code: code, message: only ?? message, data: .object(members))
    }
}

extension JSON {
    fileprivate var mismatchedKey: String? {
        let isMismatch =
            self["kind"]?.text == ErrorKind.typeMismatch.rawValue
            || self["format"]?.text == ValueFormat.duration.rawValue || isUnlistedTime
        return isMismatch ? self["key"]?.text : nil
    }

    /// Whether the fault is about a time, such as `2h`, that is not among the values of an enum, but may be as `PT2H`.
    private var isUnlistedTime: Bool {
        guard self["enum"] != nil, let word = self["value"]?.text else { return false }
        return DurationWord.text(of: word).map { $0 != word } ?? false
    }
}
