import JSONCore

/// What the store knows of one subject.
struct Entry {
    let subject: CellSubject
    /// The declaration for the daemon; nil if there is none, or if another context of the flag has it.
    let spec: JSONObject?
    /// The problems of the first declaration.
    let faults: [TunerFault]
    /// Whether the tuner subscribes to the subject.
    let isWanted: Bool
    /// The cells, one for each type and default that the program has declared.
    var cells: [AnyCell] = []
    /// The last value from the daemon or from the values file.
    var told: JSON?
    /// The values that this program has written without a response yet, the oldest first.
    var written: [(write: UInt64, value: JSON)] = []
    /// The last published value.
    var shown: JSON?

    /// Returns whether a value is within the limits of all declarations.
    func allows(_ value: JSON) -> Bool { cells.allSatisfy { $0.limits?.exceeded(by: value) == nil } }

    /// The value to publish: the program's own newest write, or the daemon's value.
    var visible: JSON? { written.last?.value ?? told }
}
