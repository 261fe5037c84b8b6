/// The faults that each connection can find again, so that the program receives each only once.
struct RepeatedFaults {
    private struct Subject: Hashable {
        let kind: String
        let key: String
    }

    private var sentences: [Subject: String] = [:]

    /// Returns whether a fault differs from the last one about the same thing, and stores it.
    mutating func insert(_ fault: TunerFault) -> Bool {
        guard let subject = RepeatedFaults.subject(of: fault) else { return true }
        let sentence = "\(fault)"
        return sentences.updateValue(sentence, forKey: subject) != sentence
    }

    private static func subject(of fault: TunerFault) -> Subject? {
        switch fault {
        case .declarationRefused(let key, _): Subject(kind: "declaration", key: key)
        case .storedValueUnused(let key, _): Subject(kind: "stored value", key: key)
        case .flagFailed(let key, _, _): Subject(kind: "flag", key: key)
        default: nil
        }
    }
}
