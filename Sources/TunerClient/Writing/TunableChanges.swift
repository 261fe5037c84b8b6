import JSONCore

/// The changes of one `update`: `try await tuner.update { changes in try changes.set(spacing, to: 4) }`.
public struct TunableChanges {
    let tuner: Tuner
    private(set) var values: [(subject: CellSubject, index: Int, value: JSON)] = []

    init(tuner: Tuner) { self.tuner = tuner }

    /// Adds a value to the update.
    ///
    /// A second value for the same tunable replaces the first one. The call traps if the tunable belongs to another
    /// tuner.
    ///
    /// ```swift
    /// try changes.set(settings.$cornerRadius, to: 18)
    /// ```
    ///
    /// - Parameters:
    ///   - tunable: The tunable to set.
    ///   - value: The new value.
    /// - Throws: `TunerError.unencodable` if the value cannot be encoded as JSON, or is nil.
    public mutating func set<Value>(_ tunable: Tunable<Value>, to value: Value) throws(TunerError) {
        precondition(tunable.tuner === tuner, "a tunable is written by its own tuner")
        let json = try Tuner.json(of: value, for: tunable.key)
        guard json != .null else {
            throw .unencodable(key: tunable.key, reason: "an update cannot set nil; call reset() instead")
        }
        values.removeAll { $0.index == tunable.index }
        values.append((tunable.cell.subject, tunable.index, json))
    }
}
